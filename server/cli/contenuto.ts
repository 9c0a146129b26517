import { TIPI_CONTENUTO, type TipoContenuto, type Written } from '#contract/contenuti'
import { decodeText } from '#importers/formats/encoding'
import { listUnknownBanche } from '../bandi/publish.ts'
import { importContenuti, listAllContenuti, withdrawContenuto } from '../contenuti/contenuti.ts'
import { parseWritten } from '../contenuti/read-written.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readBytes } from './files.ts'
import { Refused } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const CONTENUTO_OPTIONS = optionsOf([], ['prova', 'json'])
type Options = ValuesOf<typeof CONTENUTO_OPTIONS>

/** Defects that a report shows. */
const SHOWN = 20

const isTipo = (text: string | undefined): text is TipoContenuto => TIPI_CONTENUTO.some((t) => t === text)

async function readEntries<T extends TipoContenuto>(file: string, tipo: T): Promise<Written<T>[]> {
  const { testo } = await decodeText(await readBytes(file))
  const { voci, motivo, difetti } = parseWritten(testo, tipo)
  if (motivo !== null) throw new Refused({ file, motivo })
  if (voci) return voci
  throw new Impossible(
    `${file}: ${difetti.length} difetti, non è stato scritto nulla\n${difetti.slice(0, SHOWN).join('\n')}`,
  )
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
    if (!(await withDeps((deps) => withdrawContenuto(deps, tipo, id, what === 'ritira'))).ok)
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
