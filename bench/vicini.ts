import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { type Account, prepareContent, startServer } from '#tests/faults/server/process'
import { type Cifra, cifra, percentile, readOpzioni, report } from './lib/cifre.ts'
import { kindsOf } from './lib/piena.ts'

// A person's push of one record, p95, beside one caller that floods the server, against the same push when it is calm. One flood of each
// kind, from an address block and, where it needs one, an account of its own, in a process of its own with the least priority.
const PUSHES = 60
const QUESTIONS = 600
/** A flood that has begun, in ms: its first calls have been answered. */
const SETTLED_MS = 1500
const opzioni = readOpzioni(PUSHES)

const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-vicini-'))
chmodSync(dataDir, 0o755)
const content = await prepareContent(dataDir, 2, QUESTIONS)
const honest = content.accounts[0] as Account
const clock = { ms: Date.parse('2026-01-01T00:00:00.000Z') }
const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
const person = openCaller(server.port, 1)

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
  for (const [index, { name }] of kindsOf(content).entries()) {
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
