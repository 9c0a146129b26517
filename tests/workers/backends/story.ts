import type { Database, Filtro, Ordine } from '#contract/database'
import type { Result } from '#contract/result'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { formatIso } from '#rules/dates'
import type { MatchMode } from '#rules/filtro'

export const UTENTE = 7
const INIZIO = Date.UTC(2026, 10, 21, 9)

/** What a rung gives to the story: the store, the same one closed and opened again, and the banks that can be downloaded. */
export type Scena = {
  db: Database
  /** Closes the store and opens it as after a restart of the page. */
  riapri: () => Promise<Database>
  /** Ends it without a farewell, as a killed browser, and opens it again. */
  ammazza: () => Promise<Database>
  /** First version of three banks (the second with images), then another version of the first. */
  concorsi: readonly [ConcorsoScaricabile, ConcorsoScaricabile, ConcorsoScaricabile, ConcorsoScaricabile]
  /** Nothing is kept by a close: the story leaves its restarts out. */
  effimera?: boolean
  /** Asks at first every filter with every text, not one with the other in turn. */
  ampia?: boolean
}

/** Every answer of the store in order, made plain: two rungs are equal when these are. */
export type Trascrizione = [chiamata: string, risposta: unknown][]

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, v) => (ArrayBuffer.isView(v) ? Array.from(v as unknown as ArrayLike<number>) : v)) ??
      'null',
  )

const TESTI: readonly [string | undefined, MatchMode][] = [
  [undefined, 'ALL'],
  ['perche citta', 'ALL'],
  ['decreto ricorso', 'ANY'],
  ["l'atto 1", 'ALL'],
  ['nessuna delle', 'ALL'],
  ['zzz', 'ANY'],
]
const ORDINI: readonly Ordine[] = ['UFFICIALE', 'ALFABETICO', 'CASUALE', 'ESATTE']
const FILTRI: readonly Omit<Filtro, 'id_concorso'>[] = [
  {},
  { ix_start: 10, ix_end: 40 },
  { materie: [11, 13] },
  { livelli: [-99, 1] },
  { soloPreferiti: true },
  { conImmagine: true, conRisposta: true },
  { conRisposta: false },
]

/**
 * Everything that the store does, once, with the same clock, ids and seeds: the contract of every rung. Answers what it was
 * told and the person's database as a file.
 */
