import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RADICE } from '#server/radice'

/** Two banks of the product, with the simulation of the first: tests edit a copy. */
export const BANCHE = ['diritto-costituzionale', 'informatica-competenze-digitali']
const PARTI = [
  ...BANCHE.map((slug) => `banche/${slug}`),
  'percorsi/basi-concorsi-pubblici.json',
  'simulazioni/costituzionale-40-quesiti.json',
  'SOURCES.md',
]

export async function copyContenuti(): Promise<string> {
  const cartella = await mkdtemp(join(tmpdir(), 'idoneo-contenuti-'))
  for (const parte of PARTI) await cp(join(RADICE, 'content', parte), join(cartella, parte), { recursive: true })
  return cartella
}
