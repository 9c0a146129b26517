import type { Atto, CloudFigures, StoreArgs } from '#contract/database'
import type { Risposta } from '#contract/schemas'
import {
  type CloudWinner,
  hasProgress,
  type Overwrite,
  type OverwriteFigures,
  overwriteStatistica,
  type SideFigures,
} from '#rules/cloud'
import { maxDate } from '#rules/dates'
import { NON_RISPOSTE } from '#rules/livello'
import { beforeReset, type Flag, type Statistica } from '#rules/statistica'
import { actId, makePunto } from '../copia/restore-points.ts'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { writeLevelAct } from './level-act.ts'
import { findDomanda, readStatistica, type StoredRecord, toStatistica, writeStatistica } from './records.ts'
import type { ActData } from './reset.ts'
import { attachIfHere, isStored, sameLevelHalf } from './sync.ts'

type Compared = StoreArgs<'compareCloud'>
const ATTO: Atto = 'cloud'
const NOTHING: SideFigures = { livelli: 0, preferite: 0, ultima: null }

type Question = {
  id_domanda: number
  stored: StoredRecord | undefined
  remota: Risposta | null
  presente: Flag
  /** Returns the record after an overwrite. */
  overwrite: (winner: CloudWinner, at: string) => Overwrite
}

/** Lists every question of the bank with a record on either side. */
function questionsOf(ctx: StoreContext, { id_concorso, risposte }: Compared): Question[] {
  if (risposte.some((r) => r.id_concorso !== id_concorso)) throw new StoreFault('ID_CONCORSO_NON_COINCIDE')
  const { db } = ctx
  const bank = attachIfHere(ctx, id_concorso)
  const remote = new Map(risposte.map((r) => [r.id_domanda, r]))
  const here = db.all<{ id_domanda: number }>('SELECT id_domanda FROM statistiche WHERE id_concorso = ?', id_concorso)
  const ids = new Set([...here.map(({ id_domanda }) => id_domanda), ...remote.keys()])
  return [...ids].map((id_domanda) => {
    const remota = remote.get(id_domanda) ?? null
    const stored = readStatistica(db, id_domanda)
    const locale = stored ? toStatistica(stored) : null
    const domanda = bank && !locale ? findDomanda(db, bank, id_domanda) : undefined
    const base = domanda ?? locale ?? { id_concorso, id_domanda, id_materia: remota?.id_materia ?? null, indice_uff: 0 }
    const presente = domanda ? 1 : (stored?.presente ?? 0)
    const overwrite = (winner: CloudWinner, at: string) => overwriteStatistica({ locale, remota, base }, winner, at)
    return { id_domanda, stored, remota, presente, overwrite }
  })
}

/** Compares the records of device and cloud of a bank, and counts the losses of either (D28). */
export function compareCloud(ctx: StoreContext, args: Compared): CloudFigures {
  const questions = questionsOf(ctx, args)
  const count = (winner: CloudWinner): OverwriteFigures =>
    questions.reduce(
      (sum, { overwrite }) => {
        const { lost, changes } = overwrite(winner, new Date(0).toISOString())
        return {
          domande: sum.domande + Number(changes),
          livelli: sum.livelli + Number(lost !== null && lost.livello_conoscenza !== NON_RISPOSTE),
          preferite: sum.preferite + (lost?.preferiti ?? 0),
        }
      },
      { domande: 0, livelli: 0, preferite: 0 },
    )
  return {
    dispositivo: questions.reduce((sum, { stored }) => (stored ? addTo(sum, stored) : sum), NOTHING),
    cloud: questions.reduce(
      (sum, { remota: r }) => (r ? addTo(sum, { ...r, preferiti: r.preferiti ? 1 : 0 }) : sum),
      NOTHING,
    ),
    cambia: { dispositivo: count('dispositivo'), cloud: count('cloud') },
  }
}

const addTo = (
  sum: SideFigures,
  stat: Pick<Statistica, 'livello_conoscenza' | 'preferiti' | 'data_eseguita'>,
): SideFigures => ({
  livelli: sum.livelli + Number(stat.livello_conoscenza !== NON_RISPOSTE),
  preferite: sum.preferite + stat.preferiti,
  ultima: hasProgress({ ...stat, risposta_gettonata: null, modalita: null })
    ? maxDate(sum.ultima, stat.data_eseguita)
    : sum.ultima,
})

/** Overwrites one side by the other [SY8], after a restore point. Returns how many records were written. */
export async function overwriteBanca(
  ctx: StoreContext,
  args: StoreArgs<'overwriteBanca'>,
): Promise<{ domande: number }> {
  const { vince, id, at } = args
  await makePunto(ctx, ATTO, actId(id), at)
  const questions = questionsOf(ctx, args)
  const { db } = ctx
  ctx.mirrorState.sentSince = true
  let domande = 0
  ctx.chain = db.transaction(() => {
    let { chain } = ctx
    for (const { id_domanda, stored, presente, overwrite } of questions) {
      const id_evento = `${id}:${id_domanda}`
      const { next, lost } = overwrite(vince, at)
      if (!next || (stored && isStored(stored, next)) || db.get('SELECT 1 FROM eventi WHERE id = ?', id_evento))
        continue
      domande++
      // Treat a cloud's record as an ordinary pull where nothing is lost: the server can send it again.
      if (vince === 'cloud' && !lost) {
        writeStatistica(db, next, presente, stored && sameLevelHalf(stored, next) ? stored.ultimo_evento : null)
        continue
      }
      const lasciato = beforeReset(next)
      const act: ActData = { prima: lost, chiave: null, lasciato }
      // Write the event so that a rebuilt store has it as never touched, too.
      const replayed = next.data_eseguita === null ? { azzeramento: id } : { ripristinato: lasciato }
      const dati = { origine: ATTO, ...act, [ATTO]: id, ...replayed }
      chain = writeLevelAct(db, chain, { id: id_evento, at, next, stored, presente, dati })
    }
    return chain
  })
  return { domande }
}
