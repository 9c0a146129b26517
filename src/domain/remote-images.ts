import { fail, ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { retry } from '../api/retry.ts'
import { accountMemory, accountSignal } from '../session/account.ts'
import { onStore } from '../store/on-store.ts'

/** Images that travel at once; the others wait in line (spec §7). */
const AT_ONCE = 3
const line = accountMemory(() => ({
  running: 0,
  waiting: [] as (() => void)[],
  addresses: {} as Record<number, string>,
}))

/** Runs one of the line; the next one starts when it ends. The line of an account that left ends with it, unasked. */
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
    // The next account has a line of its own.
    if (!account.aborted) {
      line.running -= 1
      line.waiting.shift()?.()
    }
  }
}

/** Where the images of a bank are; asking adds the bank to no list and spends nothing of a demo. */
async function addressOf(id_concorso: number): Promise<Result<string>> {
  const known = line.addresses[id_concorso]
  if (known !== undefined) return ok(known)
  const told = await call('indirizzi_concorso', { query: { id_concorso } })
  if (!told.ok) return told
  if (told.value.url_immagini === null) return fail('IMMAGINE_NON_DISPONIBILE')
  line.addresses[id_concorso] = new URL(told.value.url_immagini, location.href).href
  return ok(line.addresses[id_concorso])
}

/** One image that is not on this device, from the server: tried three times more when nobody answers, once anew when its address is over. */
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
