import type { RispostaDi } from '#contract/chiamate'
import type { VoceProva } from '#contract/prova'
import { call } from './api.ts'
import { adessoServer } from './prova-avvio.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { recordChanged } from './sincronizzazione.ts'

type Tenute = RispostaDi<'risposte_simulazione'>

/** The seed of a ticket's letters: 32 bits of its name, the same wherever the sitting goes on. */
export function semeDi(gettone: string): number {
  let h = 0x811c9dc5
  for (const c of gettone) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193)
  return h >>> 0
}

/** What the server keeps of a sitting; null when it cannot be asked, or the last sitting is another. */
export async function readTenute({
  gettone,
  id_simulazione,
}: {
  gettone: string
  id_simulazione: number
}): Promise<Tenute | null> {
  const lette = await call('risposte_simulazione', { query: { id_simulazione } })
  return lette.ok && lette.value.gettone === gettone ? lette.value : null
}

/** Gives the store what the server keeps: marks, flags, times, place. Nothing changes when this device is ahead. */
export async function takeTenute(id: string, id_domande: Int32Array, { elementi, indice = 0 }: Tenute): Promise<void> {
  const posti = new Map(Array.from(id_domande, (id_domanda, posto) => [id_domanda, posto]))
  const voci = elementi.flatMap(
    ({ id_domanda, risposta = null, da_rivedere = false, escluse = [], ...conti }): VoceProva[] => {
      const indice = posti.get(Number(id_domanda))
      if (indice === undefined) return []
      const { ms = 0, cambi = 0, cambi_rivedi = 0, cambi_escluse = 0 } = conti
      const toccata =
        risposta !== null || da_rivedere || escluse.length > 0 || ms + cambi + cambi_rivedi + cambi_escluse > 0
      return toccata ? [{ indice, risposta, da_rivedere, escluse, ms, cambi, cambi_rivedi, cambi_escluse }] : []
    },
  )
  if (voci.length === 0 && indice === 0) return
  await onArchivio((db) => db.resumeProva({ id, at: oraIso(adessoServer()), ripresa: { indice, voci } }))
}

/**
 * Closes here what another device has delivered or given up: with the marks of both, so that levels and history are the same. The
 * events of a delivery have the same ids everywhere.
 */
async function conclude(id: string, { esito, automatica }: Tenute): Promise<void> {
  if (!esito) return
  const at = oraIso(adessoServer())
  const chiusa = await onArchivio<unknown>((db) =>
    esito === 'consegnata' ? db.deliverProva({ id, at }) : db.stepProva({ id, at, evento: { tipo: 'abbandona' } }),
  )
  if (!chiusa.ok) return
  // The server has the outcome already: only the events of the answers travel. One that it gave by itself may lack what is here.
  if (!automatica) await onArchivio((db) => db.markSpedita({ id }))
  recordChanged()
}

/** How long the opening of a trial waits for what another device left, milliseconds; what comes later is taken then. */
const ATTESA_MS = 3_000

/** Before a simulation is shown: what another device left of it meanwhile. Without a network nothing is asked. */
export async function catchUp(id: string, id_simulazione: number, id_domande: Int32Array): Promise<void> {
  const preso = readTenute({ gettone: id, id_simulazione }).then(async (tenute) => {
    if (!tenute) return
    await takeTenute(id, id_domande, tenute)
    await conclude(id, tenute)
  })
  await Promise.race([preso, new Promise((fatto) => setTimeout(fatto, ATTESA_MS))])
}
