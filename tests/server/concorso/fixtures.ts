import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { type BancaDetails, numberBanca } from '#server/pacchetti/numbering'
import { buildFile, publishNuova } from '#server/pacchetti/publish'
import type { Mondo } from '../world.ts'

/** Smallest PNG: one transparent pixel. */
export const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

export const makeDomanda = (i: number, other: Partial<ImportedDomanda> = {}): ImportedDomanda => ({
  riga: i,
  id_origine: null,
  id_ufficiale: String(i),
  materia: `Materia ${i % 5}`,
  testo: `Quale delle seguenti è la domanda numero ${i}?`,
  risposte: [`Prima ${i}`, `Seconda ${i}`, `Terza ${i}`, `Quarta ${i}`],
  corretta: (i % 4) + 1,
  punti: null,
  chiave: 'ufficiale',
  stato: 'valida',
  immagine: null,
  alt: null,
  argomenti: null,
  spiegazione: null,
  fonte: null,
  difficolta: null,
  html: false,
  ...other,
})

export type NuovaBanca = Partial<BancaDetails> & {
  n?: number
  domande?: ImportedDomanda[]
  immagini?: ImportedImage[]
}

/** Publishes a bank of `n` questions over five subjects, as the import does. */
export async function addBanca({ deps }: Mondo, { n = 20, domande, immagini = [], ...details }: NuovaBanca = {}) {
  const all = domande ?? Array.from({ length: n }, (_, i) => makeDomanda(i + 1))
  const banca = await numberBanca(
    deps.db,
    {
      slug: null,
      concorso: 'Banca di prova',
      ente: 'Ente di prova',
      anno: 2026,
      profilo: null,
      descrizione: null,
      in_evidenza: false,
      ...details,
    },
    all,
    immagini,
  )
  await publishNuova(deps, banca, await buildFile(deps, banca))
  return { ...banca, ids: banca.domande.map((d) => d.id_domanda) }
}
