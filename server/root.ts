import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('package.json non trovato sopra il server')
    folder = parent
  }
  return folder
}

/** The project's own folder, both from the sources (server/) and from the bundle (dist/server/). */
export const ROOT = findRoot()
