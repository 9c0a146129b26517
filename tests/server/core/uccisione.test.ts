import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appoggioOf } from '#server/db/nativo/avvio'
import { isPostgres, readCorrente } from '#server/db/nativo/processo'
import { RADICE } from '#server/radice'
import { PASSWORD } from '../mondo.ts'
import { freePort } from '../porta.ts'

type Server = { figlio: ChildProcess; base: string; fine: Promise<{ codice: number | null; segnale: string | null }> }

/** A real server process on its sources, with the embedded database and a port of its own. */
async function start(dataDir: string, porta?: number, ambiente: Record<string, string> = {}): Promise<Server> {
  porta ??= await freePort()
  const figlio = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: RADICE,
    env: {
      PATH: process.env.PATH,
      PORT: String(porta),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LIVELLO_LOG: 'warn',
      ...ambiente,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const fine = new Promise<{ codice: number | null; segnale: string | null }>((fatto) =>
    figlio.on('exit', (codice, segnale) => fatto({ codice, segnale })),
  )
  let uscita = ''
  await new Promise<void>((pronto, rotto) => {
    const read = (testo: Buffer) => {
      uscita += testo
      if (uscita.includes(`Idoneo è pronto: http://localhost:${porta}/simulatore/`)) pronto()
    }
    figlio.stdout?.on('data', read)
    figlio.stderr?.on('data', read)
    fine.then(() => rotto(new Error(`il server è uscito: ${uscita}`)))
  })
  return { figlio, base: `http://127.0.0.1:${porta}`, fine }
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
    for (const { figlio } of avviati) figlio.kill('SIGKILL')
    const rimasto = readCorrente(join(dataDir, 'postgres'))
    if (rimasto && isPostgres(rimasto.pid, join(dataDir, 'postgres'))) process.kill(rimasto.pid, 'SIGQUIT')
    for (const resto of [dataDir, appoggioOf(dataDir)]) await rm(resto, { recursive: true, force: true, maxRetries: 5 })
  })
  const avvia = async () => {
    const server = await start(dataDir)
    avviati.push(server)
    return server
  }

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

    const primo = await avvia()
    const concorsi = (await (await fetch(`${primo.base}/api/ms_concorso/concorsi`)).json()) as { totale: number }
    expect(concorsi.totale).toBeGreaterThanOrEqual(2)
    const anna = await register(primo, 'anna@posta.example')
    primo.figlio.kill('SIGKILL')
    await primo.fine

    const secondo = await avvia()
    expect(await emailOf(secondo, anna)).toBe('anna@posta.example')
    const bruno = await register(secondo, 'bruno@posta.example')
    secondo.figlio.kill('SIGKILL')
    process.kill(readCorrente(join(dataDir, 'postgres'))!.pid, 'SIGKILL')
    await secondo.fine

    const terzo = await avvia()
    expect(await emailOf(terzo, anna)).toBe('anna@posta.example')
    expect(await emailOf(terzo, bruno)).toBe('bruno@posta.example')
    expect(await readdir(join(dataDir, 'posta'))).toHaveLength(2)
    expect((await (await fetch(`${terzo.base}/api/ms_concorso/concorsi`)).json()) as object).toMatchObject(concorsi)

    const { pid } = readCorrente(join(dataDir, 'postgres'))!
    terzo.figlio.kill('SIGTERM')
    expect(await terzo.fine).toEqual({ codice: 0, segnale: null })
    expect(isPostgres(pid, join(dataDir, 'postgres'))).toBe(false)
  }, 120_000)

  it('says which port is taken, and leaves no database behind', async () => {
    const altro = createServer()
    await new Promise<void>((fatto) => altro.listen(0, '127.0.0.1', fatto))
    const { port } = altro.address() as AddressInfo
    await expect(start(dataDir, port)).rejects.toThrow(
      `Idoneo non parte: la porta ${port} è già in uso. Indicarne un'altra con PORT.`,
    )
    expect(readCorrente(join(dataDir, 'postgres'))).toBeNull()
    await new Promise((fatto) => altro.close(fatto))
  }, 60_000)

  it('says that the database it was given does not answer', async () => {
    const porta = await freePort()
    await expect(start(dataDir, porta, { DATABASE_URL: `postgres://nessuno@127.0.0.1:${porta}/x` })).rejects.toThrow(
      'il database non risponde (ECONNREFUSED). Controllare DATABASE_URL.',
    )
  }, 60_000)
})
