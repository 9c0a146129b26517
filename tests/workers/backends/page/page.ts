import { proxy, wrap } from 'comlink'
import type { Database } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemas'
import { RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { runStoria, UTENTE } from '../story.ts'

type Aperto = { db: Database; termina: () => void }

async function start(manca: string, rung: string): Promise<Aperto> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: manca })
  const remoto = wrap<Database>(worker)
  const db = new Proxy({} as Database, {
    get: (_, name) => {
      if (name === 'then' || typeof name !== 'string') return undefined
      return (...args: unknown[]) =>
        (remoto as unknown as Record<string, (...a: unknown[]) => Promise<unknown>>)[name]?.(
          ...args.map((a) => (typeof a === 'function' ? proxy(a) : a)),
        )
    },
  })
  const aperta = await db.open({ id_utente: UTENTE, wait: true })
  if (!aperta.ok) throw new Error(`${aperta.error.codice} ${aperta.error.detail}`)
  if (aperta.value.rung !== rung) throw new Error(`${aperta.value.rung} serves, not ${rung}`)
  return { db, termina: () => worker.terminate() }
}

/** Bytes of the reserve on OPFS, once it is written whole. */
async function reserve(rung: string): Promise<number> {
  while (rung === 'opfs-sahpool') {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(`idoneo-${UTENTE}`)
    const file = await folder.getFileHandle('riserva').catch(() => null)
    const size = file ? (await file.getFile()).size : 0
    if (size >= RESERVE_BYTES) return size
    await new Promise((r) => setTimeout(r, 50))
  }
  return 0
}

/** Tells the story on the rung that is left when `manca` is taken away. */
async function racconta(manca: string, rung: string, concorsi: ConcorsoScaricabile[]) {
  let opened = await start(manca, rung)
  const again = async () => {
    opened.termina()
    opened = await start(manca, rung)
    return opened.db
  }
  const { trascrizione, utente } = await runStoria({
    db: opened.db,
    riapri: async () => {
      await opened.db.close()
      return again()
    },
    ammazza: again,
    concorsi: concorsi as never,
  })
  const riserva = await reserve(rung)
  const svuotato = await opened.db.clearUser({ id_utente: UTENTE })
  opened.termina()
  return { trascrizione, utente: [...utente], svuotato: svuotato.ok, riserva }
}

Object.assign(globalThis, { racconta })
