import type * as content from '#contract/content'

/** A text file of `content/` as read; `file` is its path inside `content/`, for the reports. */
export type TextFile = { file: string; testo: string }

/** `content/` as read from disk, nothing interpreted yet. `slug` is the folder's name. */
export type ContentFolder = {
  banche: readonly { slug: string; banca: TextFile; domande: TextFile; immagini: ReadonlyMap<string, Uint8Array> }[]
  percorsi: readonly TextFile[]
  simulazioni: readonly TextFile[]
  notizie: readonly TextFile[]
  fonti: TextFile
}

export type ReadBanca = {
  /** Path of `domande.json`, under which findings on questions are reported. */
  file: string
  banca: content.BancaContent
  domande: readonly content.DomandaContent[]
  immagini: ReadonlyMap<string, Uint8Array>
}

/** `content/` with its schemas satisfied. */
export type Content = {
  banche: readonly ReadBanca[]
  percorsi: readonly { file: string; percorso: content.PercorsoContent }[]
  simulazioni: readonly { file: string; simulazione: content.SimulazioneContent }[]
  notizie: readonly { file: string; notizia: content.NotiziaContent }[]
}

/** Finding of the checking command; `frase` is a sentence in Italian. */
export type Finding = { file: string; id: string | null; frase: string }

/** Question with the file that holds it. */
export type Entry = { file: string; domanda: content.DomandaContent }

export const listEntries = (contenuti: Content): Entry[] =>
  contenuti.banche.flatMap(({ file, domande }) => domande.map((domanda) => ({ file, domanda })))

export const makeFinding = ({ file, domanda }: Entry, frase: string): Finding => ({ file, id: domanda.id, frase })
