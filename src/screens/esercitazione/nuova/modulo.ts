import type { StatoDomanda } from '#rules/domanda'
import type { Filtro } from '#rules/filtro'
import { formatDuration, readDuration } from '#rules/regolamento/duration'
import { MODELLI, type Modello } from '#rules/regolamento/modelli'
import { millesimi } from '#rules/regolamento/read'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { nuovaSezione, REGOLE_VUOTE, type RegoleModulo } from './regole/scritte.ts'

/** The three scores and a threshold, as typed. */
export type NumeriModulo = { corretta: string; sbagliata: string; omessa: string; soglia: string }
/** Three scores, the rules of a real competition, or a full set of one's own. */
export type Origine = 'numeri' | 'modello' | 'complete'
export type QualiDomande = 'tutte' | 'mai' | 'errate'

/** The form of a custom trial (spec §3) [CT1][CT2][CT3]; a template keeps it is. */
export type Modulo = {
  quali: QualiDomande
  preferite: boolean
  testo: string
  da: string
  a: string
  /** Questions asked of each subject (0: of no subject), and the section that each belongs to. */
  quote: Readonly<Record<string, number>>
  sezioneDi: Readonly<Record<string, number>>
  ore: string
  minuti: string
  secondi: string
  origine: Origine
  /** The three scores, and the threshold of the whole trial. */
  numeri: NumeriModulo
  modello: string
  regole: RegoleModulo
  pausa: boolean
  solo_avanti: boolean
  senza_correzioni: boolean
  /** The draw does not follow the quotas by difficulty that the rules have. */
  senza_quote: boolean
}

const NUMERI: NumeriModulo = { corretta: '1', sbagliata: '0', omessa: '0', soglia: '' }

export const MODULO_VUOTO: Modulo = {
  ...{ quali: 'tutte', preferite: false, testo: '', da: '', a: '' },
  ...{ quote: {}, sezioneDi: {}, ore: '', minuti: '', secondi: '' },
  ...{ origine: 'numeri', numeri: NUMERI, modello: MODELLI[0]?.id ?? '', regole: REGOLE_VUOTE },
  ...{ pausa: true, solo_avanti: false, senza_correzioni: false, senza_quote: false },
}

/** A template's form; what it lacks is as in a new one. Null when it is none of ours. */
export function readModulo(dati: unknown): Modulo | null {
  if (typeof dati !== 'object' || dati === null || !('quote' in dati) || !('numeri' in dati)) return null
  const { sezioni, ...resto } = dati as Partial<Modulo> & { sezioni?: readonly VecchiaSezione[] }
  const letto = { ...MODULO_VUOTO, ...resto }
  return (letto.origine as string) === 'sezioni' ? { ...letto, ...fromSezioni(letto.numeri, sezioni ?? []) } : letto
}

/** How templates kept sections before rules could be written whole. */
type VecchiaSezione = NumeriModulo & { nome: string }

const fromSezioni = (
  { soglia }: NumeriModulo,
  sezioni: readonly VecchiaSezione[],
): Pick<Modulo, 'origine' | 'regole'> => ({
  origine: 'complete',
  regole: {
    ...REGOLE_VUOTE,
    minimo: soglia,
    sezioni: sezioni.map((s) => ({
      ...nuovaSezione(s.nome),
      soglia: s.soglia,
      punti: {
        tipo: 'fissi',
        corretta: [s.corretta, s.corretta, s.corretta],
        sbagliata: [s.sbagliata, s.sbagliata, s.sbagliata],
        omessa: [s.omessa, s.omessa, s.omessa],
      },
    })),
  },
})

/** "0,75", "-0,25", "−1" -> thousandths; null when it is no number with at most three decimals. */
export function readPunti(testo: string): number | null {
  const pulito = testo.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,6}(\.\d{1,3})?$/.test(pulito) ? millesimi(Number(pulito)) : null
}

/** Milliseconds of the three fields; null when all are empty, NaN when one is no whole number. */
export function readTempo({ ore, minuti, secondi }: Pick<Modulo, 'ore' | 'minuti' | 'secondi'>): number | null {
  const campi = [ore, minuti, secondi].map((c) => c.trim())
  if (campi.every((c) => c === '')) return null
  if (campi.some((c) => c !== '' && !/^-?\d{1,5}$/.test(c))) return Number.NaN
  const [h, m, s] = campi.map(Number) as [number, number, number]
  return (h * 3600 + m * 60 + s) * 1000
}

/** An official position as typed; null when empty, NaN when it is no whole number from 1. */
export function readPosizione(testo: string): number | null {
  const pulito = testo.trim()
  if (pulito === '') return null
  return /^\d{1,6}$/.test(pulito) && Number(pulito) > 0 ? Number(pulito) : Number.NaN
}

