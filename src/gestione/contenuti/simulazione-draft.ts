import type { MateriaComponibile } from '#contract/gestione/simulazioni'
import type { WrittenSimulazione } from '#contract/written-simulazione'
import { formatDuration } from '#rules/regolamento/duration'
import { millesimi } from '#rules/regolamento/read'
import { simulazioneText as texts } from './simulazione-text.ts'

/** A simulation as it is being composed; points as they are typed. */
export type SimulazioneDraft = {
  nome: string
  minuti: number | null
  corretta: string
  sbagliata: string
  omessa: string
  soglia: string
  /** Days, YYYY-MM-DD, or empty. */
  dal: string
  fino: string
  /** Questions by the number of their subject. */
  quote: Readonly<Record<number, number>>
  soloAvanti: boolean
}

export const EMPTY: SimulazioneDraft = {
  ...{ nome: '', minuti: 60, corretta: '1', sbagliata: '0', omessa: '0', soglia: '', dal: '', fino: '' },
  ...{ quote: {}, soloAvanti: false },
}

export const todayInItaly = (): string => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Rome' })

export const MAX_MINUTES = 1440
/** Most questions of one simulation. */
const MAX_DOMANDE = 1000

/** Parses points with a comma or a point; null for no number of at most three decimals. */
function readPoints(text: string): number | null {
  const trimmed = text.trim().replace('−', '-').replace(',', '.')
  const n = /^-?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
  return Number.isNaN(n) || millesimi(n) === null ? null : n
}

export const totalOf = ({ quote }: SimulazioneDraft, materie: readonly MateriaComponibile[]): number =>
  materie.reduce((sum, { id_materia }) => sum + (quote[id_materia] ?? 0), 0)

export type Problems = { [K in keyof SimulazioneDraft]?: string }

/** Says what is missing or does not fit the bank, field by field. */
export function problemsOf(d: SimulazioneDraft, materie: readonly MateriaComponibile[], today: string): Problems {
  const total = totalOf(d, materie)
  const short = materie.filter(({ id_materia, domande }) => (d.quote[id_materia] ?? 0) > domande)
  const points = (['corretta', 'sbagliata', 'omessa'] as const).filter((name) => readPoints(d[name]) === null)
  const threshold = d.soglia.trim() === '' ? null : readPoints(d.soglia)
  const best = (readPoints(d.corretta) ?? 0) * total
  const quote =
    total === 0
      ? texts.nessuna
      : short.length > 0
        ? texts.poche(short.map(({ materia, domande }) => [materia, domande]))
        : total > MAX_DOMANDE
          ? texts.troppe(MAX_DOMANDE)
          : null
  const soglia =
    d.soglia.trim() === ''
      ? null
      : threshold === null
        ? texts.numero
        : total > 0 && threshold > best
          ? texts.soglia_alta(best)
          : null
  return {
    ...(d.nome.trim() === '' && { nome: texts.manca_nome }),
    ...(d.minuti === null && { minuti: texts.mancano_minuti }),
    ...Object.fromEntries(points.map((name) => [name, texts.numero])),
    ...(soglia !== null && { soglia }),
    ...(d.fino !== '' && d.fino < (d.dal > today ? d.dal : today) && { fino: texts.fino_prima }),
    ...(quote !== null && { quote }),
  }
}

/** The document as a file of the command has it; only for a draft without problems. */
export function toWritten(d: SimulazioneDraft, materie: readonly MateriaComponibile[]): WrittenSimulazione {
  const soglia = readPoints(d.soglia)
  return {
    descrizione: d.nome.trim(),
    materie: materie.flatMap(({ id_materia, materia }) => {
      const numero = d.quote[id_materia] ?? 0
      return numero > 0 ? [{ materia, numero }] : []
    }),
    durata: formatDuration((d.minuti ?? 0) * 60_000),
    punti: {
      tipo: 'fissi',
      corretta: readPoints(d.corretta) ?? 0,
      sbagliata: readPoints(d.sbagliata) ?? 0,
      omessa: readPoints(d.omessa) ?? 0,
    },
    ...(soglia !== null && { ammissione: { minimo: soglia } }),
    ...(d.soloAvanti && { navigazione: 'solo_avanti' as const }),
    ...(d.dal !== '' && { apertura: d.dal }),
    ...(d.fino !== '' && { scadenza: d.fino }),
  }
}
