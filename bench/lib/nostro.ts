import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile, Risposta } from '#contract/schemas'
import {
  answeredId,
  type Compito,
  clock,
  digest,
  halfOf,
  ID,
  isKnown,
  LONG_AGO,
  type Metodo,
  materiaOf,
  PAGINA,
  type Prova,
  pageIds,
  repeat,
  ricercheOf,
  SCELTE,
  SCELTE_DA_INVIARE,
  sum,
  waitingIds,
} from './lavoro.ts'

/** What opens a store and what gives it up: a page does it through its worker, the worker and Node by themselves. */
export type Accesso = {
  open: () => Promise<Result<unknown>>
  db: () => Promise<Database>
  close: () => Promise<unknown>
  /** Wraps a callback for the other side, when there is one. */
  callback?: <T extends object>(f: T) => T
}

/** Records of one call of a pull. */
const PULL = 10_000
/** Answers sent together while the scene is set. */
const TOGETHER = 200

async function must<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (!result.ok) throw new Error(`${result.error.codice} ${result.error.detail ?? ''}`)
  return result.value
}

let eventi = 0
/** Ids in the form of the store's events, unique inside a run. */
const newId = () => `0190a000-0000-7000-8000-${(++eventi).toString(16).padStart(12, '0')}`

/** The workload over the store of the contract, wherever it is: behind a worker, inside it, over native SQLite. */
export function createNostro(accesso: Accesso, concorso: ConcorsoScaricabile, compito: Compito): Metodo {
  const { n, ripetizioni, risposte } = compito
  const now = clock()
  const store = accesso.db
  const half = { id_concorso: ID, ...halfOf(n) }
  const select = async (filtro: Parameters<Database['selectDomande']>[0]['filtro'], ordine = 'UFFICIALE', seme = 1) =>
    (await must((await store()).selectDomande({ filtro, ordine: ordine as 'UFFICIALE', seme }))).id_domande
  const ids = (giro: number, f: (seme: number) => Promise<Int32Array>) =>
    repeat(ripetizioni, (i) => f(giro * ripetizioni + i), digest)
  const answer = (db: Database, id_domanda: number) =>
    must(
      db.answer({
        id_concorso: ID,
        id_domanda,
        risposta: 1,
        modalita: 'ESEGUITA',
        at: now(),
        id_evento: newId(),
        id_seduta: null,
        indice: null,
      }),
    )
  const list = async () => must((await store()).listUnsynced({ id_concorso: ID, limite: n }))
  const firstPage = async (db: Database) => {
    const all = await must(db.selectDomande({ filtro: { id_concorso: ID }, ordine: 'UFFICIALE', seme: 1 }))
    return must(db.readDomande({ id_concorso: ID, id_domande: Array.from(all.id_domande.subarray(0, PAGINA)) }))
  }
  const search = async (giro: number, corrispondenza: 'ALL' | 'ANY') => {
    const ricerche = ricercheOf(compito, giro)
    const f = (i: number) => select({ id_concorso: ID, testo: ricerche[i] ?? '', corrispondenza })
    return repeat(ricerche.length, f, (found) => found.length)
  }

  return {
    async bank_ready() {
      await must(accesso.open())
      const db = await store()
      await db.deleteBanca({ id_concorso: ID, dallaLista: true })
      let arrived = performance.now()
      const onAvanzamento = (a: { fase: string }) => {
        if (a.fase === 'domande') arrived = performance.now()
      }
      await must(
        db.downloadBanca({ concorso, at: now() }, accesso.callback ? accesso.callback(onAvanzamento) : onAvanzamento),
      )
      const page = await firstPage(db)
      return { ms: [performance.now() - arrived], conti: [digest(page.map((d) => d.id_domanda))] }
    },
    async history() {
      const db = await store()
      const known = Array.from({ length: n }, (_, i) => i + 1).filter(isKnown)
      for (let at = 0; at < known.length; at += PULL)
        await must(
          db.applyRemote({
            id_concorso: ID,
            risposte: known.slice(at, at + PULL).map(pastAnswer),
            cursore: at,
            forzato: true,
          }),
        )
    },
    ids_all: (giro) => ids(giro, () => select({ id_concorso: ID })),
    range_subjects: (giro) => ids(giro, () => select({ ...half, materie: SCELTE })),
    order_alphabetical: (giro) => ids(giro, () => select(half, 'ALFABETICO')),
    order_random: (giro) => ids(giro, (seme) => select(half, 'CASUALE', seme)),
    page50: (giro) =>
      repeat(
        ripetizioni,
        async (i) =>
          must((await store()).readDomande({ id_concorso: ID, id_domande: pageIds(n, giro * ripetizioni + i) })),
        (page) => digest(page.map((d) => d.id_domanda)),
      ),
    completion: () =>
      repeat(
        ripetizioni,
        async () => must((await store()).completamento({ id_concorso: ID })),
        ({ materie, totale }) => digest([...materie.map((m) => m.percentuale), totale.percentuale]),
      ),
    async answer(giro) {
      const db = await store()
      return repeat(
        risposte,
        (i) => answer(db, answeredId(compito, giro, i)),
        (r) => r.statistica.livello_conoscenza,
      )
    },
    async practice() {
      const db = await store()
      const waiting = waitingIds(n)
      for (let at = 0; at < waiting.length; at += TOGETHER)
        await Promise.all(waiting.slice(at, at + TOGETHER).map((id) => answer(db, id)))
    },
    unsynced: () =>
      repeat(SCELTE_DA_INVIARE, list, (found) =>
        sum([...(found?.con_livello ?? []), ...(found?.altre ?? [])].map((r) => r.id_domanda)),
      ),
    async mark_synced() {
      const found = await list()
      const coppie = [...(found?.con_livello ?? []), ...(found?.altre ?? [])].map((r) => ({
        id_domanda: r.id_domanda,
        data_eseguita: r.data_eseguita as string,
      }))
      const mark = async () => must((await store()).markSynced({ id_concorso: ID, coppie }))
      return repeat(1, mark, ({ segnate }) => segnate)
    },
    search_all: (giro) => search(giro, 'ALL'),
    search_any: (giro) => search(giro, 'ANY'),
    close: async () => void (await accesso.close()),
    open: () => open(accesso, n),
    async cold_open() {
      const opened = await open(accesso, n)
      await accesso.close()
      return opened
    },
  }
}

async function open(accesso: Accesso, n: number): Promise<Prova> {
  const start = performance.now()
  await must(accesso.open())
  const [first] = await must((await accesso.db()).readDomande({ id_concorso: ID, id_domande: [n] }))
  return { ms: [performance.now() - start], conti: [first?.id_domanda ?? 0] }
}

/** An answer as the server remembers it. */
const pastAnswer = (id_domanda: number): Risposta => ({
  id_concorso: ID,
  id_domanda,
  id_materia: materiaOf(id_domanda),
  preferiti: false,
  livello_conoscenza: 1,
  risposta_gettonata: 1,
  modalita: ['ESEGUITA'],
  data_eseguita: LONG_AGO,
  data_livello: LONG_AGO,
})
