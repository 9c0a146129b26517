import { proxy, ref } from 'valtio'
import type { RequestedStep, SavedProva, StepResult } from '#contract/prova'
import { type Failure, fail, type Result } from '#contract/result'
import type { StoreChange } from '#contract/tabs'
import { parseIso } from '#rules/dates'
import { EMPTY_VOCE, type StatoProva, type Voce } from '#rules/prova/machine'
import { openPlace, sezioneOpenAt } from '#rules/prova/sezioni'
import { readRegolamento } from '#rules/regolamento/read'
import { createShownSeduta, noSeduta } from '../../domain/shown-seduta.ts'
import { dateAt, type Stopwatch, setLeft } from '../../platform/stopwatch.ts'
import { setAuthor, showError, showUnwritten } from '../../session/notices.ts'
import { currentUserId } from '../../session/session.ts'
import { coalesce } from '../../store/changes.ts'
import { markKeyOf } from '../../store/latest-wins.ts'
import { onStore } from '../../store/on-store.ts'
import { startSleepWatch } from '../../sync/device-sleep.ts'
import { askPause } from '../../sync/pause-simulazione.ts'
import { recordChanged } from '../../sync/requests.ts'
import { forgetTap } from './double-tap.ts'
import { createProvaClock } from './prova-clock.ts'
import { type ProvaHead, toProvaHead } from './prova-head.ts'
import { readOpening } from './read-opening.ts'

export type { ProvaHead as TestaProva }

/** Trial on screen. Counts are those the store has committed; `voce` is the mark that the person sees at this place. */
export const provaState = proxy({
  ...noSeduta(),
  head: null as ProvaHead | null,
  stato: 'in_corso' as StatoProva,
  voce: EMPTY_VOCE as Voce,
  /** Steps that the store has not returned yet. */
  writing: 0,
  marked: 0,
  da_rivedere: 0,
  /** Double marks of a paper sheet. */
  doppie: 0,
  delivering: false,
  /** True when the person delivers while marks are under way. */
  delivery_asked: false,
  /** Open section, where each has its time; null elsewhere. */
  open_sezione: null as number | null,
  /** Section whose time has just ended, until the person goes on. */
  ended_sezione: null as number | null,
})

const shown = createShownSeduta(provaState, hear)
const { pending, latest } = shown
export const provaClock = createProvaClock()
/** Marks of each place, `saved` in the store and `seen` by the person meanwhile. */
const saved = new Map<number, Voce>()
const seen = new Map<number, Voce>()
const deliveries = { takenBack: 0 }

/** Returns the committed mark and flag of a place; read it with `provaState.version`. */
export const voceAt = (indice: number): Voce => saved.get(indice) ?? EMPTY_VOCE

/** Returns the milliseconds left; null without a limit. */
export const provaLeft = provaClock.left

/** Returns the milliseconds used of a trial with a limit; 0 without one. */
export const provaUsed = (): number => (provaState.head?.durata ?? 0) - (provaLeft() ?? 0)

/** Opens a trial from the store with the same place, order, letters and time left, whatever happened before (D25) [EX13]. */
export async function openProva(id: string): Promise<void> {
  closeProva()
  const isMine = shown.begin()
  const result = await readOpening(id)
  // Stop after a change of screen, because no trial may run behind another screen.
  if (!isMine()) return
  if (!result.ok) return shown.fail(result.error)
  const { seduta, letta: loaded, adesso: now, da: from } = result.value
  const regole = readRegolamento(loaded.regole)
  if (!regole.ok) return shown.fail({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: 'rules' })
  const { simulazione } = loaded
  shown.setPlaces(seduta)
  const end = simulazione ? parseIso(simulazione.fine) : null
  provaClock.set({ base: now, from, left: loaded.resto, running: loaded.stato === 'in_corso', end })
  provaState.head = ref(toProvaHead(seduta, loaded, regole.regolamento))
  provaState.open_sezione = sezioneOpenAt(provaState.head, provaUsed())
  provaState.stato = loaded.stato
  takeVoci(loaded)
  provaState.fase = 'pronta'
  provaClock.restartPlace()
  provaClock.setInSight(true)
  startSleepWatch()
  planDeadline()
  await showPlace(loaded.indice)
  if (provaState.stato === 'in_corso' && (provaLeft() ?? 1) > 0)
    await stepProva({ tipo: 'apri', indice: provaState.indice })
}

/** Drops the trial on screen; the store keeps it. */
export function closeProva(): void {
  shown.close()
  provaClock.stop()
  forgetTap()
  saved.clear()
  seen.clear()
  Object.assign(provaState, {
    head: null,
    delivering: false,
    voce: EMPTY_VOCE,
    writing: 0,
    open_sezione: null,
    ended_sezione: null,
    delivery_asked: false,
  })
}

