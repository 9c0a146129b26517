// long: the trial on screen and its clock are one state, which every step reads and sets
import { proxy, ref } from 'valtio'
import type { Domanda } from '#contract/database'
import type { PassoChiesto, PassoProva, ProvaSalvata } from '#contract/prova'
import { type Failure, fail, type Result } from '#contract/result'
import { parseIso } from '#rules/data'
import { type StatoProva, VOCE_VUOTA, type Voce } from '#rules/prova/macchina'
import { postoAperto, sezioneAperta } from '#rules/prova/sezioni'
import { readRegolamento } from '#rules/regolamento/leggi'
import { setAutore, showGuasto, showNonScritta } from './avvisi.ts'
import { chi, sessione } from './credenziale.ts'
import { avanza, type Cronometro, dataDi, istanteDi, restoDi, segnaResto } from './cronometro.ts'
import { createInVolo } from './in-volo.ts'
import { gather, onNovita } from './novita.ts'
import { createPagine, type Posti } from './pagine.ts'
import { askPausa } from './pausa-simulazione.ts'
import { SENZA_BANCA } from './presenti.ts'
import { readApertura } from './prova-apertura.ts'
import { type TestaProva, toTesta } from './prova-testa.ts'
import { forgetTocco } from './rimbalzo.ts'
import { onArchivio } from './scrittura.ts'
import { recordChanged } from './sincronizzazione.ts'
import { lateBy, startSonno, takeSonno } from './sonno.ts'
import { createUltimo, segnoDi } from './ultimo.ts'

export type { TestaProva }

/** The trial on screen. Counts are of what the store has committed; `voce` is what the person sees at this place. */
export const prova = proxy({
  fase: 'chiusa' as 'chiusa' | 'caricamento' | 'pronta' | 'guasto',
  guasto: null as Failure | null,
  testa: null as TestaProva | null,
  stato: 'in_corso' as StatoProva,
  n: 0,
  indice: 0,
  /** Null while it is read. */
  domanda: null as Domanda | null,
  /** Why this place has no question: its bank is not on the device any more. */
  assente: null as Failure | null,
  voce: VOCE_VUOTA as Voce,
  /** Steps that the store has not answered yet. */
  in_scrittura: 0,
  date: 0,
  da_rivedere: 0,
  in_consegna: false,
  /** The person delivers, and marks are still under way. */
  consegna_chiesta: false,
  /** The one section that is open, where each has its time; null elsewhere. */
  aperta: null as number | null,
  /** The section whose time has just ended, until the person goes on. */
  scaduta: null as number | null,
  /** Grows when a place changes or the clock is set. */
  versione: 0,
})

const NESSUNO: Posti = { id_domande: new Int32Array(), id_concorsi: new Int32Array() }
let dove = NESSUNO
/** What the store has at each place, and what the person sees there meanwhile. */
const salvate = new Map<number, Voce>()
const viste = new Map<number, Voce>()
const ultimo = createUltimo()
const inVolo = createInVolo()
let orologio: Cronometro | null = null
let scadenza: ReturnType<typeof setTimeout> | null = null
let comparsa = 0
let in_vista = true
/** Deliveries that were taken back. */
let ritiri = 0
/** Grows when a trial is opened or closed. */
let giro = 0
const pagine = createPagine((id_concorso, ids) => onArchivio((db) => db.readDomande({ id_concorso, id_domande: ids })))

/** Mark and flag of a place, as committed; read it with `prova.versione`. */
export const vocePosto = (indice: number): Voce => salvate.get(indice) ?? VOCE_VUOTA

/** Milliseconds left now; null without a limit. */
export const restoProva = (): number | null => (orologio ? restoDi(orologio, performance.now()) : null)

/** Milliseconds used of a trial with a limit; 0 without one. */
export const usatiProva = (): number => (prova.testa?.durata ?? 0) - (restoProva() ?? 0)

