import type { BandoDefect } from '#importers/bandi/read-bandi'

const UNREADABLE = {
  vuoto: 'non contiene nessun bando',
  json: 'non è un elenco di bandi in JSON',
  csv: 'non è una tabella con un’intestazione e almeno due colonne',
  campi: 'nessuna colonna si chiama scadenza: non è un elenco di bandi',
}
const DEFECTS: Record<BandoDefect['difetto'], string> = {
  manca: 'manca',
  'troppo lungo': 'è troppo lungo',
  data: 'non è una data (31/12/2026, 2026-12-31, con l’ora se serve)',
  indirizzo: 'non è un indirizzo http o https',
  'fuori elenco': 'non è un valore ammesso',
  numero: 'non è un numero',
  ripetuto: 'compare due volte',
}
/** Returns why a file is no list of calls, as the rest of a sentence that begins with its name. */
export const explainUnreadable = (motivo: keyof typeof UNREADABLE): string => UNREADABLE[motivo]

/** Returns the defect of a call as a sentence for the operator. */
export const describeDefect = ({ riga, campo, difetto, valore }: BandoDefect): string =>
  `riga ${riga}: ${campo} ${DEFECTS[difetto]}${valore === '' ? '' : `: "${valore}"`}`
