import { proxy, wrap } from 'comlink'
import type { Database } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemi'
import { runStoria, UTENTE } from '../storia.ts'

type Aperto = { db: Database; termina: () => void }

async function start(manca: string, gradino: string): Promise<Aperto> {
  const worker = new Worker(new URL('./lavoratore.ts', import.meta.url), { type: 'module', name: manca })
  const remoto = wrap<Database>(worker)
  const db = new Proxy({} as Database, {
    get: (_, nome) => {
      if (nome === 'then' || typeof nome !== 'string') return undefined
      return (...args: unknown[]) =>
        (remoto as unknown as Record<string, (...a: unknown[]) => Promise<unknown>>)[nome]?.(
          ...args.map((a) => (typeof a === 'function' ? proxy(a) : a)),
        )
    },
  })
  const aperta = await db.open({ id_utente: UTENTE, attendi: true })
  if (!aperta.ok) throw new Error(`${aperta.error.codice} ${aperta.error.detail}`)
  if (aperta.value.rung !== gradino) throw new Error(`${aperta.value.rung} serves, not ${gradino}`)
  return { db, termina: () => worker.terminate() }
}

/** Bytes of the reserve on OPFS, once it is there. */
async function reserve(gradino: string): Promise<number> {
  while (gradino === 'opfs-sahpool') {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle(`idoneo-${UTENTE}`)
    const file = await folder.getFileHandle('riserva').catch(() => null)
    const size = file ? (await file.getFile()).size : 0
    if (size > 0) return size
    await new Promise((r) => setTimeout(r, 50))
  }
  return 0
}

/** Tells the story on the rung that is left when `manca` is taken away. */
async function racconta(manca: string, gradino: string, concorsi: ConcorsoScaricabile[]) {
  let aperto = await start(manca, gradino)
  const again = async () => {
    aperto.termina()
    aperto = await start(manca, gradino)
    return aperto.db
  }
  const { trascrizione, utente } = await runStoria({
    db: aperto.db,
    riapri: async () => {
      await aperto.db.close()
      return again()
    },
    ammazza: again,
    concorsi: concorsi as never,
  })
  const riserva = await reserve(gradino)
  const svuotato = await aperto.db.clearUser({ id_utente: UTENTE })
  aperto.termina()
  return { trascrizione, utente: [...utente], svuotato: svuotato.ok, riserva }
}

Object.assign(globalThis, { racconta })
