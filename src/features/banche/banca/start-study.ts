import type { Filtro, Ordine, Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { composeOggi } from '#rules/oggi'
import type { Preset } from '../../../domain/banca-state.ts'
import { startSeduta } from '../../../domain/banca-state.ts'
import { newSeed } from '../../../platform/ids.ts'
import { onStore } from '../../../store/on-store.ts'
import { nextInOrder } from './view.ts'

export type StudyStart = {
  /** What the preset and the filters leave. */
  filtro: Filtro
  preset: Preset
  ordine: Ordine
  /** Questions of the sitting; every one that is left when there are not more. */
  n: number
  total: number
  /** Subjects of the bank; 0 stands for the questions of no subject. */
  materie: readonly number[]
  mescola: boolean
  avanti_da_sola: boolean
}

/** Starts a sitting of `n` questions: new ones in proportion to their subjects, others where coverage stopped. */
export async function startStudy(asked: StudyStart): Promise<Result<Seduta>> {
  const { filtro, ordine, n, total, mescola, avanti_da_sola } = asked
  const start = { filtro, ordine, mescola, avanti_da_sola }
  if (n >= total) return startSeduta(start)
  const picked = await pick(asked)
  return picked.ok ? startSeduta({ ...start, scelte: picked.value }) : picked
}

const select = async (filtro: Filtro, ordine: Ordine): Promise<Result<Int32Array>> => {
  const result = await onStore((db) => db.selectDomande({ filtro, ordine, seme: newSeed() }))
  return result.ok ? ok(result.value.id_domande) : result
}

async function pick({ filtro, preset, ordine, n, materie }: StudyStart): Promise<Result<Int32Array>> {
  if (preset === 'nuove' && ordine === 'UFFICIALE') return pickNew(filtro, materie, n)
  const all = await select(filtro, ordine)
  if (!all.ok) return all
  if (ordine !== 'UFFICIALE') return ok(all.value.slice(0, n))
  const unseen = await select({ ...filtro, risposte: ['mai'] }, ordine)
  return unseen.ok ? ok(nextInOrder(all.value, new Set(unseen.value), n)) : unseen
}

async function pickNew(filtro: Filtro, materie: readonly number[], n: number): Promise<Result<Int32Array>> {
  const lists: Int32Array[] = []
  for (const id_materia of filtro.materie ?? materie) {
    const list = await select({ ...filtro, materie: [id_materia] }, 'UFFICIALE')
    if (!list.ok) return list
    lists.push(list.value)
  }
  const subjects = lists.map((ids, i) => ({ id_materia: i, peso: ids.length, mai_viste: [...ids] }))
  return ok(Int32Array.from(composeOggi(subjects, [], { n, oggi: n, resta: n })))
}
