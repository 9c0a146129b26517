import type { Database } from '#contract/database'
import { loadSqlite } from '#wasm/sqlite'
import { createDatabase } from '#workers/db/database'
import { memoryPlatform } from '#workers/db/drivers/memory'
import type { Platform } from '#workers/db/drivers/platform'
import { creaBanca, serve, valore } from '../mondo.ts'
import { runStoria, type Scena, UTENTE } from './storia.ts'
import { readTabelle } from './tabelle.ts'

/** The banks of the story: first versions of three, then another version of the first. */
export const makeBanche = async () => {
  const prima = await creaBanca({ id_concorso: 1, n: 60 })
  const seconda = await creaBanca({ id_concorso: 2, n: 55, conImmagini: true })
  const terza = await creaBanca({ id_concorso: 3, n: 20, solo: (p) => p <= 10 })
  const aggiornata = await creaBanca({
    id_concorso: 1,
    n: 50,
    cambia: (d) => ({ ...d, testo: `${d.testo} Nuova`, id_materia: 12 }),
  })
  return [prima, seconda, terza, aggiornata] as const
}

/** Runs the story over new stores of what `make` gives; `make` twice is two runs of the same browser. */
export async function tell(make: () => Platform, gradino: string, altro: Partial<Scena> = {}) {
  const banche = await makeBanche()
  const open = async (): Promise<Database> => {
    const db = createDatabase({ ...make(), fetch: serve(...banche) })
    const aperta = valore(await db.open({ id_utente: UTENTE }))
    if (aperta.rung !== gradino) throw new Error(`${aperta.rung} serves, not ${gradino}`)
    return db
  }
  let db = await open()
  const scena: Scena = {
    db,
    riapri: async () => {
      valore(await db.close())
      db = await open()
      return db
    },
    ammazza: async () => {
      db = await open()
      return db
    },
    concorsi: [banche[0].concorso, banche[1].concorso, banche[2].concorso, banche[3].concorso],
    ...altro,
  }
  const { trascrizione, utente } = await runStoria(scena)
  return { trascrizione, tabelle: readTabelle(await loadSqlite(), utente) }
}

/** Whoever was killed gave nothing back: the lock of a dead owner is free. */
export const free: Platform['lock'] = async () => () => {}

/** What every rung must answer: the story over plain memory. */
export function tellMemoria(altro: Partial<Scena> = {}) {
  const platform = memoryPlatform({ newDevice: () => 'memoria-1', lock: free })
  return tell(() => platform, 'memoria', altro)
}
