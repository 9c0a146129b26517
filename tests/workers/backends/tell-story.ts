import type { Database } from '#contract/database'
import { memoryPlatform } from '#tests/workers/memory'
import { loadSqlite } from '#wasm/sqlite'
import type { Platform } from '#workers/core/platform'
import { createDatabase } from '#workers/store/database'
import { creaBanca, serve, value } from '../mondo.ts'
import { runStoria, type Scena, UTENTE } from './story.ts'
import { readTabelle } from './tables.ts'

/** The banks of the story: first versions of three, then another version of the first. */
export const makeBanche = async () => {
  const before = await creaBanca({ id_concorso: 1, n: 60 })
  const seconda = await creaBanca({ id_concorso: 2, n: 55, conImmagini: true })
  const terza = await creaBanca({ id_concorso: 3, n: 20, solo: (p) => p <= 10 })
  const aggiornata = await creaBanca({
    id_concorso: 1,
    n: 50,
    cambia: (d) => ({ ...d, testo: `${d.testo} Nuova`, id_materia: 12 }),
  })
  return [before, seconda, terza, aggiornata] as const
}

/** Runs the story over new stores of what `make` gives; `make` twice is two runs of the same browser. */
export async function tell(make: () => Platform, rung: string, other: Partial<Scena> = {}) {
  const banche = await makeBanche()
  const open = async (): Promise<Database> => {
    const db = createDatabase({ ...make(), fetch: serve(...banche) })
    const opened = value(await db.open({ id_utente: UTENTE }))
    if (opened.rung !== rung) throw new Error(`${opened.rung} serves, not ${rung}`)
    return db
  }
  let db = await open()
  const scene: Scena = {
    db,
    riapri: async () => {
      value(await db.close())
      db = await open()
      return db
    },
    ammazza: async () => {
      db = await open()
      return db
    },
    concorsi: [banche[0].concorso, banche[1].concorso, banche[2].concorso, banche[3].concorso],
    ...other,
  }
  const { trascrizione, utente } = await runStoria(scene)
  return { trascrizione, tabelle: readTabelle(await loadSqlite(), utente) }
}

/** Whoever was killed gave nothing back: the lock of a dead owner is free. */
export const free: Platform['lock'] = async () => () => {}

/** What every rung must answer: the story over plain memory. */
export function tellMemoria(other: Partial<Scena> = {}) {
  const platform = memoryPlatform({ newDevice: () => 'memoria-1', lock: free })
  return tell(() => platform, 'memoria', other)
}