/** Opens a trial from the store: same place, order, letters and time left whatever happened before (D25) [EX13]. */
export async function openProva(id: string): Promise<void> {
  closeProva()
  const mio = giro
  prova.fase = 'caricamento'
  sessione.in_prova = true
  const esito = await readApertura(id)
  // The person has gone elsewhere meanwhile: no trial may run behind another screen.
  if (mio !== giro) return
  if (!esito.ok) {
    prova.fase = 'guasto'
    prova.guasto = ref(esito.error)
    return
  }
  const { seduta, letta, adesso, da } = esito.value
  const { id_domande, id_concorsi } = seduta
  const regole = readRegolamento(letta.regole)
  if (!regole.ok) {
    prova.fase = 'guasto'
    prova.guasto = ref<Failure>({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: 'rules' })
    return
  }
  const { simulazione } = letta
  dove = { id_domande, id_concorsi }
  const fine = simulazione ? parseIso(simulazione.fine) : null
  orologio = { base: adesso, da, resto: letta.resto, corre: letta.stato === 'in_corso', fine }
  prova.testa = ref(toTesta(seduta, letta, regole.regolamento))
  prova.aperta = sezioneAperta(prova.testa, usatiProva())
  prova.stato = letta.stato
  prova.n = id_domande.length
  takeVoci(letta)
  prova.fase = 'pronta'
  comparsa = performance.now()
  in_vista = true
  startSonno()
  planScadenza()
  await showPosto(letta.indice)
  if (prova.stato === 'in_corso' && (restoProva() ?? 1) > 0) await send({ tipo: 'apri', indice: prova.indice })
}

/** Forgets the trial on screen; the store keeps it. */
export function closeProva(): void {
  giro++
  sessione.in_prova = false
  if (scadenza !== null) clearTimeout(scadenza)
  scadenza = null
  orologio = null
  forgetTocco()
  dove = NESSUNO
  salvate.clear()
  viste.clear()
  pagine.clear()
  Object.assign(prova, { fase: 'chiusa', guasto: null, testa: null, domanda: null, assente: null, in_consegna: false })
  Object.assign(prova, { voce: VOCE_VUOTA, in_scrittura: 0, aperta: null, scaduta: null, consegna_chiesta: false })
}

function takeVoci({ voci }: Pick<ProvaSalvata, 'voci'>) {
  salvate.clear()
  for (const { indice, ...voce } of voci) salvate.set(indice, voce)
  tell()
}

/** Counts, and what is seen at this place. */
function tell() {
  let date = 0
  let da_rivedere = 0
  for (const voce of salvate.values()) {
    if (voce.risposta !== null) date++
    if (voce.da_rivedere) da_rivedere++
  }
  Object.assign(prova, { date, da_rivedere })
  prova.voce = ref(viste.get(prova.indice) ?? vocePosto(prova.indice))
  prova.versione++
}

/** At zero the trial is delivered, at the end of a section the next one opens; a tab that was frozen finds out when it comes back. */
function planScadenza() {
  if (scadenza !== null) clearTimeout(scadenza)
  scadenza = null
  const resto = restoProva()
  if (resto === null || !orologio?.corre || prova.stato === 'consegnata' || prova.stato === 'abbandonata') return
  const fine = prova.testa?.fini?.[prova.aperta ?? 0]
  const tra = fine === undefined ? resto : Math.min(resto, Math.max(0, fine - usatiProva()))
  scadenza = setTimeout(() => (restoProva() === 0 ? void deliver() : void enterSezione()), tra)
}

/** Opens the next section when the time of this one is over, wherever the person was. */
async function enterSezione(): Promise<void> {
  const { testa, aperta } = prova
  const nuova = testa && sezioneAperta(testa, usatiProva())
  if (!testa || nuova === aperta || nuova === null || prova.stato !== 'in_corso') return planScadenza()
  Object.assign(prova, { aperta: nuova, scaduta: aperta })
  const indice = postoAperto(testa, prova.indice, nuova)
  const esito = await send({ tipo: 'apri', indice })
  if (prova.testa !== testa) return
  if (esito.ok || esito.error.codice === 'SEZIONE_CHIUSA') await showPosto(indice)
  else if (esito.error.codice !== 'TEMPO_SCADUTO') showGuasto(esito.error, { riprova: () => void enterSezione() })
}

