import { randomBytes } from 'node:crypto'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { formatFinding } from '#importers/content/check'
import { WrongConfiguration } from '../config-values.ts'
import { DifferentEngine } from '../db/engine.ts'
import { isDatabaseDown } from '../db/failures.ts'
import { FolderBusy } from '../db/lock.ts'
import { WrongMigration } from '../db/migrate.ts'
import { seedContenuti } from '../pacchetti/seed.ts'
import * as comandoAccount from './account.ts'
import * as comandoAffiliati from './affiliati.ts'
import * as commandBackup from './backup.ts'
import * as comandoBanca from './banca.ts'
import * as comandoBandi from './bandi.ts'
import * as comandoContenuto from './contenuto.ts'
import { type Codice, DONE, type Environment, FAILED, Impossible, WRONG_USAGE, WrongUsage } from './exit.ts'
import { HELP } from './help.ts'
import * as comandoImporta from './importa.ts'
import * as comandoLivello from './livello.ts'
import * as comandoViste from './page-views.ts'
import * as comandoPercorso from './percorso.ts'
import * as comandoPromo from './promo.ts'
import * as comandoPunteggio from './punteggio.ts'
import * as comandoRichieste from './richieste.ts'
import * as comandoRisorse from './risorse.ts'
import * as comandoSegnalazioni from './segnalazioni.ts'
import * as comandoSimulazione from './simulazione.ts'
import { verifica } from './verifica.ts'

/** The parser's own sentences are English and speak of programs. */
function explainOption(error: unknown, options: NonNullable<ParseArgsConfig['options']>): string {
  const { code, message } = error as { code?: string; message: string }
  const option = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (!option) return message
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `opzione sconosciuta: ${option}`
  return `${option} ${options[option.slice(2)]?.type === 'boolean' ? 'non vuole' : 'vuole'} un valore`
}

/** Reads options; an unknown or a repeated one is a wrong usage. */
function read<O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  const seen = new Set<string>()
  const parse = () => {
    try {
      return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
    } catch (error) {
      throw new WrongUsage(explainOption(error, options))
    }
  }
  const { positionals, values, tokens } = parse()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (seen.has(token.name)) throw new WrongUsage(`${token.rawName} è ripetuta`)
    seen.add(token.name)
  }
  return { positionals, values }
}

function noArgs(name: string, args: string[]): void {
  if (args.length > 0) throw new WrongUsage(`${name} non vuole argomenti`)
}

async function semina([folder, ...others]: string[], { out, withDeps }: Environment): Promise<Codice> {
  noArgs('semina, oltre alla cartella,', others)
  const result = await withDeps((deps) => seedContenuti(deps, folder))
  for (const b of result.banche) out(`${b.slug}: ${b.esito}, ${b.domande} domande`)
  out(`${result.percorsi} percorsi, ${result.simulazioni} simulazioni`)
  if (result.rilievi.length === 0) return DONE
  for (const finding of result.rilievi) out(formatFinding(finding))
  throw new Impossible('alcuni contenuti hanno difetti e non sono stati pubblicati')
}

async function migra(args: string[], { out, migrate }: Environment): Promise<Codice> {
  noArgs('migra', args)
  const added = await migrate()
  out(added.length === 0 ? 'Il database è già aggiornato.' : `Migrazioni applicate: ${added.join(', ')}`)
  return DONE
}

async function key(args: string[], { out, err }: Environment): Promise<Codice> {
  noArgs('chiave', args)
  err(
    'Chiave nuova per le chiamate degli operatori: va nella variabile ADMIN_API_KEY del server. Non è conservata altrove.',
  )
  out(randomBytes(32).toString('base64url'))
  return DONE
}

