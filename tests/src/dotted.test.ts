import { createElement, Fragment } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Dotted } from '../../src/ui/base.tsx'

const drawn = (...parts: (string | number | null)[]) =>
  renderToStaticMarkup(createElement(Fragment, null, Dotted({ parts }))).replaceAll(/ class="[^"]*"/g, '')

it('facts keep their words and their dots together, the first may break inside', () => {
  expect(drawn('Redazione Idoneo', null, 2026, '188 domande')).toBe(
    'Redazione <span>Idoneo ·</span> <span>2026 ·</span> <span>188 domande</span>',
  )
})

it('a fact alone has no dot, and none leaves nothing', () => {
  expect(drawn(null, '16 viste')).toBe('16 <span>viste</span>')
  expect(drawn(null)).toBe('')
})
