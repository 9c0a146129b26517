import type { Filtro, Ordine, Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { startSeduta } from '../../../domain/banca-state.ts'
import { newSeed } from '../../../platform/ids.ts'
import { onStore } from '../../../store/on-store.ts'
import { nextInOrder } from './view.ts'

export type StudyStart = {
  /** Questions that the preset and the filters leave. */
  filtro: Filtro
  ordine: Ordine
  /** Questions of the sitting; all that are left where `total` is not larger. */
  n: number
  total: number
  mescola: boolean
  avanti_da_sola: boolean
}

/** Starts a sitting of `n` questions in the order asked for; a fixed order begins where coverage stopped. */
export async function startStudy({ n, total, ...start }: StudyStart): Promise<Result<Seduta>> {
  if (n >= total) return startSeduta(start)
  const picked = await pick(start.filtro, start.ordine, n)
  return picked.ok ? startSeduta({ ...start, scelte: picked.value }) : picked
}

const select = async (filtro: Filtro, ordine: Ordine): Promise<Result<Int32Array>> => {
  const result = await onStore((db) => db.selectDomande({ filtro, ordine, seme: newSeed() }))
  return result.ok ? ok(result.value.id_domande) : result
}

async function pick(filtro: Filtro, ordine: Ordine, n: number): Promise<Result<Int32Array>> {
  const all = await select(filtro, ordine)
  if (!all.ok) return all
  if (ordine !== 'UFFICIALE' && ordine !== 'MATERIE') return ok(all.value.slice(0, n))
  const unseen = await select({ ...filtro, risposte: ['mai'] }, ordine)
  return unseen.ok ? ok(nextInOrder(all.value, new Set(unseen.value), n)) : unseen
}
