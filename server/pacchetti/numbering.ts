import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import type { SottoPercorso } from '#rules/percorso'
import type { Queryable } from '../deps.ts'
import type { StoredDomanda } from './domande.ts'

/** The card of a bank, without its questions. */
export type BancaDetails = {
  /** Stable name of starter content; null for an imported bank. */
  slug: string | null
  concorso: string
  ente: string
  anno: number | null
  profilo: string | null
  descrizione: string | null
  in_evidenza: boolean
  /** The tree of a subject path; null or absent for a bank. */
  albero?: readonly SottoPercorso[] | null
}
export type Materia = { id_materia: number; materia: string }
/** A bank with all its ids, ready to be built and published. */
export type ReadyBanca = {
  id_concorso: number
  scheda: BancaDetails
  /** Subjects in the order of display. */
  materie: Materia[]
  domande: StoredDomanda[]
  immagini: readonly ImportedImage[]
}

/** Takes new ids of a table. Ids of a failed import stay unused: numbers are not scarce. */
export async function takeIds(
  q: Queryable,
  table: 'concorso' | 'materia' | 'domanda' | 'percorso',
  count: number,
): Promise<number[]> {
  const { rows } = await q.query<{ id: number }>(
    'select nextval(pg_get_serial_sequence($1, $2)) as id from generate_series(1, $3)',
    [table, table === 'percorso' ? 'id_argomento' : `id_${table}`, count],
  )
  return rows.map((r) => r.id)
}

/** Numbers a new bank: subjects in order of appearance unless `ordine` sets another. */
export async function numberBanca(
  q: Queryable,
  details: BancaDetails,
  domande: readonly ImportedDomanda[],
  immagini: readonly ImportedImage[],
  ordine: readonly string[] = [],
): Promise<ReadyBanca> {
  const names = [...new Set([...ordine, ...domande.flatMap((d) => d.materia ?? [])])]
  const [id_concorso = 0] = await takeIds(q, 'concorso', 1)
  const idMaterie = await takeIds(q, 'materia', names.length)
  const idDomande = await takeIds(q, 'domanda', domande.length)
  const materie = names.map((materia, i) => ({ id_materia: idMaterie[i] ?? 0, materia }))
  const ids = idsOf(materie)
  return {
    id_concorso,
    scheda: details,
    materie,
    immagini,
    domande: domande.map((d, i) => toStored(d, i + 1, idDomande[i] ?? 0, ids)),
  }
}

/** Returns ids of subjects by their names. */
export const idsOf = (materie: readonly Materia[]): ReadonlyMap<string | null, number> =>
  new Map(materie.map((m) => [m.materia, m.id_materia]))

export function toStored(
  { riga: _, materia, ...d }: ImportedDomanda,
  posizione: number,
  id_domanda: number,
  idMaterie: ReadonlyMap<string | null, number>,
): StoredDomanda {
  return {
    ...d,
    posizione,
    id_domanda,
    id_materia: idMaterie.get(materia) ?? null,
    risposte: [...d.risposte],
    punti: d.punti && [...d.punti],
    argomenti: d.argomenti && [...d.argomenti],
  }
}
