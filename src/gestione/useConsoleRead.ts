import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConsoleCallName, ConsoleInputOf, ConsoleResponseOf } from '#contract/gestione'
import type { Failure, Result } from '#contract/result'
import { callConsole } from './api.ts'
import type { Read } from './ReadList.tsx'

/** Refusals that make the whole screen outdated. */
const GONE = new Set<Failure['codice']>(['NON_TROVATO', 'VIETATO', 'UTENTE_NON_TROVATO', 'CONCORSO_NON_TROVATO'])

/** Returns the data to show after a read: a failed one leaves the previous data, unless those are gone. */
export const afterRead = <T>(before: T | null, result: Result<T>): { data: T | null; failure: Failure | null } =>
  result.ok
    ? { data: result.value, failure: null }
    : { data: GONE.has(result.error.codice) ? null : before, failure: result.error }

/** Reads a call for a screen, again when the input changes; `reload` reads again in place. */
export function useConsoleRead<N extends ConsoleCallName>(
  name: N,
  input: ConsoleInputOf<N>,
): Read<ConsoleResponseOf<N>> {
  const [read, setRead] = useState<{ data: ConsoleResponseOf<N> | null; failure: Failure | null }>({
    data: null,
    failure: null,
  })
  const asked = useRef(0)
  const key = JSON.stringify(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the input
  const reload = useCallback(async () => {
    const mine = ++asked.current
    const result = await callConsole(name, ...([input] as never))
    if (mine !== asked.current) return
    setRead(({ data }) => afterRead(data, result))
  }, [name, key])
  useEffect(() => {
    setRead({ data: null, failure: null })
    void reload()
    return () => {
      asked.current++
    }
  }, [reload])
  return { ...read, reload }
}
