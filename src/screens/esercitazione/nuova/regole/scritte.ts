import { formatDuration, readDuration } from '#rules/regolamento/duration'
import type { WrittenPunti, WrittenRegolamento, WrittenSezione } from '#rules/regolamento/types'

/** Numbers as typed. `fissi` and `per_risposta` use the first of each, `per_difficolta` easy, medium and hard. */
export type Tre = readonly [string, string, string]
export type PuntiModulo = { tipo: WrittenPunti['tipo']; corretta: Tre; sbagliata: Tre; omessa: Tre }

/** A section as typed. `punti` null: worth as the others. `quote` null: drawn as it comes. */
export type SezioneRegole = {
  nome: string
  domande: string
  quote: Tre | null
  punti: PuntiModulo | null
  soglia: string
  /** Minutes, or "mm:ss", or "h:mm:ss". */
  tempo: string
}
export type Graduatoria = 'nessuna' | 'primi' | 'posti'

/** A full set of rules as the person writes it: everything of a call's document that the rest of the form does not ask. */
export type RegoleModulo = {
  nome: string
  base: string
  punti: PuntiModulo
  sezioni: readonly SezioneRegole[]
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

const tre = (valore: string): Tre => [valore, valore, valore]
export const PUNTI_VUOTI: PuntiModulo = { tipo: 'fissi', corretta: tre('1'), sbagliata: tre('0'), omessa: tre('0') }
export const REGOLE_VUOTE: RegoleModulo = {
  ...{ nome: '', base: '', punti: PUNTI_VUOTI, sezioni: [], risposta_multipla: 'omessa' },
  ...{ minimo: '', minimo_per_sezione: '', graduatoria: 'nessuna', primi: '', posti: '', multiplo: '' },
  ...{ pari_merito: true, massimo: '', scala: '' },
}
export const nuovaSezione = (nome: string): SezioneRegole => ({
  ...{ nome, domande: '', quote: null, punti: null, soglia: '', tempo: '' },
})

/** A number as people write it: a comma, no thousands. */
const scrivi = (n: number | undefined): string => (n === undefined ? '' : String(n).replace('.', ','))
/** What is no number becomes NaN, which `readRegolamento` refuses where it stands. */
const leggi = (testo: string): number => {
  const pulito = testo.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d{1,7}(\.\d+)?$/.test(pulito) ? Number(pulito) : Number.NaN
}
/** The field when something is written in it. */
const campo = <C extends string>(nome: C, testo: string): { [K in C]?: number } =>
  (testo.trim() === '' ? {} : { [nome]: leggi(testo) }) as { [K in C]?: number }

/** "75", "75:30", "1:15:30" -> HH:MM:SS; what is none of them stays as it is, to be refused. */
export function leggiTempo(testo: string): string {
  const parti = testo.trim().split(':')
  if (parti.length > 3 || parti.some((p) => !/^\d{1,4}$/.test(p))) return testo
  const [ore, minuti, secondi] = parti.length === 3 ? parti.map(Number) : [0, ...parti.map(Number), 0]
  return formatDuration((((ore as number) * 60 + (minuti as number)) * 60 + (secondi as number)) * 1000)
}

/** HH:MM:SS as short as it can be typed: "75", "75:30". */
export function scriviTempo(durata: string): string {
  const secondi = (readDuration(durata) ?? 0) / 1000
  const resto = secondi % 60
  return `${Math.floor(secondi / 60)}${resto === 0 ? '' : `:${String(resto).padStart(2, '0')}`}`
}

function fromPunti(p: WrittenPunti): PuntiModulo {
  if (p.tipo === 'per_risposta') return { ...PUNTI_VUOTI, tipo: p.tipo, omessa: tre(scrivi(p.omessa)) }
  const terna = (n: number | readonly number[]): Tre =>
    typeof n === 'number' ? tre(scrivi(n)) : [scrivi(n[0]), scrivi(n[1]), scrivi(n[2])]
  return { tipo: p.tipo, corretta: terna(p.corretta), sbagliata: terna(p.sbagliata), omessa: terna(p.omessa) }
}

export function toPunti({ tipo, corretta, sbagliata, omessa }: PuntiModulo): WrittenPunti {
  if (tipo === 'per_risposta') return { tipo, omessa: leggi(omessa[0]) }
  if (tipo === 'per_difficolta')
    return { tipo, corretta: corretta.map(leggi), sbagliata: sbagliata.map(leggi), omessa: omessa.map(leggi) }
  return { tipo, corretta: leggi(corretta[0]), sbagliata: leggi(sbagliata[0]), omessa: leggi(omessa[0]) }
}

const sono = (a: PuntiModulo, b: PuntiModulo) => JSON.stringify(toPunti(a)) === JSON.stringify(toPunti(b))

/** The form of a document (docs/REGOLE.md). Points that every section repeats are written once. */
export function fromDocumento(d: WrittenRegolamento): RegoleModulo {
  const primi = d.punti ?? d.sezioni?.find((s) => s.punti)?.punti
  const punti = primi ? fromPunti(primi) : PUNTI_VUOTI
  const { minimo, minimo_per_sezione, primi: n, posti, multiplo, pari_merito } = d.ammissione ?? {}
  const section = (s: WrittenSezione): SezioneRegole => {
    // A section that says nothing is worth what the document says, and one point when that says nothing either.
    const suoi = s.punti ? fromPunti(s.punti) : d.punti ? punti : PUNTI_VUOTI
    const [facili, medie, difficili] = s.quote_difficolta ?? []
    return {
      nome: s.nome,
      domande: scrivi(s.domande),
      quote: s.quote_difficolta ? [scrivi(facili), scrivi(medie), scrivi(difficili)] : null,
      punti: sono(suoi, punti) ? null : suoi,
      soglia: scrivi(s.sbarramento),
      tempo: s.durata === undefined ? '' : scriviTempo(s.durata),
    }
  }
  return {
    nome: d.nome ?? '',
    base: scrivi(d.base),
    punti,
    sezioni: (d.sezioni ?? []).map(section),
    risposta_multipla: d.risposta_multipla ?? 'omessa',
    minimo: scrivi(minimo),
    minimo_per_sezione: scrivi(minimo_per_sezione),
    graduatoria: n !== undefined ? 'primi' : posti !== undefined ? 'posti' : 'nessuna',
    primi: scrivi(n),
    posti: scrivi(posti),
    multiplo: scrivi(multiplo),
    pari_merito: (pari_merito ?? 'ammessi') === 'ammessi',
    massimo: scrivi(d.massimo),
    scala: scrivi(d.scala),
  }
}

/** The document of the form: what is not written is left out, what is no number is NaN. */
export function toDocumento(r: RegoleModulo): WrittenRegolamento {
  const section = (s: SezioneRegole, i: number): WrittenSezione => ({
    nome: s.nome.trim() || `Sezione ${i + 1}`,
    ...campo('domande', s.domande),
    ...(s.quote && { quote_difficolta: s.quote.map((q) => (q.trim() === '' ? 0 : leggi(q))) }),
    ...(s.punti && { punti: toPunti(s.punti) }),
    ...campo('sbarramento', s.soglia),
    ...(s.tempo.trim() !== '' && { durata: leggiTempo(s.tempo) }),
  })
  const ammissione = {
    ...campo('minimo', r.minimo),
    ...(r.sezioni.length > 0 && campo('minimo_per_sezione', r.minimo_per_sezione)),
    ...(r.graduatoria === 'primi' && { primi: leggi(r.primi) }),
    ...(r.graduatoria === 'posti' && { posti: leggi(r.posti), multiplo: leggi(r.multiplo) }),
    ...(r.graduatoria !== 'nessuna' && { pari_merito: r.pari_merito ? ('ammessi' as const) : ('esclusi' as const) }),
  }
  return {
    ...(r.nome.trim() !== '' && { nome: r.nome.trim() }),
    ...campo('base', r.base),
    punti: toPunti(r.punti),
    ...(r.sezioni.length > 0 && { sezioni: r.sezioni.map(section) }),
    ...(r.risposta_multipla === 'sbagliata' && { risposta_multipla: r.risposta_multipla }),
    ...(Object.keys(ammissione).length > 0 && { ammissione }),
    ...campo('massimo', r.massimo),
    ...campo('scala', r.scala),
  }
}
