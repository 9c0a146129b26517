import { type BandiReading, readBandi } from '#importers/bandi/read-bandi'
import { decodeText } from '#importers/formats/encoding'
import { describeDefect, explainUnreadable } from '../bandi/defects.ts'
import { importBandi, listAllBandi, listUnknownBanche, setRitirato } from '../bandi/publish.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readBytes } from './files.ts'
import { Refused } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const BANDI_OPTIONS = optionsOf(['quante'], ['prova', 'json'])
type Options = ValuesOf<typeof BANDI_OPTIONS>

/** Defects and lines of a report without `--quante`. */
const SHOWN = 20
const DEFAULT_COUNT = 100

async function read(file: string): Promise<BandiReading> {
  const { testo } = await decodeText(await readBytes(file))
  const reading = readBandi(testo)
  if ('motivo' in reading) throw new Refused({ file, motivo: explainUnreadable(reading.motivo) })
  return reading
}

const dayOf = (at: Date | number) =>
  new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', timeStyle: 'short', timeZone: 'Europe/Rome' }).format(at)

async function importFile(
  file: string,
  { prova: rehearse = false, json }: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, err, withDeps } = environment
  const reading = await read(file)
  const { bandi, difetti, ignorati, dedotti } = reading
  if (difetti.length > 0) {
    for (const defect of difetti.slice(0, SHOWN)) err(describeDefect(defect))
    if (difetti.length > SHOWN) err(`… e altri ${difetti.length - SHOWN} difetti`)
    throw new Impossible(`${file}: ${difetti.length} difetti in ${bandi.length} bandi, non è stato scritto nulla`)
  }
  const result = await withDeps(async (deps) => {
    const unknown = await listUnknownBanche(
      deps.db,
      bandi.flatMap((b) => b.banche),
    )
    if (unknown.length > 0) throw new Impossible(`${file}: non ci sono le banche dati ${unknown.join(', ')}`)
    return importBandi(deps, bandi, rehearse)
  })
  if (json) {
    out(JSON.stringify({ bandi: bandi.length, ...result, dedotti, ignorati, prova: rehearse }))
    return DONE
  }
  out(`${bandi.length} bandi: ${result.nuovi} nuovi, ${result.aggiornati} aggiornati, ${result.uguali} uguali`)
  if (result.scaduti > 0) out(`${result.scaduti} sono già scaduti: non compaiono nell’elenco`)
  if (dedotti > 0) out(`Tipo di ente riconosciuto dal nome dell’ente: ${dedotti}`)
  if (ignorati.length > 0) out(`Colonne non usate: ${ignorati.join(', ')}`)
  for (const campo of ['tipo_ente', 'livello_istruzione', 'settore', 'area_geografica'] as const) {
    const without = bandi.filter((b) => b[campo] === null).length
    if (without > 0) out(`Senza ${campo.replace('_', ' ')}: ${without}; chi filtra per questo non li vede`)
  }
  if (rehearse) {
    for (const b of bandi.slice(0, 3)) out(`  ${dayOf(b.scadenza_ms)}  ${b.ente}: ${b.nome}`)
    out('Prova: non è stato scritto nulla.')
  }
  return DONE
}

/** `bandi [--quante N]`, `bandi importa FILE [--prova]`, `bandi ritira ID`, `bandi ripristina ID`. */
export async function bandi(
  [what, arg, ...others]: string[],
  options: Options,
  environment: Environment,
): Promise<Codice> {
  const { out, withDeps } = environment
  if (others.length > 0) throw new WrongUsage('bandi vuole al più un’azione e un argomento')
  if (what === 'importa') {
    if (!arg) throw new WrongUsage('bandi importa vuole un file')
    return importFile(arg, options, environment)
  }
  if (what === 'ritira' || what === 'ripristina') {
    const id_bando = readId(arg ?? '', 'il bando')
    if (!(await withDeps((deps) => setRitirato(deps, id_bando, what === 'ritira'))).ok)
      throw new Impossible(`nessun bando ha il numero ${id_bando}`)
    out(`${id_bando}: ${what === 'ritira' ? 'ritirato' : 'ripristinato'}`)
    return DONE
  }
  if (what !== undefined) throw new WrongUsage(`bandi vuole importa, ritira o ripristina, non "${what}"`)
  const max = options.quante === undefined ? DEFAULT_COUNT : readId(options.quante, '--quante')
  const { rows, totale } = await withDeps((deps) => listAllBandi(deps, max))
  if (options.json) {
    out(JSON.stringify({ elementi: rows, totale }))
    return DONE
  }
  for (const b of rows)
    out(`${b.id_bando}  ${dayOf(b.scadenza)}  ${b.ente}: ${b.nome}${b.ritirato === null ? '' : '  (ritirato)'}`)
  out(totale === 0 ? 'Nessun bando.' : `${rows.length} di ${totale} bandi`)
  return DONE
}
