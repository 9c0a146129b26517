import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConsoleCallName, ConsoleInputOf, ConsoleResponseOf } from '#contract/gestione'
import type { Failure } from '#contract/result'
import { callConsole } from './api.ts'
import type { Read } from './ReadList.tsx'

/** What a screen reads by a call, again when the input changes; `reload` reads again in place. */
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
    setRead(result.ok ? { data: result.value, failure: null } : { data: null, failure: result.error })
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
