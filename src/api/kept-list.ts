import { proxy, ref } from 'valtio'
import type { CallName, ResponseOf } from '#contract/calls'
import type { Failure, Result } from '#contract/result'
import { keepList, readKeptList } from '../platform/kept-lists.ts'
import { AGAIN, retry } from './retry.ts'

export type KeptList<T> = {
  fase: 'mai' | 'caricamento' | 'pronto' | 'guasto'
  value: T | null
  /** Arrival of the shown list, in ms since 1970, when it is the kept one; null for a fresh one. */
  kept_ms: number | null
  error: Failure | null
}

const DAY_MS = 86_400_000

/** Returns the kept response, parsed by today's contract; null for a list of an incompatible version. */
export async function readKeptAnswer<N extends CallName>(name: N, key: string) {
  const kept = await readKeptList(key)
  if (kept === null) return null
  const [{ CALLS }, { parseWith }] = await Promise.all([import('#contract/calls'), import('#contract/parse')])
  const schema = CALLS[name].risposta
  const parsed = schema && parseWith(schema, kept.value)
  return parsed?.ok ? { value: parsed.value as ResponseOf<N>, at_ms: kept.at_ms } : null
}

/**
 * Creates a public list that stays readable without a network. Shows the kept one at once, then the server's in its place. An error
 * is shown only where there is no list [BA8]. `stock` keeps the list for a later visit without a network, unless it was kept within
 * a day.
 */
export function createKeptList<N extends CallName>(
  name: N,
  fetchList: () => Promise<Result<ResponseOf<N>>>,
  key: string = name,
): { state: KeptList<ResponseOf<N>>; load: () => Promise<void>; stock: () => Promise<void> } {
  const state: KeptList<ResponseOf<N>> = proxy({ fase: 'mai', value: null, kept_ms: null, error: null })
  const show = (value: ResponseOf<N>, kept_ms: number | null) =>
    Object.assign(state, { fase: 'pronto', value: ref(value as object), kept_ms, error: null })
  let running: Promise<void> | null = null
  const run = async () => {
    if (state.value === null) {
      state.fase = 'caricamento'
      const kept = await readKeptAnswer(name, key)
      if (kept) show(kept.value, kept.at_ms)
    }
    const result = await retry(fetchList, AGAIN)
    if (result.ok) {
      show(result.value, null)
      void keepList(key, result.value, Date.now())
    } else {
      state.error = ref(result.error)
      if (state.value === null) state.fase = 'guasto'
    }
  }
  const load = () => {
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
  const stock = async () => {
    const kept = await readKeptList(key)
    if (kept !== null && Date.now() - kept.at_ms < DAY_MS) return
    const result = await fetchList()
    if (result.ok) await keepList(key, result.value, Date.now())
  }
  return { state, load, stock }
}
