import type { Regolamento } from '../regolamento/types.ts'
import { isSedutaEnded, isTransition, STATE_AFTER, type StatoSeduta } from '../seduta/states.ts'
import { type Clock, clockRemaining, moveClock, spendClock } from './clock.ts'
import { nextSezione, openPlace, type SezioniTimes, sezioneAt } from './sezioni.ts'

/** Marks and time of a person at a place of a trial. */
export type Voce = {
  /** Printed position marked; null is a blank. */
  risposta: number | null
  /** Second printed position marked, on a paper sheet: the two are a double mark [FG2]. Absent elsewhere. */
  doppia?: number | undefined
  da_rivedere: boolean
  /** Printed positions struck out, ascending. */
  escluse: readonly number[]
  /** Milliseconds spent on the place. */
  ms: number
  /** Number of times that a mark was replaced or taken away. */
  cambi: number
  /** Number of times that the flag was put or taken off, and that an answer was struck out or brought back. */
  cambi_rivedi: number
  cambi_escluse: number
}

export const EMPTY_VOCE: Voce = {
  risposta: null,
  da_rivedere: false,
  escluse: [],
  ms: 0,
  cambi: 0,
  cambi_rivedi: 0,
  cambi_escluse: 0,
}

/** Printed positions marked: none is a blank, two a double mark. The rules of scoring decide their value. */
export const marksOf = ({ risposta, doppia }: Pick<Voce, 'risposta' | 'doppia'>): number[] =>
  [risposta, doppia].filter((r) => r != null)

export type StatoProva = StatoSeduta

/** A trial: everything that a reload needs (D25). Places run from 0. */
export type Prova = SezioniTimes & {
  stato: StatoProva
  /** Answers that each place offers; its length is the number of questions. */
  risposte: readonly number[]
  indice: number
  voci: ReadonlyMap<number, Voce>
  orologio: Clock
  regole: Pick<Regolamento, 'navigazione' | 'correzioni' | 'pausa'>
  /** On a paper sheet: no mark is ever changed, and a second one is a double mark. */
  foglio: boolean
}

/** Events of a trial. `at`: milliseconds, never before the step before. `ms`: time spent on the place shown so far. */
export type ProvaEvent = { at: number; ms?: number } & (
  | { tipo: 'apri'; indice: number }
  | { tipo: 'segna'; indice: number; risposta: number; seconda?: boolean }
  | { tipo: 'cancella'; indice: number }
  | { tipo: 'rivedi'; indice: number; vero: boolean }
  | { tipo: 'escludi'; indice: number; risposta: number; vero: boolean }
  | { tipo: 'pausa' }
  /** `fine`: the end that the server has moved by the pause. */
  | { tipo: 'riprendi'; fine?: number }
  /** Closes a section before its time and opens the next one: its remaining time is lost. */
  | { tipo: 'chiudi'; sezione: number }
  | { tipo: 'consegna' }
  | { tipo: 'abbandona' }
)

/** Reason why a step is refused; nothing has changed then. */
export type ProvaRefusal =
  | 'ESERCITAZIONE_NON_INIZIALIZZATA'
  | 'INDEX_OUT_OF_BOUND'
  | 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'
  | 'REGOLE_NON_LO_PERMETTONO'
  | 'TEMPO_SCADUTO'
  | 'SEZIONE_CHIUSA'

export type ProvaStep = { ok: true; prova: Prova } | { ok: false; codice: ProvaRefusal }

const refuse = (codice: ProvaRefusal): ProvaStep => ({ ok: false, codice })

/** True when the time is over: only delivery remains, of the answers given (D24) [SI11]. */
export const isTimeUp = ({ stato, orologio }: Prova, at: number): boolean =>
  !isSedutaEnded(stato) && clockRemaining(orologio, at) === 0

