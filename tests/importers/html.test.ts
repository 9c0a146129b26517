import { describe, expect, it } from 'vitest'
import { leggi, righe } from './helpers.ts'

const con = async (domanda: string, risposte = ['uno', 'due', 'tre']) => {
  const { domande, avvisi } = await leggi(JSON.stringify([{ domanda, risposte, corretta: 'A' }]))
  return { domanda: domande[0]!, avvisi }
}

describe('markup in questions', () => {
  it('wrappers around the whole text leave plain text', async () => {
    const { domanda, avvisi } = await con('<b><p><span><span>Quale è <em></em>FALSA?&nbsp;</span></span></p>\n</b>', [
      '<p>x &lt; 3 &amp; y</p>',
      '<p><span>b</span></p>',
      'c',
    ])
    expect(domanda).toMatchObject({ testo: 'Quale è FALSA?', risposte: ['x < 3 & y', 'b', 'c'], html: false })
    expect(avvisi).toEqual([])
  })

  it('allowed tags stay, and then every text of the question is escaped HTML', async () => {
    const { domanda } = await con('<p>Quanto vale H<sub>2</sub>O se a < b?</p>', [
      'x < 3',
      '<p>10<sup>5</sup></p>',
      '"c" & d',
    ])
    expect(domanda.html).toBe(true)
    expect(domanda.testo).toBe('Quanto vale H<sub>2</sub>O se a &lt; b?')
    expect(domanda.risposte).toEqual(['x &lt; 3', '10<sup>5</sup>', '"c" &amp; d'])
  })

  it('tables, lists and lines stay without their attributes', async () => {
    const { domanda } = await con(
      '<p>Dati:</p><table class="x"><tr><td colspan="2" onclick="f()">1</td></tr></table><ul style="a"><li>z</li></ul>a<br/>b',
    )
    expect(domanda.testo).toBe('<p>Dati:</p><table><tr><td colspan="2">1</td></tr></table><ul><li>z</li></ul>a<br>b')
  })

  it('scripts, handlers and addresses are removed and told', async () => {
    const { domanda, avvisi } = await con(
      'Quale?<script>alert(1)</script><b onmouseover="x()">no</b><a href="javascript:alert(1)">qui</a><iframe src="//e.x"></iframe>',
    )
    expect(domanda.testo).toBe('Quale?<b>no</b>qui')
    expect(righe(avvisi, 'html_rimosso')).toEqual([1])
    expect(avvisi[0]?.testo).toMatch(/script.*onmouseover.*a.*iframe/)
  })

  it.each([
    '<svg onload=alert(1)>Quale è?',
    'Quale è?<img src=x onerror=alert(1)>',
    '<<script>script>alert(1)<</script>/script>Quale è?',
    '<p>Quale è?</p><style>@import "x"</style>',
    '<math><mi xlink:href="data:x,<script>alert(4)</script>">Quale è?',
    'Quale è?<b/onclick=alert(1)//>x</b>',
  ])('nothing that runs is left of %s', async (grezzo) => {
    const { domanda } = await con(grezzo)
    if (domanda.html)
      expect(domanda.testo).not.toMatch(/<(?!\/?(b|i|u|sub|sup|br|p|ul|ol|li|table|tr|td|th|em|strong)>)/i)
    expect(domanda.testo).toContain('Quale è?')
  })

  it('bold over the whole text, in pieces, is dropped; bold on a word stays', async () => {
    expect(
      (await con('<p><strong>La CO</strong><sub><strong>2</strong></sub><strong> è</strong></p>')).domanda.testo,
    ).toBe('La CO<sub>2</sub> è')
    expect((await con('<p>Quale <strong>NON</strong> è?</p>')).domanda.testo).toBe('Quale <strong>NON</strong> è?')
  })

  it('a tag that the question is about stays a word', async () => {
    const { domanda, avvisi } = await con('Che cosa fa il tag <table> in HTML?', ['<table>', '<br>', '<p>'])
    expect(domanda).toMatchObject({ testo: 'Che cosa fa il tag <table> in HTML?', html: false })
    expect(domanda.risposte).toEqual(['<table>', '<br>', '<p>'])
    expect(avvisi).toEqual([])
    expect((await con('Il salto <di pattinaggio> a < b > c')).domanda.testo).toBe('Il salto <di pattinaggio> a < b > c')
  })
})

describe('entities', () => {
  it('in plain text are decoded, once or twice escaped, and told', async () => {
    const { domanda, avvisi } = await con('Di quale citt&amp;agrave; &egrave; il &laquo;duomo&raquo;?', [
      'Perch&amp;#233;',
      'AT&T',
      'R&D; e &pippo;',
    ])
    expect(domanda.testo).toBe('Di quale città è il «duomo»?')
    expect(domanda.risposte).toEqual(['Perché', 'AT&T', 'R&D; e &pippo;'])
    expect(domanda.html).toBe(false)
    expect(righe(avvisi, 'entita_html')).toEqual([1])
    expect(avvisi[0]?.testo).toContain('domanda, risposta A')
  })

  it('never make a tag: an escaped script is text', async () => {
    const { domanda } = await con('Che fa &amp;lt;script&amp;gt; in <b>HTML</b>?')
    expect(domanda).toMatchObject({ testo: 'Che fa &lt;script&gt; in <b>HTML</b>?', html: true })
    expect((await con('Che fa &lt;script&gt;?')).domanda).toMatchObject({ testo: 'Che fa <script>?', html: false })
  })
})

it('an image of the text becomes a reference', async () => {
  const { domanda, avvisi } = await con('<p>Vedi figura</p><p><img src="/api/v1/image/12" width="9"></p>')
  expect(domanda).toMatchObject({ testo: 'Vedi figura' })
  expect(righe(avvisi, 'immagine_mancante')).toEqual([1])
})
