import { listSegnalazioni, type Segnalazione } from '../simulazioni/segnalazioni.ts'
import { type Codice, DONE, type Environment, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readId } from './simulazione-stato.ts'

export const SEGNALAZIONI_OPTIONS = optionsOf(['concorso', 'domanda', 'quante'], ['json'])
type Options = ValuesOf<typeof SEGNALAZIONI_OPTIONS>

/** Reports that are listed when nobody says how many. */
const DEFAULT_COUNT = 100

/** What candidates wrote, on one line and without what a terminal would obey. */
const onLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function format(r: Segnalazione): string[] {
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
  const id_concorso = concorso === undefined ? null : readId(concorso, '--concorso')
  const id_domanda = domanda === undefined ? null : readId(domanda, '--domanda')
  const max = count === undefined ? DEFAULT_COUNT : readId(count, '--quante')
  const rows = await withDeps(({ db }) => listSegnalazioni(db, { id_concorso, id_domanda, max }))
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
