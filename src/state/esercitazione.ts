import { proxy, ref } from 'valtio'
import type { Database, Domanda, Esito, Seduta, StatoSeduta } from '#contract/database'
import { type Failure, fail, ok, type Result } from '#contract/result'
import { chiaveValida, esitoRisposta } from '#rules/esito'
import type { Livello } from '#rules/livello'
import { type EventoSeduta, isIniziabile, type Passo, stepSeduta } from '#rules/seduta/macchina'
import { VERSO } from '#rules/seduta/stati'
import type { Statistica } from '#rules/statistica'
import { showGuasto, showNonScritta } from './avvisi.ts'
import { sessione } from './credenziale.ts'
import { newId } from './identita.ts'
import { createInVolo } from './in-volo.ts'
import { gather, onNovita } from './novita.ts'
import { createPagine, type Posti } from './pagine.ts'
import { SENZA_BANCA } from './presenti.ts'
import { oraIso } from './rete.ts'
import { recordTempo } from './ritmo.ts'
import { onArchivio } from './scrittura.ts'
import { loadSegni } from './segni-seduta.ts'
import { recordChanged } from './sincronizzazione.ts'
import { createUltimo } from './ultimo.ts'

/** An answer at a place of the sitting. Until `salvata` the store has not committed it and its level is not known. */
export type Scelta = {
  risposta: number
  esito: Esito
  id_evento: string
  salvata: boolean
  livello_prima: Livello
}

/** What stays the same during a sitting. */
export type TestaSeduta = Omit<
  Seduta,
  'id_domande' | 'id_concorsi' | 'risposte' | 'indice' | 'stato' | 'mescola' | 'aggiornata'
>

/** The sitting on screen. Everything is restored from the store: the address only names it [RT37][EX13]. */
export const prova = proxy({
  fase: 'chiusa' as 'chiusa' | 'caricamento' | 'pronta' | 'guasto',
  guasto: null as Failure | null,
  seduta: null as TestaSeduta | null,
  stato: 'in_corso' as StatoSeduta,
  /** Answers shuffled and lettered anew; false: the printed order [EX11]. */
  mescola: false,
  n: 0,
  indice: 0,
  /** Null while it is read. */
  domanda: null as Domanda | null,
  /** Why this place has no question: its bank is not on the device any more. The others go on. */
  assente: null as Failure | null,
  scelta: null as Scelta | null,
  corrette: 0,
  errate: 0,
  nulle: 0,
  /** The last answer, as long as it may be taken back. */
  annullabile: null as { indice: number; id_evento: string } | null,
  /** Grows when a place of the sheet changes. */
  versione: 0,
})

const NESSUNO: Posti = { id_domande: new Int32Array(), id_concorsi: new Int32Array() }
let dove = NESSUNO
const posti = new Map<number, Scelta>()
const preferite = new Set<number>()
let comparsa = 0
/** Grows when a sitting is opened or closed. */
let giro = 0
/** Questions whose level the person set by hand: their answers cannot be taken back any more. */
const decise = new Set<number>()
const ultimo = createUltimo()
const inVolo = createInVolo()
const pagine = createPagine((id_concorso, ids) => onArchivio((db) => db.readDomande({ id_concorso, id_domande: ids })))

/** Questions of the sitting on screen, place by place. */
export const domandeSeduta = (): Int32Array => dove.id_domande

/** The question at any place, with its record, for a list of them. */
export const loadPosto = (indice: number): Promise<Result<Domanda>> => pagine.load(dove, indice)

/** State of a place on the sheet; null when it is still to do. Read it with `prova.versione`. */
export const esitoPosto = (indice: number): Esito | null => posti.get(indice)?.esito ?? null
export const isPreferita = (indice: number): boolean => preferite.has(dove.id_domande[indice] ?? -1)

/** A step of the sitting on screen, as rules/seduta has it: the store decides the same again when it writes it. */
export function tryPasso(evento: EventoSeduta): Passo {
  const { seduta, stato, n, indice } = prova
  if (!seduta) return { ok: false, codice: 'ESERCITAZIONE_NON_INIZIALIZZATA' }
  return stepSeduta({ tipo: seduta.tipo, stato, n, indice, prese: new Set(posti.keys()) }, evento)
}

/** The same, and a refusal is told. */
export function isPossibile(evento: EventoSeduta): boolean {
  const passo = tryPasso(evento)
  if (!passo.ok) showGuasto({ codice: passo.codice })
  return passo.ok
}

