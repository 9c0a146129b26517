import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'

export type MotoreIncorporato = 'nativo' | 'pglite'

/** The data folder belongs to another engine: starting would show an empty product and look like lost data. */
export class MotoreDiverso extends Error {
  override name = 'MotoreDiverso'
}

const path = (cartella: string) => join(cartella, 'motore.json')

/** Which engine made the data of a folder; null for a new one. */
export function readMotore(cartella: string): MotoreIncorporato | null {
  if (!existsSync(path(cartella))) return null
  const { motore } = JSON.parse(readFileSync(path(cartella), 'utf8'))
  if (motore !== 'nativo' && motore !== 'pglite') throw new MotoreDiverso(`${path(cartella)}: motore sconosciuto`)
  return motore
}

/** Marks a new folder, whole or not at all; refuses one that another engine has marked. */
export async function markMotore(cartella: string, motore: MotoreIncorporato): Promise<void> {
  const prima = readMotore(cartella)
  if (prima === motore) return
  if (prima)
    throw new MotoreDiverso(
      `i dati in ${cartella} appartengono al motore "${prima}" e qui parte solo "${motore}": ripristinare il motore ` +
        `(npm ci con le dipendenze facoltative) o indicare un'altra DATA_DIR. Nulla è stato toccato.`,
    )
  await mkdir(cartella, { recursive: true })
  const nuovo = `${path(cartella)}.${randomUUID()}`
  const file = await open(nuovo, 'wx')
  await file.writeFile(`${JSON.stringify({ motore })}\n`)
  await file.sync()
  await file.close()
  await rename(nuovo, path(cartella))
}