/** Step of a trial: state in, event in, state out (spec §4 [EX1]). */
export function stepProva(prova: Prova, evento: ProvaEvent): ProvaStep {
  const { stato, regole } = prova
  if (isSedutaEnded(stato)) return refuse('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { at, tipo } = evento
  if (tipo !== 'consegna' && isTimeUp(prova, at)) return refuse('TEMPO_SCADUTO')
  const aperta = sezioneAt(prova, at)
  const running = {
    ...spend(prova, evento),
    // The time of a section is over: the next one opens by itself.
    indice: openPlace(prova, prova.indice, aperta),
    orologio: moveClock(prova.orologio, at, true),
  }
  if (isTransition(evento)) {
    if (tipo === 'pausa' && stato === 'in_pausa') return { ok: true, prova }
    if (tipo === 'pausa' && !regole.pausa) return refuse('REGOLE_NON_LO_PERMETTONO')
    const dopo = tipo === 'pausa' ? running : tipo === 'riprendi' ? prova : spend(prova, evento)
    const mosso = moveClock(prova.orologio, at, tipo === 'riprendi')
    const spostata = tipo === 'riprendi' && mosso.fine !== null ? evento.fine : undefined
    const orologio = { ...mosso, fine: spostata ?? mosso.fine }
    return { ok: true, prova: { ...dopo, stato: STATE_AFTER[evento.tipo], orologio } }
  }
  if (stato === 'in_pausa') return refuse('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  if (tipo === 'chiudi') return closeSezione(running, aperta, evento.sezione)
  const { indice } = evento
  if (!Number.isInteger(indice) || indice < 0 || indice >= prova.risposte.length) return refuse('INDEX_OUT_OF_BOUND')
  if (aperta !== null && prova.sezioni[indice] !== aperta) return refuse('SEZIONE_CHIUSA')
  if (tipo === 'apri') {
    if (regole.navigazione === 'solo_avanti' && indice !== running.indice && indice !== running.indice + 1)
      return refuse('REGOLE_NON_LO_PERMETTONO')
    return { ok: true, prova: { ...running, indice } }
  }
  if (regole.navigazione === 'solo_avanti' && indice !== running.indice) return refuse('REGOLE_NON_LO_PERMETTONO')
  const voce = changeVoce(running, indice, evento)
  return typeof voce === 'string' ? refuse(voce) : { ok: true, prova: put(running, indice, voce) }
}

/** Closes a section; closing it twice has the effect of once. */
function closeSezione(prova: Prova, aperta: number | null, sezione: number): ProvaStep {
  if (aperta === null || sezione > aperta) return refuse('REGOLE_NON_LO_PERMETTONO')
  if (sezione < aperta) return { ok: true, prova }
  const dopo = nextSezione(prova, aperta)
  const fine = prova.fini?.[aperta]
  if (dopo === null || fine === undefined) return refuse('REGOLE_NON_LO_PERMETTONO')
  const orologio = spendClock(prova.orologio, fine)
  return { ok: true, prova: { ...prova, orologio, indice: openPlace(prova, prova.indice, dopo) } }
}

type SuUnPosto = Extract<ProvaEvent, { tipo: 'segna' | 'cancella' | 'rivedi' | 'escludi' }>

function changeVoce({ voci, risposte, regole, foglio }: Prova, indice: number, e: SuUnPosto): Voce | ProvaRefusal {
  const voce = voci.get(indice) ?? EMPTY_VOCE
  if (e.tipo === 'rivedi') {
    if (e.vero === voce.da_rivedere) return voce
    return { ...voce, da_rivedere: e.vero, cambi_rivedi: voce.cambi_rivedi + 1 }
  }
  if (e.tipo !== 'cancella') {
    const quante = risposte[indice] as number
    if (!Number.isInteger(e.risposta) || e.risposta < 1 || e.risposta > quante)
      return 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'
  }
  if (e.tipo === 'escludi') {
    if (e.vero === voce.escluse.includes(e.risposta)) return voce
    const others = voce.escluse.filter((r) => r !== e.risposta)
    const escluse = e.vero ? [...others, e.risposta].sort((a, b) => a - b) : others
    return { ...voce, escluse, cambi_escluse: voce.cambi_escluse + 1 }
  }
  const risposta = e.tipo === 'segna' ? e.risposta : null
  if (risposta === voce.risposta) return voce
  if (voce.risposta === null) return { ...voce, risposta }
  if (foglio && e.tipo === 'segna' && e.seconda) {
    // A third mark changes nothing.
    return voce.doppia === undefined ? { ...voce, doppia: e.risposta } : voce
  }
  if (foglio || regole.correzioni === 'mai') return 'REGOLE_NON_LO_PERMETTONO'
  return { ...voce, risposta, cambi: voce.cambi + 1 }
}

function put(prova: Prova, indice: number, voce: Voce): Prova {
  return { ...prova, voci: new Map(prova.voci).set(indice, voce) }
}

/** Counts the time spent on the place shown until this event. */
function spend(prova: Prova, { ms = 0 }: ProvaEvent): Prova {
  if (!(ms > 0)) return prova
  const voce = prova.voci.get(prova.indice) ?? EMPTY_VOCE
  return put(prova, prova.indice, { ...voce, ms: voce.ms + ms })
}
