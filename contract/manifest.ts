import * as z from 'zod/mini'
import { FORMATO_BANCA } from './pacchetto.ts'

// Apart from the constants of a package: whoever needs those alone does not load what reads a schema.

/** manifest.json of a package (D16): what the next entry, banca.sqlite, must be, byte for byte. */
export const manifest = z.object({
  formato: z.literal(FORMATO_BANCA),
  id_concorso: z.int(),
  concorso: z.string(),
  /** Hash of the full version this package was cut from (equal for a demo sample and the whole bank). */
  versione: z.string(),
  domande: z.int(),
  /** Questions of the whole bank: larger than `domande` in a demo sample (partially loaded, D8). */
  domande_totali: z.int(),
  file: z.literal('banca.sqlite'),
  /** Size in bytes of banca.sqlite. */
  dimensione: z.int(),
  /** SHA-256 (hex) of each mebibyte of banca.sqlite, in order. */
  blocchi: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifest>