export async function runStoria(
  scene: Scena,
): Promise<{ trascrizione: Trascrizione; utente: Uint8Array<ArrayBuffer> }> {
  const trascrizione: Trascrizione = []
  let { db } = scene
  let ampia = scene.ampia ?? false
  let secondi = 0
  let eventi = 0
  const at = () => formatIso(INIZIO + ++secondi * 1000, 60)
  const id = () => `evento-${String(++eventi).padStart(6, '0')}`

  async function note<T>(name: string, call: Promise<Result<T>>): Promise<T | null> {
    const result = await call
    trascrizione.push([name, result.ok ? plain(result.value) : result.error.codice])
    return result.ok ? result.value : null
  }
  const ids = (c: ConcorsoScaricabile, posizione: number) => c.id_concorso * 100_000 + posizione
  const answer = (c: ConcorsoScaricabile, posizione: number, risposta: number, other: object = {}) =>
    note(
      `answer ${c.id_concorso}/${posizione}`,
      db.answer({
        id_concorso: c.id_concorso,
        id_domanda: ids(c, posizione),
        risposta,
        modalita: 'ESEGUITA',
        at: at(),
        id_evento: id(),
        id_seduta: null,
        indice: null,
        ...other,
      }),
    )

  async function ask(c: ConcorsoScaricabile): Promise<void> {
    const { id_concorso } = c
    for (const [f, filtro] of FILTRI.entries())
      for (const [t, [testo, corrispondenza]] of TESTI.entries()) {
        if (!ampia && f > 0 && t !== f % 2) continue
        const whole: Filtro = { id_concorso, ...filtro, ...(testo !== undefined && { testo, corrispondenza }) }
        await note(`count ${JSON.stringify(whole)}`, db.countDomande({ filtro: whole }))
        for (const ordine of ORDINI)
          await note(
            `select ${ordine} ${JSON.stringify(whole)}`,
            db.selectDomande({ filtro: whole, ordine, seme: 12345 }),
          )
      }
    await note('completamento', db.completamento({ id_concorso }))
    const tutte = await db.selectDomande({ filtro: { id_concorso }, ordine: 'UFFICIALE', seme: 1 })
    if (tutte.ok)
      await note('domande', db.readDomande({ id_concorso, id_domande: [...tutte.value.id_domande].slice(0, 100) }))
    await note('pullState', db.pullState({ id_concorso }))
    await note('listUnsynced', db.listUnsynced({ id_concorso, limite: 10 }))
  }
  async function askAll(): Promise<void> {
    await note('listBanche', db.listBanche())
    for (const c of [before, seconda]) await ask(c)
    for (const ordine of ORDINI)
      await note(`search ${ordine}`, db.searchDomande({ filtro: { testo: 'citta' }, ordine, seme: 99 }))
    await note('countUnsynced', db.countUnsynced())
    await note('listAperte', db.listAperte({ id_concorso: null }))
    await note('listFiltri', db.listFiltri())
  }

  const [before, seconda, terza, aggiornata] = scene.concorsi
  await note(
    'registerBanche',
    db.registerBanche({
      banche: scene.concorsi.slice(0, 3).map((c) => ({
        id_concorso: c.id_concorso,
        concorso: c.concorso,
        ente: c.ente.ente,
        anno: c.anno,
        profilo: c.profilo,
        n_domande_totali: c.numero_domande,
        con_immagini: c.con_immagini > 0,
        data_ultimo_aggiornamento: c.data_ultimo_aggiornamento,
      })),
      versioni: {},
    }),
  )
  for (const concorso of [before, seconda, terza])
    await note(
      'download',
      db.downloadBanca({ concorso, at: at() }, () => {}),
    )
  await note('selectBanca', db.selectBanca({ id_concorso: before.id_concorso, at: at() }))
  await askAll()
  ampia = false

  for (let n = 1; n <= 30; n++) await answer(n % 3 === 0 ? seconda : before, 1 + ((n * 7) % 50), 1 + (n % 2))
  await answer(before, 3, 9)
  await answer(before, 99_999, 1)
  await answer(before, 5, 1, { id_evento: 'due-volte' })
  await answer(before, 5, 2, { id_evento: 'due-volte' })
  for (const n of [2, 4, 6]) {
    const segno = { id_concorso: before.id_concorso, id_domanda: ids(before, n) }
    await note('setPreferiti', db.setPreferiti({ ...segno, preferiti: n !== 4, at: at(), id_evento: id() }))
    await note('setLivello', db.setLivello({ ...segno, livello: 1, at: at(), id_evento: id() }))
  }
  await note('undo', db.undo({ id_evento_annullato: 'due-volte', at: at(), id_evento: id() }))
  await note('undo again', db.undo({ id_evento_annullato: 'due-volte', at: at(), id_evento: id() }))
  await note(
    'assignChiave',
    db.assignChiave({ id_concorso: before.id_concorso, id_domanda: ids(before, 7), risposta: 2, at: at() } as never),
  )

  const seduta = await note(
    'createSeduta',
    db.createSeduta({
      id: 'seduta-1',
      tipo: 'ESERCITAZIONE',
      id_concorso: seconda.id_concorso,
      filtro: { id_concorso: seconda.id_concorso, materie: [11, 12] },
      ordine: 'CASUALE',
      seme: 4242,
      mescola: true,
      avanti_da_sola: false,
      at: at(),
    }),
  )
  for (let indice = 0; indice < 5; indice++)
    await answer(seconda, (seduta?.id_domande[indice] ?? 0) - seconda.id_concorso * 100_000, 1, {
      id_seduta: 'seduta-1',
      indice,
    })
  await note('updateSeduta', db.updateSeduta({ id: 'seduta-1', indice: 4, stato: 'in_pausa', at: at() }))
  await note(
    'saveFiltro',
    db.saveFiltro({ id: 'f1', nome: 'Città', filtro: { testo: 'citta' }, ordine: 'CASUALE', creato: at() } as never),
  )

  if (!scene.effimera) db = await scene.riapri()
  await note('readSeduta', db.readSeduta({ id: 'seduta-1' }))
  await note('readImmagine', db.readImmagine({ id_concorso: seconda.id_concorso, nome: '6.png' }))
  await note('readImmagine', db.readImmagine({ id_concorso: seconda.id_concorso, nome: 'non-qui.png' }))
  await askAll()

  const attende = await db.listUnsynced({ id_concorso: before.id_concorso, limite: 50 })
  const record = attende.ok && attende.value ? [...attende.value.con_livello, ...attende.value.altre] : []
  const coppie = record.map(({ id_domanda, data_eseguita }) => ({ id_domanda, data_eseguita: data_eseguita as string }))
  await note('markSynced', db.markSynced({ id_concorso: before.id_concorso, coppie: coppie.slice(0, 5) }))
  await note('markSynced other', db.markSynced({ id_concorso: seconda.id_concorso, coppie: coppie.slice(5, 6) }))
  await note(
    'quarantine',
    db.quarantine({
      id_concorso: before.id_concorso,
      coppie: coppie.slice(6, 8).map((c) => ({ ...c, codice: 'RICHIESTA_NON_VALIDA' })),
    }),
  )
  const remota = record.slice(8, 11).map((r, i) => ({ ...r, data_eseguita: at(), livello_conoscenza: i - 1 }))
  await note(
    'applyRemote',
    db.applyRemote({ id_concorso: before.id_concorso, risposte: remota as never, cursore: 17, forzato: false }),
  )
  if (!scene.effimera) db = await scene.ammazza()
  await askAll()

  // Another version: questions changed, some gone; records follow or hide.
  await note(
    'update',
    db.downloadBanca({ concorso: aggiornata, at: at() }, () => {}),
  )
  await ask(aggiornata)
  await answer(aggiornata, 8, 1)
  await note('deleteBanca', db.deleteBanca({ id_concorso: seconda.id_concorso, dallaLista: false }))
  await note('deleteBanca', db.deleteBanca({ id_concorso: terza.id_concorso, dallaLista: true }))
  await ask(seconda)
  if (!scene.effimera) db = await scene.riapri()
  await note(
    'download again',
    db.downloadBanca({ concorso: seconda, at: at() }, () => {}),
  )
  await askAll()
  const copie = await db.copyStore({ id_concorsi: [before.id_concorso] })
  if (!copie.ok) throw new Error(`copy: ${copie.error.codice} ${copie.error.detail}`)
  const utente = new Uint8Array(await copie.value.utente.arrayBuffer())
  await note('close', db.close())
  await note('after close', db.listBanche())
  return { trascrizione, utente }
}
