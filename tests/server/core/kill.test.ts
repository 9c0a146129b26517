import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isPostgres, readCurrent } from '#server/db/native/process'
import { scratchOf } from '#server/db/native/start'
import { ROOT } from '#server/root'
import { freePort } from '../port.ts'
import { PASSWORD } from '../world.ts'

type Server = { figlio: ChildProcess; base: string; fine: Promise<{ codice: number | null; segnale: string | null }> }

/** A real server process, as built, with the embedded database and a port of its own. */
async function start(dataDir: string, porta?: number, environment: Record<string, string> = {}): Promise<Server> {
  porta ??= await freePort()
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: String(porta),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LIVELLO_LOG: 'warn',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const end = new Promise<{ codice: number | null; segnale: string | null }>((done) =>
    child.on('exit', (code, signal) => done({ codice: code, segnale: signal })),
  )
  let exit = ''
  await new Promise<void>((ready, rotto) => {
    const read = (text: Buffer) => {
      exit += text
      if (exit.includes(`Idoneo è pronto: http://localhost:${porta}/simulatore/`)) ready()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    end.then(() => rotto(new Error(`il server è uscito: ${exit}`)))
  })
  return { figlio: child, base: `http://127.0.0.1:${porta}`, fine: end }
}

describe('a server process', () => {
  let dataDir: string
  let avviati: Server[]
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'idoneo-uccisione-'))
    await chmod(dataDir, 0o755)
    avviati = []
  })
  afterAll(async () => {
    for (const { figlio: child } of avviati) child.kill('SIGKILL')
    const rimasto = readCurrent(join(dataDir, 'postgres'))
    if (rimasto && isPostgres(rimasto.pid, join(dataDir, 'postgres'))) process.kill(rimasto.pid, 'SIGQUIT')
    for (const resto of [dataDir, scratchOf(dataDir)]) await rm(resto, { recursive: true, force: true, maxRetries: 5 })
  })
  const avvia = async () => {
    const server = await start(dataDir)
    avviati.push(server)
    return server
  }

  /** Mails leave the outbox behind the answer. */
  const mailsLeft = (n: number) =>
    vi.waitFor(async () => expect(await readdir(join(dataDir, 'posta')).catch(() => [])).toHaveLength(n), 30_000)

  it('[OP6] keeps every acknowledged account through kill -9 of itself and of its database, and stops in order', async () => {
    const register = (server: Server, email: string) =>
      fetch(`${server.base}/api/ms_utente/registrazione`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          email_comunicazioni: email,
          flag_privacy: 1,
          autenticazioneVO: { username: email, password: PASSWORD, ricordami: true },
        }),
      }).then(async (r) => ((await r.json()) as { token_api: string }).token_api)
    const emailOf = async (server: Server, token: string) => {
      const risposta = await fetch(`${server.base}/api/ms_utente/utente`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await risposta.json()) as { email_comunicazioni?: string }).email_comunicazioni
    }

    const first = await avvia()
    const concorsi = (await (await fetch(`${first.base}/api/ms_concorso/concorsi`)).json()) as { totale: number }
    expect(concorsi.totale).toBeGreaterThanOrEqual(2)
    const anna = await register(first, 'anna@posta.example')
    await mailsLeft(1)
    first.figlio.kill('SIGKILL')
    await first.fine

    const second = await avvia()
    expect(await emailOf(second, anna)).toBe('anna@posta.example')
    const bruno = await register(second, 'bruno@posta.example')
    await mailsLeft(2)
    second.figlio.kill('SIGKILL')
    process.kill(readCurrent(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
    await second.fine

    const third = await avvia()
    expect(await emailOf(third, anna)).toBe('anna@posta.example')
    expect(await emailOf(third, bruno)).toBe('bruno@posta.example')
    // No mail that had left was lost, and none left twice.
    expect(await readdir(join(dataDir, 'posta'))).toHaveLength(2)
    expect((await (await fetch(`${third.base}/api/ms_concorso/concorsi`)).json()) as object).toMatchObject(concorsi)

    const { pid } = readCurrent(join(dataDir, 'postgres'))!
    third.figlio.kill('SIGTERM')
    expect(await third.fine).toEqual({ codice: 0, segnale: null })
    expect(isPostgres(pid, join(dataDir, 'postgres'))).toBe(false)
  }, 120_000)

  it('says which port is taken, and leaves no database behind', async () => {
    const other = createServer()
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
    const { port } = other.address() as AddressInfo
    await expect(start(dataDir, port)).rejects.toThrow(
      `Idoneo non parte: la porta ${port} è già in uso. Indicarne un'altra con PORT.`,
    )
    expect(readCurrent(join(dataDir, 'postgres'))).toBeNull()
    await new Promise((done) => other.close(done))
  }, 60_000)

  it('says that the database it was given does not answer', async () => {
    const porta = await freePort()
    await expect(start(dataDir, porta, { DATABASE_URL: `postgres://nessuno@127.0.0.1:${porta}/x` })).rejects.toThrow(
      'il database non risponde (ECONNREFUSED). Controllare DATABASE_URL.',
    )
  }, 60_000)
})
