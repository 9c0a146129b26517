import type { Database } from '#contract/database'
import { isLivello } from '#rules/livello'
import { newStatistica, type Statistica, setLivelloStatistica, setPreferitiStatistica } from '#rules/statistica'
import type { Archivio } from './archivio.ts'
import { attach } from './attach.ts'
import { appendEvento, readEvento, type TipoEvento } from './eventi.ts'
import { StoreFault } from './guard.ts'
import { readDomanda, readStatistica, toStatistica, writeStatistica } from './statistiche.ts'

type Segno = { id_concorso: number; id_domanda: number; at: string; id_evento: string }

/** The person sets a level directly [LV6]. RICHIESTA_NON_VALIDA for a number that is no level. */
export function setLivello(a: Archivio, { livello, ...segno }: Parameters<Database['setLivello']>[0]): Statistica {
  if (!isLivello(livello)) throw new StoreFault('RICHIESTA_NON_VALIDA', String(livello), { campi: ['livello'] })
  return mark(a, segno, 'LIVELLO', { livello }, (stat) => setLivelloStatistica(stat, livello, segno.at))
}

/** The person marks or unmarks a favourite. */
export const setPreferiti = (a: Archivio, { preferiti, ...segno }: Parameters<Database['setPreferiti']>[0]) =>
  mark(a, segno, 'PREFERITO', { preferiti }, (stat) => setPreferitiStatistica(stat, preferiti, segno.at))

/** Event, record and counters in one transaction; the same event id twice changes nothing. */
function mark(
  a: Archivio,
  { id_concorso, id_domanda, at, id_evento }: Segno,
  tipo: TipoEvento,
  dati: object,
  change: (stat: Statistica) => Statistica,
): Statistica {
  const { db } = a
  const bank = attach(a, id_concorso)
  const result = db.transaction(() => {
    const domanda = readDomanda(db, bank, id_domanda)
    const stored = readStatistica(db, id_domanda)
    if (stored && readEvento(db, id_evento)) return { chain: a.chain, statistica: toStatistica(stored) }
    const prima = stored ? toStatistica(stored) : newStatistica(domanda)
    const statistica = change(prima)
    const chain = appendEvento(db, a.chain, {
      id: id_evento,
      id_concorso,
      id_domanda,
      tipo,
      dati: { ...dati, livello_prima: prima.livello_conoscenza, preferiti_prima: prima.preferiti },
      ts_client: at,
      versione_banca: bank.versione,
    })
    writeStatistica(db, statistica, 1, tipo === 'LIVELLO' ? id_evento : (stored?.ultimo_evento ?? null))
    return { chain, statistica }
  })
  a.chain = result.chain
  return result.statistica
}
