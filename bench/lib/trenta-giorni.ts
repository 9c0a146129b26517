import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareContent, startServer } from '#tests/faults/server/process'
import { type Cifra, cifra } from './cifre.ts'

const QUESTIONS = 5_000
/** What was asked for: seconds and MB. */
const WANTED = { seconds: 30, mb: 300 }

const most = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

/**
 * `n` answers of thirty days without a network through the real store, HTTP and PostgreSQL with the limits of production: until the device
 * has sent them and is up to date, and until another device has them. Memory: what the device or the server took for it beyond what it
 * had when it began, whichever is more.
 */
export async function measureMonth(n: number): Promise<Cifra[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-bench-mese-'))
  chmodSync(dataDir, 0o755)
  const content = await prepareContent(dataDir, 1, QUESTIONS)
  const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
  // What starting took, the translation of the sources with it, is not what a month takes.
  writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5')
  const before = server.rss()
  try {
    const file = fileURLToPath(new URL('./dispositivo-lontano.ts', import.meta.url))
    const scene = JSON.stringify({ ...content, questions: QUESTIONS })
    const args = ['--expose-gc', '--import', 'tsx', file, String(server.port), String(n), scene]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (text) => {
      said += text
    })
    const code = await new Promise((done) => child.on('exit', done))
    if (code !== 0) throw new Error(`the device ended with ${code}`)
    const { seconds, mb, other_s, other_mb } = JSON.parse(said) as Record<string, number>
    const took = Math.max(mb ?? 0, other_mb ?? 0, most(server.child.pid ?? 0) - before)
    return [
      cifra(`events_${n}_s`, seconds ?? 0, 's', 'wanted', WANTED.seconds),
      cifra(`events_${n}_other_s`, other_s ?? 0, 's', 'wanted', WANTED.seconds),
      cifra(`events_${n}_mb`, took, 'MB', 'wanted', WANTED.mb),
    ]
  } finally {
    server.child.kill('SIGTERM')
    await server.end
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
