import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#contract/result'

/** The workers that were started, what each was asked, and when it may close. */
const mondo = vi.hoisted(() => ({ vivi: [] as { fatto: string[]; finito: boolean }[], close: Promise.resolve() }))

vi.mock('comlink', () => ({
  releaseProxy: Symbol('release'),
  proxy: (f: unknown) => f,
  wrap: (worker: { fatto: string[] }) =>
    new Proxy(
      {},
      {
        get: (_, nome) => async (args?: { id_utente?: number }) => {
          if (typeof nome !== 'string' || nome === 'onNotizia') return undefined
          worker.fatto.push(args?.id_utente === undefined ? nome : `${nome} ${args.id_utente}`)
          if (nome === 'close') await mondo.close
          return ok(nome)
        },
      },
    ),
}))
vi.mock('#wasm/consegna', () => ({ handSqlite: () => undefined }))
vi.mock('#src/db/indirizzi', () => ({ workerUrl: () => '' }))
vi.mock('#src/db/gradino-noto', () => ({
  knownGradino: () => null,
  keepGradino: () => undefined,
  forgetGradino: () => undefined,
}))

class Finto {
  fatto: string[] = []
  finito = false
  constructor() {
    mondo.vivi.push(this)
  }
  addEventListener() {}
  terminate() {
    this.finito = true
  }
}

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('Worker', Finto)
  Object.assign(mondo, { vivi: [], close: Promise.resolve() })
})

describe('the door of the store', () => {
  it('an account that signs in while the store of the one before closes gets a worker of its own [AU6][DB7]', async () => {
    const { openDb, closeDb, db } = await import('#src/db')
    await openDb({ id_utente: 1 })
    let chiudi = () => {}
    mondo.close = new Promise((f) => {
      chiudi = f
    })
    const chiusa = closeDb()
    const aperta = openDb({ id_utente: 2 })
    await Promise.resolve()
    chiudi()
    await chiusa
    expect((await aperta).ok).toBe(true)
    await (await db()).listBanche()
    expect(mondo.vivi.map((v) => [v.fatto, v.finito])).toEqual([
      [['open 1', 'close'], true],
      [['open 2', 'listBanche'], false],
    ])
  })

  it('closing twice is closing once', async () => {
    const { openDb, closeDb } = await import('#src/db')
    await openDb({ id_utente: 1 })
    await Promise.all([closeDb(), closeDb()])
    expect(mondo.vivi.map((v) => v.fatto)).toEqual([['open 1', 'close']])
  })
})
