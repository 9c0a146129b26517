import type { Queryable } from '../deps.ts'
import type { SeededBanca } from './content.ts'
import { readDomande, type StoredDomanda } from './domande.ts'
import { idsOf, type Materia, type ReadyBanca, takeIds, toStored } from './numbering.ts'

/** A starter bank as published now. */
export type PublishedBanca = {
  id_concorso: number
  versione: string
  pacchetto: string
  immagini: string | null
  scheda: SeededBanca['scheda']
  materie: Materia[]
  domande: StoredDomanda[]
}

/** Returns the starter bank of a stable name, as published now. */
export const findPublished = (q: Queryable, slug: string): Promise<PublishedBanca | null> =>
  find(q, 'c.slug = $1', slug)

/** Returns any bank by its number, as published now. */
export const findPublishedById = (q: Queryable, id_concorso: number): Promise<PublishedBanca | null> =>
  find(q, 'c.id_concorso = $1', id_concorso)

async function find(q: Queryable, where: string, value: string | number): Promise<PublishedBanca | null> {
  const { rows } = await q.query<SeededBanca['scheda'] & Omit<PublishedBanca, 'scheda' | 'materie' | 'domande'>>(
    `select c.id_concorso, c.versione, c.pacchetto, c.immagini, c.slug, c.concorso, e.ente, c.anno, c.profilo, c.descrizione,
       c.in_evidenza, p.albero from concorso c join ente e using (id_ente)
       left join percorso p on p.id_argomento = -c.id_concorso where ${where} and c.versione is not null`,
    [value],
  )
  const row = rows[0]
  if (!row) return null
  const { id_concorso, versione, pacchetto, immagini, ...details } = row
  const materie = await q.query<Materia>(
    'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
    [id_concorso],
  )
  const domande = await readDomande(q, id_concorso)
  return { id_concorso, versione, pacchetto, immagini, scheda: details, materie: materie.rows, domande }
}

/**
 * Puts the new text over the old ids. A question keeps its `id_domanda` by its stable name, so that its levels survive
 * (D19). A subject keeps its own by its name or, when only the name was corrected, by its place. `id` returns the
 * missing ones.
 */
function renumber(
  previous: PublishedBanca,
  next: SeededBanca,
  id: (table: 'materia' | 'domanda') => number,
): ReadyBanca {
  const idDomande = new Map(previous.domande.map((d) => [d.id_origine, d.id_domanda]))
  const known = idsOf(previous.materie)
  const named = new Set(next.materie)
  const gone = previous.materie.map((m) => (named.has(m.materia) ? null : m.id_materia))
  const materie = next.materie.map((materia, i) => {
    const same = known.get(materia)
    return { materia, id_materia: same ?? gone[i] ?? id('materia') }
  })
  const ids = idsOf(materie)
  return {
    id_concorso: previous.id_concorso,
    scheda: next.scheda,
    materie,
    immagini: next.immagini,
    domande: next.domande.map((d, i) => toStored(d, i + 1, idDomande.get(d.id_origine) ?? id('domanda'), ids)),
  }
}

/** Counts the ids that a renumbering needs, and takes them before it. */
export async function renumberWith(q: Queryable, previous: PublishedBanca, next: SeededBanca): Promise<ReadyBanca> {
  const needed = { materia: 0, domanda: 0 }
  renumber(previous, next, (table) => -++needed[table])
  const taken = {
    materia: await takeIds(q, 'materia', needed.materia),
    domanda: await takeIds(q, 'domanda', needed.domanda),
  }
  return renumber(previous, next, (table) => taken[table].shift() ?? 0)
}

const FIELDS = [
  'id_domanda',
  'posizione',
  'id_origine',
  'id_ufficiale',
  'id_materia',
  'testo',
  'risposte',
  'corretta',
  'punti',
  'chiave',
  'stato',
  'immagine',
  'alt',
  'argomenti',
  'spiegazione',
  'fonte',
  'difficolta',
  'html',
] as const satisfies (keyof StoredDomanda)[]
const DETAILS = ['slug', 'concorso', 'ente', 'anno', 'profilo', 'descrizione', 'in_evidenza'] as const

/** Prints everything that publishing would write, images apart. */
const toText = ({ scheda: details, materie, domande }: Pick<ReadyBanca, 'scheda' | 'materie' | 'domande'>): string =>
  JSON.stringify([
    DETAILS.map((c) => details[c]),
    materie.map((m) => [m.id_materia, m.materia]),
    domande.map((d) => FIELDS.map((c) => d[c])),
  ])

/** Returns whether publishing `ready` would change nothing that a person can see. */
export const isUguale = (previous: PublishedBanca, ready: ReadyBanca): boolean => toText(previous) === toText(ready)
