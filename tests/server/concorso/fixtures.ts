import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { type BancaDetails, numberBanca } from '#server/pacchetti/numbering'
import { detailsOf, ensurePercorso, numberPercorso } from '#server/pacchetti/percorso'
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

/** Publishes a path of `n` questions over two nodes of a tree, numbered from `da`. */
export async function addPercorso({ deps }: Mondo, { n = 4, premium = false, da = 100, slug = 'di-prova' } = {}) {
  const percorso = {
    slug,
    argomento: 'Percorso di prova',
    descrizione: 'Per le prove.',
    premium,
    verificata_il: '2026-11-21',
    sotto_percorsi: [
      {
        id_sotto_percorso: da,
        nome: `Sopra ${da}`,
        sotto_percorsi: [{ id_sotto_percorso: da + 1, nome: `Sotto ${da}` }],
      },
    ],
  }
  const domande = Array.from({ length: n }, (_, i) =>
    makeDomanda(i + 1, { materia: i % 2 ? `Sopra ${da}` : `Sotto ${da}` }),
  )
  const id_argomento = await ensurePercorso(deps.db, percorso, deps.now())
  const ready = numberPercorso(await numberBanca(deps.db, detailsOf(percorso), domande, []), id_argomento)
  await publishNuova(deps, ready, await buildFile(deps, ready))
  return { id_argomento, ids: ready.domande.map((d) => d.id_domanda) }
}
