import * as z from 'zod/mini'
import { TIPI_CONTENUTO, type TipoContenuto, WRITTEN, type Written } from '#contract/contenuti'
import { decodeText } from '#importers/formats/encoding'
import { listUnknownBanche } from '../bandi/publish.ts'
import { importContenuti, listAllContenuti, withdrawContenuto } from '../contenuti/contenuti.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readBytes } from './files.ts'
import { Refused } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const CONTENUTO_OPTIONS = optionsOf([], ['prova', 'json'])
type Options = ValuesOf<typeof CONTENUTO_OPTIONS>

/** Defects that a report shows. */
const SHOWN = 20

const isTipo = (text: string | undefined): text is TipoContenuto => TIPI_CONTENUTO.some((t) => t === text)

/** Returns the defect of a field as a sentence for the operator. */
function sentence({ path, code, message, ...rest }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys' && 'keys' in rest) return `campi sconosciuti: ${rest.keys.join(', ')}`
  const field = path.join('.') || 'voce'
  if (code === 'custom') return `${field}: ${message}`
  if (code === 'too_big') return `${field}: supera la misura ammessa`
  if (code === 'too_small') return `${field}: è vuoto o sotto la misura ammessa`
  return `${field}: manca, o non è un valore ammesso`
}

async function readEntries<T extends TipoContenuto>(file: string, tipo: T): Promise<Written<T>[]> {
  const { testo } = await decodeText(await readBytes(file))
  let list: unknown
  try {
    list = JSON.parse(testo)
  } catch (error) {
    throw new Refused({ file, motivo: `non è JSON (${(error as Error).message})` })
  }
  if (!Array.isArray(list) || list.length === 0) throw new Refused({ file, motivo: 'vuole un elenco JSON non vuoto' })
  const parsed = list.map((entry) => z.safeParse(WRITTEN[tipo], entry))
  const defects = parsed.flatMap((p, i) =>
    p.success ? [] : p.error.issues.map((issue) => `voce ${i + 1}: ${sentence(issue)}`),
  )
  const entries = parsed.flatMap((p) => (p.success ? [p.data as Written<T>] : []))
  const keys = entries.map((e) => e.chiave)
  for (const [i, key] of keys.entries())
    if (keys.indexOf(key) !== i) defects.push(`voce ${i + 1}: chiave: "${key}" compare due volte`)
  if (defects.length > 0)
    throw new Impossible(
      `${file}: ${defects.length} difetti, non è stato scritto nulla\n${defects.slice(0, SHOWN).join('\n')}`,
    )
  return entries
}

async function importFile(
  tipo: TipoContenuto,
  file: string,
  options: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, withDeps } = environment
  const { prova: rehearse = false, json } = options
  const entries = await readEntries(file, tipo)
  const named = entries.flatMap((e) => ('banche' in e ? e.banche : []))
  const result = await withDeps(async (deps) => {
    const unknown = await listUnknownBanche(deps.db, named)
    if (unknown.length > 0) throw new Impossible(`${file}: non ci sono le banche dati ${unknown.join(', ')}`)
    return importContenuti(deps, tipo, entries, rehearse)
  })
  if (json) out(JSON.stringify({ tipo, voci: entries.length, ...result, prova: rehearse }))
  else {
    out(`${tipo}: ${result.nuovi} voci nuove, ${result.aggiornati} aggiornate, ${result.uguali} uguali`)
    if (rehearse) out('Prova: non è stato scritto nulla.')
  }
  return DONE
}

/** `contenuto TIPO`, `contenuto TIPO importa FILE [--prova]`, `contenuto TIPO ritira|ripristina ID`. */
export async function contenuto(
  [tipo, what, arg, ...others]: string[],
  options: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, withDeps } = environment
  if (!isTipo(tipo)) throw new WrongUsage(`contenuto vuole ${TIPI_CONTENUTO.join(', ')}, non "${tipo ?? ''}"`)
  if (others.length > 0) throw new WrongUsage('contenuto vuole al più un’azione e un argomento')
  if (what === 'importa') {
    if (!arg) throw new WrongUsage(`contenuto ${tipo} importa vuole un file`)
    return importFile(tipo, arg, options, environment)
  }
  if (what === 'ritira' || what === 'ripristina') {
    const id = readId(arg ?? '', `contenuto ${tipo} ${what}`)
    if (!(await withDeps((deps) => withdrawContenuto(deps, tipo, id, what === 'ritira'))))
      throw new Impossible(`${tipo}: nessuna voce ha il numero ${id}`)
    out(`${id}: ${what === 'ritira' ? 'ritirata' : 'ripristinata'}`)
    return DONE
  }
  if (what !== undefined) throw new WrongUsage(`contenuto vuole importa, ritira o ripristina, non "${what}"`)
  const rows = await withDeps((deps) => listAllContenuti(deps, tipo))
  if (options.json) out(JSON.stringify({ elementi: rows, totale: rows.length }))
  else {
    for (const r of rows) out(`${r.id_contenuto}  ${r.chiave}  ${r.titolo}${r.ritirato === null ? '' : '  (ritirata)'}`)
    if (rows.length === 0) out(`${tipo}: nessuna voce.`)
  }
  return DONE
}
