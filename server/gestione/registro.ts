import type { VoceRegistro } from '#contract/gestione/registro'
import { ok } from '#contract/result'
import { toCsv } from '../csv.ts'
import { readDay, readDayStart } from '../day.ts'
import type { Queryable } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'
import type { ConsoleHandlers } from './handler.ts'

const PAGE = 50
const MAX_EXPORT = 100_000

type Filters = {
  chi?: string | undefined
  atto?: string | undefined
  oggetto?: string | undefined
  da?: string | undefined
  a?: string | undefined
}

type Row = Omit<VoceRegistro, 'quando'> & { quando: Date }

/** Reads acts before a row, the newest first; `chi` is an exact address, `atto` and `oggetto` begin the text. */
async function readActs(q: Queryable, f: Filters, before: number | null, most: number): Promise<VoceRegistro[]> {
  const { rows } = await q.query<Row>(
    `select r.id_riga as id, r.quando, u.email as chi, r.id_gestore, coalesce(r.ruolo, r.chiave) as ruolo, r.chiamata as atto,
       r.oggetto, r.prima, r.dopo, r.id_richiesta, r.ip as blocco
     from registro_operatore r left join utente u on u.id_utente = r.id_gestore
     where ($1::bigint is null or r.id_riga < $1) and ($2::text is null or u.email = $2)
       and ($3::text is null or starts_with(r.chiamata, $3)) and ($4::text is null or starts_with(r.oggetto, $4))
       and ($5::timestamptz is null or r.quando >= $5) and ($6::timestamptz is null or r.quando <= $6)
     order by r.id_riga desc limit $7`,
    [
      before,
      f.chi ? normalizeEmail(f.chi) : null,
      f.atto || null,
      f.oggetto || null,
      f.da ? readDayStart(f.da) : null,
      f.a ? readDay(f.a) : null,
      most,
    ],
  )
  return rows.map((row) => ({ ...row, quando: row.quando.toISOString() }))
}

const COLUMNS = [
  'id',
  'quando',
  'chi',
  'id_gestore',
  'ruolo',
  'atto',
  'oggetto',
  'prima',
  'dopo',
  'id_richiesta',
  'blocco',
]

/** The audit, on screen and as a file. */
export const registroHandlers: ConsoleHandlers<'registro' | 'esporta_registro'> = {
  registro: async ({ deps, query }) => {
    const rows = await readActs(deps.db, query, query.prima_di ?? null, PAGE + 1)
    const elementi = rows.slice(0, PAGE)
    return ok({ elementi, prossima: rows.length > PAGE ? (elementi.at(-1)?.id ?? null) : null })
  },
  esporta_registro: async ({ deps, query, note }) => {
    const rows = await readActs(deps.db, query, null, MAX_EXPORT)
    note({ dopo: { filtri: query, righe: rows.length } })
    const lines = rows.map((row) => COLUMNS.map((name) => row[name as keyof VoceRegistro]))
    return ok({ stream: [toCsv([COLUMNS, ...lines])], type: 'text/csv; charset=utf-8', name: 'registro.csv' })
  },
}