/** Opens a sitting by its id: ESERCITAZIONE_NON_INIZIALIZZATA when there is none or it was given up, TIPO_ESERCITAZIONE_ERRATO for a trial. */
export async function openSeduta(id: string): Promise<void> {
  closeSeduta()
  const mio = giro
  prova.fase = 'caricamento'
  sessione.in_prova = true
  const stelle = new Set<number>()
  const esito = await readAll(id, stelle)
  // The person has gone elsewhere meanwhile: the sitting does not come back.
  if (mio !== giro) return
  if (!esito.ok) {
    prova.fase = 'guasto'
    prova.guasto = ref(esito.error)
    return
  }
  const { id_domande, id_concorsi, risposte, indice, stato, mescola, aggiornata: _, ...testa } = esito.value
  dove = { id_domande, id_concorsi }
  for (const stella of stelle) preferite.add(stella)
  for (const r of risposte) posti.set(r.indice, { ...r, salvata: true })
  prova.seduta = ref(testa)
  prova.stato = stato
  prova.mescola = mescola
  prova.n = id_domande.length
  countPosti()
  void loadSegni(id)
  prova.fase = 'pronta'
  await goTo(Math.min(indice, id_domande.length - 1), false)
}

/** The sitting; favourites of its banks are added to `preferite`. */
async function readAll(id: string, preferite: Set<number>): Promise<Result<Seduta>> {
  if (id === '') return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const seduta = await onArchivio((db) => db.readSeduta({ id }))
  if (!seduta.ok) return seduta
  const { id_concorsi, stato, tipo } = seduta.value
  if (!isIniziabile(tipo)) return fail('TIPO_ESERCITAZIONE_ERRATO', { detail: tipo })
  if (stato === 'abbandonata') return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: stato })
  for (const id_concorso of new Set(id_concorsi)) {
    const filtro = { id_concorso, soloPreferiti: true }
    const stelle = await onArchivio((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
    if (stelle.ok) for (const n of stelle.value.id_domande) preferite.add(n)
  }
  return seduta
}

/** Forgets the sitting on screen; the store keeps it. */
export function closeSeduta(): void {
  giro++
  sessione.in_prova = false
  dove = NESSUNO
  posti.clear()
  preferite.clear()
  decise.clear()
  pagine.clear()
  Object.assign(prova, { fase: 'chiusa', guasto: null, seduta: null, domanda: null, assente: null, scelta: null })
  prova.annullabile = null
}

function countPosti() {
  const conto = { corretta: 0, errata: 0, nulla: 0 }
  // Ids of events sort by the time they were made: the greatest is the newest answer.
  let ultima: { indice: number; id_evento: string } | null = null
  for (const [indice, { esito, salvata, id_evento }] of posti) {
    conto[esito]++
    if (salvata && (!ultima || id_evento > ultima.id_evento)) ultima = { indice, id_evento }
  }
  prova.annullabile = ultima && !decise.has(dove.id_domande[ultima.indice] as number) ? ultima : null
  prova.corrette = conto.corretta
  prova.errate = conto.errata
  prova.nulle = conto.nulla
  prova.scelta = posti.get(prova.indice) ?? null
  prova.versione++
}

/** Shows the question at a place, and keeps the place; one whose bank was removed is said in its place. INDEX_OUT_OF_BOUND and DOMANDA_NON_TROVATA in the dialog. */
export async function goTo(indice: number, tieni = true): Promise<void> {
  const { seduta, n } = prova
  if (!seduta) return
  const passo = tryPasso({ tipo: 'apri', indice })
  if (!passo.ok) {
    showGuasto({ codice: passo.codice }, { avanti: () => void goTo(Math.min(Math.max(0, indice), n - 1)) })
    return
  }
  prova.indice = indice
  prova.scelta = posti.get(indice) ?? null
  const pronta = pagine.peek(dove.id_domande[indice] as number)
  prova.domanda = pronta ? ref(pronta) : null
  prova.assente = null
  comparsa = performance.now()
  if (tieni) void onArchivio((db) => db.updateSeduta({ id: seduta.id, indice, at: oraIso() }))
  const esito = await pagine.load(dove, indice)
  if (prova.seduta !== seduta || prova.indice !== indice) return
  if (esito.ok) {
    if (pronta) return
    prova.domanda = ref(esito.value)
    comparsa = performance.now()
  } else if (SENZA_BANCA.has(esito.error.codice)) prova.assente = ref(esito.error)
  else
    showGuasto(esito.error, {
      riprova: () => void goTo(indice, false),
      ...(indice + 1 < n && { avanti: () => void goTo(indice + 1) }),
    })
}

/** A record as the store has it: the question on screen and the sheet show it. */
function showStatistica(statistica: Statistica) {
  const { id_domanda } = statistica
  const nota = pagine.peek(id_domanda)
  if (nota) pagine.put({ ...nota, statistica })
  if (prova.domanda?.id_domanda === id_domanda) prova.domanda = ref({ ...prova.domanda, statistica })
  if (statistica.preferiti === 1) preferite.add(id_domanda)
  else preferite.delete(id_domanda)
  prova.versione++
}

/** The question on screen as the store has it now: its key changed. */
export function showDomanda(domanda: Domanda): void {
  pagine.put(domanda)
  if (prova.domanda?.id_domanda === domanda.id_domanda) prova.domanda = ref(domanda)
  recordChanged()
}

/** A record that this tab changed. */
export function keepStatistica(statistica: Statistica) {
  showStatistica(statistica)
  recordChanged()
}

/** The same sitting in another tab: places taken and freed there, a pause, an end. Each tab keeps its own place. */
const followSeduta = gather(async () => {
  const { seduta } = prova
  if (!seduta) return
  const letta = await onArchivio((db) => db.readSeduta({ id: seduta.id }))
  if (!letta.ok || prova.seduta !== seduta) return
  const { stato, risposte, mescola } = letta.value
  for (const r of risposte) if (posti.get(r.indice)?.salvata !== false) posti.set(r.indice, { ...r, salvata: true })
  countPosti()
  prova.mescola = mescola
  prova.stato = stato
  if (stato !== 'abbandonata') return
  prova.fase = 'guasto'
  prova.guasto = ref<Failure>({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: stato })
})
onNovita((n) => {
  if (prova.fase !== 'pronta' || !prova.seduta) return
  if (n.tipo === 'seduta' && n.id === prova.seduta.id) return followSeduta()
  if (n.tipo !== 'record' && n.tipo !== 'annullata') return
  if (n.tipo === 'annullata') {
    for (const [indice, { id_evento }] of posti) if (id_evento === n.id_evento) posti.delete(indice)
  } else if (n.risposta && n.id_seduta === prova.seduta.id && posti.get(n.risposta.indice)?.salvata !== false)
    posti.set(n.risposta.indice, { ...n.risposta, salvata: true })
  showStatistica(n.statistica)
  countPosti()
})

/**
 * Answers the question on screen, `risposta` being the printed position. The outcome shows at once, the record when the store
 * has committed it; a write that fails takes the answer back and says so. Null when nothing was to be answered: a second tap on
 * the same question changes nothing.
 */
export async function answer(risposta: number): Promise<Result<Scelta> | null> {
  const { domanda, seduta, indice } = prova
  if (!domanda || !seduta || posti.has(indice) || !isPossibile({ tipo: 'rispondi', indice })) return null
  const ms = performance.now() - comparsa
  recordTempo(ms)
  const scelta: Scelta = {
    risposta,
    esito: esitoRisposta(chiaveValida(domanda), risposta),
    id_evento: newId(),
    salvata: false,
    livello_prima: domanda.statistica.livello_conoscenza,
  }
  return save(seduta.id, domanda, indice, scelta, { at: oraIso(), ms })
}

/** Whoever ends or pauses the sitting waits for it. */
const save = (...a: Parameters<typeof write>): Promise<Result<Scelta>> => inVolo.segui(a[0], write(...a))

async function write(
  id: string,
  { id_concorso, id_domanda }: Pick<Domanda, 'id_concorso' | 'id_domanda'>,
  indice: number,
  scelta: Scelta,
  quando: { at: string; ms: number },
): Promise<Result<Scelta>> {
  if (prova.seduta?.id === id) {
    posti.set(indice, scelta)
    countPosti()
  }
  const { risposta, id_evento } = scelta
  const args = { id_concorso, id_domanda, risposta, id_evento, id_seduta: id, indice, ...quando }
  const esito = await onArchivio((db) => db.answer({ ...args, modalita: 'ESEGUITA' }))
  const qui = prova.seduta?.id === id
  if (!esito.ok) {
    if (qui) {
      posti.delete(indice)
      countPosti()
    }
    if (qui && esito.error.codice === 'IMPOSSIBILE_SELEZIONARE_RISPOSTA' && (await isTaken(id, indice))) return esito
    // The same event again, wherever the person is: if it was durable and only its answer was lost, nothing is counted twice.
    showNonScritta(esito.error, () => void save(id, { id_concorso, id_domanda }, indice, scelta, quando))
    return esito
  }
  const { esito: deciso, risposta: riga, statistica } = esito.value
  const salvata: Scelta = {
    ...scelta,
    esito: deciso,
    salvata: true,
    livello_prima: riga?.livello_prima ?? scelta.livello_prima,
  }
  if (qui) {
    posti.set(indice, salvata)
    countPosti()
  }
  keepStatistica(statistica)
  return ok(salvata)
}

/** True when another tab answered at that place first: its answer stands, shows here, and is said. */
async function isTaken(id: string, indice: number): Promise<boolean> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  const presa = letta.ok ? letta.value.risposte.find((r) => r.indice === indice) : undefined
  if (!presa || prova.seduta?.id !== id) return false
  posti.set(indice, { ...presa, salvata: true })
  countPosti()
  showGuasto({ codice: 'GIA_RISPOSTA' })
  return true
}

