import { SENT_COLUMNS } from '#contract/statistica-columns'
import { type Contesto, isPercorso, toPercorsoRecord, toRaccolta } from '#rules/raccolta'
import type { RispostaRecord } from '#rules/statistica'
import type { Queryable } from '../deps.ts'
import { UPSERT } from './upsert.ts'

/** Values of `statistica.contesto`. */
const CONTESTO = { CONCORSO: 0, PERCORSO: 1 } as const
/** Returns the names of a collection in `statistica`: `contesto` and `id_contesto`. */
const contestoOf = (id_concorso: number): [contesto: number, id: number] => {
  const { contesto, id } = toRaccolta(id_concorso)
  return [CONTESTO[contesto], id]
}

/** Records of one page when a cursor is given. */
const RISPOSTE_PAGE = 5_000

export type Push = { id_utente: number; records: readonly RispostaRecord[]; incrementa: boolean; ora: Date }

/** Returns a record of a path as sent: by its path and node (spec §3). */
const toStored = (r: RispostaRecord) =>
  isPercorso(r.id_concorso)
    ? { ...r, ...toPercorsoRecord(r), id_argomento: String(-r.id_concorso), id_materia: null }
    : r

/**
 * Stores records of banks or of paths, one per question, in one transaction under the account's row lock. Returns how
 * many changed. Records of the same question must be folded before (`foldRisposte`).
 */
export async function storeRisposte(q: Queryable, { id_utente, records, incrementa, ora: now }: Push): Promise<number> {
  if (records.length === 0) return 0
  const [contesto] = contestoOf(records[0]?.id_concorso ?? 0)
  const rows = records.map(toStored).map((r) => ({
    id_contesto: contestoOf(r.id_concorso)[1],
    data_eseguita_testo: r.data_eseguita,
    ...Object.fromEntries(SENT_COLUMNS.map(({ name }) => [name, r[name]])),
  }))
  const { rows: written } = await q.query<{ n: number }>(
    UPSERT,
    [id_utente, JSON.stringify(rows), incrementa, contesto, records.length, now],
    'upsert_risposte',
  )
  return written[0]?.n ?? 0
}

/** A record on the wire: instants in UTC, the date of the record as the text that was sent. */
const JSON_COLUMNS = SENT_COLUMNS.map(({ name, type }) => {
  if (name === 'data_eseguita') return 'data_eseguita_testo as data_eseguita'
  return type === 'timestamptz'
    ? `to_char(${name} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${name}`
    : `${name}`
})
/** Columns that name the collection where its calls have it; of a path in place of the node (spec §3). */
const JSON_OF = {
  CONCORSO: ['id_contesto as id_concorso', ...JSON_COLUMNS],
  PERCORSO: ['id_contesto as id_argomento', ...JSON_COLUMNS.filter((column) => column !== 'id_argomento')],
}

/** Selects the records of `where` as one row of JSON: encoding thousands here would delay every other request. */
const listOf = (contesto: Contesto, where: string) => `
select coalesce(string_agg(riga, ',' order by seq), '') as testo, max(seq) as ultimo from (
  select seq, (select row_to_json(r)::text from (select ${JSON_OF[contesto].join(', ')}) r) as riga from statistica
  where id_utente = $1 and contesto = $2 and id_contesto = $3 and ${where}) s`

const ALL =
  "($4::timestamptz is null or data_eseguita >= $4) and ($5::text is null or modalita = '{}' or $5 = any(modalita))"
const AFTER = `seq > $4 order by seq limit ${RISPOSTE_PAGE}`

export type RecordsRequest = {
  id_utente: number
  id_concorso: number
  /** Cursor to continue from; null returns everything. */
  cursore: number | null
  /** Only records executed at this instant or later; null for all. Without a cursor only. */
  da: Date | null
  /** Only records of this modality, or of none (a favourite has none). Without a cursor only. */
  modalita: string | null
}

/**
 * Returns records of an account in one bank or path as a JSON array, in the order of their changes, and the next
 * cursor.
 */
export async function listRisposte(
  q: Queryable,
  { id_utente, id_concorso, cursore, da, modalita }: RecordsRequest,
): Promise<{ risposte: string; cursore: number }> {
  const { contesto } = toRaccolta(id_concorso)
  const asked = [id_utente, ...contestoOf(id_concorso)]
  type Row = { testo: string; ultimo: number | null }
  const { rows } =
    cursore === null
      ? await q.query<Row>(listOf(contesto, ALL), [...asked, da, modalita], `risposte_tutte_${contesto}`)
      : await q.query<Row>(listOf(contesto, AFTER), [...asked, cursore], `risposte_da_${contesto}`)
  const { testo = '', ultimo = null } = rows[0] ?? {}
  return { risposte: `[${testo}]`, cursore: ultimo ?? cursore ?? 0 }
}
