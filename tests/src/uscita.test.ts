import { expect, it, vi } from 'vitest'
import { ok } from '#contract/result'
import { makeUtente, stubBrowser } from './aiuti.ts'

vi.mock('#src/store/client', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
const chiamate: string[] = []
vi.mock('#src/api/create-call', () => ({
  createCall: () => async (nome: string) => {
    chiamate.push(nome)
    return ok(nome === 'login' ? makeUtente({ token_api: 't8', id_utente_idoneo: 8 }) : null)
  },
}))

it('whoever signs out where the code of the store does not come is out, and what waits stays for its account (D29)', async () => {
  const { locale } = stubBrowser()
  vi.stubGlobal('document', { querySelector: () => null })
  const { session: sessione } = await import('#src/session/session')
  sessione.credentials = { token: 't'.repeat(20), utente: makeUtente({}), ricordami: true, emessa: 0 }
  locale.setItem('idoneo.ultimo_utente', '7')
  const { store: archivio } = await import('#src/store/opening')
  const { signOut: logout } = await import('#src/domain/sign-out')
  expect(await logout()).toEqual({ done: false, waiting: null })
  expect(chiamate).toEqual([])
  expect(await logout({ despite: null })).toEqual({ done: true })
  expect(chiamate).toEqual(['logout'])
  expect(sessione.credentials).toBeNull()
  expect(archivio.stato).toBe('chiuso')
  expect(sessione.exit_reason).toBe('DATI_RIMASTI')
  expect(locale.getItem('idoneo.ultimo_utente')).toBe('7')

  const { login } = await import('#src/domain/sign-in')
  expect(await login({ email: 'b@example.org', password: 'Segreta123', ricordami: true })).toMatchObject({ ok: true })
  expect(locale.getItem('idoneo.altri_utenti')).toBe('7')
})
