import type { Database } from '#contract/database'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { formatIso } from '#rules/dates'
import { closeDb, db, openDb } from '#src/store/client'
import type { Facts } from '../store/examine.ts'
import type { Found, Orders, Told } from './orders.ts'

const UTENTE = 7

/** Number of this life, in every message. */
let life = 0
const post = (what: string, body: unknown) => fetch(`/${what}/${life}`, { method: 'POST', body: JSON.stringify(body) })
const tell = (told: Told) => post('told', told)
const at = () => formatIso(Date.now(), 60)

async function must<T>(what: string, call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (result.ok) return result.value
  throw new Error(`${what}: ${result.error.codice} ${result.error.detail ?? ''}`)
}

/** As the page does: a killed owner may still be leaving. */
async function open(): Promise<void> {
  for (;;) {
    const result = await openDb({ id_utente: UTENTE })
    if (result.ok) return
    if (result.error.codice !== 'ARCHIVIO_OCCUPATO') await must('open', Promise.resolve(result))
  }
}

function look(): Promise<{ gradino: string; facts: Facts }> {
  const worker = new Worker(new URL('./examine.worker.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onerror = (e) => reject(new Error(e.message))
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if (data.error) reject(new Error(data.error))
      else resolve(data)
    }
    worker.postMessage(UTENTE)
  })
}

async function bankNow(store: Database, banks: ConcorsoScaricabile[], ids: number[]): Promise<Found['bank']> {
  const [bank] = await must('listBanche', store.listBanche())
  if (!bank || !banks.some((b) => b.id_concorso === bank.id_concorso)) return null
  const first = ids[0] as number
  const read = await store.readDomande({ id_concorso: bank.id_concorso, id_domande: [first, ids.at(-1) as number] })
  return { versione: bank.versione, n_domande: bank.n_domande, readable: read.ok && read.value.length === 2 }
}

async function install(store: Database, concorso: ConcorsoScaricabile): Promise<void> {
  const { versione } = concorso
  await tell({ kind: 'bank', versione, done: false })
  await must(
    'downloadBanca',
    store.downloadBanca({ concorso, at: at() }, () => {}),
  )
  await tell({ kind: 'bank', versione, done: true })
}

/** Answers without end, every third inside a sitting; each is told only after the store has answered. */
async function answers(store: Database, { ids, banks }: Orders): Promise<never> {
  const id_concorso = banks[0]?.id_concorso as number
  for (let sitting = 0; ; sitting++) {
    const id = `seduta-${life}-${sitting}`
    const filtro = { id_concorso }
    const choice = { tipo: 'ESERCITAZIONE', ordine: 'CASUALE', mescola: true, avanti_da_sola: false } as const
    const { id_domande } = await must(
      'createSeduta',
      store.createSeduta({ id, id_concorso, filtro, seme: life * 100 + sitting, ...choice, at: at() }),
    )
    for (let i = 0; i < 60; i++) {
      const indice = i % 3 === 0 && i / 3 < id_domande.length ? i / 3 : null
      const id_domanda = indice === null ? (ids[(i * 7) % ids.length] as number) : (id_domande[indice] as number)
      const id_evento = `evento-${life}-${sitting}-${i}`
      const place = { id_seduta: indice === null ? null : id, indice }
      const answer = { id_concorso, id_domanda, risposta: 1 + (i % 2), modalita: 'ESEGUITA' as const }
      const given = await store.answer({ ...answer, ...place, at: at(), id_evento })
      // While a version replaces the other, the questions that only one has may be missing.
      if (given.ok) void tell({ kind: 'answer', id: id_evento })
      else if (given.error.codice !== 'DOMANDA_NON_TROVATA') throw new Error(`answer: ${given.error.codice}`)
    }
  }
}

/** Sends and marks without end: Node keeps what it was sent before anything is marked. */
async function sync(store: Database): Promise<never> {
  for (;;) {
    const waiting = await must('listUnsynced', store.listUnsynced({ id_concorso: null, limite: 50 }))
    if (!waiting) continue
    const records = [...waiting.con_livello, ...waiting.altre]
    const coppie = records.map(({ id_domanda, data_eseguita }) => ({ id_domanda, data_eseguita }))
    await tell({ kind: 'sync', pairs: coppie.map((c) => `${c.id_domanda} ${c.data_eseguita}`) })
    await must('markSynced', store.markSynced({ id_concorso: waiting.id_concorso, coppie }))
  }
}

/** The same of the journal, and takes in what another device did, which is told like an answer. */
async function journal(store: Database, { ids, banks }: Orders): Promise<never> {
  const id_concorso = banks[0]?.id_concorso as number
  for (let n = 0; ; n++) {
    const { cursore } = await must('readGiornale', store.readGiornale())
    const id = `altrove-${life}-${n}`
    const event = { id, tipo: 'RISPOSTA' as const, chiave: null, id_concorso, id_domanda: ids[0] as number }
    const answer = { dati: '{"risposta":1,"esito":"corretta","id_seduta":null}', ts_client: at(), effettivo: at() }
    const rest = { versione_banca: null, dispositivo: null, seq: null }
    const page = { eventi: [{ ...event, ...answer, ...rest }], cursore: cursore + 1, epoca: 'prova' }
    await must('applyEventi', store.applyEventi(page))
    void tell({ kind: 'answer', id })
    const waiting = await must('listEventi', store.listEventi({ limite: 50 }))
    if (!waiting) continue
    await tell({ kind: 'sync', pairs: waiting.eventi.map((e) => e.id) })
    const numeri = { dopo: cursore + 1, fino: cursore + 1 + waiting.eventi.length }
    await must('markEventi', store.markEventi({ fino: waiting.fino, rifiutati: [], numeri }))
  }
}

async function live(): Promise<void> {
  const orders = (await (await fetch('/orders')).json()) as Orders
  life = orders.life
  const start = performance.now()
  await open()
  const opened = performance.now() - start
  const bank = await bankNow(await db(), orders.banks, orders.ids)
  await closeDb()
  const found: Found = { ...(await look()), open: opened, bank }
  await post('found', found)
  if (orders.work === 'nothing') return
  await open()
  const store = await db()
  const [first, second] = orders.banks as [ConcorsoScaricabile, ConcorsoScaricabile]
  if (!bank?.versione) await install(store, first)
  const works: Promise<unknown>[] = [answers(store, orders)]
  if (orders.work === 'sync') works.push(sync(store), journal(store, orders))
  if (orders.work === 'bank')
    works.push(
      (async () => {
        for (let i = bank?.versione === first.versione ? 1 : 0; ; i++)
          await install(store, i % 2 === 0 ? first : second)
      })(),
    )
  await Promise.all(works)
}

live().catch((error: unknown) => tell({ kind: 'failed', what: String(error) }))
