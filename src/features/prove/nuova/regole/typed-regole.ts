import { formatDuration, readDuration } from '#rules/regolamento/duration'
import type { WrittenPunti, WrittenRegolamento, WrittenSezione } from '#rules/regolamento/types'

/** Numbers as typed. `fissi` and `per_risposta` use the first of each, `per_difficolta` easy, medium and hard. */
export type Three = readonly [string, string, string]
export type TypedPunti = { tipo: WrittenPunti['tipo']; corretta: Three; sbagliata: Three; omessa: Three }

/** Section as typed. Null `punti` stands for the common points, null `quote` for any difficulty. */
export type TypedSezione = {
  nome: string
  domande: string
  quote: Three | null
  punti: TypedPunti | null
  soglia: string
  /** Minutes, or "mm:ss", or "h:mm:ss". */
  tempo: string
}
type Graduatoria = 'nessuna' | 'primi' | 'posti'

/** Full set of rules as the person writes it, with everything of a call's document that the rest of the form does not ask. */
export type TypedRegole = {
  nome: string
  base: string
  punti: TypedPunti
  sezioni: readonly TypedSezione[]
  risposta_multipla: 'omessa' | 'sbagliata'
  minimo: string
  minimo_per_sezione: string
  graduatoria: Graduatoria
  primi: string
  posti: string
  multiplo: string
  pari_merito: boolean
  massimo: string
  scala: string
}

const three = (value: string): Three => [value, value, value]
const EMPTY_PUNTI: TypedPunti = {
  tipo: 'fissi',
  corretta: three('1'),
  sbagliata: three('0'),
  omessa: three('0'),
}
export const EMPTY_REGOLE: TypedRegole = {
  ...{ nome: '', base: '', punti: EMPTY_PUNTI, sezioni: [], risposta_multipla: 'omessa' },
  ...{ minimo: '', minimo_per_sezione: '', graduatoria: 'nessuna', primi: '', posti: '', multiplo: '' },
  ...{ pari_merito: true, massimo: '', scala: '' },
}
export const newSezione = (name: string): TypedSezione => ({
  ...{ nome: name, domande: '', quote: null, punti: null, soglia: '', tempo: '' },
})

/** Writes a number with a comma and without thousands separators. */
const writeNumber = (n: number | undefined): string => (n === undefined ? '' : String(n).replace('.', ','))
/** Reads a number, or else returns NaN, which `readRegolamento` refuses at its place. */
const readNumber = (text: string): number => {
  const trimmed = text.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,7}(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}
/** Returns the field when its text is not empty. */
const fieldOf = <C extends string>(name: C, text: string): { [K in C]?: number } =>
  (text.trim() === '' ? {} : { [name]: readNumber(text) }) as { [K in C]?: number }

/** Reads "75", "75:30", "1:15:30" as HH:MM:SS; any other text is returned as it is, to be refused. */
export function readTypedTime(text: string): string {
  const parts = text.trim().split(':')
  if (parts.length > 3 || parts.some((p) => !/^\d{1,4}$/.test(p))) return text
  const [hours, minutes, seconds] = parts.length === 3 ? parts.map(Number) : [0, ...parts.map(Number), 0]
  return formatDuration((((hours as number) * 60 + (minutes as number)) * 60 + (seconds as number)) * 1000)
}

/** Writes HH:MM:SS as short as it can be typed, "75" or "75:30". */
export function writeTypedTime(durata: string): string {
  const seconds = (readDuration(durata) ?? 0) / 1000
  const left = seconds % 60
  return `${Math.floor(seconds / 60)}${left === 0 ? '' : `:${String(left).padStart(2, '0')}`}`
}

function fromPunti(p: WrittenPunti): TypedPunti {
  if (p.tipo === 'per_risposta') return { ...EMPTY_PUNTI, tipo: p.tipo, omessa: three(writeNumber(p.omessa)) }
  const triple = (n: number | readonly number[]): Three =>
    typeof n === 'number' ? three(writeNumber(n)) : [writeNumber(n[0]), writeNumber(n[1]), writeNumber(n[2])]
  return { tipo: p.tipo, corretta: triple(p.corretta), sbagliata: triple(p.sbagliata), omessa: triple(p.omessa) }
}

