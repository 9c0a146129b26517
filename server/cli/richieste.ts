import { closeRichiesta, listRichieste, type RichiestaLine } from '../contenuti/richieste.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readId } from './simulazione-stato.ts'

export const RICHIESTE_OPTIONS = optionsOf(['quante'], ['tutte', 'json'])
type Options = ValuesOf<typeof RICHIESTE_OPTIONS>

const DEFAULT_COUNT = 100

/** Put a person's text on one line, without control characters. */
const onLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

const format = (r: RichiestaLine): string[] => [
  `${r.creata.toISOString()}  ${r.id_richiesta}  ${[r.ente, r.profilo, r.anno]
    .filter((x) => x !== null)
    .map((x) => onLine(String(x)))
    .join(', ')}${r.chiusa === null ? '' : '  (chiusa)'}`,
  ...(r.nota === null ? [] : [`    ${onLine(r.nota)}`]),
  ...(r.link === null ? [] : [`    ${onLine(r.link)}`]),
]

/** `richieste [--tutte] [--quante N] [--json]`, `richieste chiudi|riapri ID`: lists and closes requests for banks. */
export async function richieste(
  [what, id, ...others]: string[],
  options: Options,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('richieste vuole al più un’azione e una richiesta')
  if (what === 'chiudi' || what === 'riapri') {
    if (!id) throw new WrongUsage(`richieste ${what} vuole una richiesta`)
    if (!(await withDeps((deps) => closeRichiesta(deps, id, what === 'chiudi'))))
      throw new Impossible(`nessuna richiesta ${id}`)
    out(`${id}: ${what === 'chiudi' ? 'chiusa' : 'riaperta'}`)
    return DONE
  }
  if (what !== undefined) throw new WrongUsage(`richieste vuole chiudi o riapri, non "${what}"`)
  const max = options.quante === undefined ? DEFAULT_COUNT : readId(options.quante, '--quante')
  const { rows, totale } = await withDeps((deps) => listRichieste(deps, { all: options.tutte === true, max }))
  if (options.json) {
    out(JSON.stringify({ elementi: rows, totale }))
    return DONE
  }
  for (const row of rows.flatMap(format)) out(row)
  out(totale === 0 ? 'Nessuna richiesta.' : `${rows.length} di ${totale} richieste`)
  return DONE
}
