import type { Regolamento } from '../regolamento/tipi.ts'
import { moveOrologio, type Orologio, restoOrologio, startOrologio } from './orologio.ts'

/** What a person left at a place of a trial. */
export type Voce = {
  /** Printed position marked; null is a blank. */
  risposta: number | null
  da_rivedere: boolean
  /** Printed positions struck out, ascending. */
  escluse: readonly number[]
  /** Milliseconds spent looking at it. */
  ms: number
  /** How many times a mark was replaced or taken away. */
  cambi: number
}

export const VOCE_VUOTA: Voce = { risposta: null, da_rivedere: false, escluse: [], ms: 0, cambi: 0 }

export type StatoProva = 'in_corso' | 'in_pausa' | 'abbandonata' | 'consegnata'

/** A trial: everything that a reload needs (D25). Places run from 0. */
export type Prova = {
  stato: StatoProva
  /** Answers that each place offers; its length is the number of questions. */
  risposte: readonly number[]
  indice: number
  voci: ReadonlyMap<number, Voce>
  orologio: Orologio
  regole: Pick<Regolamento, 'navigazione' | 'correzioni' | 'pausa'>
}

/** What may happen. `at`: milliseconds, never before the step before. `ms`: time spent on the place shown so far. */
export type EventoProva = { at: number; ms?: number } & (
  | { tipo: 'apri'; indice: number }
  | { tipo: 'segna'; indice: number; risposta: number }
  | { tipo: 'cancella'; indice: number }
  | { tipo: 'rivedi'; indice: number; vero: boolean }
  | { tipo: 'escludi'; indice: number; risposta: number; vero: boolean }
  | { tipo: 'pausa' }
  | { tipo: 'riprendi' }
  | { tipo: 'consegna' }
  | { tipo: 'abbandona' }
)

/** Why a step is refused; nothing has changed then. */
export type RifiutoProva =
  | 'ESERCITAZIONE_NON_INIZIALIZZATA'
  | 'INDEX_OUT_OF_BOUND'
  | 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'
  | 'REGOLE_NON_LO_PERMETTONO'
  | 'TEMPO_SCADUTO'

export type Passo = { ok: true; prova: Prova } | { ok: false; codice: RifiutoProva }

const refuse = (codice: RifiutoProva): Passo => ({ ok: false, codice })

/** A trial that begins now. `durata` in milliseconds, `fine` the server's end instant. */
export const startProva = (
  risposte: readonly number[],
  regole: Prova['regole'],
  { durata, fine, at }: { durata: number | null; fine: number | null; at: number },
): Prova => ({
  stato: 'in_corso',
  risposte,
  indice: 0,
  voci: new Map(),
  orologio: startOrologio(durata, fine, at),
  regole,
})

/** True when the time is over: only delivery is left, of what was answered (D24) [SI11]. */
export const isScaduta = ({ stato, orologio }: Prova, at: number): boolean =>
  stato !== 'consegnata' && stato !== 'abbandonata' && restoOrologio(orologio, at) === 0

/** One step of a trial: state in, event in, state out (spec §4 [EX1]). */
export function stepProva(prova: Prova, evento: EventoProva): Passo {
  const { stato, regole } = prova
  if (stato === 'abbandonata' || stato === 'consegnata') return refuse('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { at, tipo } = evento
  if (tipo === 'consegna')
    return {
      ok: true,
      prova: { ...spend(prova, evento), stato: 'consegnata', orologio: moveOrologio(prova.orologio, at, false) },
    }
  if (isScaduta(prova, at)) return refuse('TEMPO_SCADUTO')
  if (tipo === 'abbandona')
    return {
      ok: true,
      prova: { ...spend(prova, evento), stato: 'abbandonata', orologio: moveOrologio(prova.orologio, at, false) },
    }
  if (tipo === 'riprendi')
    return { ok: true, prova: { ...prova, stato: 'in_corso', orologio: moveOrologio(prova.orologio, at, true) } }
  if (stato === 'in_pausa') return tipo === 'pausa' ? { ok: true, prova } : refuse('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  const running = { ...spend(prova, evento), orologio: moveOrologio(prova.orologio, at, true) }
  if (tipo === 'pausa') {
    if (!regole.pausa) return refuse('REGOLE_NON_LO_PERMETTONO')
    return { ok: true, prova: { ...running, stato: 'in_pausa', orologio: moveOrologio(prova.orologio, at, false) } }
  }
  const { indice } = evento
  if (!Number.isInteger(indice) || indice < 0 || indice >= prova.risposte.length) return refuse('INDEX_OUT_OF_BOUND')
  if (tipo === 'apri') {
    if (regole.navigazione === 'solo_avanti' && indice !== prova.indice && indice !== prova.indice + 1)
      return refuse('REGOLE_NON_LO_PERMETTONO')
    return { ok: true, prova: { ...running, indice } }
  }
  if (regole.navigazione === 'solo_avanti' && indice !== prova.indice) return refuse('REGOLE_NON_LO_PERMETTONO')
  const voce = changeVoce(running, indice, evento)
  return typeof voce === 'string' ? refuse(voce) : { ok: true, prova: put(running, indice, voce) }
}

type SuUnPosto = Extract<EventoProva, { tipo: 'segna' | 'cancella' | 'rivedi' | 'escludi' }>

function changeVoce({ voci, risposte, regole }: Prova, indice: number, e: SuUnPosto): Voce | RifiutoProva {
  const voce = voci.get(indice) ?? VOCE_VUOTA
  if (e.tipo === 'rivedi') return { ...voce, da_rivedere: e.vero }
  if (e.tipo !== 'cancella') {
    const quante = risposte[indice] as number
    if (!Number.isInteger(e.risposta) || e.risposta < 1 || e.risposta > quante)
      return 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'
  }
  if (e.tipo === 'escludi') {
    const others = voce.escluse.filter((r) => r !== e.risposta)
    return { ...voce, escluse: e.vero ? [...others, e.risposta].sort((a, b) => a - b) : others }
  }
  const risposta = e.tipo === 'segna' ? e.risposta : null
  if (risposta === voce.risposta) return voce
  if (voce.risposta === null) return { ...voce, risposta }
  if (regole.correzioni === 'mai') return 'REGOLE_NON_LO_PERMETTONO'
  return { ...voce, risposta, cambi: voce.cambi + 1 }
}

function put(prova: Prova, indice: number, voce: Voce): Prova {
  return { ...prova, voci: new Map(prova.voci).set(indice, voce) }
}

/** Counts the time spent on the place shown until this event. */
function spend(prova: Prova, { ms = 0 }: EventoProva): Prova {
  if (!(ms > 0)) return prova
  const voce = prova.voci.get(prova.indice) ?? VOCE_VUOTA
  return put(prova, prova.indice, { ...voce, ms: voce.ms + ms })
}