/** Closes the open section before its time, and opens the next one. True when it is done. Tried again: that section, if it is still open. */
export async function closeSezione(quale = questa(), sezione = prova.aperta): Promise<boolean> {
  const { testa } = prova
  const ancora = () => prova.testa === quale?.testa && prova.aperta === sezione
  // A mark that fails is made again before the end of its section, not after.
  if (!testa || sezione === null || !(await inVolo.scritte(testa.id)) || !ancora()) return false
  const esito = await send({ tipo: 'chiudi', sezione }, quale)
  if (!esito.ok) {
    if (esito.error.codice !== 'TEMPO_SCADUTO' && prova.testa === testa)
      showGuasto(esito.error, { riprova: () => void (ancora() && closeSezione(quale, sezione)) })
    return false
  }
  if (prova.testa !== testa) return false
  const { indice } = esito.value
  prova.aperta = testa.sezioni[indice] ?? sezione
  planScadenza()
  await showPosto(indice)
  return true
}

/** Time on the place since it was last counted; none while the page cannot be seen. */
function takeMs(): number {
  const adesso = performance.now()
  const ms = in_vista ? Math.max(0, adesso - comparsa) : 0
  comparsa = adesso
  return Math.round(ms)
}

/** A trial and its clock as it was. What failed is tried again on the trial that it was of, whatever is on screen by then. */
type Quale = { testa: TestaProva; mio: Cronometro }
type CambioStato = 'pausa' | 'riprendi' | 'abbandona'
const questa = (): Quale | null => (prova.testa && orologio ? { testa: prova.testa, mio: orologio } : null)

async function send(evento: PassoChiesto, quale = questa()): Promise<Result<PassoProva>> {
  if (!quale) return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { testa } = quale
  const qui = prova.testa === testa
  // The clock may have been set since.
  const mio = qui && orologio ? orologio : quale.mio
  const inizio = performance.now()
  const passo = { ...evento, ms: qui && prova.stato === 'in_corso' ? takeMs() : 0 }
  if (qui) prova.in_scrittura++
  const esito = await onArchivio((db) => db.stepProva({ id: testa.id, at: dataDi(mio, inizio), evento: passo }))
  // Left, and perhaps opened again since: then it is read anew.
  if (prova.testa !== testa) {
    if (prova.testa?.id === testa.id) follow()
    return esito
  }
  prova.in_scrittura--
  if (esito.ok) {
    const { stato, voce, resto } = esito.value
    if (voce) {
      const { indice, ...suo } = voce
      salvate.set(indice, suo)
    }
    prova.stato = stato
    // What is left was told for the instant that was sent.
    orologio = segnaResto(mio, resto, stato === 'in_corso', inizio)
    planScadenza()
  } else if (esito.error.codice === 'TEMPO_SCADUTO') void deliver()
  else if (esito.error.codice === 'SEZIONE_CHIUSA') planScadenza()
  tell()
  return esito
}

/** One change of this place of the trial on screen: seen at once, counted when the store has it, taken back and told when it could not be written. */
export async function change(
  evento: Extract<PassoChiesto, { indice: number }>,
  voce: Voce,
  quale = questa(),
): Promise<boolean> {
  const { indice } = evento
  const di = chi()
  const qui = () => prova.testa === (quale?.testa ?? null)
  // Left meanwhile: its time may have stopped, or another mark been made there. The person does it again, or does not.
  if (!qui()) {
    showGuasto({ codice: 'SEGNO_NON_SCRITTO' })
    return false
  }
  if (prova.stato !== 'in_corso') {
    showGuasto({ codice: 'IMPOSSIBILE_SELEZIONARE_RISPOSTA' })
    return false
  }
  viste.set(indice, voce)
  tell()
  const vale = ultimo(`${quale?.testa.id} ${segnoDi(evento)}`)
  const esito = await inVolo.segui(quale?.testa.id ?? '', send(evento, quale))
  if (viste.get(indice) === voce) viste.delete(indice)
  tell()
  if (esito.ok) return true
  if (esito.error.codice === 'TEMPO_SCADUTO') return false
  if (!qui()) {
    const guasto: Failure = { codice: 'SEGNO_NON_SCRITTO', detail: esito.error.codice }
    setAutore(guasto, di)
    showGuasto(guasto)
  } else showNonScritta(esito.error, () => void (vale() && change(evento, voce, quale)))
  return false
}

