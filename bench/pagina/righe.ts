import type { NumberedDomanda } from '#contract/domanda'
import { completamentoMateria } from '#rules/completamento'
import { type Livello, lowerLivello, raiseLivello } from '#rules/livello'
import { normalizeText, searchableText } from '#rules/text'
import { MATERIE, makeDomande } from '../lib/corpus.ts'
import { ID, isKnown, LONG_AGO, materiaOf } from '../lib/lavoro.ts'

/**
 * A statistics row of the specification's ninth version (spec §3). None of its six stores is for questions: the row carries its
 * question's text and answers, so that a page, an alphabetical order and a keyword have something to read.
 */
export type Riga = {
  id_domanda: number
  id_concorso: number
  id_materia: number
  indice_uff: number
  has_image: number
  has_risposta: number
  livello_conoscenza: Livello
  preferiti: number
  sincronizzata?: number
  data_eseguita?: string
  modalita?: string
  risposta_gettonata?: number
  testo: string
  risposte: readonly string[]
  corretta: number | null
}

/** Stores and indexes: by bank, by question (the key), bank-subject-level, bank-index, bank-sync, has-answer. */
export const CHIAVI = {
  banche: 'id_concorso',
  banche_meta: 'id_concorso',
  statistiche: 'id_domanda',
  percorsi: 'id_argomento',
  percorsi_meta: 'id_argomento',
  percorsi_statistiche: 'id_domanda',
} as const
const indici = (id: string): readonly (string | readonly string[])[] => [
  id,
  [id, 'id_materia', 'livello_conoscenza'],
  [id, 'indice_uff'],
  [id, 'sincronizzata'],
  [id, 'has_risposta', 'id_domanda'],
]
export const INDICI = { statistiche: indici('id_concorso'), percorsi_statistiche: indici('id_argomento') } as const

/** Name of an index as Dexie writes it. */
export const nameOf = (path: string | readonly string[]): string =>
  typeof path === 'string' ? path : `[${path.join('+')}]`

/** The row of a question; of a known one, as the account's records have left it. */
export function rowOf(d: NumberedDomanda): Riga {
  const known = isKnown(d.id_domanda)
  return {
    id_domanda: d.id_domanda,
    id_concorso: ID,
    id_materia: materiaOf(d.id_domanda),
    indice_uff: d.posizione,
    has_image: 0,
    has_risposta: d.corretta === null ? 0 : 1,
    livello_conoscenza: known ? 1 : -99,
    preferiti: 0,
    ...(known && { sincronizzata: 1, data_eseguita: LONG_AGO, modalita: 'ESEGUITA', risposta_gettonata: 1 }),
    testo: d.testo,
    risposte: d.risposte,
    corretta: d.corretta,
  }
}

let packed: { n: number; bytes: Promise<Blob> } | undefined

/** The peer's package: its questions as compressed JSON, as ours is a compressed bank file. */
export function packageOf(n: number): Promise<Blob> {
  if (packed?.n !== n) {
    const json = JSON.stringify(makeDomande(n))
    const gzip = new Blob([json]).stream().pipeThrough(new CompressionStream('gzip'))
    packed = { n, bytes: new Response(gzip).blob() }
  }
  return packed.bytes
}

export const unpack = (bytes: Blob): Promise<NumberedDomanda[]> =>
  new Response(bytes.stream().pipeThrough(new DecompressionStream('gzip'))).json()

/** What an answer makes of a row, by the rules of the levels. */
export const answeredRow = (row: Riga, risposta: number, data_eseguita: string): Riga => ({
  ...row,
  livello_conoscenza: (row.corretta === risposta ? raiseLivello : lowerLivello)(row.livello_conoscenza),
  risposta_gettonata: risposta,
  modalita: 'ESEGUITA',
  sincronizzata: 0,
  data_eseguita,
})

/** A row once the server has what it says. */
export const sentRow = (row: Riga): Riga => ({ ...row, sincronizzata: 1 })

const collator = new Intl.Collator('it')
/** Ids in Italian alphabetical order of the texts; no index of the stores gives it. */
export const alphabetical = (rows: Riga[]): number[] =>
  rows.sort((a, b) => collator.compare(a.testo, b.testo) || a.indice_uff - b.indice_uff).map((r) => r.id_domanda)

/** Keyword search over one row: substrings, blind to accents and case. */
export const matcher = (testo: string, corrispondenza: 'ALL' | 'ANY') => {
  const wanted = testo.split(' ').map(normalizeText)
  return (row: Riga): boolean => {
    const text = searchableText({ testo: row.testo, risposte: row.risposte, html: false })
    return corrispondenza === 'ALL' ? wanted.every((w) => text.includes(w)) : wanted.some((w) => text.includes(w))
  }
}

/** Completion of the subjects and overall from counts of unanswered questions, as spec §9 says. */
export function percentages(n: number, unanswered: readonly number[]): number[] {
  const assegnate = (materia: number) => Math.floor((n - materia) / MATERIE) + 1
  const rows = unanswered.map((non_risposte, i) => ({ assegnate: assegnate(i + 1), non_risposte }))
  const all = rows.reduce((a, b) => ({
    assegnate: a.assegnate + b.assegnate,
    non_risposte: a.non_risposte + b.non_risposte,
  }))
  return [...rows, all].map(completamentoMateria)
}
