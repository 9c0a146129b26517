import { listPageViews } from '../utente/page-views.ts'
import { type Codice, DONE, type Environment, optionsOf, WrongUsage } from './exit.ts'

export const PAGE_VIEWS_OPTIONS = optionsOf(['giorni'], ['json'])

const MOST_DAYS = 3_650

/** `viste [--giorni N] [--json]`: counts how often each page was opened with consent to statistics. */
export async function viste(
  others: string[],
  { giorni = '30', json }: { giorni?: string; json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('viste non vuole argomenti')
  const days = Number(giorni)
  if (!/^\d{1,4}$/.test(giorni) || days < 1 || days > MOST_DAYS)
    throw new WrongUsage(`--giorni vuole un numero da 1 a ${MOST_DAYS}, non "${giorni}"`)
  const rows = await withDeps((deps) => listPageViews(deps, days))
  if (json) out(JSON.stringify({ elementi: rows, totale: rows.length }))
  else if (rows.length === 0) out('Nessuna pagina contata.')
  else for (const { percorso, viste } of rows) out(`${String(viste).padStart(8)}  ${percorso}`)
  return DONE
}
