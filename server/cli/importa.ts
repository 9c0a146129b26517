import { writeFile } from 'node:fs/promises'
import type { ImportReport } from '#contract/domanda'
import type { ErrorCode as CodiceErrore } from '#contract/errors'
import { explainReading, makeReport } from '#importers/report'
import { writeReview } from '#importers/review'
import { toAvviso } from '#importers/warnings'
import { isDatabaseDown } from '../db/failures.ts'
import { type BancaDetails, numberBanca } from '../pacchetti/numbering.ts'
import { buildFile, findTwins, publishNuova } from '../pacchetti/publish.ts'
import { type Codice, DONE, type Environment, FAILED, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { formatReport } from './import-report.ts'
import { READ_OPTIONS, readBank } from './read-bank.ts'
import { Refused } from './refused.ts'

export const IMPORTA_OPTIONS = {
  ...READ_OPTIONS,
  ...optionsOf(['titolo', 'ente', 'anno', 'profilo', 'descrizione', 'dubbie'], ['evidenza', 'prova', 'json']),
}

export type Values = ValuesOf<typeof IMPORTA_OPTIONS>

/** Longest name of a bank, a body or a profile. */
const MAX_NAME = 200

function readName(name: 'titolo' | 'ente' | 'profilo', value: string | undefined): string | null {
  const text = value?.trim()
  if (text === undefined) return null
  if (text === '' || text.length > MAX_NAME) throw new WrongUsage(`--${name} vuole da 1 a ${MAX_NAME} caratteri`)
  return text
}

/** Reads the bank's card from the options; a rehearsal needs none. */
function readDetails(values: Values): BancaDetails {
  const { anno, descrizione, evidenza, prova } = values
  const concorso = readName('titolo', values.titolo)
  const ente = readName('ente', values.ente)
  const missing = (['titolo', 'ente', 'anno'] as const).filter((name) => !values[name])
  if (missing.length > 0 && !prova) throw new WrongUsage(`manca ${missing.map((m) => `--${m}`).join(', ')}`)
  if (anno !== undefined && !/^(19|20|21)\d\d$/.test(anno)) throw new WrongUsage(`--anno vuole un anno, non "${anno}"`)
  return {
    slug: null,
    concorso: concorso ?? 'prova',
    ente: ente ?? 'prova',
    anno: anno === undefined ? null : Number(anno),
    profilo: readName('profilo', values.profilo),
    descrizione: descrizione?.trim() || null,
    in_evidenza: evidenza ?? false,
  }
}

/** Publishes a file as a new bank, whole or not at all. */
async function publish(file: string, values: Values, { err, withDeps }: Environment): Promise<ImportReport> {
  const details = readDetails(values)
  err(`Lettura di ${file}…`)
  const read = await readBank(file, values)
  const { domande, immagini, avvisi: warnings } = read
  if (values.dubbie) await writeFile(values.dubbie, writeReview(domande, warnings))
  if (values.prova) return { ...makeReport(null, domande, warnings.map(toAvviso)), ...explainReading(read, EXAMPLES) }
  return withDeps(async (deps) => {
    const twins = await findTwins(deps.db, details)
    if (twins.length > 0)
      err(`Attenzione: esiste già una banca con questo titolo, ente e anno (id_concorso ${twins.join(', ')}).`)
    err(`Costruzione del pacchetto: ${domande.length} domande, ${immagini.length} immagini…`)
    const banca = await numberBanca(deps.db, details, domande, immagini)
    await publishNuova(deps, banca, await buildFile(deps, banca))
    return makeReport(banca.id_concorso, domande, warnings.map(toAvviso))
  })
}

/** Questions that a rehearsal shows. */
const EXAMPLES = 3

const codeOf = (error: unknown): CodiceErrore => (isDatabaseDown(error) ? 'SERVIZIO_NON_PRONTO' : 'ERRORE_INTERNO')

/** `importa FILE --titolo T --ente E --anno Y …`. With `json`, standard output is one object, also after a failure. */
export async function importa([file, ...others]: string[], values: Values, environment: Environment): Promise<Codice> {
  if (!file || others.length > 0) throw new WrongUsage('importa vuole un file')
  try {
    const report = await publish(file, values, environment)
    if (values.json) environment.out(JSON.stringify(report))
    else for (const row of formatReport(report, values.titolo ?? file)) environment.out(row)
    return DONE
  } catch (error) {
    if (!(error instanceof Refused)) {
      if (values.json && !(error instanceof WrongUsage))
        environment.out(JSON.stringify({ codice: codeOf(error), file, motivo: (error as Error).message }))
      throw error
    }
    environment.err(`Rifiutato: ${error.message}`)
    if (values.json) environment.out(JSON.stringify({ codice: 'FILE_RIFIUTATO', ...error.refusal }))
    return FAILED
  }
}
