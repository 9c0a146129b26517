import { groupErrors } from '#rules/errori'
import { enumerateCounts, formatCount, formatDomande, formatNumber, pluralWord } from './formats.ts'

const weekday = new Intl.DateTimeFormat('it-IT', { weekday: 'long', timeZone: 'UTC' })

/** «domani», else the name of the day: «lunedì». */
const dayName = (day: string, tomorrow: boolean) => (tomorrow ? 'domani' : weekday.format(new Date(`${day}T12:00:00Z`)))
const capital = (text: string) => text.charAt(0).toLocaleUpperCase('it') + text.slice(1)

/** Numbers whose word begins with a vowel take another article: gli 8, gli 11, gli 80. */
const takesGli = (n: number) => /^(8\d*|11|11\d{3})$/.test(String(n))

/** What is said after a sitting or a trial. */
export const dopoText = {
  ripassa: (n: number) =>
    n === 1 ? 'Ripassa l’errore' : `Ripassa ${takesGli(n) ? 'gli' : 'i'} ${formatNumber(n)} errori`,

  nessun_errore: 'Nessun errore.',
  errori_tutti: (n: number, materia: string) =>
    n === 1 ? `L’errore è in ${materia}.` : `Gli errori sono tutti in ${materia}.`,
  errori_quasi: (n: number, total: number, materia: string) =>
    `${formatNumber(n)} errori su ${formatNumber(total)} sono in ${materia}.`,
  errori_sparsi: (n: number) => `Gli errori sono in ${formatNumber(n)} materie.`,
  gruppo: (n: number) => formatCount(n, 'errore', 'errori'),

  previsione_oggi: 'Oggi prenderesti',
  previsione_da: 'La previsione va da',
  previsione_a: 'a',
  previsione_resta: 'La previsione resta',

  quando: (day: string, tomorrow: boolean, n: number) =>
    `${capital(dayName(day, tomorrow))} alle 8: ${formatDomande(n)}?`,
  di_che: (nuove: number, ripasso: number) =>
    `${enumerateCounts([ripasso, 'da ripassare', 'da ripassare'], [nuove, 'mai vista', 'mai viste'])}. Lo segni nel calendario del telefono.`,
  calendario: 'Sì, nel calendario',
  no: 'No',
  segnato: 'Apri il file scaricato: il calendario lo aggiunge.',
  file: 'idoneo-studio.ics',
  evento: (n: number, banca: string) => `${formatDomande(n)}: ${banca}`,
  evento_testo: (minutes: number) => `Circa ${formatNumber(minutes)} ${pluralWord(minutes, 'minuto', 'minuti')}.`,
}

type Subject = { id_materia: number | null; materia: string | null }

/**
 * Where the errors are, in a sentence; null where it would tell nothing. `errors` and `asked`: questions got wrong, and all of them.
 */
export function errorSentence(errors: readonly Subject[], asked: readonly Subject[]): string | null {
  if (errors.length === 0) return asked.length > 0 ? dopoText.nessun_errore : null
  const groups = groupErrors(errors, (e) => e)
  const [first] = groups
  if (!first || groupErrors(asked, (e) => e).length < 2) return null
  const n = first.errors.length
  if (first.name !== null && n === errors.length) return dopoText.errori_tutti(n, first.name)
  if (first.name !== null && 2 * n > errors.length) return dopoText.errori_quasi(n, errors.length, first.name)
  return groups.length > 1 ? dopoText.errori_sparsi(groups.length) : null
}
