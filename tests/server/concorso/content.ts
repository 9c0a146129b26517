import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/root'

/** Two banks of the product, with the simulation of the first: tests edit a copy. */
export const BANCHE = ['diritto-costituzionale', 'informatica-competenze-digitali']
const PARTI = [
  ...BANCHE.map((slug) => `banche/${slug}`),
  'percorsi/basi-concorsi-pubblici.json',
  'simulazioni/costituzionale-40-quesiti.json',
  'SOURCES.md',
]

export async function copyContenuti(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'idoneo-contenuti-'))
  for (const parte of PARTI) await cp(join(ROOT, 'content', parte), join(folder, parte), { recursive: true })
  return folder
}
