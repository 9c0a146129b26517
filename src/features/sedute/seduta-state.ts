import { proxy, ref } from 'valtio'
import { type Domanda, type Esito, MARTELLA, type Seduta, type StatoSeduta } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import type { Sicurezza } from '#rules/coach'
import { chiaveValida, esitoRisposta } from '#rules/esito'
import type { Livello } from '#rules/livello'
import { countEnded, toMartella } from '#rules/martella'
import { isStartable, type SedutaEvent, type SedutaStep, stepSeduta } from '#rules/seduta/machine'
import { isSedutaEnded, TRANSITION_TO } from '#rules/seduta/states'
import type { Statistica } from '#rules/statistica'
import { recordTime } from '../../domain/pace.ts'
import { createShownSeduta, noSeduta } from '../../domain/shown-seduta.ts'
import { takeOver } from '../../domain/take-over.ts'
import { newId } from '../../platform/ids.ts'
import { nowIso } from '../../platform/network.ts'
import { sittingDates } from '../../platform/server-now.ts'
import { showError, showUnwritten } from '../../session/notices.ts'
import { coalesce } from '../../store/changes.ts'
import { onStore } from '../../store/on-store.ts'
import { recordChanged } from '../../sync/requests.ts'
import { countStruckOut, loadMarks, marksAt, sedutaMarks } from './marks.ts'

/** Answer at a place of the sitting. Until `salvata` it is not committed and its level is unknown. */
export type GivenAnswer = {
  risposta: number
  esito: Esito
  id_evento: string
  salvata: boolean
  livello_prima: Livello
}

/** Data that stay constant during a sitting. */
export type SedutaHead = Omit<
  Seduta,
  'id_domande' | 'id_concorsi' | 'risposte' | 'indice' | 'stato' | 'mescola' | 'aggiornata' | 'altrove'
>

/** Sitting on screen. State comes from the store, and the address only names the sitting [RT37][EX13]. */
export const sedutaState = proxy({
  ...noSeduta(),
  seduta: null as SedutaHead | null,
  stato: 'in_corso' as StatoSeduta,
  /** True for answers shuffled and lettered anew, false for the printed order [EX11]. */
  mescola: false,
  given: null as GivenAnswer | null,
  corrette: 0,
  errate: 0,
  nulle: 0,
  /** Last answer, as long as it may be taken back. */
  undoable: null as { indice: number; id_evento: string } | null,
})

const shown = createShownSeduta(sedutaState, hear)
const { pages, pending } = shown
const given = new Map<number, GivenAnswer>()
const favourites = new Set<number>()
/** Questions whose level the person set by hand, so that their answers cannot be taken back any more. */
const decided = new Set<number>()
/** Time when the question came on screen, by the page's own clock. */
const pace = { shownAt: 0 }

/** Returns the questions of the sitting on screen, place by place. */
export const sedutaDomande = shown.idDomande

/** Returns the question at any place with its record, for a list of them. */
export const loadPlace = shown.load

/** Returns the outcome of a place on the sheet; null when still to do. Read it with `sedutaState.version`. */
export const esitoAt = (indice: number): Esito | null => given.get(indice)?.esito ?? null
export const isPreferitaAt = (indice: number): boolean => favourites.has(sedutaDomande()[indice] ?? -1)

/** Counts the questions of a drill that are ended, and their total. Read it with `version`. */
export const drillCounts = (): { ended: number; n: number } =>
  countEnded(
    toMartella(
      sedutaDomande(),
      Array.from(given, ([indice, { esito }]) => ({ indice, esito })),
    ),
  )

/** Reads the places of a drill from the store, because answers add to them and an undo takes from them. */
async function followPlaces(): Promise<void> {
  const { seduta } = sedutaState
  if (seduta?.ordine !== MARTELLA) return
  const loaded = await onStore((db) => db.readSeduta({ id: seduta.id }))
  if (loaded.ok && sedutaState.seduta === seduta) shown.setPlaces(loaded.value)
}

/** Tries a step of the sitting on screen by rules/seduta; the store decides again when it writes. */
function tryStep(evento: SedutaEvent): SedutaStep {
  const { seduta, stato, n, indice } = sedutaState
  if (!seduta) return { ok: false, codice: 'ESERCITAZIONE_NON_INIZIALIZZATA' }
  return stepSeduta({ tipo: seduta.tipo, stato, n, indice, prese: new Set(given.keys()) }, evento)
}

