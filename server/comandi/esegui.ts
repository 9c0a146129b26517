import { randomBytes } from 'node:crypto'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { formatFinding } from '#importers/content/check'
import { ConfigurazioneErrata } from '../configurazione.ts'
import { isDatabaseDown } from '../db/guasti.ts'
import { CartellaOccupata } from '../db/lucchetto.ts'
import { MigrazioneErrata } from '../db/migra.ts'
import { MotoreDiverso } from '../db/motore.ts'
import { seedContenuti } from '../pacchetti/semina.ts'
import { AIUTO } from './aiuto.ts'
import * as comandoImporta from './importa.ts'
import * as comandoLivello from './livello.ts'
import * as comandoPunteggio from './punteggio.ts'
import * as comandoSegnalazioni from './segnalazioni.ts'
import * as comandoSimulazione from './simulazione.ts'
import { type Ambiente, type Codice, FALLITO, FATTO, Impossibile, USO_ERRATO, UsoErrato } from './uscita.ts'
import { verifica } from './verifica.ts'

/** The parser's own sentences are English and speak of programs. */
function explainOpzione(errore: unknown, options: NonNullable<ParseArgsConfig['options']>): string {
  const { code, message } = errore as { code?: string; message: string }
  const opzione = /'(?:-\w, )?(--?[\w-]+)/.exec(message)?.[1]
  if (!opzione) return message
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `opzione sconosciuta: ${opzione}`
  return `${opzione} ${options[opzione.slice(2)]?.type === 'boolean' ? 'non vuole' : 'vuole'} un valore`
}

/** Reads options; an unknown or a repeated one is a wrong usage. */
function read<O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  const viste = new Set<string>()
  const leggi = () => {
    try {
      return parseArgs({ args, options, allowPositionals: true, strict: true, tokens: true })
    } catch (errore) {
      throw new UsoErrato(explainOpzione(errore, options))
    }
  }
  const { positionals, values, tokens } = leggi()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    if (viste.has(token.name)) throw new UsoErrato(`${token.rawName} è ripetuta`)
    viste.add(token.name)
  }
  return { positionals, values }
}

function noArgs(nome: string, args: string[]): void {
  if (args.length > 0) throw new UsoErrato(`${nome} non vuole argomenti`)
}

async function semina([cartella, ...altri]: string[], { out, withDeps }: Ambiente): Promise<Codice> {
  noArgs('semina, oltre alla cartella,', altri)
  const esito = await withDeps((deps) => seedContenuti(deps, cartella))
  for (const b of esito.banche) out(`${b.slug}: ${b.esito}, ${b.domande} domande`)
  out(`${esito.percorsi} percorsi, ${esito.simulazioni} simulazioni`)
  if (esito.rilievi.length === 0) return FATTO
  for (const rilievo of esito.rilievi) out(formatFinding(rilievo))
  throw new Impossibile('alcuni contenuti hanno difetti e non sono stati pubblicati')
}

async function migra(args: string[], { out, migrate }: Ambiente): Promise<Codice> {
  noArgs('migra', args)
  const nuove = await migrate()
  out(nuove.length === 0 ? 'Il database è già aggiornato.' : `Migrazioni applicate: ${nuove.join(', ')}`)
  return FATTO
}

async function chiave(args: string[], { out, err }: Ambiente): Promise<Codice> {
  noArgs('chiave', args)
  err(
    'Chiave nuova per le chiamate degli operatori: va nella variabile ADMIN_API_KEY del server. Non è conservata altrove.',
  )
  out(randomBytes(32).toString('base64url'))
  return FATTO
}

async function run([nome, ...args]: string[], ambiente: Ambiente): Promise<Codice> {
  switch (nome) {
    case 'importa': {
      const { positionals, values } = read(args, comandoImporta.OPZIONI)
      return comandoImporta.importa(positionals, values, ambiente)
    }
    case 'livello': {
      const { positionals, values } = read(args, comandoLivello.OPZIONI)
      return comandoLivello.livello(positionals, values, ambiente)
    }
    case 'punteggio': {
      const { positionals, values } = read(args, comandoPunteggio.OPZIONI)
      return comandoPunteggio.punteggio(positionals, values, ambiente)
    }
    case 'segnalazioni': {
      const { positionals, values } = read(args, comandoSegnalazioni.OPZIONI)
      return comandoSegnalazioni.segnalazioni(positionals, values, ambiente)
    }
    case 'simulazione': {
      const { positionals, values } = read(args, comandoSimulazione.OPZIONI)
      return comandoSimulazione.simulazione(positionals, values, ambiente)
    }
    case 'verifica':
      return verifica(args, ambiente)
    case 'semina':
      return semina(args, ambiente)
    case 'migra':
      return migra(args, ambiente)
    case 'chiave':
      return chiave(args, ambiente)
    case 'aiuto':
    case '--help':
    case '-h':
      for (const riga of AIUTO) ambiente.out(riga)
      return FATTO
    default:
      throw new UsoErrato(nome === undefined ? 'manca il comando' : `comando sconosciuto: ${nome}`)
  }
}

/** Failures whose sentence already says what to do: a stack would only hide it. */
const SPIEGATI = [Impossibile, ConfigurazioneErrata, CartellaOccupata, MigrazioneErrata, MotoreDiverso]

/** Runs one command of the operator (D3) and answers its exit code; nothing is thrown. */
export async function esegui(args: string[], ambiente: Ambiente): Promise<Codice> {
  try {
    return await run(args, ambiente)
  } catch (errore) {
    const { err } = ambiente
    if (errore instanceof UsoErrato) {
      err(`Uso errato: ${errore.message}`)
      err('npm run idoneo -- aiuto elenca i comandi.')
      return USO_ERRATO
    }
    if (SPIEGATI.some((tipo) => errore instanceof tipo)) err(`Non fatto: ${(errore as Error).message}`)
    else if (isDatabaseDown(errore)) err(`Non fatto: il database non risponde (${(errore as Error).message})`)
    else err(`Errore: ${(errore as Error).stack ?? errore}`)
    return FALLITO
  }
}
