import type { StoreArgs } from '#contract/database'
import { isLivello } from '#rules/livello'
import { newStatistica, type Statistica, setLivelloStatistica, setPreferitiStatistica } from '#rules/statistica'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { appendEvento, readEvento, type TipoEvento } from '../core/events.ts'
import { StoreFault } from '../core/guard.ts'
import { readDomanda, readStatistica, toStatistica, writeStatistica } from './records.ts'

type PersonMark = { id_concorso: number; id_domanda: number; at: string; id_evento: string }

/** Sets the person's own level of a question [LV6]. RICHIESTA_NON_VALIDA for a number that is no level. */
export function setLivello(ctx: StoreContext, { livello, ...given }: StoreArgs<'setLivello'>): Statistica {
  if (!isLivello(livello)) throw new StoreFault('RICHIESTA_NON_VALIDA', String(livello), { campi: ['livello'] })
  return mark(ctx, given, 'LIVELLO', { livello }, (stat) => setLivelloStatistica(stat, livello, given.at))
}

/** Marks or unmarks a favourite. */
export const setPreferiti = (ctx: StoreContext, { preferiti, ...given }: StoreArgs<'setPreferiti'>) =>
  mark(ctx, given, 'PREFERITO', { preferiti }, (stat) => setPreferitiStatistica(stat, preferiti, given.at))

/** Writes event, record and counters in one transaction; a repeated event id changes nothing. */
function mark(
  ctx: StoreContext,
  { id_concorso, id_domanda, at, id_evento }: PersonMark,
  tipo: TipoEvento,
  dati: object,
  change: (stat: Statistica) => Statistica,
): Statistica {
  const { db } = ctx
  const bank = attach(ctx, id_concorso)
  const result = db.transaction(() => {
    const domanda = readDomanda(db, bank, id_domanda)
    const stored = readStatistica(db, id_domanda)
    if (stored && readEvento(db, id_evento)) return { chain: ctx.chain, statistica: toStatistica(stored) }
    const before = stored ? toStatistica(stored) : newStatistica(domanda)
    const statistica = change(before)
    const chain = appendEvento(db, ctx.chain, {
      id: id_evento,
      id_concorso,
      id_domanda,
      tipo,
      dati: { ...dati, livello_prima: before.livello_conoscenza, preferiti_prima: before.preferiti },
      ts_client: at,
      versione_banca: bank.version,
    })
    writeStatistica(db, statistica, 1, tipo === 'LIVELLO' ? id_evento : (stored?.ultimo_evento ?? null))
    return { chain, statistica }
  })
  ctx.chain = result.chain
  return result.statistica
}
