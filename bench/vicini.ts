import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import { type Account, prepareContent, startServer } from '#tests/faults/server/process'
import { type Cifra, cifra, percentile, readOpzioni, report } from './lib/cifre.ts'

// A person's push of one record, p95, beside one caller that floods the server, against the same push when it is calm. One flood of each
// kind, as many at once as `together`, from an address block and, where it needs one, an account of its own.
const PUSHES = 60
const QUESTIONS = 600
const opzioni = readOpzioni(PUSHES)

type Flood = {
  name: string
  together: number
  method: string
  path: string
  session: boolean
  body?: (n: number) => string
}

const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-vicini-'))
chmodSync(dataDir, 0o755)
const { accounts, id_concorso, first } = await prepareContent(dataDir, 2, QUESTIONS)
const [honest, other] = accounts as [Account, Account]
const instant = { ms: Date.parse('2026-01-01T00:00:00.000Z') }
const batch = (account: Account, questions: number, from = first) => {
  instant.ms += 1
  const ids = Array.from({ length: questions }, (_, i) => from + i)
  return makeBatch(account, id_concorso, ids, instant.ms).body
}
const pull = (path: string) => ({ method: 'GET', path: `/api${path}`, session: true })
const FLOODS: readonly Flood[] = [
  {
    name: 'login_1mb',
    together: 50,
    method: 'POST',
    path: '/api/ms_utente/login',
    session: false,
    body: () => `{${' '.repeat(1_000_000)}`,
  },
  {
    name: 'put_500_refused',
    together: 100,
    method: 'PUT',
    path: PUSH,
    session: true,
    body: () => batch(other, 500, first + 1_000_000),
  },
  { name: 'openapi', together: 100, method: 'GET', path: '/api/openapi.json', session: false },
  {
    name: 'search_100_words',
    together: 100,
    method: 'GET',
    path: `/api/ms_concorso/concorsi?search=${'parola%20'.repeat(100)}`,
    session: false,
  },
  { name: 'put_500', together: 100, method: 'PUT', path: PUSH, session: true, body: () => batch(other, 500) },
  {
    name: 'risposte_concorso',
    together: 100,
    ...pull(`/ms_reportistica/risposte_concorso?id_concorso=${id_concorso}&cursore=0`),
  },
  { name: 'concorso', together: 100, ...pull(`/ms_concorso/concorso?id_concorso=${id_concorso}&sorgente=WEB`) },
  { name: 'classifica', together: 100, ...pull('/ms_concorso/classifica?id_simulazione=1') },
  {
    name: 'login_300_per_s',
    together: 300,
    method: 'POST',
    path: '/api/ms_utente/login',
    session: false,
    body: (n) => JSON.stringify({ username: `nessuno${n}@example.org`, password: 'Sbagliata1', dispositivo: 'web' }),
  },
]

const server = await startServer(dataDir, { env: { LIVELLO_LOG: 'silent' } })
const person = openCaller(server.port, 1)

/** p95 of pushes that follow each other, a fifth of a second apart, in ms; a refused one counts as the longest. */
async function measure(): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < opzioni.n; i++) {
    const start = performance.now()
    const { status } = await person.send('PUT', PUSH, honest.token, batch(honest, 1))
    times.push(status === 204 ? performance.now() - start : 30_000)
    await wait(120)
  }
  return percentile(times, 0.95)
}

/** Keeps `together` calls under way until it is stopped; logins of 300 a second come from 60 blocks, the others from one. */
function flood({ together, method, path, session, body }: Flood, index: number) {
  const state = { on: true, n: 0 }
  const spread = together === 300
  const callers = Array.from({ length: spread ? 60 : 1 }, (_, i) =>
    openCaller(server.port, 300 + index + i, spread ? 6 : together),
  )
  const lane = async (i: number) => {
    while (state.on) {
      state.n += 1
      const started = performance.now()
      await callers[i % callers.length]!.send(method, path, session ? other.token : null, body?.(state.n)).catch(
        () => null,
      )
      if (spread) await wait(Math.max(0, 1000 - (performance.now() - started)))
    }
  }
  const lanes = Array.from({ length: together }, (_, i) => lane(i))
  return async () => {
    state.on = false
    await Promise.all(lanes)
    for (const caller of callers) caller.close()
  }
}

try {
  await measure()
  const figures: Cifra[] = []
  for (const [index, one] of FLOODS.entries()) {
    const calm = await measure()
    const stop = flood(one, index)
    await wait(500)
    const beside = await measure()
    await stop()
    console.error(`${one.name}: ${Math.round(beside)} ms beside, ${Math.round(calm)} ms calm`)
    figures.push(cifra(one.name, beside, 'ms', 'calm', calm))
  }
  report('vicini', opzioni, figures)
} finally {
  person.close()
  server.child.kill('SIGTERM')
  await server.end
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
}
