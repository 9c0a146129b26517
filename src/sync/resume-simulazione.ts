import type { ResponseOf } from '#contract/calls'
import type { VoceProva } from '#contract/prova'
import { call } from '../api/client.ts'
import { nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { onStore } from '../store/on-store.ts'
import { recordChanged } from './requests.ts'

type KeptRisposte = ResponseOf<'risposte_simulazione'>

/** Returns the seed of a ticket's letters: 32 bits of its name, the same on every device. */
export function seedOf(gettone: string): number {
  let h = 0x811c9dc5
  for (const c of gettone) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193)
  return h >>> 0
}

/** Fetches the server's copy of a sitting; null when the call fails or the last sitting is another. */
export async function readKept({
  gettone,
  id_simulazione,
}: {
  gettone: string
  id_simulazione: number
}): Promise<KeptRisposte | null> {
  const loaded = await call('risposte_simulazione', { query: { id_simulazione } })
  return loaded.ok && loaded.value.gettone === gettone ? loaded.value : null
}

/** Merges the server's copy into the store: marks, flags, times, place. Nothing changes when this device is ahead. */
export async function takeKept(
  id: string,
  id_domande: Int32Array,
  { elementi, indice = 0 }: KeptRisposte,
): Promise<void> {
  const places = new Map(Array.from(id_domande, (id_domanda, place) => [id_domanda, place]))
  const voci = elementi.flatMap(
    ({ id_domanda, risposta = null, da_rivedere = false, escluse = [], ...counts }): VoceProva[] => {
      const indice = places.get(Number(id_domanda))
      if (indice === undefined) return []
      const { ms = 0, cambi = 0, cambi_rivedi = 0, cambi_escluse = 0 } = counts
      const touched =
        risposta !== null || da_rivedere || escluse.length > 0 || ms + cambi + cambi_rivedi + cambi_escluse > 0
      return touched ? [{ indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse }] : []
    },
  )
  if (voci.length === 0 && indice === 0) return
  await onStore((db) => db.resumeProva({ id, at: nowIso(serverOrDeviceNow()), ripresa: { indice, voci } }))
}

/**
 * Closes a sitting that another device delivered or gave up. The marks of both devices count, so that levels and history agree. The
 * events of a delivery have the same ids everywhere.
 */
async function conclude(id: string, { esito: result, automatica }: KeptRisposte): Promise<void> {
  if (!result) return
  const at = nowIso(serverOrDeviceNow())
  const closed = await onStore<unknown>((db) =>
    result === 'consegnata' ? db.deliverProva({ id, at }) : db.stepProva({ id, at, evento: { tipo: 'abbandona' } }),
  )
  if (!closed.ok) return
  // Mark the outcome as sent, because the server has it, and only the events of the answers travel. An automatic outcome may lack
  // marks of this device.
  if (!automatica) await onStore((db) => db.markSpedita({ id }))
  recordChanged()
}

/** Longest wait of a trial's opening for another device's marks, in ms; late ones are merged on arrival. */
const WAIT_MS = 3_000

/** Merges the marks of another device before a simulation is shown. Without a network nothing is merged. */
export async function catchUp(id: string, id_simulazione: number, id_domande: Int32Array): Promise<void> {
  const taken = readKept({ gettone: id, id_simulazione }).then(async (kept) => {
    if (!kept) return
    await takeKept(id, id_domande, kept)
    await conclude(id, kept)
  })
  await Promise.race([taken, new Promise((done) => setTimeout(done, WAIT_MS))])
}
