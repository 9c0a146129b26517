import type { Livello } from './livello.ts'

export type Corrispondenza = 'ANY' | 'ALL'
export type Ordine = 'UFFICIALE' | 'CASUALE' | 'ALFABETICO' | 'ESATTE'

/** What a person asks of one bank. Absent fields filter nothing; filters combine with AND, values inside one with OR. */
export type Filtro = {
  id_concorso: number
  /** As typed: words and "quoted phrases"; normalised by rules/testo. */
  testo?: string
  corrispondenza?: Corrispondenza
  materie?: readonly number[]
  livelli?: readonly Livello[]
  soloPreferiti?: boolean
  conImmagine?: boolean
  conRisposta?: boolean
  /** Official positions, both included, 1-based (spec §5 ix_start, ix_end). */
  ix_start?: number
  ix_end?: number
}
