import { type Codice, DONE, type Environment, WrongUsage } from './exit.ts'
import { readId } from './simulazione-stato.ts'

export const OPTIONS = {
  concorso: { type: 'string' },
  domanda: { type: 'string' },
  quante: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Options = { concorso?: string; domanda?: string; quante?: string; json?: boolean }

/** Reports that are listed when nobody says how many. */
const DEFAULT_COUNT = 100

type Row = {
  id_segnalazione: number
  creata: Date
  motivo: string
  nota: string | null
  id_domanda: number
  /** Null, and all that follows, for a question that its bank has lost. */
  id_concorso: number | null
  concorso: string | null
  posizione: number | null
  id_ufficiale: string | null
  testo: string | null
  totale: number
}

/** What candidates wrote, on one line and without what a terminal would obey. */
const onLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function format(r: Row): string[] {
  const where = r.concorso === null ? 'la domanda non c’è più' : `${r.concorso} (${r.id_concorso}), n. ${r.posizione}`
  return [
    `${r.creata.toISOString()}  ${r.motivo}  domanda ${r.id_domanda}  ${onLine(where)}`,
    ...(r.testo === null ? [] : [`    ${onLine(r.testo).slice(0, 160)}`]),
    ...(r.nota === null ? [] : [`    Nota: ${onLine(r.nota)}`]),
  ]
}

/**
 * `segnalazioni [--concorso ID] [--domanda ID] [--quante N] [--json]`: what candidates reported, the newest first; of all banks, of one,
 * or of one question. Who reported is not told.
 */
export async function segnalazioni(
  others: string[],
  { concorso, domanda, quante: count, json }: Options,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('segnalazioni vuole solo opzioni')
  const numbers = [
    concorso === undefined ? null : readId(concorso, '--concorso'),
    domanda === undefined ? null : readId(domanda, '--domanda'),
    count === undefined ? DEFAULT_COUNT : readId(count, '--quante'),
  ]
  const { rows } = await withDeps(({ db }) =>
    db.query<Row>(
      `select s.id_segnalazione, s.creata, s.motivo, s.nota, s.id_domanda, d.id_concorso, c.concorso, d.posizione, d.id_ufficiale,
         d.testo, count(*) over ()::int as totale
       from segnalazione s left join domanda d using (id_domanda) left join concorso c using (id_concorso)
       where ($1::bigint is null or d.id_concorso = $1) and ($2::bigint is null or s.id_domanda = $2)
       order by s.creata desc, s.id_segnalazione desc limit $3`,
      numbers,
    ),
  )
  const total = rows[0]?.totale ?? 0
  if (json) {
    const items = rows.map(({ totale: _totale, creata: created, ...r }) => ({ ...r, creata: created.toISOString() }))
    out(JSON.stringify({ elementi: items, totale: total }))
    return DONE
  }
  for (const row of rows.flatMap(format)) out(row)
  out(total === 0 ? 'Nessuna segnalazione.' : `${rows.length} di ${total} segnalazioni`)
  return DONE
}
