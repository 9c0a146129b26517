import type { Archivio } from '../archivio.ts'
import { compareItaliano } from '../collazione.ts'
import { alfabeticheOf, type BancaLetta } from './letta.ts'
import { readTitoli } from './testi.ts'

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
 * Across banks the same collation that made each bank's rank, then the banks' ids (decision 0017). Inside a bank the stored rank
 * is asked instead, so that its questions never change places; each bank's come in it, sorted runs that sorting only merges.
 */
function byText(a: Archivio, parti: readonly Parte[]): Int32Array {
  const testi: string[] = []
  const concorsi: number[] = []
  const ranghi: number[] = []
  const order: number[] = []
  for (const parte of parti) {
    const { letta, posizioni } = parte
    const first = testi.length
    for (const testo of readTitoli(a, letta, posizioni)) testi.push(testo)
    for (const [rank, place] of byRank(a, parte).entries()) {
      ranghi[first + place] = rank
      concorsi.push(letta.id_concorso)
      order.push(first + place)
    }
  }
  order.sort((x, y) => {
    const bank = (concorsi[x] as number) - (concorsi[y] as number)
    if (bank === 0) return (ranghi[x] as number) - (ranghi[y] as number)
    return compareItaliano(testi[x] as string, testi[y] as string) || bank
  })
  return Int32Array.from(order)
}
