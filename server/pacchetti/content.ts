import type { ContentSource, DomandaContent } from '#contract/content'
import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import type { KnownSource } from '#importers/content/sources'
import type { ReadBanca } from '#importers/content/types'
import type { BancaDetails } from './numbering.ts'

/** A starter bank in the shape in which every bank is published. */
export type SeededBanca = {
  scheda: BancaDetails & { slug: string }
  materie: string[]
  domande: ImportedDomanda[]
  immagini: ImportedImage[]
}

/** The source as a person reads it, e.g. "Costituzione …, art. 12, comma 2". */
function formatFonte(
  { atto, articolo, comma, nota: known }: ContentSource,
  fonti: ReadonlyMap<string, KnownSource>,
): string {
  const romano = articolo !== undefined && /^[IVX]+$/.test(articolo)
  const parts = [
    fonti.get(atto)?.nome ?? atto,
    articolo && (romano ? `disposizione ${articolo}` : `art. ${articolo}`),
    comma && `comma ${comma}`,
    known,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Points in thousandths (D23). */
export const millesimi = (punti: number): number => Math.round(punti * 1000)

export function toBanca({ banca, domande, immagini }: ReadBanca, fonti: ReadonlyMap<string, KnownSource>): SeededBanca {
  const names = new Map(banca.materie.map((m) => [m.slug, m.nome]))
  const usate = new Set(domande.flatMap((d) => d.immagine ?? []))
  return {
    scheda: {
      slug: banca.slug,
      concorso: banca.titolo,
      ente: banca.ente,
      anno: banca.anno,
      profilo: banca.profilo,
      descrizione: banca.descrizione,
      in_evidenza: banca.in_evidenza,
    },
    materie: banca.materie.map((m) => m.nome),
    immagini: [...immagini].filter(([name]) => usate.has(name)).map(([name, bytes]) => ({ nome: name, byte: bytes })),
    domande: domande.map((d, i) => toDomanda(d, i + 1, names.get(d.materia) ?? null, fonti)),
  }
}

const toDomanda = (
  d: DomandaContent,
  row: number,
  materia: string | null,
  fonti: ReadonlyMap<string, KnownSource>,
): ImportedDomanda => ({
  riga: row,
  id_origine: d.id,
  id_ufficiale: null,
  materia,
  testo: d.testo,
  risposte: d.risposte,
  corretta: d.corretta,
  punti: d.punti?.map(millesimi) ?? null,
  chiave: 'redazione',
  stato: 'valida',
  immagine: d.immagine ?? null,
  alt: d.alt ?? null,
  argomenti: d.argomenti.length > 0 ? d.argomenti : null,
  spiegazione: d.spiegazione,
  fonte: formatFonte(d.fonte, fonti),
  difficolta: d.difficolta,
  html: false,
})
