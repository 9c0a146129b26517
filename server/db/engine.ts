import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

export type EmbeddedEngine = 'nativo' | 'pglite'

/** The data folder belongs to another engine: starting would show an empty product and look like lost data. */
export class DifferentEngine extends Error {
  override name = 'DifferentEngine'
}

const path = (folder: string) => join(folder, 'motore.json')

/** Which engine made the data of a folder; null for a new one. */
export function readEngine(folder: string): EmbeddedEngine | null {
  if (!existsSync(path(folder))) return null
  let engine: unknown
  try {
    engine = JSON.parse(readFileSync(path(folder), 'utf8')).motore
  } catch {
    throw new DifferentEngine(
      `${path(folder)} non si legge: contiene {"motore":"nativo"} o {"motore":"pglite"}, secondo i dati di DATA_DIR. Nulla è stato toccato.`,
    )
  }
  if (engine !== 'nativo' && engine !== 'pglite') throw new DifferentEngine(`${path(folder)}: motore sconosciuto`)
  return engine
}

/** Marks a new folder, whole or not at all; refuses one that another engine has marked. */
export async function markEngine(folder: string, engine: EmbeddedEngine): Promise<void> {
  const before = readEngine(folder)
  if (before === engine) return
  if (before)
    throw new DifferentEngine(
      `i dati in ${folder} appartengono al motore "${before}" e qui parte solo "${engine}": ripristinare il motore ` +
        `(npm ci con le dipendenze facoltative) o indicare un'altra DATA_DIR. Nulla è stato toccato.`,
    )
  await mkdir(folder, { recursive: true })
  const next = `${path(folder)}.${randomUUID()}`
  const file = await open(next, 'wx')
  await file.writeFile(`${JSON.stringify({ motore: engine })}\n`)
  await file.sync()
  await file.close()
  await rename(next, path(folder))
}

/** Whether DATA_DIR holds what only a database that was there can have published. */
function hasTraces(folder: string): boolean {
  if (existsSync(path(folder))) return true
  const packages = join(folder, 'pacchetti')
  return existsSync(packages) && readdirSync(packages).some((name) => name.endsWith('.zip'))
}

/** Refuses to make an empty database where there was one: an empty product would look like lost data. */
export function refuseLostData(folder: string): void {
  if (!hasTraces(folder)) return
  throw new DifferentEngine(
    `in ${folder} (DATA_DIR) il database non c'è più, e motore.json o pacchetti/ dicono che c'era. Ripristinare un backup ` +
      `(docs/operators/commands.md), o togliere anche motore.json e pacchetti/ per cominciare da zero. Nulla è stato toccato.`,
  )
}
