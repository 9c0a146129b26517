import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The embedded database cannot open this data folder. An empty product in its place would look like lost data. */
export class DifferentEngine extends Error {
  override name = 'DifferentEngine'
}

const path = (folder: string) => join(folder, 'motore.json')
const NATIVE = 'nativo'

/**
 * Returns whether the embedded PostgreSQL made the data of a folder; false for a new one. Throws DifferentEngine for
 * another's data.
 */
export function isMarked(folder: string): boolean {
  if (!existsSync(path(folder))) return false
  let engine: unknown
  try {
    engine = JSON.parse(readFileSync(path(folder), 'utf8')).motore
  } catch {
    throw new DifferentEngine(
      `${path(folder)} non si legge: contiene {"motore":"nativo"}, se i dati di DATA_DIR sono del PostgreSQL incorporato. Nulla è stato toccato.`,
    )
  }
  if (engine !== NATIVE)
    throw new DifferentEngine(
      `i dati in ${folder} appartengono al motore "${engine}", che questa versione non apre: farne un backup con la versione che li ha scritti ` +
        `e ripristinarlo qui, o indicare un'altra DATA_DIR. Nulla è stato toccato.`,
    )
  return true
}

/** Marks a new folder, whole or not at all. */
export async function markFolder(folder: string): Promise<void> {
  if (isMarked(folder)) return
  await mkdir(folder, { recursive: true })
  const next = `${path(folder)}.${randomUUID()}`
  const file = await open(next, 'wx')
  await file.writeFile(`${JSON.stringify({ motore: NATIVE })}\n`)
  await file.sync()
  await file.close()
  await rename(next, path(folder))
}

/** Returns whether DATA_DIR holds files that only an earlier database can have published. */
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
