import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfiguration } from '#server/configuration'
import { PAGE_FOLDER, PAGE_PREFIX } from '#server/http/page'
import { openLogger } from '#server/logger'
import { openDeps } from '#server/open-deps'
import { makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { type Account, prepareContent, startServer } from '#tests/faults/server/process'
import { buildIfNeeded } from '../scripts/build.mjs'
import { type Cifra, cifra, percentile, readOpzioni, report } from './lib/cifre.ts'
import { type Files, kindsOf, type Scena } from './lib/piena.ts'

// A person's push of one record, p95, beside one caller that floods the server, against the same push when it is calm. One flood of each
// kind (or those named: `vicini openapi page`), from an address block and, where it needs one, an account of its own, in a process of its own with the least priority.
const PUSHES = 60
const QUESTIONS = 600
const PACKAGE_BYTES = 4 * 1024 * 1024
/** A flood that has begun, in ms: its first calls have been answered. */
const SETTLED_MS = 1500
const opzioni = readOpzioni(PUSHES, true)

const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-vicini-'))
chmodSync(dataDir, 0o755)
await buildIfNeeded({ log: console.error })
const prepared = await prepareContent(dataDir, 2, QUESTIONS)
const content: Scena = { ...prepared, files: await prepareFiles(dataDir, prepared.accounts[1] as Account) }
const honest = content.accounts[0] as Account
const clock = { ms: Date.parse('2026-01-01T00:00:00.000Z') }
const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
const person = openCaller(server.port, 1)

/** A package that the account's session may fetch, and the largest script of the built page. */
async function prepareFiles(folder: string, { id_utente }: Account): Promise<Files> {
  const { db, packageFiles } = await openDeps(readConfiguration({ DATA_DIR: folder }), openLogger('silent'))
  const bytes = randomBytes(PACKAGE_BYTES)
  const name = `${createHash('sha256').update(bytes).digest('hex')}.zip`
  await packageFiles.put(name, bytes)
  const { rows } = await db.query<{ id_sessione: number }>('select id_sessione from sessione where id_utente = $1', [
    id_utente,
  ])
  await db.close()
  const assets = join(PAGE_FOLDER, 'assets')
  const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const [largest] = scripts.sort((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)
  return {
    asset: `${PAGE_PREFIX}assets/${largest}`,
    pacchetto: packageFiles.sign(name, 6 * 3600, rows[0]?.id_sessione ?? 0),
  }
}

/** p95 of pushes that follow each other, some eight a second, in ms; a refused one counts as the longest. */
async function measure(): Promise<{ p95: number; refused: number }> {
  const times: number[] = []
  let refused = 0
  for (let i = 0; i < opzioni.n; i++) {
    clock.ms += 1
    const { body } = makeBatch(honest, content.id_concorso, [content.first], clock.ms)
    const start = performance.now()
    const { status } = await person.send('PUT', PUSH, honest.token, body)
    if (status !== 204) refused += 1
    times.push(status === 204 ? performance.now() - start : 30_000)
    await wait(120)
  }
  return { p95: percentile(times, 0.95), refused }
}

/** Starts the flood; what is returned ends it and says what it was answered. */
function flood(index: number): () => Promise<string> {
  const file = fileURLToPath(new URL('./lib/piena-processo.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', file, String(server.port), String(index), JSON.stringify(content)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
  })
  const end = new Promise((done) => child.on('exit', done))
  return async () => {
    child.stdin.end()
    await end
    return said.trim()
  }
}

try {
  await measure()
  const figures: Cifra[] = []
  const kinds = kindsOf(content).map(({ name }, index) => ({ name, index }))
  const unknown = opzioni.only.find((wanted) => !kinds.some(({ name }) => name === wanted))
  if (unknown) throw new Error(`${unknown}: ${kinds.map(({ name }) => name).join(', ')}`)
  for (const { name, index } of kinds.filter((kind) => opzioni.only.length === 0 || opzioni.only.includes(kind.name))) {
    const calm = await measure()
    const stop = flood(index)
    await wait(SETTLED_MS)
    const beside = await measure()
    const said = await stop()
    console.error(
      `${name}: ${beside.p95.toFixed(1)} ms beside, ${calm.p95.toFixed(1)} ms calm, ${beside.refused} refused; the flood: ${said}`,
    )
    figures.push(cifra(name, beside.p95, 'ms', 'calm', calm.p95))
  }
  report('vicini', opzioni, figures)
} finally {
  person.close()
  server.child.kill('SIGTERM')
  await server.end
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
