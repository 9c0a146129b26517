import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { NON_RISPOSTE } from '#rules/livello'
import { mergeRisposta } from '#rules/merge'
import { type RispostaRecord, type Statistica, toRisposta } from '#rules/statistica'
import { appendEvento, type Chain, readEvento, type TipoEvento } from '../core/events.ts'
import type { Connection } from '../core/platform.ts'
import { readStatistica, toStatistica, writeStatistica } from '../statistiche/records.ts'

/**
 * Copies one record with its events, so that it is rebuilt and sent like any other (D27). Runs inside the caller's
 * transaction; returns the chain's new end.
 */
export function copyRecord(db: Connection, from: Chain, id_utente: number, oldRecord: Statistica): Chain {
  const stored = readStatistica(db, oldRecord.id_domanda)
  const statistica = stored ? union(toStatistica(stored), oldRecord) : oldRecord
  let chain = from
  for (const { tipo, dati, ts_client } of eventsOf(oldRecord)) {
    const id = idOf([id_utente, oldRecord.id_domanda, oldRecord.id_concorso, ts_client, tipo, dati])
    if (readEvento(db, id)) continue
    const { id_concorso, id_domanda } = oldRecord
    chain = appendEvento(db, chain, { id, id_concorso, id_domanda, tipo, dati, ts_client, versione_banca: null })
  }
  writeStatistica(db, statistica, stored?.presente ?? 0, stored?.ultimo_evento ?? null)
  return chain
}

type PartialEvent = { tipo: TipoEvento; dati: object; ts_client: string }

/** Returns the last event of each kind in the old record: its history was never kept. */
function eventsOf(s: Statistica): PartialEvent[] {
  const at = s.data_eseguita as string
  const voci: PartialEvent[] = []
  const origin = 'concorsi'
  if (s.risposta_gettonata !== null && s.livello_conoscenza !== NON_RISPOSTE)
    voci.push({
      tipo: 'RISPOSTA',
      ts_client: at,
      dati: {
        risposta: s.risposta_gettonata,
        // Leave the outcome empty: the old record lacks it.
        esito: null,
        modalita: s.modalita ?? 'ESEGUITA',
        id_seduta: null,
        indice: null,
        livello_dopo: s.livello_conoscenza,
        prima: { livello_conoscenza: NON_RISPOSTE, risposta_gettonata: null, modalita: null },
        evento_prima: null,
        impronta: null,
        origine: origin,
      },
    })
  else if (s.livello_conoscenza !== NON_RISPOSTE)
    voci.push({ tipo: 'LIVELLO', ts_client: at, dati: { livello: s.livello_conoscenza, origine: origin } })
  if (s.preferiti === 1) voci.push({ tipo: 'PREFERITO', ts_client: at, dati: { preferiti: true, origine: origin } })
  if (s.data_letta) voci.push({ tipo: 'LETTA', ts_client: s.data_letta, dati: { origine: origin } })
  if (s.data_ascoltata) voci.push({ tipo: 'ASCOLTATA', ts_client: s.data_ascoltata, dati: { origine: origin } })
  return voci
}

/** Returns the same id for the same record, whenever it is copied. */
const idOf = (parts: unknown): string => `v9-${bytesToHex(sha256(utf8ToBytes(JSON.stringify(parts)))).slice(0, 32)}`

/** Merges the present record and the old one, each half from where it is newer. */
function union(here: Statistica, old: Statistica): Statistica {
  if (here.data_eseguita === null) return { ...old, ...identity(here) }
  const both = mergeRisposta(toRisposta(here), toRisposta(old))
  const same = (s: Statistica) =>
    s.livello_conoscenza === both.livello_conoscenza &&
    (s.preferiti === 1) === both.preferiti &&
    s.risposta_gettonata === (both.risposta_gettonata ?? null)
  const sent = [here, old].some((s) => s.sincronizzata === 1 && same(s) && s.data_eseguita === both.data_eseguita)
  return {
    ...here,
    ...fields(both),
    sincronizzata: sent ? 1 : 0,
    ...(sent ? {} : { isLevelUpdated: 1, isPreferitiUpdated: 1 }),
  }
}

const identity = ({ id_materia, indice_uff, has_image, has_risposta }: Statistica) => ({
  id_materia,
  indice_uff,
  has_image,
  has_risposta,
})

const fields = (r: RispostaRecord) => ({
  livello_conoscenza: r.livello_conoscenza,
  preferiti: r.preferiti ? (1 as const) : (0 as const),
  risposta_gettonata: r.risposta_gettonata ?? null,
  modalita: r.modalita[0] ?? null,
  data_eseguita: r.data_eseguita,
  data_livello: r.data_livello ?? null,
  data_preferiti: r.data_preferiti ?? null,
  data_letta: r.data_letta ?? null,
  data_ascoltata: r.data_ascoltata ?? null,
})
