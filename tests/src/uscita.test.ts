import { expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { makeUtente, stubBrowser } from './aiuti.ts'

vi.mock('#src/db', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
const chiamate: string[] = []
vi.mock('#src/api/chiamata', () => ({
  createCall: () => async (nome: string) => {
    chiamate.push(nome)
    return ok(nome === 'login' ? makeUtente({ token_api: 't8', id_utente_idoneo: 8 }) : null)
  },
}))

it('whoever signs out where the code of the store does not come is out, and what waits stays for its account (D29)', async () => {
  const { locale } = stubBrowser()
  vi.stubGlobal('document', { querySelector: () => null })
  const { sessione } = await import('#src/state/credenziale')
  sessione.credenziale = { token: 't'.repeat(20), utente: makeUtente({}), ricordami: true, emessa: 0 }
  locale.setItem('idoneo.ultimo_utente', '7')
  const { archivio } = await import('#src/state/archivio')
  const { logout } = await import('#src/state/uscita')
  expect(await logout()).toEqual({ fatto: false, in_attesa: null })
  expect(chiamate).toEqual([])
  expect(await logout({ nonostante: null })).toEqual({ fatto: true })
  expect(chiamate).toEqual(['logout'])
  expect(sessione.credenziale).toBeNull()
  expect(archivio.stato).toBe('chiuso')
  expect(sessione.motivo_uscita).toBe('DATI_RIMASTI')
  expect(locale.getItem('idoneo.ultimo_utente')).toBe('7')

  const { login } = await import('#src/state/sessione')
  expect(await login({ email: 'b@example.org', password: 'Segreta123', ricordami: true })).toMatchObject({ ok: true })
  expect(locale.getItem('idoneo.altri_utenti')).toBe('7')
})
