import type { Banco, NomeBanco } from './browser.ts'
import type { Metodo, Prova } from './lavoro.ts'
import { atRest } from './quiete.ts'

/** Milliseconds by method. */
export type Tempi = Partial<Record<NomeBanco, number[]>>

type Piano = { metodi: readonly NomeBanco[]; giri: number; fresca?: boolean; prove?: number; quiete?: boolean }

/**
 * Runs one operation in interleaved rounds: every method once a round, their order reversed each time, so that none always
 * finds the warm disk. The first `prove` rounds are rehearsals. With `quiete` each waits until the machine is at rest. Methods that
 * disagree on a result are an error.
 */
export async function runRounds(
  banco: Banco,
  operazione: keyof Metodo,
  { metodi, giri, fresca = false, prove = 1, quiete = false }: Piano,
): Promise<Tempi> {
  const tempi: Tempi = {}
  for (let giro = 0; giro < giri + prove; giro++) {
    const ordine = giro % 2 === 0 ? metodi : [...metodi].reverse()
    const esiti = new Map<NomeBanco, Prova>()
    for (const metodo of ordine) {
      if (quiete) await atRest()
      esiti.set(metodo, await banco.run(metodo, operazione, giro, fresca))
    }
    compare(operazione, esiti)
    if (giro < prove) continue
    for (const [metodo, { ms }] of esiti) tempi[metodo] = [...(tempi[metodo] ?? []), ...ms]
  }
  return tempi
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