/** What is wrong with the range of positions, and in which field; null when nothing is. */
export function difettoPosizioni({
  da,
  a,
}: Pick<Modulo, 'da' | 'a'>): { dove: 'da' | 'a'; tipo: 'forma' | 'inverse' } | null {
  const [prima, ultima] = [readPosizione(da), readPosizione(a)]
  if (Number.isNaN(prima)) return { dove: 'da', tipo: 'forma' }
  if (Number.isNaN(ultima)) return { dove: 'a', tipo: 'forma' }
  return prima !== null && ultima !== null && prima > ultima ? { dove: 'a', tipo: 'inverse' } : null
}

/** The fields of a duration, milliseconds. */
export function campiTempo(ms: number): Pick<Modulo, 'ore' | 'minuti' | 'secondi'> {
  const [ore, minuti, secondi] = formatDuration(ms)
    .split(':')
    .map((n) => String(Number(n))) as [string, string, string]
  return { ore, minuti, secondi: secondi === '0' ? '' : secondi }
}

export const modelloDi = (id: string): Modello | null => MODELLI.find((m) => m.id === id) ?? null

/** Milliseconds that rules give to the whole trial; null when they do not say. */
export function durataRegole({ durata, sezioni }: WrittenRegolamento): number | null {
  if (durata !== undefined) return readDuration(durata)
  const sue = (sezioni ?? []).map((s) => (s.durata === undefined ? null : readDuration(s.durata)))
  return sue.length > 0 && sue.every((d) => d !== null) ? sue.reduce((a, b) => a + b, 0) : null
}

/** Names of the sections that a subject can be put in; one or none means that nobody has to choose. */
export function nomiSezioni(m: Modulo): string[] {
  if (m.origine === 'complete') return m.regole.sezioni.map((s, i) => s.nome.trim() || `Sezione ${i + 1}`)
  return m.origine === 'modello' ? (modelloDi(m.modello)?.regole.sezioni ?? []).map((s) => s.nome) : []
}

/** Section of a subject: the one chosen, else the one with its name in it, else the first. */
export function sezioneDi(m: Modulo, id_materia: number, materia: string): number {
  const nomi = nomiSezioni(m)
  const scelta = m.sezioneDi[id_materia]
  if (scelta !== undefined && scelta < nomi.length) return scelta
  const radice = (s: string) => s.toLocaleLowerCase('it').slice(0, 10)
  const trovata = nomi.findIndex((n) => materia.toLocaleLowerCase('it').includes(radice(n)))
  return Math.max(0, trovata)
}

/** An annulled question is worth nothing: no trial draws it. */
const CHE_CONTANO: readonly StatoDomanda[] = ['valida', 'contestata']

/** What the store is asked for one subject, or for all of them: only questions that can be scored. */
export function toFiltro(id_concorso: number, m: Modulo, materia?: number): Filtro {
  // A wrong range filters nothing: the form tells it, and starts no trial.
  const [da, a] = difettoPosizioni(m) ? [null, null] : [readPosizione(m.da), readPosizione(m.a)]
  return {
    id_concorso,
    conRisposta: true,
    stati: CHE_CONTANO,
    ...(m.testo.trim() !== '' && { testo: m.testo.trim() }),
    ...(m.quali === 'mai' && { risposte: ['mai'] as const }),
    ...(m.quali === 'errate' && { risposte: ['errata'] as const }),
    ...(m.preferite && { soloPreferiti: true }),
    ...(da !== null && { ix_start: da }),
    ...(a !== null && { ix_end: a }),
    ...(materia !== undefined && { materie: [materia] }),
  }
}

/** A subject with how many questions the filters leave: all, and those of no difficulty, easy, medium and hard. */
export type Disponibile = {
  id_materia: number
  materia: string
  n: number
  difficolta: readonly [number, number, number, number]
}

export const totaleQuote = (m: Modulo, disponibili: readonly Disponibile[]): number =>
  disponibili.reduce((somma, d) => somma + (m.quote[d.id_materia] ?? 0), 0)

/** `totale` questions shared out by weight, none beyond what there is; what is left over goes where there is room. */
export function ripartisci(
  totale: number,
  disponibili: readonly Disponibile[],
  peso: (d: Disponibile) => number,
): Record<string, number> {
  const pesi = disponibili.reduce((s, d) => s + peso(d), 0)
  const quote: Record<string, number> = {}
  let resta = Math.min(
    totale,
    disponibili.reduce((s, d) => s + d.n, 0),
  )
  const esatte = disponibili.map((d) => ({ d, vuole: pesi === 0 ? 0 : (resta * peso(d)) / pesi }))
  for (const { d, vuole } of esatte) {
    const presa = Math.min(d.n, Math.floor(vuole))
    quote[d.id_materia] = presa
    resta -= presa
  }
  const perResto = [...esatte].sort((a, b) => (b.vuole % 1) - (a.vuole % 1) || a.d.id_materia - b.d.id_materia)
  while (resta > 0) {
    const prima = resta
    for (const { d } of perResto) {
      const ha = quote[d.id_materia] ?? 0
      if (resta > 0 && ha < d.n && peso(d) > 0) {
        quote[d.id_materia] = ha + 1
        resta--
      }
    }
    if (resta === prima) break
  }
  return quote
}
