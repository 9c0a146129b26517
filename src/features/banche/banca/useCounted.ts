import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Completamento, Conteggi, Filtro } from '#contract/database'
import type { Failure } from '#contract/result'
import type { Preset } from '../../../domain/banca-state.ts'
import { bancaState, countFilter } from '../../../domain/banca-state.ts'
import { type BancaFilters, toBancaFiltro } from './filters.ts'
import { toPresetFiltro } from './view.ts'

/** Returns the ids of the bank's subjects, without the row of questions that have none. */
const idsOf = (rows: Completamento['materie']): number[] =>
  rows.flatMap((m) => (m.id_materia === null ? [] : [m.id_materia]))

type Counted = {
  rows: Completamento['materie'] | null
  materie: readonly number[]
  filtro: Filtro | null
  /** Null while the newest choice is counted, so that it never shows the figures of another one. */
  counts: Conteggi | null
  error: Failure | null
}

/** Returns the store's filter of choices and preset, and the count of its questions, as they change. */
export function useCounted(id_concorso: number, filters: BancaFilters, preset: Preset): Counted {
  const state = useSnapshot(bancaState)
  const rows = (state.completamento as Completamento | null)?.materie ?? null
  // Compare the ids by value, so that newer figures of equal subjects start no count.
  const key = rows ? JSON.stringify(idsOf(rows)) : null
  const materie = useMemo(() => JSON.parse(key ?? '[]') as number[], [key])
  const known = key !== null
  const filtro = useMemo(
    () => (known ? toPresetFiltro(preset, toBancaFiltro(id_concorso, filters, materie)) : null),
    [id_concorso, filters, materie, known, preset],
  )
  useEffect(() => {
    if (filtro) void countFilter(filtro)
  }, [filtro])
  const current = state.counted === filtro
  return {
    rows,
    materie,
    filtro,
    counts: current ? (state.counts as Conteggi | null) : null,
    error: current ? (state.counts_error as Failure | null) : null,
  }
}
