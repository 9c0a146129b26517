import type { PercorsoContent } from '#contract/content'
import type { ImportedDomanda } from '#contract/domanda'
import { listNodi, nameNodi, normalizePercorso, type SottoPercorso, sottoPercorsoId } from '#rules/percorso'
import { idOfRaccolta, materiaOfNodo } from '#rules/raccolta'
import type { Deps, Queryable } from '../deps.ts'
import type { SeededBanca } from './content.ts'
import type { ReadyBanca } from './numbering.ts'

/** The body under which paths stand among the banks; no list of bodies shows it. */
const ENTE = 'Materie'

/** Returns a path's card in the shape of every collection's. */
export const detailsOf = ({ slug, argomento, descrizione, sotto_percorsi }: PercorsoContent) => ({
  slug: `percorso/${slug}`,
  concorso: argomento,
  ente: ENTE,
  anno: null,
  profilo: null,
  descrizione,
  in_evidenza: false,
  albero: sotto_percorsi,
})

/**
 * Replaces the numbers of a numbered path by its own: the path's, and the nodes' in the place of subjects
 * (rules/raccolta).
 */
export function numberPercorso(ready: ReadyBanca, id_argomento: number): ReadyBanca {
  const nodi = new Map([...nameNodi(ready.scheda.albero ?? [])].map(([id, name]) => [name, id]))
  const numbers = new Map(ready.materie.map((m) => [m.id_materia, materiaOfNodo(nodi.get(m.materia) ?? 0)]))
  const numberOf = (id_materia: number | null) => (id_materia === null ? null : (numbers.get(id_materia) ?? null))
  return {
    ...ready,
    id_concorso: idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento }),
    materie: ready.materie.map((m) => ({ ...m, id_materia: numberOf(m.id_materia) ?? 0 })),
    domande: ready.domande.map((d) => ({ ...d, id_materia: numberOf(d.id_materia) })),
  }
}

/** Returns the questions of the banks that a path names, at the first node that they name, in the order of its tree. */
export function toSeededPercorso(percorso: PercorsoContent, banche: readonly SeededBanca[]): SeededBanca {
  const names = nameNodi(percorso.sotto_percorsi)
  const order = new Map([...names.keys()].map((id, i) => [id, i]))
  const found = banche.flatMap(({ scheda: { slug }, domande }) =>
    domande.flatMap((d) => {
      const id = (d.argomenti ?? []).map(lastNodo).find((n) => order.has(n))
      if (id === undefined) return []
      // Prefix the name: two banks may have a picture of the same name.
      const immagine = d.immagine && `${slug}-${d.immagine}`
      return [{ place: order.get(id) as number, domanda: { ...d, materia: names.get(id) ?? null, immagine } }]
    }),
  )
  const domande = found.sort((a, b) => a.place - b.place).map(({ domanda }) => domanda)
  const used = new Set(domande.map((d) => d.materia))
  const pictures = banche.flatMap(({ scheda: { slug }, immagini }) =>
    immagini.map((i) => ({ ...i, nome: `${slug}-${i.nome}` })),
  )
  const shown = new Set(domande.map((d) => d.immagine))
  return {
    scheda: detailsOf(percorso),
    materie: [...names.values()].filter((name) => used.has(name)),
    domande,
    immagini: pictures.filter(({ nome }) => shown.has(nome)),
  }
}

const lastNodo = (argomento: string): number => Number(sottoPercorsoId(argomento) ?? 0)

/** Writes the listed part of a path, before its questions are published; returns its number. */
export async function ensurePercorso(q: Queryable, p: PercorsoContent, now: Date): Promise<number> {
  await q.query(
    `insert into percorso as p (slug, argomento, descrizione, premium, albero, data_ultimo_aggiornamento)
     values ($1, $2, $3, $4, $5::jsonb, $6) on conflict (slug) do update set argomento = excluded.argomento,
       descrizione = excluded.descrizione, premium = excluded.premium,
       data_ultimo_aggiornamento = excluded.data_ultimo_aggiornamento
     where row(p.argomento, p.descrizione, p.premium) is distinct from row(excluded.argomento, excluded.descrizione, excluded.premium)`,
    [p.slug, p.argomento, p.descrizione, p.premium, JSON.stringify(p.sotto_percorsi), now],
  )
  const { rows } = await q.query<{ id_argomento: number }>('select id_argomento from percorso where slug = $1', [
    p.slug,
  ])
  return rows[0]?.id_argomento ?? 0
}

