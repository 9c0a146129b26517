import { stripHtml } from '#rules/text'
import type { Message } from '../deps.ts'
import { compose } from './layout.ts'

/** Most characters of a question that a mail repeats. */
const SHOWN = 200

const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text)

const WORDS = {
  corretta: {
    subject: 'La domanda che hai segnalato è corretta',
    text: 'hai segnalato una domanda e avevi ragione: l’abbiamo corretta. Aggiorna la banca dati per averla così.',
  },
  respinta: {
    subject: 'Abbiamo riletto la domanda che hai segnalato',
    text: 'hai segnalato una domanda. L’abbiamo riletta e resta com’è.',
  },
} as const

type Outcome = {
  esito: keyof typeof WORDS
  /** The operator's reply. */
  risposta: string | null
  testo: string | null
  concorso: string | null
}

/** Composes the outcome of a report for its author. */
export const composeEsitoSegnalazione = (a: string, { esito, risposta, testo, concorso }: Outcome): Message => {
  const rows: [string, string][] = [
    ...(concorso === null ? [] : [['Banca dati', concorso] satisfies [string, string]]),
    ...(testo === null ? [] : [['Domanda', cut(stripHtml(testo))] satisfies [string, string]]),
  ]
  return compose({
    tipo: 'esito_segnalazione',
    to: a,
    subject: WORDS[esito].subject,
    parts: [
      WORDS[esito].text,
      ...(risposta === null ? [] : [risposta]),
      ...(rows.length === 0 ? [] : [{ rows }]),
      { small: 'Grazie di averla segnalata.' },
    ],
  })
}
