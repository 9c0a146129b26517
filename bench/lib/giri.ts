import type { Banco, NomeBanco } from './browser.ts'
import type { Metodo, Prova } from './lavoro.ts'
import { atRest } from './quiete.ts'

/** Milliseconds by method. */
export type Tempi = Partial<Record<NomeBanco, number[]>>

type Piano = {
  metodi: readonly NomeBanco[]
  giri: number
  fresca?: boolean
  prove?: number
  quiete?: boolean
  letti?: boolean
}

/**
 * Runs one operation in interleaved rounds: every method once a round, their order reversed each time, so that none always
 * finds the warm disk. The first `prove` rounds are rehearsals. Methods that disagree on a result are an error.
 */
export async function runRounds(
  banco: Banco,
  operazione: keyof Metodo,
  { metodi, giri, prove = 1, ...altro }: Piano,
): Promise<Tempi> {
  const tempi: Tempi = {}
  for (let giro = 0; giro < giri + prove; giro++) {
    const ordine = giro % 2 === 0 ? metodi : [...metodi].reverse()
    const [uno] = await runRound(banco, [operazione], giro, { ...altro, metodi: ordine })
    if (uno && giro >= prove) addTempi(tempi, uno)
  }
  return tempi
}

/**
 * One round: each method in its turn does all operations, one right after the other; milliseconds by operation. With `quiete` it
 * waits first until the machine is at rest; with `letti` every store's files are read through before it: which of them the system
 * still holds depends on what was read last, and a page that it has let go costs some thirty reads of one that it has.
 */
export async function runRound(
  banco: Banco,
  operazioni: readonly (keyof Metodo)[],
  giro: number,
  { metodi, fresca = false, quiete = false, letti = false }: Omit<Piano, 'giri' | 'prove'>,
): Promise<Tempi[]> {
  const esiti = operazioni.map(() => new Map<NomeBanco, Prova>())
  for (const metodo of metodi) {
    if (quiete) await atRest()
    if (letti) await banco.readFiles()
    for (const [i, operazione] of operazioni.entries())
      esiti[i]?.set(metodo, await banco.run(metodo, operazione, giro, fresca))
  }
  for (const [i, operazione] of operazioni.entries()) compare(operazione, esiti[i] as Map<NomeBanco, Prova>)
  return esiti.map((one) => Object.fromEntries([...one].map(([metodo, { ms }]) => [metodo, ms])))
}

/** Adds the times of a round to those of others. */
export function addTempi(tempi: Tempi, uno: Tempi): void {
  for (const [metodo, ms] of Object.entries(uno) as [NomeBanco, number[]][])
    tempi[metodo] = [...(tempi[metodo] ?? []), ...ms]
}

/** What was found must be the same wherever it was looked for. */
function compare(operazione: string, esiti: Map<NomeBanco, Prova>): void {
  const [first, ...others] = esiti
  if (!first) return
  for (const [metodo, { conti }] of others)
    for (const [i, conto] of conti.entries()) {
      const expected = first[1].conti[i]
      if (expected !== undefined && conto !== expected)
        throw new Error(`${operazione} ${i}: ${first[0]} ${expected}, ${metodo} ${conto}`)
    }
}
