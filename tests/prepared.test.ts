import { describe, expect, it } from 'vitest'
import { prepare, stylesOf } from '../scripts/prepared.mjs'

const PAGE =
  '<html><head><script data-ahead>ahead()</script><title>Idoneo</title>' +
  '<link rel="stylesheet" crossorigin href="/simulatore/assets/a-1.css"></head><body><div id="radice"></div></body></html>'
const DRAWN = '<main class="lato due"><button type="button" class="b">Accedi</button></main>'

describe('the login drawn at build time', () => {
  it.each([
    ['.lato{a:b}', '.lato{a:b}'],
    ['.altro{a:b}', ''],
    ['.altro,.lato>.b{a:b}', '.lato>.b{a:b}'],
    ['.b:is(:hover,.x):not(.altro)::before{a:b}', '.b:is(:hover,.x):not(.altro)::before{a:b}'],
    ['table,main{a:b}', 'main{a:b}'],
    ['[data-tema=scuro]{a:b}*{c:d}', '[data-tema=scuro]{a:b}*{c:d}'],
    ['@layer a,b;@layer a{.altro{a:b}}', '@layer a,b;'],
    ['@media (min-width:1px){.altro{a:b}.b{c:"}"}}', '@media (min-width:1px){.b{c:"}"}}'],
    ['@keyframes x{to{a:b}}@font-face{font-family:F}', '@font-face{font-family:F}'],
  ])('%s keeps %s', (css, kept) => {
    expect(stylesOf(css, DRAWN)).toBe(kept)
  })

  it('stands in the page with its own styles, after the script that may hide it and before the whole sheet', () => {
    const html = prepare(PAGE, DRAWN, '.lato{a:b}')
    const places = ['ahead()</script>', '<style>', '.lato{a:b}', '<noscript>', DRAWN, 'rel="stylesheet"'].map((p) =>
      html.indexOf(p),
    )
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBeGreaterThan(0)
    expect(html).toContain('<script data-drawn data-ahead>')
  })

  it.each(['<title>Idoneo</title>', ' data-ahead', '<div id="radice"></div>', ' rel="stylesheet"'])(
    'a page without %s ends the build',
    (part) => {
      expect(() => prepare(PAGE.replace(part, ''), DRAWN, '')).toThrow(/drawn page/)
    },
  )
})