/** Goes to a place when the rules allow it, and keeps it. */
export async function goTo(indice: number): Promise<void> {
  const { testa, n, stato } = prova
  if (!testa || stato !== 'in_corso' || indice === prova.indice) return
  if (!Number.isInteger(indice) || indice < 0 || indice >= n) return showGuasto({ codice: 'INDEX_OUT_OF_BOUND' })
  if (prova.aperta !== null && testa.sezioni[indice] !== prova.aperta) return showGuasto({ codice: 'SEZIONE_CHIUSA' })
  prova.scaduta = null
  if (testa.regole.navigazione !== 'solo_avanti') void send({ tipo: 'apri', indice })
  else {
    // The store decides where one may go, and answers move no further than it: a mark is made before one cannot come back to it.
    if (!(await inVolo.scritte(testa.id)) || prova.testa !== testa) return
    const esito = await send({ tipo: 'apri', indice })
    if (prova.testa !== testa) return
    if (!esito.ok) return esito.error.codice === 'TEMPO_SCADUTO' ? undefined : showGuasto(esito.error)
  }
  await showPosto(indice)
}

async function showPosto(indice: number): Promise<void> {
  const { testa } = prova
  prova.indice = indice
  const pronta = pagine.peek(dove.id_domande[indice] as number)
  prova.domanda = pronta ? ref(pronta) : null
  prova.assente = null
  tell()
  const esito = await pagine.load(dove, indice)
  if (prova.testa !== testa || prova.indice !== indice) return
  if (esito.ok) prova.domanda = ref(esito.value)
  else if (SENZA_BANCA.has(esito.error.codice)) prova.assente = ref(esito.error)
  else showGuasto(esito.error, { riprova: () => void showPosto(indice) })
}

/** True when the marks under way are written. One that was not is told, and is tried again here: nowhere else can it be made. */
export const segniScritti = async (): Promise<boolean> => !prova.testa || inVolo.scritte(prova.testa.id)

/** Pauses, goes on or gives up; refused (and said) when the rules do not allow it. True when it is done. */
export async function setStatoProva(tipo: CambioStato, quale = questa()): Promise<boolean> {
  const scritti = tipo === 'riprendi' || (await inVolo.scritte(quale?.testa.id ?? ''))
  if (tipo === 'pausa' && !scritti) return false
  const esito = await moveStato(tipo, quale)
  const qui = () => prova.testa === quale?.testa
  if (qui()) comparsa = performance.now()
  if (esito.ok) {
    // The server hears of it soon: it delivers a simulation that nobody delivered.
    if (tipo === 'abbandona') recordChanged()
    return true
  }
  // A trial that was left, before or since, is at rest by itself (prova-lasciata): only to give it up is still to be done.
  const riprova = () => void ((qui() || tipo === 'abbandona') && setStatoProva(tipo, quale))
  if (esito.error.codice === 'TEMPO_SCADUTO') void (qui() && prova.stato === 'in_corso' && deliver())
  else if (tipo === 'abbandona') showNonScritta(esito.error, riprova)
  else showGuasto(esito.error, qui() ? { riprova } : {})
  return false
}

/** The time of a simulation is the server's: it stops and runs again only there. */
async function moveStato(tipo: CambioStato, quale: Quale | null): Promise<Result<PassoProva>> {
  if (!quale?.testa.simulazione || tipo === 'abbandona') return send({ tipo }, quale)
  const { testa } = quale
  const fine = await askPausa(quale.testa.simulazione.gettone, tipo === 'pausa')
  if (!fine.ok) return fine
  // The server has it: it is written whether the person is still here or not.
  const mio = { ...(prova.testa === testa && orologio ? orologio : quale.mio), fine: fine.value }
  if (prova.testa === testa) orologio = mio
  return send(tipo === 'riprendi' ? { tipo, fine: fine.value } : { tipo }, { testa, mio })
}

/**
 * Delivers when the marks under way are written; null when the person goes back to the trial meanwhile, and where a mark was not
 * written: it is told, and tried again before the delivery. The end of the time waits for nothing.
 */
