import type { Risposta, RispostaPercorso } from '#contract/schemas'
import { SENT_COLUMNS } from '#contract/statistica-columns'
import { isPercorso, toPercorsoRecord, toRaccolta } from '#rules/raccolta'
import type { RispostaRecord } from '#rules/statistica'
import type { Queryable } from '../deps.ts'
import { UPSERT } from './upsert.ts'

/** Values of `statistica.contesto`. */
const CONTESTO = { CONCORSO: 0, PERCORSO: 1 } as const
/** How `statistica` names a collection: `contesto` and `id_contesto`. */
export const contestoOf = (id_concorso: number): [contesto: number, id: number] => {
  const { contesto, id } = toRaccolta(id_concorso)
  return [CONTESTO[contesto], id]
}

/** Records of one answer when a cursor is given. */
export const RISPOSTE_PAGE = 5_000

export type Push = { id_utente: number; records: readonly RispostaRecord[]; incrementa: boolean; ora: Date }

/** A record of a path is kept as it travels: by its path and node (spec §3). */
const toStored = (r: RispostaRecord) =>
  isPercorso(r.id_concorso)
    ? { ...r, ...toPercorsoRecord(r), id_argomento: String(-r.id_concorso), id_materia: null }
    : r

/**
 * Stores records of banks or of paths, one per question, in one transaction under the account's row lock; answers how many changed something.
 * Records of the same question must be folded before (`foldRisposte`).
 */
export async function storeRisposte(q: Queryable, { id_utente, records, incrementa, ora: now }: Push): Promise<number> {
  if (records.length === 0) return 0
  const [contesto] = contestoOf(records[0]?.id_concorso ?? 0)
  const rows = records.map(toStored).map((r) => ({
    id_contesto: contestoOf(r.id_concorso)[1],
    data_eseguita_testo: r.data_eseguita,
    ...Object.fromEntries(SENT_COLUMNS.map(({ name }) => [name, r[name]])),
  }))
  const { count } = await q.query(
    UPSERT,
    [id_utente, JSON.stringify(rows), incrementa, contesto, records.length, now],
    'upsert_risposte',
  )
  return count
}

type Row = Omit<RispostaRecord, 'id_concorso' | 'data_eseguita' | 'data_livello' | 'data_preferiti'> & {
  data_eseguita_testo: string
  data_livello: Date | null
  data_preferiti: Date | null
  data_letta: Date | null
  data_ascoltata: Date | null
  seq: number
}

/** The date is given back as the text that came. */
const COLUMNS = [
  ...SENT_COLUMNS.map(({ name }) => (name === 'data_eseguita' ? 'data_eseguita_testo' : name)),
  'seq',
].join(', ')

const iso = (data: Date | null): string | null => data?.toISOString() ?? null

export type RecordsRequest = {
  id_utente: number
  id_concorso: number
  /** Position to go on from; null asks for everything. */
  cursore: number | null
  /** Only records executed at this instant or later; null for all. Without a cursor only. */
  da: Date | null
  /** Only records of this modality, or of none (a favourite has none). Without a cursor only. */
  modalita: string | null
}

/** Records of an account in one bank or path, in the order in which they changed, and the cursor to ask from the next time. */
export async function listRisposte(
  q: Queryable,
  { id_utente, id_concorso, cursore, da, modalita }: RecordsRequest,
): Promise<{ risposte: Risposta[]; cursore: number }> {
  const [contesto, id] = contestoOf(id_concorso)
  const where = 'id_utente = $1 and contesto = $2 and id_contesto = $3'
  const { rows } =
    cursore === null
      ? await q.query<Row>(
          `select ${COLUMNS} from statistica where ${where} and ($4::timestamptz is null or data_eseguita >= $4)
           and ($5::text is null or modalita = '{}' or $5 = any(modalita)) order by seq`,
          [id_utente, contesto, id, da, modalita],
          'risposte_tutte',
        )
      : await q.query<Row>(
          `select ${COLUMNS} from statistica where ${where} and seq > $4 order by seq limit ${RISPOSTE_PAGE}`,
          [id_utente, contesto, id, cursore],
          'risposte_da',
        )
  return {
    risposte: rows.map(({ seq: _, data_eseguita_testo, ...r }) => ({
      ...r,
      id_concorso,
      data_eseguita: data_eseguita_testo,
      data_livello: iso(r.data_livello),
      data_preferiti: iso(r.data_preferiti),
      data_letta: iso(r.data_letta),
      data_ascoltata: iso(r.data_ascoltata),
    })),
    cursore: rows.at(-1)?.seq ?? cursore ?? 0,
  }
}

/** The records of a path as the calls carry them. */
export const toRispostePercorso = (risposte: readonly Risposta[], id_argomento: number): RispostaPercorso[] =>
  risposte.map(({ id_concorso: _, ...r }) => ({ ...r, id_argomento }))