function takeVoci({ voci }: Pick<SavedProva, 'voci'>) {
  saved.clear()
  for (const { indice, ...voce } of voci) saved.set(indice, voce)
  tell()
}

/** Updates the counts and the mark seen at this place. */
function tell() {
  let marked = 0
  let toReview = 0
  let doppie = 0
  for (const voce of saved.values()) {
    if (voce.risposta !== null) marked++
    if (voce.da_rivedere) toReview++
    if (voce.doppia !== undefined) doppie++
  }
  Object.assign(provaState, { marked, da_rivedere: toReview, doppie })
  provaState.voce = ref(seen.get(provaState.indice) ?? voceAt(provaState.indice))
  provaState.version++
}

/** Plans the delivery at zero and the next section at the end of one; a frozen tab checks again when it returns. */
function planDeadline() {
  provaClock.silence()
  const left = provaLeft()
  if (
    left === null ||
    !provaClock.read()?.running ||
    provaState.stato === 'consegnata' ||
    provaState.stato === 'abbandonata'
  )
    return
  const end = provaState.head?.fini?.[provaState.open_sezione ?? 0]
  const delay = end === undefined ? left : Math.min(left, Math.max(0, end - provaUsed()))
  provaClock.plan(delay, () => (provaLeft() === 0 ? void deliverProva() : void enterSezione()))
}

/** Opens the next section when the time of this one is over, wherever the person is. */
async function enterSezione(): Promise<void> {
  const { head, open_sezione: openSezione } = provaState
  const next = head && sezioneOpenAt(head, provaUsed())
  if (!head || next === openSezione || next === null || provaState.stato !== 'in_corso') return planDeadline()
  Object.assign(provaState, { open_sezione: next, ended_sezione: openSezione })
  const indice = openPlace(head, provaState.indice, next)
  const result = await stepProva({ tipo: 'apri', indice })
  if (provaState.head !== head) return
  if (result.ok || result.error.codice === 'SEZIONE_CHIUSA') await showPlace(indice)
  else if (result.error.codice !== 'TEMPO_SCADUTO') showError(result.error, { riprova: () => void enterSezione() })
}

/** Closes the open section early and opens the next one. Returns true when done. A retry closes only that section. */
export async function closeSezione(ref = currentProva(), sezione = provaState.open_sezione): Promise<boolean> {
  const { head } = provaState
  const still = () => provaState.head === ref?.head && provaState.open_sezione === sezione
  // Wait for the marks under way, so that a failed mark is made again before the end of its section.
  if (!head || sezione === null || !(await pending.settled(head.id)) || !still()) return false
  const result = await stepProva({ tipo: 'chiudi', sezione }, ref)
  if (!result.ok) {
    if (result.error.codice !== 'TEMPO_SCADUTO' && provaState.head === head)
      showError(result.error, { riprova: () => void (still() && closeSezione(ref, sezione)) })
    return false
  }
  if (provaState.head !== head) return false
  const { indice } = result.value
  provaState.open_sezione = head.sezioni[indice] ?? sezione
  planDeadline()
  await showPlace(indice)
  return true
}

/** Trial with its clock at a moment. A retry acts on the trial that failed, whatever is on screen by then. */
type ProvaRef = { head: ProvaHead; own: Stopwatch }
type StatoChange = 'pausa' | 'riprendi' | 'abbandona'
function currentProva(): ProvaRef | null {
  const own = provaClock.read()
  return provaState.head && own ? { head: provaState.head, own } : null
}
/** Returns the clock of a trial, from the screen when it shows the trial, because that may have been set since. */
const clockOf = ({ head, own }: ProvaRef): Stopwatch => (provaState.head === head && provaClock.read()) || own

/** Makes one step of the trial on screen, counted when the store has it. */
export async function stepProva(evento: RequestedStep, ref = currentProva()): Promise<Result<StepResult>> {
  if (!ref) return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { head } = ref
  const here = provaState.head === head
  const own = clockOf(ref)
  const startedAt = performance.now()
  const step = { ...evento, ms: here && provaState.stato === 'in_corso' ? provaClock.takeMs() : 0 }
  if (here) provaState.writing++
  const result = await onStore((db) => db.stepProva({ id: head.id, at: dateAt(own, startedAt), evento: step }))
  // Read the trial anew when it was left and opened again meanwhile.
  if (provaState.head !== head) {
    if (provaState.head?.id === head.id) follow()
    return result
  }
  provaState.writing--
  if (result.ok) {
    const { stato, voce, resto: left } = result.value
    if (voce) {
      const { indice, ...own } = voce
      saved.set(indice, own)
    }
    provaState.stato = stato
    // Set the clock at the instant that was sent, for which the store returned the time left.
    provaClock.set(setLeft(own, left, stato === 'in_corso', startedAt))
    planDeadline()
  } else if (result.error.codice === 'REGOLE_NON_LO_PERMETTONO') follow()
  else if (result.error.codice === 'TEMPO_SCADUTO') void deliverProva()
  else if (result.error.codice === 'SEZIONE_CHIUSA') planDeadline()
  tell()
  return result
}