/** Tries a step, and shows an error for a refusal. */
export function isPossible(evento: SedutaEvent): boolean {
  const step = tryStep(evento)
  if (!step.ok) showError({ codice: step.codice })
  return step.ok
}

/** Opens a sitting. Fails with ESERCITAZIONE_NON_INIZIALIZZATA (none, or given up) or TIPO_ESERCITAZIONE_ERRATO (a trial). */
export async function openSeduta(id: string): Promise<void> {
  closeSeduta()
  const isMine = shown.begin()
  const stars = new Set<number>()
  const result = await readAll(id, stars)
  if (!isMine()) return
  if (!result.ok) return shown.fail(result.error)
  const {
    id_domande,
    id_concorsi,
    risposte,
    indice,
    stato,
    mescola,
    aggiornata: _,
    altrove: _a,
    ...head
  } = result.value
  shown.setPlaces({ id_domande, id_concorsi })
  for (const star of stars) favourites.add(star)
  for (const r of risposte) given.set(r.indice, { ...r, salvata: true })
  sedutaState.seduta = ref(head)
  sedutaState.stato = stato
  sedutaState.mescola = mescola
  countGiven()
  void loadMarks(id)
  sedutaState.fase = 'pronta'
  await goToPlace(Math.min(indice, id_domande.length - 1), false)
}

/** Reads the sitting; adds the favourites of its banks to `favourites`. */
async function readAll(id: string, favourites: Set<number>): Promise<Result<Seduta>> {
  if (id === '') return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const seduta = await onStore((db) => db.readSeduta({ id }))
  if (!seduta.ok) return seduta
  const { id_concorsi, stato, tipo } = seduta.value
  if (!isStartable(tipo)) return fail('TIPO_ESERCITAZIONE_ERRATO', { detail: tipo })
  if (stato === 'abbandonata') return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: stato })
  await takeOver(seduta.value)
  for (const id_concorso of new Set(id_concorsi)) {
    const filtro = { id_concorso, soloPreferiti: true }
    const stars = await onStore((db) => db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
    if (stars.ok) for (const n of stars.value.id_domande) favourites.add(n)
  }
  return seduta
}

/** Drops the sitting on screen; the store keeps it. */
export function closeSeduta(): void {
  shown.close()
  given.clear()
  favourites.clear()
  decided.clear()
  Object.assign(sedutaState, { seduta: null, given: null, undoable: null })
}

function countGiven() {
  const count = { corretta: 0, errata: 0, nulla: 0 }
  // Ids of events sort by the time they were made, so that the greatest is the newest answer.
  let newest: { indice: number; id_evento: string } | null = null
  for (const [indice, { esito: result, salvata: saved, id_evento }] of given) {
    count[result]++
    if (saved && (!newest || id_evento > newest.id_evento)) newest = { indice, id_evento }
  }
  sedutaState.undoable = newest && !decided.has(sedutaDomande()[newest.indice] as number) ? newest : null
  sedutaState.corrette = count.corretta
  sedutaState.errate = count.errata
  sedutaState.nulle = count.nulla
  sedutaState.given = given.get(sedutaState.indice) ?? null
  sedutaState.version++
}

/**
 * Shows the question at a place and stores the place, or a notice when its bank was removed. Waits for the answer under way, and
 * stays at its question when that fails. Shows INDEX_OUT_OF_BOUND and DOMANDA_NON_TROVATA in the dialog.
 */
export async function goToPlace(indice: number, keep = true): Promise<void> {
  const { seduta, n, indice: from } = sedutaState
  if (!seduta || (keep && !(await pending.settled(seduta.id)))) return
  if (sedutaState.seduta !== seduta || sedutaState.indice !== from) return
  const step = tryStep({ tipo: 'apri', indice })
  if (!step.ok) {
    showError({ codice: step.codice }, { avanti: () => void goToPlace(Math.min(Math.max(0, indice), n - 1)) })
    return
  }
  await shown.show(indice, {
    onPlace: () => {
      sedutaState.given = given.get(indice) ?? null
      restartPace()
      if (keep) void onStore((db) => db.updateSeduta({ id: seduta.id, indice, at: nowIso() }))
    },
    onArrival: restartPace,
    onFailure: (error) =>
      showError(error, {
        riprova: () => void goToPlace(indice, false),
        ...(indice + 1 < n && { avanti: () => void goToPlace(indice + 1) }),
      }),
  })
}
const restartPace = (): void => void Object.assign(pace, { shownAt: performance.now() })

