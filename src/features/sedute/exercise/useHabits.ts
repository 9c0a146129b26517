import { useEffect, useState } from 'react'
import { type Abitudine, MARTELLA } from '#contract/database'
import { onStore } from '../../../store/on-store.ts'
import { type SedutaHead, sedutaDomande } from '../seduta-state.ts'

/** The wrong answer that stays of each question of a drill, as it was when the drill opened [MB6]; none in other sittings. */
export function useHabits({ id, ordine }: Pick<SedutaHead, 'id' | 'ordine'>): ReadonlyMap<number, Abitudine> {
  const [habits, setHabits] = useState<ReadonlyMap<number, Abitudine>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sitting is read once
  useEffect(() => {
    if (ordine !== MARTELLA) return
    let current = true
    void onStore((db) => db.readAbitudini({ id_domande: [...new Set(sedutaDomande())] })).then((read) => {
      if (current && read.ok) setHabits(new Map(read.value.map((a) => [a.id_domanda, a])))
    })
    return () => {
      current = false
    }
  }, [id])
  return habits
}
