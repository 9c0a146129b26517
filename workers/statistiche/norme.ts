import { HTML_FLAG } from '#contract/package'
import { citedActs } from '#rules/atto-citato'
import type { Livello } from '#rules/livello'
import { type AttoCitato, collectNorme, type QuestionNorms } from '#rules/norme'
import { alphabeticText } from '#rules/text'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import { loadBank } from '../ricerca/loaded-bank.ts'

/** Norms that a bank's questions cite, with today's levels. Texts are read once for each version of the bank (decision 0124). */
export function readNorme(ctx: StoreContext, { id_concorso }: { id_concorso: number }): AttoCitato[] {
  const bank = loadBank(ctx, id_concorso)
  bank.norme ??= readCited(ctx, id_concorso)
  const { alias } = attach(ctx, id_concorso)
  const [ids, livelli] = ctx.db.integers(
    `SELECT d.id_domanda, s.livello_conoscenza FROM main.statistiche s JOIN ${alias}.domande d USING (id_domanda)`,
    2,
  ) as [Int32Array, Int32Array]
  const known = new Map<number, Livello>()
  for (const [i, id] of ids.entries()) known.set(id, livelli[i] as Livello)
  return collectNorme(bank.norme, (id) => known.get(id) ?? -99)
}

function readCited(ctx: StoreContext, id_concorso: number): QuestionNorms[] {
  const { alias } = attach(ctx, id_concorso)
  return ctx.db
    .all<{ id_domanda: number; testo: string; flags: number }>(
      `SELECT id_domanda, testo, flags FROM ${alias}.domande ORDER BY posizione`,
    )
    .flatMap(({ id_domanda, testo, flags }) => {
      const atti = citedActs(alphabeticText({ testo, html: (flags & HTML_FLAG) !== 0 }))
      return atti.length > 0 ? [{ id_domanda, atti }] : []
    })
}