/** Questions of a file whose subject names no node of the tree. */
export type WithoutNodo = { riga: number; materia: string | null }

/**
 * Assigns questions of a file to the nodes that their subject names: by the semicolon-separated id, by the name, or by
 * all names on the way.
 */
export function assignNodi(
  albero: readonly SottoPercorso[],
  domande: readonly ImportedDomanda[],
): { domande: ImportedDomanda[]; without: WithoutNodo[] } {
  const names = nameNodi(albero)
  const ids = new Map([...names].map(([id, name]) => [name, id]))
  const ways = new Map(listNodi(albero).map(({ nodo, livelli }) => [nodo.id_sotto_percorso, livelli.join(';')]))
  const place = new Map([...names.keys()].map((id, i) => [id, i]))
  const without: WithoutNodo[] = []
  const found = domande.flatMap((d) => {
    const said = d.materia?.trim() ?? ''
    const id = ids.get(said) ?? (/^[\d;\s]+$/.test(said) ? lastNodo(said) : 0)
    if (!names.has(id)) {
      without.push({ riga: d.riga, materia: d.materia })
      return []
    }
    const argomenti = [normalizePercorso(ways.get(id) ?? '')]
    return [{ id, domanda: { ...d, materia: names.get(id) ?? null, argomenti } }]
  })
  const sorted = found.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
  return { domande: sorted.map(({ domanda }) => domanda), without }
}

/**
 * Lists the defects of a tree: a number used twice, here or in another path; sisters of one name; more than seven
 * levels.
 */
export async function checkAlbero(
  q: Queryable,
  { slug, sotto_percorsi }: PercorsoContent,
  depth: number,
): Promise<string[]> {
  const nodi = listNodi(sotto_percorsi)
  const { rows } = await q.query<{ albero: SottoPercorso[]; argomento: string }>(
    'select albero, argomento from percorso where slug is distinct from $1',
    [slug],
  )
  const taken = new Map(
    rows.flatMap(({ albero, argomento }) => listNodi(albero).map(({ nodo }) => [nodo.id_sotto_percorso, argomento])),
  )
  const seen = new Set<number>()
  const names = new Set<string>()
  return nodi.flatMap(({ nodo: { id_sotto_percorso: id, nome }, livelli, nomi }) => {
    const wrong: string[] = []
    if (seen.has(id)) wrong.push(`il numero ${id} («${nome}») è usato due volte`)
    const other = taken.get(id)
    if (other !== undefined) wrong.push(`il numero ${id} («${nome}») è già del percorso «${other}»`)
    const way = nomi.join(' › ')
    if (names.has(way)) wrong.push(`«${way}» c’è due volte`)
    if (livelli.length > depth) wrong.push(`«${nome}» (${id}) è oltre il livello ${depth}`)
    seen.add(id)
    names.add(way)
    return wrong
  })
}

/** Returns whether the questions of a collection are published already, also of a withdrawn one. */
export async function isInPlace(q: Queryable, id_concorso: number): Promise<boolean> {
  const { rows } = await q.query('select 1 from concorso where id_concorso = $1', [id_concorso])
  return rows.length > 0
}

export type ListedPercorso = {
  id_argomento: number
  argomento: string
  premium: boolean
  stato: string
  domande: number
}

/** Lists every path that has questions, withdrawn ones too. */
export async function listPublishedPercorsi({ db }: Pick<Deps, 'db'>): Promise<ListedPercorso[]> {
  const { rows } = await db.query<ListedPercorso>(
    `select p.id_argomento, p.argomento, p.premium, c.stato, c.numero_domande as domande
     from percorso p join concorso c on c.id_concorso = -p.id_argomento order by p.id_argomento`,
  )
  return rows
}
