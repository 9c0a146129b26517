import { type CleanQuestion, cleanName } from '../cleaning.ts'
import type { RawAnswer } from '../raw-question.ts'
import { type Warning, warn } from '../warnings.ts'

/** The right answer of one question: its index from 0 among the answers that stayed, or why there is none. */
export type KeyResult =
  | { indice: number }
  | { manca: 'assente' }
  | { manca: 'several_right'; answers: number }
  | { manca: 'unknown'; key: string }

const ASSENTE = /^(none|null|undefined|nan|n\/?[ad]\.?|nd|-+|\?+|senza risposta|non disponibile)$/i
const LETTERA =
  /^(?:(?:risposta|opzione|lettera|alternativa|answer|option)\s+)?[([]?\s*([a-h])\s*(?:[)\].:]|[).]\s+\S.*)?$/i
const VERI = /^(v|vero|true|t|s[iì]|yes|corretto|1)$/i
const FALSI = /^(f|falso|false|no|errato|0)$/i

/** How a whole bank writes its keys: numbers count from 0 or from 1, or are texts of answers. */
type Modo = { base: 0 | 1; testo: boolean; nomi: boolean }

/** The key of every question. Whether an index counts from 0 or 1 is decided on the bank, never on one question. */
export function resolveKeys(pulite: readonly CleanQuestion[]): { esiti: KeyResult[]; avvisi: Warning[] } {
  const modo = findModo(pulite)
  const esiti = pulite.map((pulita) => resolve(pulita, modo))
  return { esiti, avvisi: report(pulite, esiti) }
}

function report(pulite: readonly CleanQuestion[], esiti: readonly KeyResult[]): Warning[] {
  if (esiti.every((e) => 'manca' in e && e.manca === 'assente')) {
    return [warn('all_keys_missing', null, { questions: pulite.length })]
  }
  return pulite.flatMap(({ riga, sheet }, i): Warning[] => {
    const esito = esiti[i]
    if (!esito || !('manca' in esito)) return []
    if (esito.manca === 'assente') return [warn('key_missing', riga, {}, sheet)]
    if (esito.manca === 'unknown') return [warn('key_unknown', riga, { key: esito.key }, sheet)]
    return [warn('several_right', riga, { answers: esito.answers }, sheet)]
  })
}

const asNumero = (chiave: CleanQuestion['chiave']): number | null => {
  if (typeof chiave === 'number') return Number.isInteger(chiave) ? chiave : null
  return typeof chiave === 'string' && /^\s*\d{1,4}\s*$/.test(chiave) ? Number(chiave) : null
}

function findModo(pulite: readonly CleanQuestion[]): Modo {
  const numeriche = pulite.flatMap((p) => {
    const n = asNumero(p.chiave)
    return n === null ? [] : [{ n, p, quante: Math.max(0, ...p.risposte.map((r) => r.place + 1)) }]
  })
  if (numeriche.length === 0) return { base: 1, testo: false, nomi: false }
  const scritte = numeriche.filter(({ p }) => typeof p.chiave === 'string')
  const testo = scritte.filter(({ p }) => findTesto(p.risposte, String(p.chiave)) !== null).length
  const nomi = numeriche.every(({ n, p }) => p.risposte.some((r) => r.lettera === String(n)))
  const fuoriDaZero = numeriche.filter(({ n, quante }) => n >= quante).length
  const fuoriDaUno = numeriche.filter(({ n, quante }) => n < 1 || n > quante).length
  const daZero = fuoriDaZero === fuoriDaUno ? numeriche.some(({ p }) => p.keyIsIndex) : fuoriDaZero < fuoriDaUno
  const isTesto = testo > numeriche.length * 0.9 && testo > numeriche.length - Math.min(fuoriDaZero, fuoriDaUno)
  return { base: daZero ? 0 : 1, testo: isTesto || (testo > 0 && fuoriDaZero > 0 && fuoriDaUno > 0), nomi }
}

