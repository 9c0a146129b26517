import { readDay, readDayStart } from '../day.ts'
import { euro } from '../mail/messages.ts'
import { reportAffiliates } from '../utente/affiliates.ts'
import { type Codice, DONE, type Environment, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'

export const AFFILIATI_OPTIONS = optionsOf(['da', 'a'], ['json'])
type Options = ValuesOf<typeof AFFILIATI_OPTIONS>

function read(text: string | undefined, option: string, parse: (text: string) => Date | null): Date | null {
  if (text === undefined) return null
  const day = parse(text)
  if (!day) throw new WrongUsage(`${option} vuole una data AAAA-MM-GG, non "${text}"`)
  return day
}

/** `affiliati [--da DATA] [--a DATA] [--json]`: counts sign-ups and purchases of each affiliate code. */
export async function affiliati(
  others: string[],
  { da, a, json }: Options,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('affiliati vuole solo opzioni')
  const [from, to] = [read(da, '--da', readDayStart), read(a, '--a', readDay)]
  const rows = await withDeps((deps) => reportAffiliates(deps, from, to))
  if (json) out(JSON.stringify({ elementi: rows, totale: rows.length }))
  else {
    for (const r of rows)
      out(
        `${r.codice}: ${r.registrazioni} registrazioni (${r.verificate} verificate), ${r.acquisti} acquisti, ${euro(r.importo)}`,
      )
    if (rows.length === 0) out('Nessun codice affiliato.')
  }
  return DONE
}
