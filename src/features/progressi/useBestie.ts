import { useEffect, useState } from 'react'
import type { Abitudine, BestiaNera, Domanda } from '#contract/database'
import { onStore } from '../../store/on-store.ts'

type Read = { domande: ReadonlyMap<number, Domanda>; abitudini: ReadonlyMap<number, Abitudine> }
const NONE: Read = { domande: new Map(), abitudini: new Map() }

/** Questions of some bestie nere, bank by bank, and the wrong answer that stays of each. */
export function useBestie(bestie: readonly BestiaNera[]): Read {
  const [read, setRead] = useState(NONE)
  const key = bestie.map((b) => `${b.id_domanda} ${b.errori}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which ones
  useEffect(() => {
    let current = true
    const banks = [...new Set(bestie.map((b) => b.id_concorso))]
    const readBank = (id_concorso: number) => {
      const id_domande = bestie.flatMap((b) => (b.id_concorso === id_concorso ? [b.id_domanda] : []))
      return onStore((db) => db.readDomande({ id_concorso, id_domande }))
    }
    const habits = onStore((db) => db.readAbitudini({ id_domande: bestie.map((b) => b.id_domanda) }))
    void Promise.all([Promise.all(banks.map(readBank)), habits]).then(([domande, abitudini]) => {
      if (!current) return
      setRead({
        domande: new Map(domande.flatMap((r) => (r.ok ? r.value.map((d) => [d.id_domanda, d] as const) : []))),
        abitudini: new Map(abitudini.ok ? abitudini.value.map((a) => [a.id_domanda, a]) : []),
      })
    })
    return () => {
      current = false
    }
  }, [key])
  return read
}
