import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
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
  const { motore: engine } = JSON.parse(readFileSync(path(folder), 'utf8'))
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
