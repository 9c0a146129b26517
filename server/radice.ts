import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function findRadice(): string {
  let cartella = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(cartella, 'package.json'))) {
    const sopra = dirname(cartella)
    if (sopra === cartella) throw new Error('package.json non trovato sopra il server')
    cartella = sopra
  }
  return cartella
}

/** The project's own folder, both from the sources (server/) and from the bundle (dist/server/). */
export const RADICE = findRadice()