export async function askConsegna(): Promise<Result<ProvaSalvata> | null> {
  const quale = questa()
  if (!quale || prova.consegna_chiesta) return null
  const mio = ritiri
  prova.consegna_chiesta = true
  const scritte = await inVolo.scritte(quale.testa.id)
  if (mio !== ritiri) return null
  if (prova.testa === quale.testa) prova.consegna_chiesta = false
  return scritte ? deliver(quale) : null
}

/** The person goes back to the trial: it is not delivered, also when they leave it before the marks are written. */
export function withdrawConsegna(): void {
  ritiri++
  prova.consegna_chiesta = false
}

/** Delivers what was marked [SI11]; the same trial again answers what it was given. Null while a delivery is under way. */
export async function deliver(quale = questa()): Promise<Result<ProvaSalvata> | null> {
  const { in_consegna, stato } = prova
  const qui = prova.testa === quale?.testa
  if (!quale || (qui && (in_consegna || stato === 'consegnata'))) return null
  const { testa } = quale
  const mio = qui && orologio ? orologio : quale.mio
  if (qui) prova.in_consegna = true
  const ms = qui && stato === 'in_corso' ? takeMs() : 0
  const at = dataDi(mio, performance.now())
  const esito = await onArchivio((db) => db.deliverProva({ id: testa.id, at, ms }))
  if (prova.testa === testa) prova.in_consegna = false
  if (!esito.ok) {
    showGuasto(esito.error, { riprova: () => void deliver(quale) })
    return esito
  }
  recordChanged()
  if (prova.testa === testa) {
    prova.stato = 'consegnata'
    planScadenza()
  } else if (prova.testa?.id === testa.id) follow()
  return esito
}

/** The same trial in another tab: marks, a pause, an end. Each tab keeps its own place, unless the rules only go forward. */
const follow = gather(async () => {
  const { testa } = prova
  const mio = orologio
  if (!testa || !mio || prova.in_scrittura > 0) return
  const inizio = performance.now()
  const letta = await onArchivio((db) => db.readProva({ id: testa.id, at: dataDi(mio, inizio) }))
  if (!letta.ok || prova.testa !== testa || prova.in_scrittura > 0) return
  const { stato, resto, indice } = letta.value
  prova.stato = stato
  const { simulazione } = letta.value
  orologio = {
    ...segnaResto(mio, resto, stato === 'in_corso', inizio),
    fine: simulazione && parseIso(simulazione.fine),
  }
  takeVoci(letta.value)
  prova.aperta = sezioneAperta(testa, usatiProva())
  planScadenza()
  if (stato === 'abbandonata') {
    prova.fase = 'guasto'
    prova.guasto = ref<Failure>({ codice: 'ESERCITAZIONE_NON_INIZIALIZZATA', detail: stato })
    return
  }
  const fuori = prova.aperta !== null && testa.sezioni[prova.indice] !== prova.aperta
  if ((fuori || testa.regole.navigazione === 'solo_avanti') && indice !== prova.indice) await showPosto(indice)
})
onNovita((n) => {
  if (n.tipo === 'seduta' && prova.fase === 'pronta' && n.id === prova.testa?.id) follow()
})

/**
 * Counts the time so far in the store, so that a page that dies loses little of it; a page that comes back finds out whether the
 * time is over. The screen calls it now and then and when the page is hidden or shown.
 */
export function beat(quando: 'batte' | 'nascosta' | 'torna'): void {
  if (prova.fase !== 'pronta' || prova.stato !== 'in_corso') return
  void wake(!in_vista)
  if (restoProva() === 0) return void deliver()
  const visibile = quando === 'torna' || (quando === 'batte' && in_vista)
  void send({ tipo: 'apri', indice: prova.indice })
  in_vista = visibile
}

/** Counts the time that the device slept, and finds out whether it was the last. */
async function wake(nascosta: boolean): Promise<void> {
  const { testa } = prova
  if (!testa || (testa.regole.pausa && !testa.simulazione)) return
  const istante = () => (orologio ? istanteDi(orologio, performance.now()) : 0)
  const ms = await (testa.simulazione ? lateBy(istante) : takeSonno(nascosta))
  if (ms <= 0 || prova.testa !== testa || !orologio || prova.stato !== 'in_corso') return
  orologio = avanza(orologio, ms, performance.now())
  if (restoProva() === 0) return void deliver()
  await send({ tipo: 'apri', indice: prova.indice })
}
