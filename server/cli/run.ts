import { WrongConfiguration } from '../config-values.ts'
import { DifferentEngine } from '../db/engine.ts'
import { explainRefusal, isDatabaseDown } from '../db/failures.ts'
import { readLevel, WrongMigration } from '../db/migrate.ts'
import { StoreFailure } from '../package-files/s3-requests.ts'
import { readProgram } from '../program.ts'
import { COMMANDS, HELP } from './commands.ts'
import { type Codice, DONE, type Environment, FAILED, Impossible, WRONG_USAGE, WrongUsage } from './exit.ts'
import { recorded } from './record.ts'

const HELP_NAMES = ['aiuto', '--help', '-h']
const VERSION_NAMES = ['--versione', '--version']

/** Names the program, and the schema that it needs. */
async function describeProgram(): Promise<string> {
  const { versione, build } = readProgram()
  return `Idoneo ${versione}, build ${build ?? 'nessuna'}, schema ${await readLevel()}`
}

async function run([name, ...args]: string[], environment: Environment): Promise<Codice> {
  if (name === undefined) throw new WrongUsage('manca il comando')
  if (HELP_NAMES.includes(name)) {
    for (const row of HELP) environment.out(row)
    return DONE
  }
  if (VERSION_NAMES.includes(name)) {
    environment.out(await describeProgram())
    return DONE
  }
  const found = COMMANDS.find((command) => command.name === name)
  if (!found) throw new WrongUsage(`comando sconosciuto: ${name}`)
  const command = await found.load()
  return command(args, found.act ? recorded(environment, name, args, found.act) : environment)
}

/** Failures whose sentence has the remedy: a stack would only hide it. */
const EXPLAINED = [Impossible, WrongConfiguration, WrongMigration, DifferentEngine, StoreFailure]

/** Runs one command of the operator (D3) and returns its exit code; throws nothing. */
export async function runCommand(args: string[], environment: Environment): Promise<Codice> {
  try {
    return await run(args, environment)
  } catch (error) {
    const { err } = environment
    if (error instanceof WrongUsage) {
      err(`Uso errato: ${error.message}`)
      err('npm run idoneo -- aiuto elenca i comandi.')
      return WRONG_USAGE
    }
    if (EXPLAINED.some((kind) => error instanceof kind)) err(`Non fatto: ${(error as Error).message}`)
    else if (explainRefusal(error)) err(`Non fatto: ${explainRefusal(error)}`)
    else if (isDatabaseDown(error)) err(`Non fatto: il database non risponde (${(error as Error).message})`)
    else err(`Errore: ${(error as Error).stack ?? error}`)
    return FAILED
  }
}
