import { MAX_DURATION, readDuration } from './duration.ts'
import type {
  Ammissione,
  Millesimi,
  Punti,
  PuntiTriple,
  Regolamento,
  Sezione,
  WrittenPunti,
  WrittenRegolamento,
  WrittenSezione,
} from './types.ts'

/** Reason why rules cannot be used: the place, and the defect there. The page and the command put it in Italian. */
export type RegolamentoDefect = {
  campo: string
  difetto: 'decimali' | 'durata' | 'terna' | 'quote' | 'vuoto' | 'negativo' | 'incompleto' | 'ripetuto' | 'tempi'
}

export type RegolamentoReading = { ok: true; regolamento: Regolamento } | { ok: false; difetti: RegolamentoDefect[] }

/** Points of a section without any of its own: one a right answer. */
const UNO: WrittenPunti = { tipo: 'fissi', corretta: 1, sbagliata: 0, omessa: 0 }
const LIMITE = 1_000_000

/** Whole thousandths of a decimal number; null when it has more than three decimals, is too large or is no number. */
export function millesimi(numero: number): Millesimi | null {
  const n = Math.round(numero * 1000)
  return Math.abs(numero) <= LIMITE && Math.abs(n - numero * 1000) < 1e-6 ? n + 0 : null
}

/** Reads written rules into thousandths and milliseconds, and finds every contradiction at once. */
export function readRegolamento(scritto: WrittenRegolamento): RegolamentoReading {
  const difetti: RegolamentoDefect[] = []
  const wrong = (campo: string, difetto: RegolamentoDefect['difetto']) => void difetti.push({ campo, difetto })
  const at = (campo: string, numero: number): Millesimi => {
    const n = millesimi(numero)
    if (n === null) wrong(campo, 'decimali')
    return n ?? 0
  }
  const maybe = (campo: string, numero: number | undefined) => (numero === undefined ? null : at(campo, numero))
  const time = (campo: string, durata: string | undefined): number | null => {
    if (durata === undefined) return null
    const ms = readDuration(durata)
    if (ms === null || ms === 0 || ms > MAX_DURATION) wrong(campo, 'durata')
    return ms
  }
  const triple = (campo: string, written: number | readonly number[]): PuntiTriple => {
    const list = typeof written === 'number' ? [written, written, written] : written
    if (list.length !== 3) wrong(campo, 'terna')
    const [facile = 0, media = 0, difficile = 0] = list.map((n) => at(campo, n))
    return [facile, media, difficile]
  }
  const points = (campo: string, p: WrittenPunti): Punti => {
    if (p.tipo === 'per_risposta') return { tipo: p.tipo, omessa: at(`${campo}.omessa`, p.omessa) }
    const each = (nome: 'corretta' | 'sbagliata' | 'omessa') => `${campo}.${nome}`
    if (p.tipo === 'per_difficolta')
      return {
        tipo: p.tipo,
        corretta: triple(each('corretta'), p.corretta),
        sbagliata: triple(each('sbagliata'), p.sbagliata),
        omessa: triple(each('omessa'), p.omessa),
      }
    return {
      tipo: p.tipo,
      corretta: at(each('corretta'), p.corretta),
      sbagliata: at(each('sbagliata'), p.sbagliata),
      omessa: at(each('omessa'), p.omessa),
    }
  }
  const section = (s: WrittenSezione, i: number): Sezione => {
    const campo = `sezioni[${i}]`
    const quote = s.quote_difficolta
    if (quote && (quote.length !== 3 || quote.some((n) => !isCount(n)))) wrong(`${campo}.quote_difficolta`, 'quote')
    const somma = quote?.reduce((sum, n) => sum + n, 0)
    if (s.domande !== undefined && (!isCount(s.domande) || (somma !== undefined && somma !== s.domande)))
      wrong(`${campo}.domande`, 'quote')
    return {
      nome: s.nome,
      materie: s.materie ?? [],
      domande: s.domande ?? somma ?? null,
      quote_difficolta: quote ? [quote[0] ?? 0, quote[1] ?? 0, quote[2] ?? 0] : null,
      punti: points(`${campo}.punti`, s.punti ?? scritto.punti ?? UNO),
      sbarramento: maybe(`${campo}.sbarramento`, s.sbarramento),
      durata: time(`${campo}.durata`, s.durata),
    }
  }

  const written = scritto.sezioni ?? [{ nome: '' }]
  if (written.length === 0) wrong('sezioni', 'vuoto')
  const sezioni = written.map(section)
  const materie = sezioni.flatMap((s) => s.materie)
  const nomi = sezioni.map((s) => s.nome)
  if (new Set(materie).size < materie.length || new Set(nomi).size < nomi.length) wrong('sezioni', 'ripetuto')
  const massimo = maybe('massimo', scritto.massimo)
  const scala = maybe('scala', scritto.scala)
  if (massimo !== null && massimo <= 0) wrong('massimo', 'negativo')
  if (scala !== null && scala <= 0) wrong('scala', 'negativo')
  const regolamento: Regolamento = {
    base: at('base', scritto.base ?? 0),
    sezioni,
    risposta_multipla: scritto.risposta_multipla ?? 'omessa',
    ammissione: readAmmissione(scritto.ammissione ?? {}, maybe, wrong),
    durata: time('durata', scritto.durata),
    navigazione: scritto.navigazione ?? 'libera',
    correzioni: scritto.correzioni ?? 'fino_alla_consegna',
    pausa: scritto.pausa ?? false,
    massimo,
    scala,
  }
  return difetti.length === 0 ? { ok: true, regolamento } : { ok: false, difetti }
}

/**
 * Checks rules that somebody writes, imports or publishes: unusable ones, and timers of some sections only, are refused. Every
 * competition with such timers has one for each section: the others would have no defined end. Stored rules of that form run
 * without timers.
 */
export function checkRegolamento(scritto: WrittenRegolamento): RegolamentoReading {
  const letto = readRegolamento(scritto)
  const sezioni = scritto.sezioni ?? []
  const parziali = sezioni.some((s) => s.durata !== undefined)
  const tempi = sezioni.flatMap((s, i): RegolamentoDefect[] =>
    parziali && s.durata === undefined ? [{ campo: `sezioni[${i}].durata`, difetto: 'tempi' }] : [],
  )
  if (tempi.length === 0) return letto
  return { ok: false, difetti: [...(letto.ok ? [] : letto.difetti), ...tempi] }
}

const isCount = (n: number) => Number.isInteger(n) && n >= 0

function readAmmissione(
  a: NonNullable<WrittenRegolamento['ammissione']>,
  maybe: (campo: string, numero: number | undefined) => Millesimi | null,
  wrong: (campo: string, difetto: RegolamentoDefect['difetto']) => void,
): Ammissione {
  if ((a.posti === undefined) !== (a.multiplo === undefined)) wrong('ammissione.posti', 'incompleto')
  const multiple =
    a.posti !== undefined && a.multiplo !== undefined
      ? Math.ceil((a.posti * Math.round(a.multiplo * 1000)) / 1000)
      : null
  if (multiple !== null && a.primi !== undefined) wrong('ammissione.primi', 'ripetuto')
  const primi = a.primi ?? multiple
  if (primi !== null && !(Number.isInteger(primi) && primi > 0)) wrong('ammissione.primi', 'quote')
  return {
    minimo: maybe('ammissione.minimo', a.minimo),
    minimo_per_sezione: maybe('ammissione.minimo_per_sezione', a.minimo_per_sezione),
    primi,
    pari_merito: (a.pari_merito ?? 'ammessi') === 'ammessi',
  }
}
