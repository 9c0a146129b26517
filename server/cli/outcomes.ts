import { TextDecoder } from 'node:util'
import { countGraduatoria, type Graduatoria, lastPlace, readEsiti } from '#rules/graduatoria'
import { removeGraduatoria, saveGraduatoria } from '../concorso/graduatoria.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readBytes } from './files.ts'
import { Refused, tellRefused } from './refused.ts'
import { readId } from './simulazione-stato.ts'

export const ESITI_OPTIONS = optionsOf(['titolo', 'posti', 'massimo'], ['prova', 'json'])
type Options = ValuesOf<typeof ESITI_OPTIONS>

/** Least candidates of a list: fewer are no measure of a competition. */
const FEWEST = 50
const MAX_POINTS = 100_000

function readNumber(text: string | undefined, option: string, most: number, decimals: RegExp): number {
  const value = Number(text?.replace(',', '.'))
  if (!text || !decimals.test(text) || value <= 0 || value > most)
    throw new WrongUsage(`esiti vuole ${option} con un numero fra 1 e ${most}${text ? `, non "${text}"` : ''}`)
  return value
}

/** Reads and counts a list; throws a refusal with its first wrong row. */
async function readList(file: string, { titolo, posti, massimo = '30' }: Options): Promise<Graduatoria> {
  if (!titolo?.trim() || titolo.length > 120) throw new WrongUsage('esiti vuole --titolo, fino a 120 caratteri')
  const best = Math.round(1000 * readNumber(massimo, '--massimo', MAX_POINTS, /^\d+([.,]\d{1,3})?$/))
  const places = readNumber(posti, '--posti', 1_000_000, /^\d+$/)
  const read = readEsiti(new TextDecoder().decode(await readBytes(file)), best)
  if (!read.ok)
    throw new Refused({
      ...{ file, riga: read.riga },
      motivo: `l’ultima cella non è un punteggio fino a ${best / 1000} ("${read.testo}")`,
    })
  if (read.punteggi.length < FEWEST)
    throw new Refused({ file, motivo: `ha ${read.punteggi.length} punteggi, ne servono almeno ${FEWEST}` })
  return countGraduatoria(read.punteggi, { titolo: titolo.trim(), posti: places, massimo: best })
}

async function forget(id: number, json: boolean | undefined, { out, withDeps }: Environment): Promise<Codice> {
  if (!(await withDeps(({ db }) => removeGraduatoria(db, id)))) throw new Impossible(`la banca dati ${id} non ha esiti`)
  out(json ? JSON.stringify({ id_concorso: id, tolti: true }) : `Esiti della banca dati ${id} tolti.`)
  return DONE
}

/** `esiti ID FILE --titolo T --posti N [--massimo P] [--prova]`, `esiti togli ID`: published results of a bank's exam [PV7]. */
export async function esiti(
  [first, second, ...others]: string[],
  options: Options,
  environment: Environment,
): Promise<Codice> {
  if (!first || !second || others.length > 0) throw new WrongUsage('esiti vuole il numero di una banca dati e un file')
  const { prova, json } = options
  if (first === 'togli') return forget(readId(second, 'esiti togli'), json, environment)
  const { out, withDeps } = environment
  const id_concorso = readId(first, 'esiti')
  let list: Graduatoria
  try {
    list = await readList(second, options)
  } catch (error) {
    return tellRefused(error, environment, json)
  }
  if (!prova && !(await withDeps(({ db }) => saveGraduatoria(db, id_concorso, list))))
    throw new Impossible(`nessuna banca dati pubblicata ha il numero ${id_concorso}`)
  const { candidati, posti, massimo } = list
  const last = lastPlace(list)
  const cut = last === null ? null : last / 1000
  if (json) out(JSON.stringify({ id_concorso, candidati, posti, ultimo_posto: cut, scritti: !prova }))
  else {
    out(`${candidati} punteggi, ${posti} posti; l’ultimo posto va a chi ha circa ${cut ?? '—'} su ${massimo / 1000}.`)
    out(prova ? 'Prova: non è stato scritto nulla.' : `Esiti della banca dati ${id_concorso} pubblicati.`)
  }
  return DONE
}