/** The person sets the level of the question on screen [LV6]. From then on its answer cannot be taken back. */
export async function setLivello(livello: Livello): Promise<void> {
  const { domanda } = prova
  if (!domanda || domanda.statistica.livello_conoscenza === livello) return
  const { id_concorso, id_domanda } = domanda
  await saveLivello({ id_concorso, id_domanda, livello, at: oraIso(), id_evento: newId() })
}

/** The same event again when it failed: one that was durable and only unanswered is not done twice. */
async function saveLivello(args: Parameters<Database['setLivello']>[0]): Promise<void> {
  const vale = ultimo(`livello ${args.id_domanda}`)
  const esito = await onArchivio((db) => db.setLivello(args))
  if (!esito.ok) return showNonScritta(esito.error, () => void (vale() && saveLivello(args)))
  decise.add(args.id_domanda)
  countPosti()
  keepStatistica(esito.value)
}

/**
 * Takes the last answer back (D26) [EX15] and shows its question again; null when there is none. The store refuses when the
 * level has changed since (IMPOSSIBILE_SELEZIONARE_RISPOSTA).
 */
export async function undoLast(): Promise<Result<null> | null> {
  const { annullabile, seduta } = prova
  if (!annullabile || !seduta || !tryPasso({ tipo: 'annulla', indice: annullabile.indice }).ok) return null
  prova.annullabile = null
  const args = { id_evento_annullato: annullabile.id_evento, at: oraIso(), id_evento: newId() }
  const esito = await onArchivio((db) => db.undo(args))
  if (!esito.ok) return esito
  posti.delete(annullabile.indice)
  countPosti()
  keepStatistica(esito.value)
  await goTo(annullabile.indice, false)
  return ok(null)
}

