import { proxy, wrap } from 'comlink'
import type { Database } from '#contract/database'
import type { DomandaNumerata } from '#contract/domanda'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemi'
import { formatIso } from '#rules/data'
import { normalizeTesto, testoRicerca } from '#rules/testo'
import { makeDomande } from '../lib/corpus.ts'
import { openV9 } from './dexie.ts'

/** What the Node side gives: a package of the corpus, served beside this page. */
export type Banca = { concorso: ConcorsoScaricabile; n: number; ricerche: string[]; giri: number }

const at = () => formatIso(Date.now(), 60)
let eventi = 0
/** Ids in the form of the store's events, unique inside a run. */
const newId = () => `0190a000-0000-7000-8000-${(++eventi).toString(16).padStart(12, '0')}`

async function must<T>(call: Promise<Result<T>>): Promise<T> {
  const result = await call
  if (!result.ok) throw new Error(`${result.guasto.codice} ${result.guasto.dettaglio ?? ''}`)
  return result.valore
}

const openOurs = async (id_utente: number) => {
  const worker = new Worker(new URL('../../workers/db.worker.ts', import.meta.url), { type: 'module' })
  const db = wrap<Database>(worker)
  await must(db.open({ id_utente }))
  return { db, worker }
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/**
 * Milliseconds from the moment the package's last byte is here to the first page of questions, for ours and for v9. Ours has
 * inflated most of it while it arrived; the peer is given the same favour: its rows are here as JSON text, inflated already.
 */
async function ready({ concorso, n, giri }: Banca) {
  const nostri: number[] = []
  const v9: number[] = []
  const scaricato = JSON.stringify(makeDomande(n))
  for (let giro = 0; giro < giri; giro++) {
    const ours = async () => {
      const { db, worker } = await openOurs(100 + giro)
      let arrived = performance.now()
      await must(
        db.downloadBanca(
          { concorso, at: at() },
          proxy((a) => {
            if (a.fase === 'domande') arrived = performance.now()
          }),
        ),
      )
      const { id_domande } = await must(
        db.selectDomande({ filtro: { id_concorso: concorso.id_concorso }, ordine: 'UFFICIALE', seme: 1 }),
      )
      await must(
        db.readDomande({ id_concorso: concorso.id_concorso, id_domande: Array.from(id_domande.subarray(0, 50)) }),
      )
      nostri.push(performance.now() - arrived)
      await db.clearUser({ id_utente: 100 + giro })
      worker.terminate()
    }
    const peer = async () => {
      const store = await openV9(`v9-${giro}`)
      v9.push(await timed(async () => store.fill(JSON.parse(scaricato) as DomandaNumerata[])))
      await store.close()
    }
    // Order reversed each round, so that neither always finds the warm disk.
    for (const side of giro % 2 === 0 ? [ours, peer] : [peer, ours]) await side()
  }
  return { nostri, v9 }
}

/** Page-to-page milliseconds of durable answers, interleaved with v9's. */
async function answer({ concorso, n, giri }: Banca) {
  const { db } = await openOurs(1)
  await must(
    db.downloadBanca(
      { concorso, at: at() },
      proxy(() => {}),
    ),
  )
  const store = await openV9('v9-answer')
  await store.fill(makeDomande(n))
  const nostri: number[] = []
  const v9: number[] = []
  for (let i = 0; i < giri; i++) {
    const id_domanda = ((i * 7919) % n) + 1
    const args = {
      id_concorso: concorso.id_concorso,
      id_domanda,
      risposta: 1,
      modalita: 'ESEGUITA' as const,
      id_seduta: null,
      indice: null,
    }
    nostri.push(await timed(() => must(db.answer({ ...args, at: at(), id_evento: newId() }))))
    v9.push(await timed(() => store.answer(id_domanda, 1, at())))
  }
  await store.close()
  return { nostri, v9 }
}

/** Page-to-page milliseconds of keyword ALL; every count must equal the peer's. */
async function search({ concorso, n, ricerche, giri }: Banca) {
  const { db } = await openOurs(2)
  await must(
    db.downloadBanca(
      { concorso, at: at() },
      proxy(() => {}),
    ),
  )
  const domande = makeDomande(n)
  const store = await openV9('v9-search')
  await store.fill(domande)
  const id_concorso = concorso.id_concorso
  const ask = async (testo: string) => {
    const { id_domande } = await must(
      db.selectDomande({ filtro: { id_concorso, testo, corrispondenza: 'ALL' }, ordine: 'UFFICIALE', seme: 1 }),
    )
    return id_domande.length
  }
  await ask(ricerche[0] ?? 'a')
  const nostri: number[] = []
  const v9: number[] = []
  const conti: number[] = []
  for (const testo of ricerche) {
    const start = performance.now()
    conti.push(await ask(testo))
    nostri.push(performance.now() - start)
  }
  // The peer reads the whole bank each time: a few searches are enough to know it.
  for (const [i, testo] of ricerche.slice(0, giri).entries()) {
    const start = performance.now()
    const trovate = await store.search(testo.split(' '), normalizeTesto)
    v9.push(performance.now() - start)
    if (trovate !== conti[i]) throw new Error(`«${testo}»: ours ${conti[i]}, v9 ${trovate}`)
  }
  await store.close()
  const testi = domande.map(testoRicerca)
  for (const [i, testo] of ricerche.entries()) {
    const parole = testo.split(' ').map(normalizeTesto)
    const vere = testi.filter((t) => parole.every((p) => t.includes(p))).length
    if (vere !== conti[i]) throw new Error(`«${testo}»: ours ${conti[i]}, brute force ${vere}`)
  }
  return { nostri, v9, conti }
}

Object.assign(window, { banco: { ready, answer, search } })
