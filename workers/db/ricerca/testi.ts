import { FLAG_HTML } from '#contract/pacchetto'
import { type LeggiTesti, searchIndice } from '#rules/indice'
import { testoRicerca } from '#rules/testo'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import { type BancaLetta, indiceOf } from './letta.ts'

type Testi = {
  testo: string
  risposta1: string
  risposta2: string
  risposta3: string | null
  risposta4: string | null
  risposta5: string | null
  flags: number
}

/** Normalised texts of some positions of a bank, in their order. */
const reader =
  (a: Archivio, id_concorso: number): LeggiTesti =>
  (posizioni) =>
    a.db
      .all<Testi>(
        `SELECT testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags
         FROM json_each(?) j CROSS JOIN ${attach(a, id_concorso).alias}.domande d ON d.posizione = j.value ORDER BY j.key`,
        `[${posizioni.join(',')}]`,
      )
      .map(({ testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags }) => {
        const risposte = [risposta1, risposta2, risposta3, risposta4, risposta5]
        return testoRicerca({ testo, risposte, html: (flags & FLAG_HTML) !== 0 })
      })

/** Positions of the questions that hold the keywords, by the bank's own index; null when nothing was typed. */
export function searchTesto(
  a: Archivio,
  letta: BancaLetta,
  { testo, corrispondenza = 'ALL' }: { testo?: string; corrispondenza?: 'ANY' | 'ALL' },
): Int32Array | null {
  if (testo === undefined || testo.trim() === '') return null
  return searchIndice(indiceOf(a, letta), testo, corrispondenza, reader(a, letta.id_concorso))
}
