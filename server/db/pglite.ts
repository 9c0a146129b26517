import type { Logger } from 'pino'
import type { Db } from '../deps.ts'

export async function openPglite(cartella: string, _log: Logger): Promise<Db> {
  throw new Error(`nessun database incorporato parte su questa macchina (${cartella}): indicare DATABASE_URL`)
}
