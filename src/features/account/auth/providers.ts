import { proxy } from 'valtio'
import type { AccessiSocial } from '#contract/account'
import { askLightly } from '../../../api/client.ts'
import { readKey, writeKey } from '../../../platform/web-storage.ts'

const KNOWN_KEY = 'idoneo.accessi'
type Provider = AccessiSocial['elementi'][number]

/** Social logins that this server offers; at the first paint the list of the last visit, so that nothing moves [AU27]. */
export const providers = proxy({ list: [] as readonly Provider[], asked: false })

/** Checks the shape by hand, because the login is painted before the contract's code is here. */
function readList(answer: unknown): Provider[] | null {
  const { elementi } = (answer ?? {}) as { elementi?: unknown }
  if (!Array.isArray(elementi)) return null
  return elementi.filter(
    (e: Partial<Provider>): e is Provider =>
      typeof e?.social === 'string' && typeof e.nome === 'string' && /^https?:/.test(String(e.url)),
  )
}

function readKnown(): unknown {
  try {
    return JSON.parse(readKey('locale', KNOWN_KEY) ?? 'null')
  } catch {
    return null
  }
}

/** Loads the list once in a visit; a failure is retried at the next call. Form with the password is enough meanwhile. */
export async function loadProviders(): Promise<void> {
  if (providers.asked) return
  providers.asked = true
  providers.list = readList(readKnown()) ?? []
  const list = readList(await askLightly('/ms_utente/accessi_social'))
  providers.asked = list !== null
  if (list === null) return
  providers.list = list
  writeKey('locale', KNOWN_KEY, list.length > 0 ? JSON.stringify({ elementi: list }) : null)
}
