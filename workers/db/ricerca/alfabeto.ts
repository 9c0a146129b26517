import type { Archivio } from '../archivio.ts'
import { alfabeticheOf, type BancaLetta } from './letta.ts'
import { readTesti } from './testi.ts'

type Parte = { letta: BancaLetta; posizioni: Int32Array }

/** Places of the hits, joined bank by bank, in alphabetical order. */
export function rankAlfabetico(a: Archivio, parti: readonly Parte[]): Int32Array {
  const [only, ...others] = parti.filter(({ posizioni }) => posizioni.length > 0)
  if (!only) return new Int32Array(0)
  return others.length === 0 ? byRank(a, only) : byText(a, parti)
}

/** In one bank by the rank stored in it: a walk over the bank, whatever the hits. */
function byRank(a: Archivio, { letta, posizioni }: Parte): Int32Array {
  const placeOf = new Int32Array(letta.id_domande.length)
  for (let i = 0; i < posizioni.length; i++) placeOf[posizioni[i] as number] = i + 1
  const places = new Int32Array(posizioni.length)
  let n = 0
  for (const p of alfabeticheOf(a, letta)) {
    const place = placeOf[p] as number
    if (place > 0) places[n++] = place - 1
  }
  return places
}

/**
 * Ranks of different banks say nothing of each other: across banks the order is that of the normalised texts, questions
 * before answers, then of the banks' ids, then of the rank (decision 0017). So it depends on the hits alone. Each bank's come in their rank's order:
 * nearly sorted runs, which sorting merges.
 */
function byText(a: Archivio, parti: readonly Parte[]): Int32Array {
  const testi = parti.flatMap(({ letta, posizioni }) => readTesti(a, letta, posizioni))
  const concorsi = parti.flatMap(({ letta, posizioni }) => new Array<number>(posizioni.length).fill(letta.id_concorso))
  const ranghi: number[] = new Array(testi.length)
  const order: number[] = []
  let first = 0
  for (const parte of parti) {
    for (const [rank, place] of byRank(a, parte).entries()) {
      ranghi[first + place] = rank
      order.push(first + place)
    }
    first += parte.posizioni.length
  }
  order.sort((x, y) => {
    const a = testi[x] as string
    const b = testi[y] as string
    if (a !== b) return a < b ? -1 : 1
    return (concorsi[x] as number) - (concorsi[y] as number) || (ranghi[x] as number) - (ranghi[y] as number)
  })
  return Int32Array.from(order)
}
