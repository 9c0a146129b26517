import type { Chiave, StatoDomanda } from '#rules/domanda'

export type { Chiave, StatoDomanda }

/**
 * A question as importers hand it over and as the server keeps it, before any id is given (D17).
 * `corretta` is the printed position 1..5 or null. `punti` are thousandths, one per answer (situational questions).
 */
export type ImportedDomanda = {
  /** Row (1-based, of the source file) for reports. */
  riga: number
  /** Stable name inside its source, when the source has one (starter content): lets a re-seed keep ids. */
  id_origine: string | null
  /** As printed by the body; may be alphanumeric. */
  id_ufficiale: string | null
  materia: string | null
  testo: string
  risposte: readonly string[]
  corretta: number | null
  punti: readonly number[] | null
  chiave: Chiave
  stato: StatoDomanda
  /** Safe flat name of an image of the same import, e.g. `550.png`. */
  immagine: string | null
  alt: string | null
  argomenti: readonly string[] | null
  /** Premium text; never travels in a package (D20). */
  spiegazione: string | null
  fonte: string | null
  difficolta: number | null
  /** Some text holds allow-listed HTML. */
  html: boolean
}

export type ImportedImage = { nome: string; byte: Uint8Array }

/** A question with its ids, ready to be written into a bank file. */
export type NumberedDomanda = Omit<
  ImportedDomanda,
  'riga' | 'id_origine' | 'materia' | 'spiegazione' | 'fonte' | 'difficolta'
> & {
  /** 1 easy, 2 medium, 3 hard; absent or null when nobody said it. */
  difficolta?: number | null
  /** There is an explanation of it. */
  spiegata?: boolean
  id_domanda: number
  id_materia: number | null
  /** Official position in the WHOLE bank, 1..N; a demo sample keeps it (D8). */
  posizione: number
}

/** Kinds of defect that the import report names. */
export const WARNING_CODES = [
  'numero_mancante',
  'numero_ripetuto',
  'risposte_in_meno',
  'risposte_in_piu',
  'risposte_uguali',
  'stessa_domanda_altra_chiave',
  'domanda_ripetuta',
  'pie_di_pagina',
  'filigrana',
  'caratteri_di_controllo',
  'entita_html',
  'html_rimosso',
  'immagine_tipo_errato',
  'immagine_mancante',
  'immagine_inutilizzata',
  'codifica_errata',
  'chiave_assente',
  'chiave_non_valida',
  'riga_vuota',
  'riga_scartata',
  'cella_unita',
  'cella_numerica',
  'materia_sospetta',
  'testo_troncato',
  'testo_spostato',
  'riga_unita',
  'chiave_dubbia',
  'chiave_per_regola',
  'stesso_testo_altre_risposte',
  'immagine_guasta',
  'colonna_non_usata',
  'foglio_nascosto',
  'foglio_saltato',
  'brano_dubbio',
  'json_riparato',
  'domanda_dubbia',
] as const
export type WarningCode = (typeof WARNING_CODES)[number]
/** `riga` is null when the defect concerns the whole file. `testo` is an Italian sentence for the operator. */
export type ImportWarning = { tipo: WarningCode; riga: number | null; testo: string }

/** Result of `idoneo importa` (with `--json`, one object on standard output). */
export type ImportReport = {
  /** Null on `--prova`: nothing was written. */
  id_concorso: number | null
  domande: number
  con_immagine: number
  senza_chiave: number
  materie: { materia: string; domande: number }[]
  avvisi: ImportWarning[]
  /** On `--prova` only: the format that was recognised, which column or field each role was read from, and three questions. */
  formato?: string
  colonne?: { ruolo: string; nome: string }[]
  esempi?: Pick<ImportedDomanda, 'id_ufficiale' | 'materia' | 'testo' | 'risposte' | 'corretta'>[]
}
