import { FLAG_HTML } from '#contract/pacchetto'
import type { Filtro } from '#rules/filtro'
import { openIndice, searchIndice, type VoceIndice } from '#rules/indice'
import { testoRicerca } from '#rules/testo'
import type { Archivio } from './archivio.ts'
import type { Attached } from './attach.ts'

type Testi = {
  testo: string
  risposta1: string
  risposta2: string
  risposta3: string | null
  risposta4: string | null
  risposta5: string | null
  flags: number
}

/** Positions of the questions that hold the keywords, by the bank's own index; null when nothing was typed. */
export function searchBanca(
  { db }: Archivio,
  bank: Attached,
  { testo, corrispondenza = 'ALL' }: Pick<Filtro, 'testo' | 'corrispondenza'>,
): Int32Array | null {
  if (testo === undefined || testo.trim() === '') return null
  bank.indice ??= openIndice(db.all<VoceIndice>(`SELECT chiave, valore FROM ${bank.alias}.indice`))
  return searchIndice(bank.indice, testo, corrispondenza, (posizione) => {
    const row = db.get<Testi>(
      `SELECT testo, risposta1, risposta2, risposta3, risposta4, risposta5, flags
       FROM ${bank.alias}.domande WHERE posizione = ?`,
      posizione,
    )
    if (!row) return ''
    const { risposta1, risposta2, risposta3, risposta4, risposta5, flags } = row
    const risposte = [risposta1, risposta2, risposta3, risposta4, risposta5]
    return testoRicerca({ testo: row.testo, risposte, html: (flags & FLAG_HTML) !== 0 })
  })
}