async function run([name, ...args]: string[], environment: Environment): Promise<Codice> {
  switch (name) {
    case 'importa': {
      const { positionals, values } = read(args, comandoImporta.IMPORTA_OPTIONS)
      return comandoImporta.importa(positionals, values, environment)
    }
    case 'banca': {
      const { positionals, values } = read(args, comandoBanca.BANCA_OPTIONS)
      return comandoBanca.banca(positionals, values, environment)
    }
    case 'bandi': {
      const { positionals, values } = read(args, comandoBandi.BANDI_OPTIONS)
      return comandoBandi.bandi(positionals, values, environment)
    }
    case 'contenuto': {
      const { positionals, values } = read(args, comandoContenuto.CONTENUTO_OPTIONS)
      return comandoContenuto.contenuto(positionals, values, environment)
    }
    case 'risorse': {
      const { positionals, values } = read(args, comandoRisorse.RISORSE_OPTIONS)
      return comandoRisorse.risorse(positionals, values, environment)
    }
    case 'richieste': {
      const { positionals, values } = read(args, comandoRichieste.RICHIESTE_OPTIONS)
      return comandoRichieste.richieste(positionals, values, environment)
    }
    case 'livello': {
      const { positionals, values } = read(args, comandoLivello.LIVELLO_OPTIONS)
      return comandoLivello.livello(positionals, values, environment)
    }
    case 'punteggio': {
      const { positionals, values } = read(args, comandoPunteggio.PUNTEGGIO_OPTIONS)
      return comandoPunteggio.punteggio(positionals, values, environment)
    }
    case 'segnalazioni': {
      const { positionals, values } = read(args, comandoSegnalazioni.SEGNALAZIONI_OPTIONS)
      return comandoSegnalazioni.segnalazioni(positionals, values, environment)
    }
    case 'simulazione': {
      const { positionals, values } = read(args, comandoSimulazione.SIMULAZIONE_OPTIONS)
      return comandoSimulazione.simulazione(positionals, values, environment)
    }
    case 'percorso': {
      const { positionals, values } = read(args, comandoPercorso.PERCORSO_OPTIONS)
      return comandoPercorso.percorso(positionals, values, environment)
    }
    case 'viste': {
      const { positionals, values } = read(args, comandoViste.PAGE_VIEWS_OPTIONS)
      return comandoViste.viste(positionals, values, environment)
    }
    case 'promo': {
      const { positionals, values } = read(args, comandoPromo.PROMO_OPTIONS)
      return comandoPromo.promo(positionals, values, environment)
    }
    case 'affiliati': {
      const { positionals, values } = read(args, comandoAffiliati.AFFILIATI_OPTIONS)
      return comandoAffiliati.affiliati(positionals, values, environment)
    }
    case 'esporta': {
      const { positionals, values } = read(args, comandoAccount.EXPORT_OPTIONS)
      return comandoAccount.esporta(positionals, values, environment)
    }
    case 'elimina': {
      const { positionals, values } = read(args, comandoAccount.DELETE_OPTIONS)
      return comandoAccount.elimina(positionals, values, environment)
    }
    case 'assistenza': {
      const { positionals, values } = read(args, comandoAccount.SUPPORT_OPTIONS)
      return comandoAccount.assistenza(positionals, values, environment)
    }
    case 'backup': {
      const { positionals, values } = read(args, commandBackup.BACKUP_OPTIONS)
      return commandBackup.backupCommand(positionals, values, environment)
    }
    case 'ripristina': {
      const { positionals, values } = read(args, commandBackup.BACKUP_OPTIONS)
      return commandBackup.restoreCommand(positionals, values, environment)
    }
    case 'verifica':
      return verifica(args, environment)
    case 'semina':
      return semina(args, environment)
    case 'migra':
      return migra(args, environment)
    case 'chiave':
      return key(args, environment)
    case 'aiuto':
    case '--help':
    case '-h':
      for (const row of HELP) environment.out(row)
      return DONE
    default:
      throw new WrongUsage(name === undefined ? 'manca il comando' : `comando sconosciuto: ${name}`)
  }
}

/** Failures whose sentence already says what to do: a stack would only hide it. */
const EXPLAINED = [Impossible, WrongConfiguration, FolderBusy, WrongMigration, DifferentEngine]

/** Runs one command of the operator (D3) and answers its exit code; nothing is thrown. */
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
    else if (isDatabaseDown(error)) err(`Non fatto: il database non risponde (${(error as Error).message})`)
    else err(`Errore: ${(error as Error).stack ?? error}`)
    return FAILED
  }
}
