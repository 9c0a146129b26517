import { proxy } from 'valtio'
import { type AccessiSocial, accessiSocial } from '#contract/account'
import { parseWith } from '#contract/parse'
import { call } from '../../../api/client.ts'
import { readKey, writeKey } from '../../../platform/web-storage.ts'

const KNOWN_KEY = 'idoneo.accessi'
type Provider = AccessiSocial['elementi'][number]

/** Social logins that this server offers; at the first paint those of the last visit, so that nothing moves [AU27]. */
export const providers = proxy({ list: [] as readonly Provider[], asked: false })

function readKnown(): readonly Provider[] {
  try {
    const parsed = parseWith(accessiSocial, JSON.parse(readKey('locale', KNOWN_KEY) ?? 'null'))
    return parsed.ok ? parsed.value.elementi : []
  } catch {
    return []
  }
}

/** Asks once in a visit; without an answer the form with the password is enough. */
export async function loadProviders(): Promise<void> {
  if (providers.asked) return
  providers.asked = true
  providers.list = readKnown()
  const result = await call('accessi_social')
  if (!result.ok) {
    providers.asked = false
    return
  }
  providers.list = result.value.elementi
  writeKey('locale', KNOWN_KEY, result.value.totale > 0 ? JSON.stringify(result.value) : null)
}
