import type { NumberedDomanda } from '#contract/domanda'
import { permute } from '#rules/shuffle'
import { MATERIE } from '../lib/corpus.ts'
import {
  answeredId,
  type Compito,
  clock,
  digest,
  halfOf,
  type Metodo,
  pageIds,
  repeat,
  ricercheOf,
  SCELTE,
  SCELTE_DA_INVIARE,
  sum,
  waitingIds,
} from '../lib/lavoro.ts'
import { alphabetical, matcher, packageOf, percentages, type Riga, unpack } from './righe.ts'

type Range = { ix_start: number; ix_end: number }

/** What a store of rows must do; each engine in its own best way. */
export type Righe = {
  /** Deletes the database. */
  remove(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
  /** Every row of a bank, in one transaction. */
  fill(domande: readonly NumberedDomanda[]): Promise<void>
  get(id_domanda: number): Promise<Riga | undefined>
  /** Ids in official order, by the index. */
  ids(range: Range): Promise<number[]>
  /** Ids of one subject whatever their level, by the index. */
  idsOfMateria(id_materia: number): Promise<number[]>
  rows(range: Range): Promise<Riga[]>
  page(ids: readonly number[]): Promise<(Riga | undefined)[]>
  /** Questions of a subject never answered, counted by the index: one number for each subject from 1. */
  unanswered(materie: number): Promise<number[]>
  /** Read, judged and written in one transaction. */
  answer(id_domanda: number, risposta: number, at: string): Promise<void>
  /** The same for many, to set the scene. */
  answerAll(ids: readonly number[], at: string): Promise<void>
  unsynced(): Promise<Riga[]>
  /** Marks by (id, date) in one transaction; answers how many. */
  mark(pairs: readonly { id_domanda: number; data_eseguita?: string }[]): Promise<number>
  /** Ids of the rows that a test keeps. */
  filter(test: (row: Riga) => boolean): Promise<number[]>
}

/** The workload over a store of rows. */
export function createRighe(store: Righe, compito: Compito): Metodo {
  const { n, ripetizioni, risposte, ricerche_righe } = compito
  const now = clock()
  const half = halfOf(n)
  const all = { ix_start: 1, ix_end: n }
  // A sort of half the bank or a whole scan is slow: once a round is enough to know it.
  const once = Math.min(ripetizioni, 1)
  const search = (giro: number, corrispondenza: 'ALL' | 'ANY') => {
    const ricerche = ricercheOf(compito, giro)
    const f = (i: number) => store.filter(matcher(ricerche[i] ?? '', corrispondenza))
    return repeat(ricerche_righe, f, (ids) => ids.length)
  }
  return {
    async bank_ready() {
      await store.close()
      await store.remove()
      await store.open()
      const bytes = await packageOf(n)
      const work = async () => {
        await store.fill(await unpack(bytes))
        return store.page((await store.ids(all)).slice(0, 50))
      }
      return repeat(1, work, (page) => digest(page.map((r) => r?.id_domanda ?? 0)))
    },
    async history() {},
    ids_all: () => repeat(ripetizioni, () => store.ids(all), digest),
    range_subjects: () =>
      repeat(
        ripetizioni,
        async () => {
          const [ids, ...materie] = await Promise.all([store.ids(half), ...SCELTE.map(store.idsOfMateria)])
          const wanted = new Set(materie.flat())
          return (ids as number[]).filter((id) => wanted.has(id))
        },
        digest,
      ),
    order_alphabetical: () => repeat(once, async () => alphabetical(await store.rows(half)), digest),
    order_random: (giro) =>
      repeat(ripetizioni, async (i) => permute(Int32Array.from(await store.ids(half)), giro * ripetizioni + i), digest),
    page50: (giro) =>
      repeat(
        ripetizioni,
        (i) => store.page(pageIds(n, giro * ripetizioni + i)),
        (page) => digest(page.map((r) => r?.id_domanda ?? 0)),
      ),
    completion: () => repeat(ripetizioni, async () => percentages(n, await store.unanswered(MATERIE)), digest),
    async answer(giro) {
      const prova = await repeat(
        risposte,
        (i) => store.answer(answeredId(compito, giro, i), 1, now()),
        () => 0,
      )
      const rows = await store.page(prova.ms.map((_, i) => answeredId(compito, giro, i)))
      return { ...prova, conti: rows.map((r) => r?.livello_conoscenza ?? 0) }
    },
    practice: () => store.answerAll(waitingIds(n), now()),
    unsynced: () => repeat(SCELTE_DA_INVIARE, store.unsynced, (rows) => sum(rows.map((r) => r.id_domanda))),
    async mark_synced() {
      const pairs = (await store.unsynced()).map(({ id_domanda, data_eseguita }) => ({
        id_domanda,
        ...(data_eseguita !== undefined && { data_eseguita }),
      }))
      return repeat(
        1,
        () => store.mark(pairs),
        (marked) => marked,
      )
    },
    search_all: (giro) => search(giro, 'ALL'),
    search_any: (giro) => search(giro, 'ANY'),
    close: () => store.close(),
    cold_open: () =>
      repeat(
        1,
        async () => {
          await store.open()
          return store.get(n)
        },
        (row) => row?.id_domanda ?? 0,
      ).finally(() => store.close()),
  }
}
