import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { openArchivio } from './archivio/locale.ts'
import type { Configurazione } from './configurazione.ts'
import { migrate } from './db/migra.ts'
import { openDb } from './db/open.ts'
import { readSegreto } from './db/segreto.ts'
import type { Deps } from './deps.ts'
import { seedContenuti } from './pacchetti/semina.ts'
import { openPosta } from './posta/posta.ts'
import { createCifratore } from './utente/password.ts'

/** Opens the real world for server and operator's command alike: database (migrated), mail, archive. Close `db` at the end. */
export async function openMondo(config: Configurazione, log: Logger): Promise<Deps> {
  const db = await openDb(config, log)
  try {
    const nuove = await migrate(db)
    if (nuove.length > 0) log.info({ nuove }, 'database migrato')
    return await assemble(config, log, db)
  } catch (errore) {
    await db.close()
    throw errore
  }
}

async function assemble(config: Configurazione, log: Logger, db: Deps['db']): Promise<Deps> {
  const now = () => new Date()
  const chiave = await readSegreto(db, 'pacchetti', randomBytes)
  return {
    db,
    posta: openPosta(config, log),
    archivio: await openArchivio({ cartella: join(config.dataDir, 'pacchetti'), chiave, now }),
    cifratore: createCifratore(),
    log,
    config,
    now,
    random: randomBytes,
  }
}

/**
 * Publishes the starter content that is missing or was corrected. A defect in it, or a failure, is told and stops nothing:
 * what is published stays.
 */
export async function seedMondo(deps: Deps): Promise<void> {
  try {
    const { banche, rilievi } = await seedContenuti(deps)
    const cambiate = banche.filter(({ esito }) => esito !== 'invariata')
    if (cambiate.length > 0) deps.log.info({ banche: cambiate }, 'contenuti pubblicati')
    if (rilievi.length > 0) deps.log.error({ rilievi: rilievi.slice(0, 20) }, 'contenuti con difetti: non pubblicati')
  } catch (errore) {
    deps.log.error({ err: errore }, 'contenuti non pubblicati')
  }
}
