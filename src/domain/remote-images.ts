import { fail, ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { retry } from '../api/retry.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { onStore } from '../store/on-store.ts'

/** Most images fetched at once; the others wait in line (spec §7). */
const AT_ONCE = 3
const line = accountMemory(() => ({
  running: 0,
  waiting: [] as (() => void)[],
  addresses: {} as Record<number, string>,
}))

/** Runs `act` in its turn; its end starts the next. When the account leaves, its waiting fetches fail without a request. */
async function inLine<T>(act: () => Promise<Result<T>>): Promise<Result<T>> {
  const account = accountSignal()
  while (line.running >= AT_ONCE && !account.aborted)
    await new Promise<void>((go) => {
      line.waiting.push(go)
      account.addEventListener('abort', () => go(), { once: true })
    })
  if (account.aborted) return fail('ARCHIVIO_NON_APERTO', { detail: 'account' })
  line.running += 1
  try {
    return await act()
  } finally {
    // Skip the line after a change of account, because the next account has its own.
    if (!account.aborted) {
      line.running -= 1
      line.waiting.shift()?.()
    }
  }
}

/** Returns the address of a bank's images; the call adds the bank to no list and costs a demo nothing. */
async function addressOf(id_concorso: number): Promise<Result<string>> {
  const known = line.addresses[id_concorso]
  if (known !== undefined) return ok(known)
  const told = await call('indirizzi_concorso', { query: { id_concorso } })
  if (!told.ok) return told
  if (told.value.url_immagini === null) return fail('IMMAGINE_NON_DISPONIBILE')
  line.addresses[id_concorso] = new URL(told.value.url_immagini, location.href).href
  return ok(line.addresses[id_concorso])
}

/**
 * Fetches an image that is not on this device. Retries three times when the server is silent, or with a new address when the old
 * one expired.
 */
export const fetchImage = (id_concorso: number, nome: string): Promise<Result<{ tipo: string; byte: Uint8Array }>> =>
  inLine(() =>
    retry(
      async () => {
        const address = await addressOf(id_concorso)
        if (!address.ok) return address
        const image = await onStore((db) => db.fetchImmagine({ nome, address: address.value }))
        if (!image.ok && image.error.codice === 'PACCHETTO_SCADUTO') delete line.addresses[id_concorso]
        return image
      },
      {
        delay: (n) => 150 * 2 ** n,
        when: (codice) => codice === 'REMOTE_REQUEST_FAILED' || codice === 'PACCHETTO_SCADUTO',
      },
    ),
  )
