import { HTML_FLAG } from '#contract/package'
import { citedActs } from '#rules/atto-citato'
import type { Livello } from '#rules/livello'
import { type AttoCitato, collectNorme, type QuestionNorms } from '#rules/norme'
import { alphabeticText } from '#rules/text'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank } from '../core/loaded-bank.ts'
import { loadBank } from '../ricerca/loaded-bank.ts'

/** Questions read in one slice: about 7 ms, after which waiting calls run. */
const SLICE = 100

/**
 * Returns norms that a bank's questions cite, with today's levels. Texts are read once for each version of the bank
 * (decision 0124).
 */
export async function readNorme(ctx: StoreContext, { id_concorso }: { id_concorso: number }): Promise<AttoCitato[]> {
  const cited = await citedBy(ctx, id_concorso)
  const { alias } = attach(ctx, id_concorso)
  const [ids, livelli] = ctx.db.integers(
    `SELECT d.id_domanda, s.livello_conoscenza FROM main.statistiche s JOIN ${alias}.domande d USING (id_domanda)`,
    2,
  ) as [Int32Array, Int32Array]
  const known = new Map<number, Livello>()
  for (const [i, id] of ids.entries()) known.set(id, livelli[i] as Livello)
  return collectNorme(cited, (id) => known.get(id) ?? -99)
}

/** Shares one reading of a bank's stems among callers; after a failure the next call begins again. */
function citedBy(ctx: StoreContext, id_concorso: number): Promise<readonly QuestionNorms[]> {
  const bank = loadBank(ctx, id_concorso)
  bank.norme ??= readCited(ctx, bank).catch((error: unknown) => {
    delete bank.norme
    throw error
  })
  return bank.norme
}

async function readCited(ctx: StoreContext, bank: LoadedBank): Promise<readonly QuestionNorms[]> {
  const { id_concorso, posizioni } = bank
  const cited: QuestionNorms[] = []
  for (let i = 0; i < posizioni.length; i += SLICE) {
    if (i > 0) await ctx.platform.wait(0)
    while (ctx.rereading) await ctx.rereading
    // Read again: the file was replaced or dropped from memory meanwhile.
    if (i > 0 && ctx.loadedBanks.get(id_concorso) !== bank) return citedBy(ctx, id_concorso)
    const { alias } = attach(ctx, id_concorso)
    const rows = ctx.db.all<{ id_domanda: number; testo: string; flags: number }>(
      `SELECT id_domanda, testo, flags FROM ${alias}.domande WHERE posizione BETWEEN ? AND ? ORDER BY posizione`,
      posizioni[i] as number,
      posizioni[Math.min(i + SLICE, posizioni.length) - 1] as number,
    )
    for (const { id_domanda, testo, flags } of rows) {
      const atti = citedActs(alphabeticText({ testo, html: (flags & HTML_FLAG) !== 0 }))
      if (atti.length > 0) cited.push({ id_domanda, atti })
    }
  }
  return cited
}
