import { describe, expect, it } from 'vitest'
import { toPrintText } from '#rules/print-text'

describe('[EB26] a text for the printed page', () => {
  it.each([
    ['x<sup>2</sup> + y<sup>-1</sup>', 'x² + y⁻¹'],
    ['10<sup>x</sup>', '10^x'],
    ['10<sup>x+1</sup> m<sub>max</sub>', '10^(x+1) m_(max)'],
    ['H<sub>2</sub>O', 'H₂O'],
    ['a<sup></sup>b', 'ab'],
    ['<p>Uno</p><p>due</p>tre<br/>quattro', 'Uno\ndue\ntre\nquattro'],
    ['<ul><li>primo</li><li>secondo</li></ul>', '– primo\n– secondo'],
    ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>', '1 | 2\n3 | 4'],
    ['2 &lt; 3 &amp; 3 &gt; 2', '2 < 3 & 3 > 2'],
    ['riga\nspezzata', 'riga spezzata'],
    ['nullo\u0000dentro', 'nullodentro'],
  ])('%j is %j', (html, text) => expect(toPrintText(html, true)).toBe(text))

  it('leaves what is no HTML as it is, white space settled', () => {
    expect(toPrintText('se 2 <3 e\n\n  x<sup>2</sup>\u0007', false)).toBe('se 2 <3 e\nx<sup>2</sup>')
  })
})
