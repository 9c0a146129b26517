import { compareItaliano } from '../core/collation.ts'
import type { StoreContext } from '../core/context.ts'
import type { LoadedBank } from '../core/loaded-bank.ts'
import { alphabeticalOf } from './loaded-bank.ts'
import { readTitles } from './texts.ts'

type BankHits = { bank: LoadedBank; posizioni: Int32Array }

/** Returns places of the hits, joined bank by bank, in alphabetical order. */
export function rankAlphabetically(ctx: StoreContext, parts: readonly BankHits[]): Int32Array {
  const [only, ...others] = parts.filter(({ posizioni }) => posizioni.length > 0)
  if (!only) return new Int32Array(0)
  return others.length === 0 ? byRank(ctx, only) : byText(ctx, parts)
}

/** Orders one bank by its stored rank: a walk over the bank, whatever the hits. */
function byRank(ctx: StoreContext, { bank: loaded, posizioni }: BankHits): Int32Array {
  const placeOf = new Int32Array(loaded.id_domande.length)
  for (let i = 0; i < posizioni.length; i++) placeOf[posizioni[i] as number] = i + 1
  const places = new Int32Array(posizioni.length)
  let n = 0
  for (const p of alphabeticalOf(ctx, loaded)) {
    const place = placeOf[p] as number
    if (place > 0) places[n++] = place - 1
  }
  return places
}

/**
 * Orders hits across banks by the collation of each bank's rank, then by the banks' ids (decision 0017). Inside a bank
 * the stored rank decides, so that its questions never change places. Each bank's hits are a sorted run, and sorting
 * only merges.
 */
function byText(ctx: StoreContext, parts: readonly BankHits[]): Int32Array {
  const texts: string[] = []
  const banks: number[] = []
  const ranks: number[] = []
  const order: number[] = []
  for (const part of parts) {
    const { bank: loaded, posizioni } = part
    const first = texts.length
    for (const text of readTitles(ctx, loaded, posizioni)) texts.push(text)
    for (const [rank, place] of byRank(ctx, part).entries()) {
      ranks[first + place] = rank
      banks.push(loaded.id_concorso)
      order.push(first + place)
    }
  }
  order.sort((x, y) => {
    const bank = (banks[x] as number) - (banks[y] as number)
    if (bank === 0) return (ranks[x] as number) - (ranks[y] as number)
    return compareItaliano(texts[x] as string, texts[y] as string) || bank
  })
  return Int32Array.from(order)
}
