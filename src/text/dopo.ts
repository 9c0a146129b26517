import { withArticolo } from '#rules/articolo'
import { topicOf } from '#rules/atti-noti'
import { groupErrors, type Likened } from '#rules/errori'
import { enumerateCounts, formatCount, formatDomande, formatNumber, pluralWord } from './formats.ts'

const weekday = new Intl.DateTimeFormat('it-IT', { weekday: 'long', timeZone: 'UTC' })

/** «domani», else the name of the day: «lunedì». */
const dayName = (day: string, tomorrow: boolean) => (tomorrow ? 'domani' : weekday.format(new Date(`${day}T12:00:00Z`)))
const capital = (text: string) => text.charAt(0).toLocaleUpperCase('it') + text.slice(1)

/** Name of an act in a sentence: its subject where the short form ends in a stop, as «Cost.» does. */
export const actName = (act: string): string => (act.endsWith('.') ? (topicOf(act) ?? act) : act)

/** Sentences after a sitting or a trial. */
export const dopoText = {
  ripassa: (n: number) => (n === 1 ? 'Ripassa l’errore' : `Ripassa ${withArticolo('i', formatNumber(n))} errori`),

  nessun_errore: 'Nessun errore.',
  errori_tutti: (n: number, materia: string) =>
    n === 1 ? `L’errore è in ${materia}.` : `Gli errori sono tutti in ${materia}.`,
  errori_quasi: (n: number, total: number, materia: string) =>
    `${formatNumber(n)} errori su ${formatNumber(total)} sono in ${materia}.`,
  errori_atto: (n: number, total: number, act: string) =>
    `${n === total ? `Tutti e ${formatNumber(n)} gli errori` : `${formatNumber(n)} errori su ${formatNumber(total)}`} sono ${/^(?:L\.|Cost\.|Carta|Dir\.)/.test(act) ? 'sulla' : 'sul'} ${actName(act)}.`,
  errori_sparsi: (n: number) => `Gli errori sono in ${formatNumber(n)} materie.`,
  atto: (act: string, n: number) => `${actName(act)}: ${formatNumber(n)}`,
  altri: (n: number) => `Altri: ${formatNumber(n)}`,
  stesso_punto: (n: number) => `Sullo stesso punto: ${formatNumber(n)}`,
  senza_materia: 'Senza materia',
  gruppo: (n: number) => formatCount(n, 'errore', 'errori'),

  previsione_oggi: 'Oggi prenderesti',
  previsione_da: 'La previsione va da',
  previsione_a: 'a',
  previsione_resta: 'La previsione resta',

  quando: (day: string, tomorrow: boolean, n: number) =>
    `${capital(dayName(day, tomorrow))} alle 8: ${formatDomande(n)}?`,
  di_che: (nuove: number, ripasso: number) =>
    `${enumerateCounts([ripasso, 'da ripassare', 'da ripassare'], [nuove, 'mai vista', 'mai viste'])}. Lo segni nel calendario.`,
  calendario: 'Sì, nel calendario',
  no: 'No',
  segnato: 'Apri il file scaricato: il calendario lo aggiunge.',
  file: 'idoneo-studio.ics',
  evento: (n: number, banca: string) => `${formatDomande(n)}: ${banca}`,
  evento_testo: (minutes: number) => `Circa ${formatNumber(minutes)} ${pluralWord(minutes, 'minuto', 'minuti')}.`,
}

/**
 * Place of the errors in a sentence: the act that most of them cite, else their subjects; null where it would add nothing.
 * `errors` and `asked`: questions answered wrong, and all of them.
 */
export function errorSentence(errors: readonly Likened[], asked: readonly Likened[]): string | null {
  if (errors.length === 0) return asked.length > 0 ? dopoText.nessun_errore : null
  const groups = groupErrors(errors, (e) => e)
  const [first] = groups
  const [alike] = first?.alike ?? []
  if (alike && alike.act !== null && 2 * alike.errors.length > errors.length)
    return dopoText.errori_atto(alike.errors.length, errors.length, alike.act)
  if (!first || new Set(asked.map((a) => a.id_materia)).size < 2) return null
  if (first.name !== null && first.n === errors.length) return dopoText.errori_tutti(first.n, first.name)
  if (first.name !== null && 2 * first.n > errors.length)
    return dopoText.errori_quasi(first.n, errors.length, first.name)
  return groups.length > 1 ? dopoText.errori_sparsi(groups.length) : null
}
