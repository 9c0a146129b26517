import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { buildIfNeeded } from '../../scripts/build.mjs'
import { freePort } from '../server/port.ts'
import { CLIENT, startProvider } from '../server/social/provider.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the built product under test, without a trailing slash. */
    indirizzo: string
    /** Its DATA_DIR: mails are in `posta`. */
    dataDir: string
    /** Ids of the real banks that were imported; empty without BANCHE_VERE. */
    banche: Record<string, number>
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`Il server è uscito con codice ${server.exitCode}`)
    const answer = await fetch(`${url}/salute/pronto`).catch(() => null)
    if (answer?.ok) return
    await new Promise((r) => setTimeout(r, 100))
  }
  throw new Error('Il server non è diventato pronto in 60 secondi')
}

const run = promisify(execFile)

/** One built product and one set of real banks for every journey. */
export default async function setup(project: TestProject) {
  await buildIfNeeded()
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-e2e-'))
  // The embedded database refuses root and then runs as another user, who must be able to enter.
  await chmod(dataDir, 0o755)
  const porta = await freePort()
  const indirizzo = `http://localhost:${porta}`
  // A real OpenID provider, which the product knows as Google.
  const provider = await startProvider(`${indirizzo}/api/ms_utente/social_ritorno`)
  const env = {
    ...process.env,
    OIDC_GOOGLE_ID: CLIENT.id,
    OIDC_GOOGLE_SEGRETO: CLIENT.secret,
    OIDC_GOOGLE_ISSUER: provider.issuer,
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
  await untilReady(indirizzo, server)

  const banche: Record<string, number> = {}
  const vere = process.env.BANCHE_VERE
  const importa = async (nome: string, file: string, altro: string[]) => {
    const args = ['dist/server/idoneo.js', 'importa', join(vere ?? '', file), '--json', ...altro]
    const { stdout } = await run(process.execPath, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 * 1024 })
    banche[nome] = (JSON.parse(stdout) as { id_concorso: number }).id_concorso
  }
  if (vere) {
    await importa('ripam', 'ripam-3997/domande.ndjson.gz', [
      '--titolo',
      'Banca di prova R',
      '--ente',
      'Ente R',
      '--anno',
      '2026',
      '--profilo',
      'Funzionario',
    ])
    await importa('polizia', 'polizia-agenti-2024/questions_extracted.xlsx', [
      '--titolo',
      'Banca di prova P',
      '--ente',
      'Ente P',
      '--anno',
      '2024',
      '--profilo',
      'Agente',
    ])
    await importa('patente', 'patente-b-2023/quizPatenteB2023.json', [
      '--titolo',
      'Banca di prova B',
      '--ente',
      'Ente B',
      '--anno',
      '2023',
      '--immagini',
      join(vere, 'patente-b-2023/img_sign'),
    ])
  } else if (process.env.CI === 'true') {
    throw new Error('BANCHE_VERE non è impostata e CI=true')
  } else {
    console.log('BANCHE_VERE is not set: the journeys on published banks are skipped')
  }

  project.provide('indirizzo', indirizzo)
  project.provide('dataDir', dataDir)
  project.provide('banche', banche)

  return async () => {
    server.kill('SIGTERM')
    await new Promise((r) => server.once('exit', r))
    await provider.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
