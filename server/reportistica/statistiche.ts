import type { Risposta } from '#contract/schemas'
import { SENT_COLUMNS } from '#contract/statistica-columns'
import type { RispostaRecord } from '#rules/statistica'
import type { Queryable } from '../deps.ts'
import { UPSERT } from './upsert.ts'

/** Values of `statistica.contesto`. */
export const CONTESTO_CONCORSO = 0

/** Records of one answer when a cursor is given. */
export const RISPOSTE_PAGE = 5_000

export type Push = { id_utente: number; records: readonly RispostaRecord[]; incrementa: boolean; ora: Date }

/**
 * Stores records, one per question, in one transaction under the account's row lock; answers how many changed something.
 * Records of the same question must be folded before (`foldRisposte`).
 */
export async function storeRisposte(q: Queryable, { id_utente, records, incrementa, ora: now }: Push): Promise<number> {
  if (records.length === 0) return 0
  const rows = records.map((r) => ({
    id_contesto: r.id_concorso,
    data_eseguita_testo: r.data_eseguita,
    ...Object.fromEntries(SENT_COLUMNS.map(({ name }) => [name, r[name]])),
  }))
  const { count } = await q.query(
    UPSERT,
    [id_utente, JSON.stringify(rows), incrementa, CONTESTO_CONCORSO, records.length, now],
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

export type CallRequest = {
  id_utente: number
  id_concorso: number
  /** Position to go on from; null asks for everything. */
  cursore: number | null
  /** Only records executed at this instant or later; null for all. Without a cursor only. */
  da: Date | null
  /** Only records of this modality, or of none (a favourite has none). Without a cursor only. */
  modalita: string | null
}

/** Records of an account in one bank, in the order in which they changed, and the cursor to ask from the next time. */
export async function listRisposte(
  q: Queryable,
  { id_utente, id_concorso, cursore, da, modalita }: CallRequest,
): Promise<{ risposte: Risposta[]; cursore: number }> {
  const where = 'id_utente = $1 and contesto = 0 and id_contesto = $2'
  const { rows } =
    cursore === null
      ? await q.query<Row>(
          `select ${COLUMNS} from statistica where ${where} and ($3::timestamptz is null or data_eseguita >= $3)
           and ($4::text is null or modalita = '{}' or $4 = any(modalita)) order by seq`,
          [id_utente, id_concorso, da, modalita],
          'risposte_tutte',
        )
      : await q.query<Row>(
          `select ${COLUMNS} from statistica where ${where} and seq > $3 order by seq limit ${RISPOSTE_PAGE}`,
          [id_utente, id_concorso, cursore],
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
