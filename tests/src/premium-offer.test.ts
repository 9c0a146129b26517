import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { closeError, notices, showError } from '#src/session/notices'
import { type PremiumFunction, premiumNeeded } from '#src/session/premium-limit'
import { premiumOffer } from '#src/text/premium'
import NoticesLayer from '../../src/app/NoticesLayer.tsx'
import { stubBrowser } from './aiuti.ts'

stubBrowser()
vi.stubGlobal('location', new URL('http://localhost/'))
vi.mock('wouter', async (real) => ({
  ...(await real<typeof import('wouter')>()),
  useLocation: () => ['/', () => undefined],
}))

beforeEach(() => {
  while (notices.errors.length > 0) closeError()
})

describe('[EB28] [AC5] a function of Premium', () => {
  it('is offered in a dialog of its own, without a code', () => {
    showError(premiumNeeded('spiegazioni'))
    const shown = renderToString(createElement(NoticesLayer))
    expect(shown).toContain('Le spiegazioni sono in Premium')
    expect(shown).toContain('Vedi Premium')
    expect(shown).toContain('Non ora')
    expect(shown).not.toMatch(/Attenzione|Codice|PREMIUM_RICHIESTO/)
  })

  it.each(['spiegazioni', 'pdf', 'materie_premium'] satisfies PremiumFunction[])('%s has its own title', (funzione) => {
    expect(premiumOffer(premiumNeeded(funzione)).title).not.toBe(premiumOffer({ codice: 'PREMIUM_RICHIESTO' }).title)
  })

  it('names the plan of who has paid', () => {
    expect(premiumOffer({ codice: 'PREMIUM_RICHIESTO', dati: { funzione: 'pdf', livello: 1 } }).text).toContain(
      'Premium Lite',
    )
  })
})