/** Shows a record of the store in the question on screen and on the sheet. */
function showStatistica(statistica: Statistica) {
  const { id_domanda } = statistica
  const known = pages.peek(id_domanda)
  if (known) pages.put({ ...known, statistica })
  if (sedutaState.domanda?.id_domanda === id_domanda) sedutaState.domanda = ref({ ...sedutaState.domanda, statistica })
  if (statistica.preferiti === 1) favourites.add(id_domanda)
  else favourites.delete(id_domanda)
  sedutaState.version++
}

/** Shows the question on screen as the store has it now, after its key changed. */
export function showDomanda(domanda: Domanda): void {
  pages.put(domanda)
  if (sedutaState.domanda?.id_domanda === domanda.id_domanda) sedutaState.domanda = ref(domanda)
  recordChanged()
}

/** Shows a record that this tab changed, and has it sent. */
export function keepStatistica(statistica: Statistica) {
  showStatistica(statistica)
  recordChanged()
}

/** Follows the sitting in another tab or device, for its places, a pause, an end. A tab keeps its own place. */
const followSeduta = coalesce(async () => {
  const { seduta } = sedutaState
  if (!seduta) return
  const loaded = await onStore((db) => db.readSeduta({ id: seduta.id }))
  if (!loaded.ok || sedutaState.seduta !== seduta) return
  const { stato, risposte, mescola, altrove = false } = loaded.value
  sedutaState.altrove = altrove
  shown.setPlaces(loaded.value)
  for (const r of risposte) if (given.get(r.indice)?.salvata !== false) given.set(r.indice, { ...r, salvata: true })
  countGiven()
  sedutaState.mescola = mescola
  sedutaState.stato = stato
  if (stato !== 'abbandonata') return
  shown.fail({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: stato })
})
/** Returns false for another tab's answer where this tab's own is under way, because the store decides between them. */
const isStored = ({ indice, id_evento }: { indice: number; id_evento: string }): boolean => {
  const own = given.get(indice)
  return own?.salvata !== false || own.id_evento === id_evento
}

function hear(n: StoreChange): void {
  if (sedutaState.fase !== 'pronta' || !sedutaState.seduta) return
  if (n.tipo === 'giornale' || (n.tipo === 'seduta' && n.id === sedutaState.seduta.id)) followSeduta()
  if (n.tipo !== 'record' && n.tipo !== 'annullata') return
  if (n.tipo === 'annullata') {
    for (const [indice, { id_evento }] of given) if (id_evento === n.id_evento) given.delete(indice)
  } else if (n.risposta && n.id_seduta === sedutaState.seduta.id && isStored(n.risposta))
    given.set(n.risposta.indice, { ...n.risposta, salvata: true })
  void followPlaces()
  showStatistica(n.statistica)
  countGiven()
}

/**
 * Answers the question on screen, `risposta` being the printed position. Shows the outcome at once, and the record once
 * committed. A failed write takes the answer back and shows it. Null when there is nothing to answer, as at a second tap.
 */
export async function answer(risposta: number, sicurezza?: Sicurezza): Promise<Result<GivenAnswer> | null> {
  const { domanda, seduta, indice } = sedutaState
  if (!domanda || !seduta || given.has(indice) || !isPossible({ tipo: 'rispondi', indice })) return null
  const ms = performance.now() - pace.shownAt
  recordTime(ms)
  const answerGiven: GivenAnswer = {
    risposta,
    esito: esitoRisposta(chiaveValida(domanda), risposta),
    id_evento: newId(),
    salvata: false,
    livello_prima: domanda.statistica.livello_conoscenza,
  }
  const escluse = countStruckOut(marksAt(sedutaMarks.by_place, indice))
  const said = { ...(sicurezza && { sicurezza }), ...(escluse > 0 && { escluse }) }
  return save(seduta.id, domanda, indice, answerGiven, { ...sittingDates(), ms, ...said })
}

const save = (...a: Parameters<typeof write>): Promise<Result<GivenAnswer>> => pending.follow(a[0], write(...a))

