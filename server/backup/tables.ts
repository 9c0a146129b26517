import type { Queryable } from '../deps.ts'

export type Table = { name: string; columns: string[] }

/** Applied migrations stand in the header of a backup, not among its rows; counts of limits are of this moment. */
const LEFT_OUT = ['migrazione', 'limite']

/** Returns tables with their columns, each after the tables that it refers to. */
export async function listTables(q: Queryable): Promise<Table[]> {
  const { rows: columns } = await q.query<{ tabella: string; colonna: string }>(
    `select c.relname as tabella, a.attname as colonna from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' order by c.relname, a.attnum`,
  )
  const { rows: references } = await q.query<{ da: string; a: string }>(
    `select distinct d.relname as da, r.relname as a from pg_constraint k join pg_class d on d.oid = k.conrelid
     join pg_class r on r.oid = k.confrelid
     where k.contype = 'f' and d.relnamespace = current_schema()::regnamespace and d.oid <> r.oid`,
  )
  const names = [...new Set(columns.map((c) => c.tabella))].filter((name) => !LEFT_OUT.includes(name))
  const ordered: string[] = []
  const visit = (name: string): void => {
    if (ordered.includes(name)) return
    for (const { da, a } of references) if (da === name && a !== name) visit(a)
    ordered.push(name)
  }
  for (const name of names) visit(name)
  return ordered.map((name) => ({
    name,
    columns: columns.filter((c) => c.tabella === name).map((c) => c.colonna),
  }))
}

/** Quotes a name of the catalogue for a statement. */
export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