/** Pauses, resumes, ends [EX1]: `consegnata` leads to the summary, `abbandonata` does not submit [EX3]. Tried again: the same sitting. */
export async function setStato(stato: StatoSeduta, seduta = prova.seduta): Promise<boolean> {
  if (!seduta) return false
  // An answer that comes after the end is refused; one that fails is told, and is tried again before it.
  if (!(await inVolo.scritte(seduta.id))) return false
  const esito = await onArchivio((db) => db.updateSeduta({ id: seduta.id, stato, at: oraIso() }))
  if (!esito.ok) {
    showGuasto(esito.error, { riprova: () => void setStato(stato, seduta) })
    return false
  }
  if (prova.seduta?.id !== seduta.id) return true
  const passo = tryPasso({ tipo: VERSO[stato] })
  if (passo.ok) prova.stato = passo.seduta.stato
  // What the person did with the question covered is no measure of the pace.
  comparsa = performance.now()
  return true
}

/** Answers shuffled or in the printed order, kept with the sitting: letters are the same after a reload and in its review [EX11]. */
export async function setMescola(mescola: boolean): Promise<void> {
  const { seduta } = prova
  if (!seduta) return
  prova.mescola = mescola
  const esito = await onArchivio((db) => db.updateSeduta({ id: seduta.id, mescola, at: oraIso() }))
  if (esito.ok || prova.seduta !== seduta) return
  prova.mescola = !mescola
  showGuasto(esito.error, { riprova: () => void (prova.seduta === seduta && setMescola(mescola)) })
}
