import type { RisorseAggiuntive } from '#contract/schemas'
import { readRisorse, saveRisorse } from '../concorso/spiegazioni.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readId } from './simulazione-stato.ts'

const FIELDS = {
  facebook: 'url_facebook',
  'corso-online': 'url_corso_online',
  'corso-dal-vivo': 'url_corso_dal_vivo',
  manuale: 'url_manuale',
  'bus-hotel': 'url_bus_hotel',
  news: 'url_news',
} as const satisfies Record<string, keyof RisorseAggiuntive>
type Field = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as Field[]

export const RISORSE_OPTIONS = optionsOf(
  ['facebook', 'corso-online', 'corso-dal-vivo', 'manuale', 'bus-hotel', 'news'],
  ['json'],
)
type Options = ValuesOf<typeof RISORSE_OPTIONS>

/** Parses `--nome URL`, which sets an address, and `--nome no`, which removes it. */
function readUrl(name: Field, text: string): string | null {
  if (text === 'no') return null
  if (text.length > 2_000 || !URL.canParse(text) || new URL(text).protocol !== 'https:')
    throw new WrongUsage(`--${name} vuole un indirizzo https, o no per toglierlo, non "${text}"`)
  return text
}

/**
 * `risorse ID [--facebook URL] [--corso-online URL] …`: sets the additional resources of a bank (spec §3); without
 * options prints them.
 */
export async function risorse(
  [text, ...others]: string[],
  options: Options,
  environment: Environment,
): Promise<Codice> {
  if (!text || others.length > 0) throw new WrongUsage('risorse vuole il numero di una banca dati')
  const id_concorso = readId(text, 'risorse')
  const changes: Partial<RisorseAggiuntive> = {}
  for (const name of NAMES) {
    const value = options[name]
    if (value !== undefined) changes[FIELDS[name]] = readUrl(name, value)
  }
  const result = await environment.withDeps(async ({ db }) => {
    const known = await readRisorse(db, id_concorso)
    if (known.ok && Object.keys(changes).length > 0) await saveRisorse(db, id_concorso, { ...known.value, ...changes })
    return readRisorse(db, id_concorso)
  })
  if (!result.ok) throw new Impossible(`nessuna banca dati pubblicata ha il numero ${id_concorso}`)
  if (options.json) environment.out(JSON.stringify(result.value))
  else for (const name of NAMES) environment.out(`${name}: ${result.value[FIELDS[name]] ?? '—'}`)
  return DONE
}