function resolve(pulita: CleanQuestion, modo: Modo): KeyResult {
  const { risposte } = pulita
  const migliore = findMigliore(risposte)
  if (migliore) return migliore
  if (risposte.some((r) => r.right !== null)) {
    const giuste = risposte.flatMap((r, i) => (r.right ? [i] : []))
    if (giuste.length === 1) return { indice: giuste[0] ?? 0 }
    if (giuste.length > 1) return { manca: 'several_right', answers: giuste.length }
    if (pulita.chiave === null) return { manca: 'assente' }
  }
  return resolveScritta(pulita, modo)
}

/** Situational answers: the one with most points; the flag settles a tie. */
function findMigliore(risposte: readonly RawAnswer[]): KeyResult | null {
  if (!risposte.some((r) => r.punti !== null)) return null
  const massimo = Math.max(...risposte.map((r) => r.punti ?? Number.NEGATIVE_INFINITY))
  const migliori = risposte.flatMap((r, i) => (r.punti === massimo ? [i] : []))
  const scelta = migliori.length === 1 ? migliori[0] : migliori.find((i) => risposte[i]?.right)
  return scelta === undefined ? null : { indice: scelta }
}

function resolveScritta({ chiave, risposte }: CleanQuestion, modo: Modo): KeyResult {
  if (chiave === null) return { manca: 'assente' }
  const scritta = String(chiave).trim()
  if (scritta === '' || ASSENTE.test(scritta)) return { manca: 'assente' }
  const indice =
    findVeroFalso(risposte, chiave) ??
    (modo.testo ? findTesto(risposte, scritta) : null) ??
    findNumero(risposte, asNumero(chiave), modo) ??
    findLettera(risposte, scritta) ??
    findTesto(risposte, scritta)
  if (indice !== null) return { indice }
  const mostrata = scritta.length > 40 ? `${scritta.slice(0, 39)}…` : scritta
  return { manca: 'unknown', key: mostrata }
}

const orNull = (indice: number): number | null => (indice < 0 ? null : indice)

function findVeroFalso(risposte: readonly RawAnswer[], chiave: string | number | boolean): number | null {
  if (risposte.length !== 2 || typeof chiave === 'number') return null
  const vero = risposte.findIndex((r) => /^(vero|true)$/i.test(r.testo))
  const falso = risposte.findIndex((r) => /^(falso|false)$/i.test(r.testo))
  if (vero < 0 || falso < 0) return null
  const scritta = String(chiave).trim()
  if (/^[01]$/.test(scritta)) return null
  return VERI.test(scritta) ? vero : FALSI.test(scritta) ? falso : null
}

function findNumero(risposte: readonly RawAnswer[], numero: number | null, modo: Modo): number | null {
  if (numero === null) return null
  if (modo.nomi) return orNull(risposte.findIndex((r) => r.lettera === String(numero)))
  return orNull(risposte.findIndex((r) => r.place === numero - modo.base))
}

function findLettera(risposte: readonly RawAnswer[], scritta: string): number | null {
  const intera = risposte.findIndex((r) => r.lettera !== null && r.lettera.toLowerCase() === scritta.toLowerCase())
  if (intera >= 0) return intera
  const lettera = LETTERA.exec(scritta)?.[1]?.toLowerCase()
  if (lettera === undefined) return null
  const nominata = risposte.findIndex((r) => r.lettera?.toLowerCase() === lettera)
  if (nominata >= 0 || risposte.some((r) => /^[a-h]$/i.test(r.lettera ?? ''))) return orNull(nominata)
  return orNull(risposte.findIndex((r) => r.place === lettera.charCodeAt(0) - 97))
}

const comparable = (testo: string): string =>
  testo
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.;]+$/, '')
    .trim()

function findTesto(risposte: readonly RawAnswer[], scritta: string): number | null {
  const pulita = cleanName(scritta) ?? ''
  const esatta = risposte.findIndex((r) => r.testo === pulita || r.testo === scritta)
  if (esatta >= 0) return esatta
  const cercata = comparable(pulita)
  return cercata === '' ? null : orNull(risposte.findIndex((r) => comparable(r.testo) === cercata))
}
