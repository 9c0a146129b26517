import { useState } from 'react'
import type { ConsoleCallName, ConsoleInputOf, ConsoleResponseOf } from '#contract/gestione'
import type { Failure } from '#contract/result'
import { callConsole } from './api.ts'
import type { Read } from './ReadList.tsx'
import { useConsoleRead } from './useConsoleRead.ts'

type Page = { elementi: readonly unknown[]; prossima: number | null }
type Paged = { [N in ConsoleCallName]: ConsoleResponseOf<N> extends Page ? N : never }[ConsoleCallName]
type QueryOf<N extends Paged> = ConsoleInputOf<N> extends { query: infer Q } ? Q : never

/**
 * Reads the rows of a call by pages: the first, and `more` while there is a next one. Another query, or `reload`, begins
 * again. `from`: the field of the query that says where a page begins.
 */
export function usePages<N extends Paged>(
  name: N,
  query: QueryOf<N>,
  from: 'da' | 'prima_di' = 'prima_di',
): Read<ConsoleResponseOf<N>> {
  const first = useConsoleRead(name, { query } as never)
  const of = JSON.stringify(query)
  const [next, setNext] = useState<{ of: string; page: Page | null; refused: Failure | null } | null>(null)
  const { page: later, refused } = next?.of === of ? next : { page: null, refused: null }
  const known = first.data as Page | null
  const start = (later ?? known)?.prossima ?? null
  const more = async () => {
    const result = await callConsole(name, ...([{ query: { ...(query as object), [from]: start } }] as never))
    if (!result.ok) return setNext({ of, page: later, refused: result.error })
    const page = result.value as Page
    setNext({ of, page: { ...page, elementi: [...(later?.elementi ?? []), ...page.elementi] }, refused: null })
  }
  const reload = async () => {
    await first.reload()
    setNext(null)
  }
  // Cast: the rows of later pages are those of the same call.
  const data =
    known && ({ ...known, elementi: [...known.elementi, ...(later?.elementi ?? [])] } as ConsoleResponseOf<N>)
  return { data, failure: first.failure, refused, more: start === null ? null : more, reload }
}
