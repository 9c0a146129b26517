import type { StoreArgs } from '#contract/database'
import type { SavedProva, VoceProva } from '#contract/prova'
import { moveClock, spendClock } from '#rules/prova/clock'
import type { Voce } from '#rules/prova/machine'
import { mergeProva } from '#rules/prova/merge'
import type { StoreContext } from '../core/context.ts'
import { MOST_ANSWERS, nowFor, readProva, readRow, readVoci, toProva } from './row.ts'
import { writeStep } from './step.ts'

const count = (n: number) => Number.isInteger(n) && n >= 0

/** Returns whether a place from the server is possible in this trial. */
function isVoce({ risposta, escluse, ms, cambi, cambi_rivedi, cambi_escluse }: VoceProva, most: number): boolean {
  const answers = [...escluse, ...(risposta === null ? [] : [risposta])]
  if (![ms, cambi, cambi_rivedi, cambi_escluse].every(count)) return false
  return answers.every((r) => count(r) && r >= 1 && r <= Math.min(most, MOST_ANSWERS))
}

/** Takes over another device's state (contract/prova `resumeProva`). */
export function resumeProva(ctx: StoreContext, { id, at, ripresa }: StoreArgs<'resumeProva'>): SavedProva {
  const row = readRow(ctx, id)
  const before = toProva(row, readVoci(ctx, id))
  if (before.stato === 'abbandonata' || before.stato === 'consegnata') return readProva(ctx, { id, at })
  const good = ripresa.voci.filter((v) => isVoce(v, before.risposte[v.indice] ?? 0))
  const elsewhere = {
    indice: ripresa.indice,
    voci: new Map(good.map(({ indice, ...voce }): [number, Voce] => [indice, voce])),
  }
  const { sezioni, fini } = before
  const merged = mergeProva(before, elsewhere, before)
  const from = fini?.[(sezioni[merged.indice] ?? 0) - 1] ?? 0
  const now = nowFor(row, at)
  const orologio = spendClock(moveClock(before.orologio, now, before.orologio.da !== null), from)
  const after = { ...before, ...merged, orologio }
  ctx.db.transaction(() => writeStep(ctx, id, before, after, at))
  return readProva(ctx, { id, at })
}
