import { isSedutaEnded, isTransition, type SedutaTransition, STATE_AFTER, type StatoSeduta } from './states.ts'

const SVOLTE = ['pausa', 'riprendi', 'consegna', 'abbandona'] as const

/**
 * The steps of each kind of sitting (spec §4, D21, D22, D17). A trial has its own (rules/prova): here it can only be given up,
 * which remains for a trial with lost rules. Review and summary are of a submitted sitting: they allow looking alone.
 */
const PASSI = {
  ESERCITAZIONE: ['apri', 'rispondi', 'annulla', 'segna', ...SVOLTE],
  LETTA: ['apri', 'vedi', ...SVOLTE],
  ASCOLTATA: ['apri', 'vedi', ...SVOLTE],
  ASSEGNA_RISPOSTE: ['apri', 'assegna', ...SVOLTE],
  PROVA_PERSONALIZZATA: ['abbandona'],
  SIMULAZIONE: ['abbandona'],
  RIVEDI_PROVA: ['apri'],
  RIEPILOGO: ['apri'],
} as const

export type TipoSeduta = keyof typeof PASSI

/** A sitting other than a trial, with all that its steps depend on. Places run from 0. */
export type Seduta = {
  tipo: TipoSeduta
  stato: StatoSeduta
  n: number
  indice: number
  /** Places that have an answer. */
  prese: ReadonlySet<number>
}

/**
 * Events of a sitting: a turn; another place shown; an answer, or the last one undone; a mark beside the answers (flag, option
 * struck out); a question read or heard; a key given by hand.
 */
export type SedutaEvent =
  | { tipo: SedutaTransition }
  | { tipo: 'apri' | 'rispondi' | 'annulla' | 'segna' | 'vedi' | 'assegna'; indice: number }

/** Reason why a step is refused; nothing has changed then. */
export type SedutaRefusal =
  | 'TIPO_ESERCITAZIONE_ERRATO'
  | 'INDEX_OUT_OF_BOUND'
  | 'ESERCITAZIONE_NON_INIZIALIZZATA'
  | 'IMPOSSIBILE_SELEZIONARE_RISPOSTA'

export type SedutaStep = { ok: true; seduta: Seduta } | { ok: false; codice: SedutaRefusal }

const refuse = (codice: SedutaRefusal): SedutaStep => ({ ok: false, codice })

const isLecito = (tipo: TipoSeduta, passo: SedutaEvent['tipo']): boolean =>
  Object.hasOwn(PASSI, tipo) && (PASSI[tipo] as readonly string[]).includes(passo)

/** True when a sitting of this kind begins by itself; a trial begins with its rules, a review with a submitted sitting. */
export const isStartable = (tipo: TipoSeduta): boolean => isLecito(tipo, 'consegna')

/** True for looking, which changes nothing that an end or a pause protects. */
const isSguardo = (passo: SedutaEvent['tipo']): boolean => passo === 'apri' || passo === 'vedi'

/**
 * Step of a sitting other than a trial: state in, event in, state out [EX1]. A late step on an ended sitting succeeds as long
 * as it asks for nothing new: the end stands.
 */
export function stepSeduta(seduta: Seduta, evento: SedutaEvent): SedutaStep {
  const { stato, n, prese } = seduta
  const { tipo } = evento
  if (!isLecito(seduta.tipo, tipo)) return refuse('TIPO_ESERCITAZIONE_ERRATO')
  if (isTransition(evento))
    return { ok: true, seduta: isSedutaEnded(stato) ? seduta : { ...seduta, stato: STATE_AFTER[evento.tipo] } }
  const { indice } = evento
  if (!Number.isInteger(indice) || indice < 0 || indice >= n) return refuse('INDEX_OUT_OF_BOUND')
  if (isSedutaEnded(stato)) return isSguardo(tipo) ? { ok: true, seduta } : refuse('ESERCITAZIONE_NON_INIZIALIZZATA')
  if (stato === 'in_pausa' && !isSguardo(tipo)) return refuse('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  if (tipo === 'apri') return { ok: true, seduta: { ...seduta, indice } }
  if (tipo !== 'rispondi' && tipo !== 'annulla') return { ok: true, seduta }
  // A place has one answer; only a given answer can be undone.
  if (prese.has(indice) !== (tipo === 'annulla')) return refuse('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
  const dopo = new Set(prese)
  if (tipo === 'rispondi') dopo.add(indice)
  else dopo.delete(indice)
  return { ok: true, seduta: { ...seduta, indice, prese: dopo } }
}