/** Changes the mark of this place. The screen shows it at once, counts it once stored, or withdraws it with an error. */
export async function changePlace(
  evento: Extract<RequestedStep, { indice: number }>,
  voce: Voce,
  ref = currentProva(),
): Promise<boolean> {
  const { indice } = evento
  const author = currentUserId()
  const here = () => provaState.head === (ref?.head ?? null)
  // Refuse after the trial was left, because its time may have stopped or another mark been made there.
  if (!here()) {
    showError({ codice: 'SEGNO_NON_SCRITTO' })
    return false
  }
  if (provaState.stato !== 'in_corso') {
    showError({ codice: 'IMPOSSIBILE_SELEZIONARE_RISPOSTA' })
    return false
  }
  seen.set(indice, voce)
  tell()
  const isLatest = latest(`${ref?.head.id} ${markKeyOf(evento)}`)
  const result = await pending.follow(ref?.head.id ?? '', stepProva(evento, ref))
  if (seen.get(indice) === voce) seen.delete(indice)
  tell()
  if (result.ok) {
    // Send soon, because another device may go on with the trial.
    recordChanged()
    return true
  }
  if (result.error.codice === 'TEMPO_SCADUTO') return false
  if (!here()) {
    const error: Failure = { codice: 'SEGNO_NON_SCRITTO', detail: result.error.codice }
    setAuthor(error, author)
    showError(error)
  } else showUnwritten(result.error, () => void (isLatest() && changePlace(evento, voce, ref)))
  return false
}

/** Goes to a place when the rules allow it, and stores the place. */
export async function goToProvaPlace(indice: number): Promise<void> {
  const { head, n, stato } = provaState
  if (!head || stato !== 'in_corso' || indice === provaState.indice) return
  const goOn = () => void goToProvaPlace(Math.min(provaState.indice + 1, n - 1))
  if (!Number.isInteger(indice) || indice < 0 || indice >= n)
    return showError({ codice: 'INDEX_OUT_OF_BOUND' }, { avanti: goOn })
  if (provaState.open_sezione !== null && head.sezioni[indice] !== provaState.open_sezione)
    return showError({ codice: 'SEZIONE_CHIUSA' })
  provaState.ended_sezione = null
  // Wait for the mark under way, which must be durable before another question shows [EX13].
  if (!(await pending.settled(head.id)) || provaState.head !== head) return
  if (head.regole.navigazione !== 'solo_avanti' && !head.foglio) void stepProva({ tipo: 'apri', indice })
  else {
    const result = await stepProva({ tipo: 'apri', indice })
    if (provaState.head !== head) return
    if (!result.ok) return result.error.codice === 'TEMPO_SCADUTO' ? undefined : showError(result.error)
  }
  await showPlace(indice)
}

const showPlace = (indice: number): Promise<void> =>
  shown.show(indice, {
    onPlace: tell,
    onFailure: (error) =>
      showError(error, {
        riprova: () => void showPlace(indice),
        ...(indice + 1 < provaState.n && { avanti: () => void goToProvaPlace(indice + 1) }),
      }),
  })

/** Returns true when the marks under way are written. A failed mark is shown and retried here, its only place. */
export const areMarksWritten = async (): Promise<boolean> => !provaState.head || pending.settled(provaState.head.id)

/** Pauses, resumes or abandons; shows an error when the rules do not allow it. Returns true when done. */
export async function setStatoProva(tipo: StatoChange, ref = currentProva()): Promise<boolean> {
  const written = tipo === 'riprendi' || (await pending.settled(ref?.head.id ?? ''))
  if (tipo === 'pausa' && !written) return false
  const result = await moveStato(tipo, ref)
  const here = () => provaState.head === ref?.head
  if (here()) provaClock.restartPlace()
  if (result.ok) {
    // Send soon, because the server delivers a simulation that no device delivered.
    if (tipo === 'abbandona') recordChanged()
    return true
  }
  // Retry only an abandonment once the trial was left, because it then rests by itself (prova-lasciata).
  const retry = () => void ((here() || tipo === 'abbandona') && setStatoProva(tipo, ref))
  if (result.error.codice === 'TEMPO_SCADUTO') void (here() && provaState.stato === 'in_corso' && deliverProva())
  else if (tipo === 'abbandona') showUnwritten(result.error, retry)
  else showError(result.error, here() ? { riprova: retry } : {})
  return false
}

