import type {
  BancaContenuto,
  BandoContenuto,
  DomandaContenuto,
  GruppoContenuto,
  NotiziaContenuto,
  PercorsoContenuto,
  SimulazioneContenuto,
} from '#contract/contenuto'

/** A text file of `content/` as read; `file` is its path inside `content/`, for the reports. */
export type FileTesto = { file: string; testo: string }

/** `content/` as read from disk, nothing interpreted yet. `slug` is the folder's name. */
export type CartellaContenuti = {
  banche: readonly { slug: string; banca: FileTesto; domande: FileTesto; immagini: ReadonlyMap<string, Uint8Array> }[]
  percorsi: readonly FileTesto[]
  simulazioni: readonly FileTesto[]
  bandi: readonly FileTesto[]
  gruppi: readonly FileTesto[]
  notizie: readonly FileTesto[]
  fonti: FileTesto
}

export type BancaLetta = {
  /** Path of `domande.json`, under which findings on questions are reported. */
  file: string
  banca: BancaContenuto
  domande: readonly DomandaContenuto[]
  immagini: ReadonlyMap<string, Uint8Array>
}

/** `content/` with its schemas satisfied. */
export type Contenuti = {
  banche: readonly BancaLetta[]
  percorsi: readonly { file: string; percorso: PercorsoContenuto }[]
  simulazioni: readonly { file: string; simulazione: SimulazioneContenuto }[]
  bandi: readonly { file: string; bando: BandoContenuto }[]
  gruppi: readonly { file: string; gruppo: GruppoContenuto }[]
  notizie: readonly { file: string; notizia: NotiziaContenuto }[]
}

/** One finding of the checking command; `frase` is a sentence in Italian. */
export type Rilievo = { file: string; id: string | null; frase: string }

/** One question with the file it comes from. */
export type Voce = { file: string; domanda: DomandaContenuto }

export const listVoci = (contenuti: Contenuti): Voce[] =>
  contenuti.banche.flatMap(({ file, domande }) => domande.map((domanda) => ({ file, domanda })))

export const rilievo = ({ file, domanda }: Voce, frase: string): Rilievo => ({ file, id: domanda.id, frase })
