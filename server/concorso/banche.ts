import type { Materia } from '#contract/schemas'
import { listNodi, type SottoPercorso } from '#rules/percorso'
import type { Db } from '../deps.ts'

/** The part of a bank that one version fixes. */
export type Banca = {
  /** The version that was read; newer than the requested one when the bank changed in that moment. */
  versione: string
  materie: Materia[]
  /** In official order. */
  domande: { id_domanda: number; id_materia: number | null }[]
  id_domande: ReadonlySet<number>
  /** Every node of a path's tree; empty for a bank. */
  nodi: ReadonlySet<number>
}

/** Banks kept in memory per database; the least recently used is dropped first. */
const MAX_CACHED = 50
const cached = new WeakMap<Db, Map<string, Promise<Banca>>>()

// Read ids and subjects in one statement, so that one snapshot has them with their version.
const SQL = `select c.versione,
  (select array_agg(id_materia order by ordine) from materia where id_concorso = c.id_concorso) as id_materie,
  (select array_agg(nome order by ordine) from materia where id_concorso = c.id_concorso) as nomi,
  (select array_agg(id_domanda order by posizione) from domanda where id_concorso = c.id_concorso) as id_domande,
  (select array_agg(coalesce(id_materia, 0) order by posizione) from domanda where id_concorso = c.id_concorso) as di,
  (select albero from percorso where id_argomento = -c.id_concorso) as albero
  from concorso c where c.id_concorso = $1`
type Row = {
  versione: string
  id_materie: number[]
  nomi: string[]
  id_domande: number[]
  di: number[]
  albero: SottoPercorso[]
}

async function load(db: Db, id_concorso: number): Promise<Banca> {
  const { rows } = await db.query<{ [K in keyof Row]: Row[K] | null }>(SQL, [id_concorso], 'banca')
  const { versione, id_materie, nomi: names, id_domande, di, albero } = rows[0] ?? {}
  const domande = (id_domande ?? []).map((id_domanda, i) => ({ id_domanda, id_materia: di?.[i] || null }))
  const per = new Map<number | null, number>()
  for (const { id_materia } of domande) per.set(id_materia, (per.get(id_materia) ?? 0) + 1)
  const materie = (id_materie ?? []).map((id_materia, i) => ({
    id_materia,
    materia: names?.[i] ?? '',
    numero: per.get(id_materia) ?? 0,
  }))
  return {
    versione: versione ?? '',
    materie: materie.filter(({ numero }) => numero > 0),
    domande,
    id_domande: new Set(id_domande),
    nodi: new Set(listNodi(albero ?? []).map(({ nodo }) => nodo.id_sotto_percorso)),
  }
}

/** Drops the cached banks, so that the next use reads each again. */
export const forgetBanche = (db: Db): boolean => cached.delete(db)

/** Returns subjects and question ids of one version of a bank, read once. */
export function readBanca(db: Db, id_concorso: number, versione: string): Promise<Banca> {
  const cache = cached.get(db) ?? new Map<string, Promise<Banca>>()
  cached.set(db, cache)
  const key = `${id_concorso}:${versione}`
  const known = cache.get(key) ?? load(db, id_concorso)
  cache.delete(key)
  cache.set(key, known)
  known.then(
    (banca) => banca.versione === versione || cache.delete(key),
    () => cache.delete(key),
  )
  for (const previous of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(previous)
  }
  return known
}