/** Moves a simulation on the server first, because only the server stops and starts its time. */
async function moveStato(tipo: StatoChange, ref: ProvaRef | null): Promise<Result<StepResult>> {
  if (!ref?.head.simulazione || tipo === 'abbandona') return stepProva({ tipo }, ref)
  const { head } = ref
  const end = await askPause(ref.head.simulazione.gettone, tipo === 'pausa')
  if (!end.ok) return end
  // Write the end that the server has set, even when the person has left.
  const own = { ...clockOf(ref), end: end.value }
  if (provaState.head === head) provaClock.set(own)
  return stepProva(tipo === 'riprendi' ? { tipo, fine: end.value } : { tipo }, { head, own })
}

/**
 * Delivers when the marks under way are written. Returns null when the person goes back to the trial meanwhile, and when a mark
 * fails. A failed mark is shown and retried before the delivery. At the end of the time `deliverProva` does not wait.
 */
export async function askDelivery(): Promise<Result<SavedProva> | null> {
  const ref = currentProva()
  if (!ref || provaState.delivery_asked) return null
  const own = deliveries.takenBack
  provaState.delivery_asked = true
  const written = await pending.settled(ref.head.id)
  if (own !== deliveries.takenBack) return null
  if (provaState.head === ref.head) provaState.delivery_asked = false
  return written ? deliverProva(ref) : null
}

/** Withdraws the delivery when the person goes back to the trial, even if they leave before the marks are written. */
export function withdrawDelivery(): void {
  deliveries.takenBack++
  provaState.delivery_asked = false
}

/** Delivers the marks [SI11]; a trial delivered before returns its first result. Null while a delivery is under way. */
export async function deliverProva(ref = currentProva()): Promise<Result<SavedProva> | null> {
  const { delivering: in_consegna, stato } = provaState
  const here = provaState.head === ref?.head
  if (!ref || (here && (in_consegna || stato === 'consegnata'))) return null
  const { head } = ref
  const own = clockOf(ref)
  if (here) provaState.delivering = true
  const ms = here && stato === 'in_corso' ? provaClock.takeMs() : 0
  const at = dateAt(own, performance.now())
  const result = await onStore((db) => db.deliverProva({ id: head.id, at, ms }))
  if (provaState.head === head) provaState.delivering = false
  if (!result.ok) {
    showError(result.error, { riprova: () => void deliverProva(ref) })
    return result
  }
  recordChanged()
  if (provaState.head === head) {
    provaState.stato = 'consegnata'
    planDeadline()
  } else if (provaState.head?.id === head.id) follow()
  return result
}

/** Follows the trial in another tab or device. A tab keeps its own place, unless the rules only go forward. */
const follow = coalesce(async () => {
  const { head } = provaState
  const own = provaClock.read()
  if (!head || !own || provaState.writing > 0) return
  const startedAt = performance.now()
  const loaded = await onStore((db) => db.readProva({ id: head.id, at: dateAt(own, startedAt) }))
  if (!loaded.ok || provaState.head !== head || provaState.writing > 0) return
  const { stato, resto: left, indice, altrove = false, regole, simulazione } = loaded.value
  provaState.altrove = altrove
  provaState.stato = stato
  provaClock.set({
    ...setLeft(own, left, stato === 'in_corso', startedAt),
    end: simulazione && parseIso(simulazione.fine),
  })
  takeVoci(loaded.value)
  provaState.open_sezione = sezioneOpenAt(head, provaUsed())
  planDeadline()
  if (stato === 'abbandonata') return shown.fail({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: stato })
  const outside = provaState.open_sezione !== null && head.sezioni[provaState.indice] !== provaState.open_sezione
  if ((outside || head.regole.navigazione === 'solo_avanti') && indice !== provaState.indice) await showPlace(indice)
  // Pause here, because the time runs where the trial goes on.
  if (altrove && regole.pausa && stato === 'in_corso') await stepProva({ tipo: 'pausa' })
})
function hear(n: StoreChange): void {
  const id = provaState.fase === 'pronta' ? provaState.head?.id : undefined
  if (id !== undefined && (n.tipo === 'giornale' || (n.tipo === 'seduta' && n.id === id))) follow()
}
