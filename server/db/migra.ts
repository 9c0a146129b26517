import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Esecutore } from '../deps.ts'
import { RADICE } from '../radice.ts'

export const CARTELLA_MIGRAZIONI = join(RADICE, 'server/db/migrations')
/** Key of the advisory lock that lets one starter migrate while the others wait ("IDNO" as a number). */
const LUCCHETTO = 0x49444e4f

type Migrazione = { numero: number; nome: string; sql: string; impronta: string }

/** A migration that was applied differs from its file, or the files have a gap: starting would guess, so it refuses. */
export class MigrazioneErrata extends Error {
  override name = 'MigrazioneErrata'
}

async function readMigrazioni(cartella: string): Promise<Migrazione[]> {
  const nomi = (await readdir(cartella)).filter((nome) => /^\d{4}_\w+\.sql$/.test(nome)).sort()
  return Promise.all(
    nomi.map(async (nome, i) => {
      const numero = Number(nome.slice(0, 4))
      if (numero !== i + 1) throw new MigrazioneErrata(`${nome}: manca la migrazione ${i + 1}`)
      const sql = await readFile(join(cartella, nome), 'utf8')
      return { numero, nome, sql, impronta: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function applied(q: Esecutore): Promise<Map<number, string>> {
  const { righe } = await q.query<{ numero: number; impronta: string }>('select numero, impronta from migrazione')
  return new Map(righe.map((r) => [r.numero, r.impronta]))
}

/**
 * Applies what is missing, all in one transaction, one starter at a time; answers the names applied.
 * Throws MigrazioneErrata when an applied file changed or the database is newer than these files.
 */
export async function migrate(db: Db, cartella = CARTELLA_MIGRAZIONI): Promise<string[]> {
  const migrazioni = await readMigrazioni(cartella)
  return db.tx(async (q) => {
    await q.query('select pg_advisory_xact_lock($1)', [LUCCHETTO])
    await q.script(`create table if not exists migrazione (
      numero integer primary key, nome text not null, impronta text not null, applicata timestamptz not null default now())`)
    const fatte = await applied(q)
    const ignota = [...fatte.keys()].find((numero) => numero > migrazioni.length)
    if (ignota) throw new MigrazioneErrata(`il database ha la migrazione ${ignota}, più recente di questa versione`)
    const nuove: string[] = []
    for (const { numero, nome, sql, impronta } of migrazioni) {
      const prima = fatte.get(numero)
      if (prima !== undefined && prima !== impronta)
        throw new MigrazioneErrata(`${nome}: il file è cambiato dopo essere stato applicato`)
      if (prima !== undefined) continue
      await q.script(sql)
      await q.query('insert into migrazione (numero, nome, impronta) values ($1, $2, $3)', [numero, nome, impronta])
      nuove.push(nome)
    }
    return nuove
  })
}

/** Whether every migration of these files is applied (for the readiness probe). */
export async function isMigrated(db: Db, cartella = CARTELLA_MIGRAZIONI): Promise<boolean> {
  const migrazioni = await readMigrazioni(cartella)
  const fatte = await applied(db)
  return migrazioni.every(({ numero, impronta }) => fatte.get(numero) === impronta)
}
