import type { FacetCounts } from '#contract/database'
import type { Chiave, StatoDomanda } from '#contract/domanda'
import { IMAGE_FLAG } from '#contract/package'
import { CHIAVI, STATI } from '#rules/domanda'
import { type FilterConditions, STATI_RISPOSTA } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank } from '../core/loaded-bank.ts'
import { compile, FAILS } from './facet-mask.ts'
import { readRecordState } from './record-state.ts'
import { candidates } from './select.ts'

/** Sums of several banks, one array of counters for each facet, by the places of `Stato`. */
export type FacetSums = {
  totale: number
  livelli: Uint32Array
  preferiti: Uint32Array
  immagini: Uint32Array
  haChiave: Uint32Array
  risposte: Uint32Array
  chiavi: Uint32Array
  stati: Uint32Array
  /** By the node that a question is linked to. */
  argomenti: Map<number, number>
}

/** Counts of one bank: its questions that pass all but the choice of banks, and those of each subject (0: of none). */
export type BankCount = { n: number; materie: Uint32Array }

export const newSums = (): FacetSums => ({
  totale: 0,
  livelli: new Uint32Array(LIVELLI.length),
  preferiti: new Uint32Array(2),
  immagini: new Uint32Array(2),
  haChiave: new Uint32Array(2),
  risposte: new Uint32Array(STATI_RISPOSTA.length),
  chiavi: new Uint32Array(CHIAVI.length),
  stati: new Uint32Array(STATI.length),
  argomenti: new Map(),
})

/**
 * Adds a bank to the sums, in one pass over the positions of its words and range. A question counts for a facet when it
 * fails no filter but that facet's own. `scelta`: the filter includes this bank. Without `chiavi` the facets of keys,
 * outcomes and states are skipped, unless the filter reads them.
 */
export function countIn(
  ctx: StoreContext,
  bank: LoadedBank,
  filtro: FilterConditions,
  sums: FacetSums,
  { scelta, chiavi }: { scelta: boolean; chiavi: boolean },
): BankCount {
  const found = candidates(ctx, bank, filtro)
  const s = readRecordState(ctx, bank, { record: true, chiavi })
  const failed = compile(filtro, bank, s)
  const { materia, flags } = bank
  const { livello, preferito, haChiave, risposta, provenienza, stato } = s
  const materie = new Uint32Array(bank.materie.length + 1)
  let n = 0
  const topics = bank.chiavi?.topics
  const outside = scelta ? 0 : FAILS.concorsi
  for (let i = 0; i < found.length; i++) {
    const p = found[i] as number
    const fails = failed(p) | outside
    // Skip a question with two failures or more; with one, its own facet counts it.
    if ((fails & (fails - 1)) !== 0) continue
    const all = fails === 0
    if (all) sums.totale++
    if (all || fails === FAILS.concorsi) n++
    if (all || fails === FAILS.materie) add(materie, materia[p])
    if (all || fails === FAILS.livelli) add(sums.livelli, livello[p])
    if (all || fails === FAILS.soloPreferiti) add(sums.preferiti, preferito[p])
    if (all || fails === FAILS.conImmagine) add(sums.immagini, (flags[p] as number) & IMAGE_FLAG)
    if (all || fails === FAILS.conRisposta) add(sums.haChiave, haChiave[p])
    if (all || fails === FAILS.risposte) add(sums.risposte, risposta[p])
    if (all || fails === FAILS.chiavi) add(sums.chiavi, provenienza[p])
    if (all || fails === FAILS.stati) add(sums.stati, stato[p])
    if (topics?.size && (all || fails === FAILS.argomenti)) addTopics(sums.argomenti, topics.get(p))
  }
  return { n, materie }
}

function add(counters: Uint32Array, value: number | undefined): void {
  counters[value as number] = (counters[value as number] as number) + 1
}

/** Count a question once at a node that two of its topics share. */
function addTopics(counters: Map<number, number>, ways: readonly (readonly number[])[] = []): void {
  for (const nodo of new Set(ways.map((way) => way.at(-1))))
    if (nodo !== undefined) counters.set(nodo, (counters.get(nodo) ?? 0) + 1)
}

type NamedSums = Pick<
  FacetCounts,
  | 'totale'
  | 'per_livello'
  | 'preferiti'
  | 'con_immagine'
  | 'senza_immagine'
  | 'con_risposta'
  | 'senza_risposta'
  | 'per_risposta'
  | 'per_chiave'
  | 'per_stato'
  | 'per_argomento'
>

/** Returns the sums by name, as they cross the boundary. */
export function nameSums(sums: FacetSums): NamedSums {
  const named = <T extends string | number>(values: readonly T[], counters: Uint32Array) =>
    Object.fromEntries(values.map((value, i) => [value, counters[i] as number])) as Record<T, number>
  const [senza_immagine = 0, con_immagine = 0] = sums.immagini
  const [senza_risposta = 0, con_risposta = 0] = sums.haChiave
  return {
    totale: sums.totale,
    per_livello: named(LIVELLI, sums.livelli),
    preferiti: sums.preferiti[1] ?? 0,
    con_immagine,
    senza_immagine,
    con_risposta,
    senza_risposta,
    per_risposta: named(STATI_RISPOSTA, sums.risposte),
    per_chiave: named<Chiave>(CHIAVI, sums.chiavi),
    per_stato: named<StatoDomanda>(STATI, sums.stati),
    per_argomento: [...sums.argomenti]
      .map(([id_sotto_percorso, n]) => ({ id_sotto_percorso, n }))
      .sort((a, b) => a.id_sotto_percorso - b.id_sotto_percorso),
  }
}