function toPunti({ tipo, corretta, sbagliata, omessa }: TypedPunti): WrittenPunti {
  if (tipo === 'per_risposta') return { tipo, omessa: readNumber(omessa[0]) }
  if (tipo === 'per_difficolta')
    return {
      tipo,
      corretta: corretta.map(readNumber),
      sbagliata: sbagliata.map(readNumber),
      omessa: omessa.map(readNumber),
    }
  return { tipo, corretta: readNumber(corretta[0]), sbagliata: readNumber(sbagliata[0]), omessa: readNumber(omessa[0]) }
}

const samePunti = (a: TypedPunti, b: TypedPunti) => JSON.stringify(toPunti(a)) === JSON.stringify(toPunti(b))

/** Converts a document to the form (docs/operators/punteggi.md). Points that every section repeats are written once. */
export function fromDocument(d: WrittenRegolamento): TypedRegole {
  const primi = d.punti ?? d.sezioni?.find((s) => s.punti)?.punti
  const punti = primi ? fromPunti(primi) : EMPTY_PUNTI
  const { minimo, minimo_per_sezione, primi: n, posti: places, multiplo, pari_merito } = d.ammissione ?? {}
  const section = (s: WrittenSezione): TypedSezione => {
    // Sections without points have those of the document, or one point when the document has none.
    const own = s.punti ? fromPunti(s.punti) : d.punti ? punti : EMPTY_PUNTI
    const [easy, medium, hard] = s.quote_difficolta ?? []
    return {
      nome: s.nome,
      domande: writeNumber(s.domande),
      quote: s.quote_difficolta ? [writeNumber(easy), writeNumber(medium), writeNumber(hard)] : null,
      punti: samePunti(own, punti) ? null : own,
      soglia: writeNumber(s.sbarramento),
      tempo: s.durata === undefined ? '' : writeTypedTime(s.durata),
    }
  }
  return {
    nome: d.nome ?? '',
    base: writeNumber(d.base),
    punti,
    sezioni: (d.sezioni ?? []).map(section),
    risposta_multipla: d.risposta_multipla ?? 'omessa',
    minimo: writeNumber(minimo),
    minimo_per_sezione: writeNumber(minimo_per_sezione),
    graduatoria: n !== undefined ? 'primi' : places !== undefined ? 'posti' : 'nessuna',
    primi: writeNumber(n),
    posti: writeNumber(places),
    multiplo: writeNumber(multiplo),
    pari_merito: (pari_merito ?? 'ammessi') === 'ammessi',
    massimo: writeNumber(d.massimo),
    scala: writeNumber(d.scala),
  }
}

/** Converts the form to a document; empty fields are left out, and anything but a number is NaN. */
export function toDocument(r: TypedRegole): WrittenRegolamento {
  const section = (s: TypedSezione, i: number): WrittenSezione => ({
    nome: s.nome.trim() || `Sezione ${i + 1}`,
    ...fieldOf('domande', s.domande),
    ...(s.quote && { quote_difficolta: s.quote.map((q) => (q.trim() === '' ? 0 : readNumber(q))) }),
    ...(s.punti && { punti: toPunti(s.punti) }),
    ...fieldOf('sbarramento', s.soglia),
    ...(s.tempo.trim() !== '' && { durata: readTypedTime(s.tempo) }),
  })
  const ammissione = {
    ...fieldOf('minimo', r.minimo),
    ...(r.sezioni.length > 0 && fieldOf('minimo_per_sezione', r.minimo_per_sezione)),
    ...(r.graduatoria === 'primi' && { primi: readNumber(r.primi) }),
    ...(r.graduatoria === 'posti' && { posti: readNumber(r.posti), multiplo: readNumber(r.multiplo) }),
    ...(r.graduatoria !== 'nessuna' && { pari_merito: r.pari_merito ? ('ammessi' as const) : ('esclusi' as const) }),
  }
  return {
    ...(r.nome.trim() !== '' && { nome: r.nome.trim() }),
    ...fieldOf('base', r.base),
    punti: toPunti(r.punti),
    ...(r.sezioni.length > 0 && { sezioni: r.sezioni.map(section) }),
    ...(r.risposta_multipla === 'sbagliata' && { risposta_multipla: r.risposta_multipla }),
    ...(Object.keys(ammissione).length > 0 && { ammissione }),
    ...fieldOf('massimo', r.massimo),
    ...fieldOf('scala', r.scala),
  }
}
