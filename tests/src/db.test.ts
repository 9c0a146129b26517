import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import type { TabNotice } from '#contract/tabs'

/**
 * The workers that were started, what each was asked, and when it may close; what `clearUser` answers, what the page was told of,
 * and the rung that it knows.
 */
const mondo = vi.hoisted(() => ({
  vivi: [] as { fatto: string[]; finito: boolean }[],
  close: Promise.resolve(),
  cancella: async (): Promise<unknown> => undefined,
  notizia: (_: unknown): void => undefined,
  gradino: null as string | null,
}))

vi.mock('comlink', () => ({
  releaseProxy: Symbol('release'),
  proxy: (f: unknown) => f,
  wrap: (worker: { fatto: string[] }) =>
    new Proxy(
      {},
      {
        get: (_, nome) => async (args?: { id_utente?: number }) => {
          if (nome === 'onNotice') mondo.notizia = args as unknown as typeof mondo.notizia
          if (typeof nome !== 'string' || nome === 'onNotice') return undefined
          if (nome === 'clearUser') return mondo.cancella()
          worker.fatto.push(args?.id_utente === undefined ? nome : `${nome} ${args.id_utente}`)
          if (nome === 'close') await mondo.close
          return ok(nome)
        },
      },
    ),
}))
vi.mock('#wasm/handover', () => ({
  compileSqlite: async () => ({ sqlite: null }),
  handSqlite: () => undefined,
  missingFeature: () => null,
}))
vi.mock('#src/platform/worker-urls', () => ({ workerUrl: () => '' }))
vi.mock('#src/store/known-rung', () => ({
  knownRung: () => mondo.gradino,
  keepRung: (_: number, gradino: string) => void Object.assign(mondo, { gradino }),
  forgetRung: () => void Object.assign(mondo, { gradino: null }),
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
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })
  Object.assign(mondo, { vivi: [], close: Promise.resolve() })
})

describe('the door of the store', () => {
  it('an account that signs in while the store of the one before closes gets a worker of its own [AU6][DB7]', async () => {
    const { openDb, closeDb, db } = await import('#src/store/client')
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

  it('what the person deleted is not known of any more before it is gone, and again when it was not', async () => {
    const { openDb, db } = await import('#src/store/client')
    await openDb({ id_utente: 1 })
    mondo.gradino = 'opfs-sahpool'
    let during: string | null = 'unasked'
    mondo.cancella = async () => {
      during = mondo.gradino
      return fail('ARCHIVIO_OCCUPATO')
    }
    await (await db()).clearUser({ id_utente: 1 })
    expect([during, mondo.gradino]).toEqual([null, 'opfs-sahpool'])
    mondo.cancella = async () => ok(null)
    await (await db()).clearUser({ id_utente: 1 })
    expect(mondo.gradino).toBe(null)
  })

  it('what was deleted is not opened again by a page that was put aside meanwhile', async () => {
    const heard: Record<string, () => unknown> = {}
    vi.stubGlobal('addEventListener', (type: string, f: () => unknown) => {
      heard[type] = f
    })
    const { openDb, db } = await import('#src/store/client')
    await openDb({ id_utente: 1 })
    mondo.cancella = async () => ok(null)
    await (await db()).clearUser({ id_utente: 1 })
    heard.pagehide?.()
    await heard.pageshow?.()
    expect(mondo.vivi.map((v) => v.fatto.filter((fatto) => fatto.startsWith('open')))).toEqual([['open 1']])
  })

  it('what another tab deleted is not known of here either', async () => {
    const { openDb } = await import('#src/store/client')
    await openDb({ id_utente: 1 })
    mondo.gradino = 'opfs-sahpool'
    mondo.notizia({ tipo: 'change', change: { tipo: 'cancellato' } } satisfies TabNotice)
    expect(mondo.gradino).toBe(null)
  })

  it('closing twice is closing once', async () => {
    const { openDb, closeDb } = await import('#src/store/client')
    await openDb({ id_utente: 1 })
    await Promise.all([closeDb(), closeDb()])
    expect(mondo.vivi.map((v) => v.fatto)).toEqual([['open 1', 'close']])
  })
})