async function write(
  id: string,
  { id_concorso, id_domanda }: Pick<Domanda, 'id_concorso' | 'id_domanda'>,
  indice: number,
  answerGiven: GivenAnswer,
  when: ReturnType<typeof sittingDates> & { ms: number; sicurezza?: Sicurezza; escluse?: number },
): Promise<Result<GivenAnswer>> {
  if (sedutaState.seduta?.id === id) {
    given.set(indice, answerGiven)
    countGiven()
  }
  const { risposta, id_evento } = answerGiven
  const args = { id_concorso, id_domanda, risposta, id_evento, id_seduta: id, indice, ...when }
  const result = await onStore((db) => db.answer({ ...args, modalita: 'ESEGUITA' }))
  const here = sedutaState.seduta?.id === id
  if (!result.ok) {
    // Leader stored the answer, and the reply was lost.
    const stored = here ? given.get(indice) : undefined
    if (stored?.salvata && stored.id_evento === id_evento) return ok(stored)
    if (here) {
      given.delete(indice)
      countGiven()
    }
    if (here && result.error.codice === 'IMPOSSIBILE_SELEZIONARE_RISPOSTA' && (await isTakenElsewhere(id, indice)))
      return result
    // Retry with the same event, wherever the person is, so that an answer already durable is not counted twice.
    showUnwritten(result.error, () => void save(id, { id_concorso, id_domanda }, indice, answerGiven, when))
    return result
  }
  const { esito: decided, risposta: row, statistica } = result.value
  const saved: GivenAnswer = {
    ...answerGiven,
    esito: decided,
    salvata: true,
    livello_prima: row?.livello_prima ?? answerGiven.livello_prima,
  }
  if (here) {
    given.set(indice, saved)
    await followPlaces()
    countGiven()
  }
  keepStatistica(statistica)
  return ok(saved)
}

/** Returns true when another tab answered at that place first; shows its answer and a notice. */
async function isTakenElsewhere(id: string, indice: number): Promise<boolean> {
  const loaded = await onStore((db) => db.readSeduta({ id }))
  const taken = loaded.ok ? loaded.value.risposte.find((r) => r.indice === indice) : undefined
  if (!taken || sedutaState.seduta?.id !== id) return false
  given.set(indice, { ...taken, salvata: true })
  countGiven()
  showError({ codice: 'GIA_RISPOSTA' })
  return true
}

/** Shows a level that the person set, after which the answer of its question cannot be taken back. */
export function keepLivelloSet(statistica: Statistica): void {
  decided.add(statistica.id_domanda)
  countGiven()
  keepStatistica(statistica)
}

/**
 * Takes the last answer back (D26) [EX15] and shows its question again; null when there is none. The store refuses when the level
 * has changed since (IMPOSSIBILE_SELEZIONARE_RISPOSTA).
 */
export async function undoLast(): Promise<Result<null> | null> {
  const { undoable: annullabile, seduta } = sedutaState
  if (!annullabile || !seduta || !tryStep({ tipo: 'annulla', indice: annullabile.indice }).ok) return null
  sedutaState.undoable = null
  const args = { id_evento_annullato: annullabile.id_evento, ...sittingDates(), id_evento: newId() }
  const result = await onStore((db) => db.undo(args))
  if (!result.ok) return result
  given.delete(annullabile.indice)
  await followPlaces()
  countGiven()
  keepStatistica(result.value)
  await goToPlace(annullabile.indice, false)
  return ok(null)
}

/** Pauses, resumes or ends [EX1]; `consegnata` leads to the summary, `abbandonata` does not [EX3]. A retry keeps the sitting. */
export async function setSedutaStato(stato: StatoSeduta, seduta = sedutaState.seduta): Promise<boolean> {
  if (!seduta) return false
  // Wait for the answer under way, which the store refuses after the end. Where it fails, stay: the person decides about it first.
  if (!(await pending.settled(seduta.id))) return false
  const result = await onStore((db) => db.updateSeduta({ id: seduta.id, stato, at: nowIso() }))
  if (!result.ok) {
    showError(result.error, { riprova: () => void setSedutaStato(stato, seduta) })
    return false
  }
  if (isSedutaEnded(stato)) recordChanged()
  if (sedutaState.seduta?.id !== seduta.id) return true
  const step = tryStep({ tipo: TRANSITION_TO[stato] })
  if (step.ok) sedutaState.stato = step.seduta.stato
  // Restart the pace, because time under the cover does not count.
  restartPace()
  return true
}

/** Shuffles the answers or restores the printed order. The sitting keeps it, so that letters stay after a reload [EX11]. */
export async function setMescola(mescola: boolean): Promise<void> {
  const { seduta } = sedutaState
  if (!seduta) return
  sedutaState.mescola = mescola
  const result = await onStore((db) => db.updateSeduta({ id: seduta.id, mescola, at: nowIso() }))
  if (result.ok || sedutaState.seduta !== seduta) return
  sedutaState.mescola = !mescola
  showError(result.error, { riprova: () => void (sedutaState.seduta === seduta && setMescola(mescola)) })
}
