import { readId } from './simulazione-stato.ts'
import { type Ambiente, type Codice, FATTO, UsoErrato } from './uscita.ts'

export const OPZIONI = {
  concorso: { type: 'string' },
  domanda: { type: 'string' },
  quante: { type: 'string' },
  json: { type: 'boolean' },
} as const
type Opzioni = { concorso?: string; domanda?: string; quante?: string; json?: boolean }

/** Reports that are listed when nobody says how many. */
const QUANTE = 100

type Riga = {
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
const onLine = (testo: string): string => testo.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function format(r: Riga): string[] {
  const dove = r.concorso === null ? 'la domanda non c’è più' : `${r.concorso} (${r.id_concorso}), n. ${r.posizione}`
  return [
    `${r.creata.toISOString()}  ${r.motivo}  domanda ${r.id_domanda}  ${onLine(dove)}`,
    ...(r.testo === null ? [] : [`    ${onLine(r.testo).slice(0, 160)}`]),
    ...(r.nota === null ? [] : [`    Nota: ${onLine(r.nota)}`]),
  ]
}

/**
 * `segnalazioni [--concorso ID] [--domanda ID] [--quante N] [--json]`: what candidates reported, the newest first; of all banks, of one,
 * or of one question. Who reported is not told.
 */
export async function segnalazioni(
  altri: string[],
  { concorso, domanda, quante, json }: Opzioni,
  { out, withDeps }: Ambiente,
): Promise<Codice> {
  if (altri.length > 0) throw new UsoErrato('segnalazioni vuole solo opzioni')
  const numeri = [
    concorso === undefined ? null : readId(concorso, '--concorso'),
    domanda === undefined ? null : readId(domanda, '--domanda'),
    quante === undefined ? QUANTE : readId(quante, '--quante'),
  ]
  const { righe } = await withDeps(({ db }) =>
    db.query<Riga>(
      `select s.id_segnalazione, s.creata, s.motivo, s.nota, s.id_domanda, d.id_concorso, c.concorso, d.posizione, d.id_ufficiale,
         d.testo, count(*) over ()::int as totale
       from segnalazione s left join domanda d using (id_domanda) left join concorso c using (id_concorso)
       where ($1::bigint is null or d.id_concorso = $1) and ($2::bigint is null or s.id_domanda = $2)
       order by s.creata desc, s.id_segnalazione desc limit $3`,
      numeri,
    ),
  )
  const totale = righe[0]?.totale ?? 0
  if (json) {
    const elementi = righe.map(({ totale: _totale, creata, ...r }) => ({ ...r, creata: creata.toISOString() }))
    out(JSON.stringify({ elementi, totale }))
    return FATTO
  }
  for (const riga of righe.flatMap(format)) out(riga)
  out(totale === 0 ? 'Nessuna segnalazione.' : `${righe.length} di ${totale} segnalazioni`)
  return FATTO
}
