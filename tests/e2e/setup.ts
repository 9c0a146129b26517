import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findShell } from '../../scripts/browser.mjs'
import { buildIfNeeded } from '../../scripts/build.mjs'
import { freePort } from '../server/port.ts'
import { CLIENT, startProvider } from '../server/social/provider.ts'
import { ADMIN_KEY, COMMAND, EXECUTABLE, SWITCHES } from './programs.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the built product under test, without a trailing slash. */
    indirizzo: string
    /** Its DATA_DIR: mails are in `posta`. */
    dataDir: string
    /** Ids of the real banks that were imported; empty without BANCHE_VERE. */
    banche: Record<string, number>
    /** Where the browser of the run is reached. */
    browser: string
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const READY_MS = 180_000
const STOP_MS = 30_000

/** Waits until a server of the product is ready; throws when it exits, or after three minutes. */
export async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + READY_MS
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`Il server è uscito con codice ${server.exitCode}`)
    const answer = await fetch(`${url}/salute/pronto`).catch(() => null)
    if (answer?.ok) return
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error(`Il server non è diventato pronto in ${READY_MS / 1000} secondi`)
}

/** Ends a server and the database that it started. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
  await exit
  clearTimeout(late)
}

const run = promisify(execFile)

/** File, and the arguments of `importa`, of each real bank. */
const REAL = {
  ripam: [
    'ripam-3997/domande.ndjson.gz',
    ...['--titolo', 'Banca di prova R', '--ente', 'Ente R', '--anno', '2026', '--profilo', 'Funzionario'],
  ],
  polizia: [
    'polizia-agenti-2024/questions_extracted.xlsx',
    ...['--titolo', 'Banca di prova P', '--ente', 'Ente P', '--anno', '2024', '--profilo', 'Agente'],
  ],
  patente: [
    'patente-b-2023/quizPatenteB2023.json',
    ...['--titolo', 'Banca di prova B', '--ente', 'Ente B', '--anno', '2023'],
  ],
} as const

/** Publishes the real banks, one beside the other; their ids. */
async function importReal(env: NodeJS.ProcessEnv): Promise<Record<string, number>> {
  const folder = process.env.BANCHE_VERE
  if (!folder) {
    if (process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata e CI=true')
    console.log('BANCHE_VERE is not set: the journeys on published banks are skipped')
    return {}
  }
  const imported = Object.entries(REAL).map(async ([nome, [file, ...given]]) => {
    const pictures = nome === 'patente' ? ['--immagini', join(folder, 'patente-b-2023/img_sign')] : []
    const args = [...COMMAND, 'importa', join(folder, file), '--json', ...given, ...pictures]
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 })
    return [nome, (JSON.parse(stdout) as { id_concorso: number }).id_concorso] as const
  })
  // One that fails leaves none of the others under way.
  await Promise.allSettled(imported)
  return Object.fromEntries(await Promise.all(imported))
}

/** What a journey of this run needs to be told. */
type Started = Pick<TestProject, 'provide'>

async function start(project: Started, closing: (close: () => unknown) => void): Promise<void> {
  const browser = await chromium.launchServer({ executablePath: findShell() ?? EXECUTABLE, args: [...SWITCHES] })
  closing(() => browser.close())
  project.provide('browser', browser.wsEndpoint())
  const { INDIRIZZO, DATA_DIR } = process.env
  if (INDIRIZZO && DATA_DIR) {
    // The product already runs (`npm run replicas -- pagina`).
    project.provide('indirizzo', INDIRIZZO)
    project.provide('dataDir', DATA_DIR)
    project.provide('banche', await importReal(process.env))
    return
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-e2e-'))
  closing(() => rm(dataDir, { recursive: true, force: true }))
  // The embedded database refuses root and then runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const porta = await freePort()
  const indirizzo = `http://localhost:${porta}`
  // A real OpenID provider, which the product knows as Google.
  const provider = await startProvider(`${indirizzo}/api/ms_utente/social_ritorno`)
  closing(() => provider.close())
  const env = {
    ...process.env,
    OIDC_GOOGLE_ID: CLIENT.id,
    OIDC_GOOGLE_SEGRETO: CLIENT.secret,
    OIDC_GOOGLE_ISSUER: provider.issuer,
    ADMIN_API_KEY: ADMIN_KEY,
    PORT: String(porta),
    HOST: '127.0.0.1',
    PUBLIC_URL: indirizzo,
    DATA_DIR: dataDir,
    LIMITI: 'aperti',
  }
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  closing(() => stopServer(server))
  // A run that is interrupted here has no teardown yet.
  process.once('exit', () => server.kill('SIGTERM'))
  await untilReady(indirizzo, server)
  project.provide('indirizzo', indirizzo)
  project.provide('dataDir', dataDir)
  project.provide('banche', await importReal(env))
}

/** One built product, one browser and one set of real banks for every journey. Nothing of them is left by a setup that throws. */
export default async function setup(project: Started): Promise<() => Promise<void>> {
  await buildIfNeeded()
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (const one of closers.reverse()) await (async () => one())().catch((e) => console.error('teardown:', e))
  }
  try {
    await start(project, (one) => closers.push(one))
  } catch (e) {
    await close()
    throw e
  }
  return close
}
