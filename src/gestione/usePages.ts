import { useState } from 'react'
import type { ConsoleCallName, ConsoleInputOf, ConsoleResponseOf } from '#contract/gestione'
import type { Failure } from '#contract/result'
import { callConsole } from './api.ts'
import { useConsoleRead } from './useConsoleRead.ts'

type Page = { elementi: readonly unknown[]; prossima: number | null }
type Paged = { [N in ConsoleCallName]: ConsoleResponseOf<N> extends Page ? N : never }[ConsoleCallName]
type RowOf<N extends Paged> = ConsoleResponseOf<N> extends { elementi: (infer R)[] } ? R : never
type QueryOf<N extends Paged> = ConsoleInputOf<N> extends { query: infer Q } ? Q : never

/** Rows of a call by pages: the first, and `more` for the next while there is one. `reload` begins again with the first. */
export function usePages<N extends Paged>(name: N, query: QueryOf<N>) {
  const { data, failure, reload: readFirst } = useConsoleRead(name, { query } as never)
  const [later, setLater] = useState<Page | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const first = data as Page | null
  const next = (later ?? first)?.prossima ?? null
  const more = async () => {
    const result = await callConsole(name, ...([{ query: { ...(query as object), prima_di: next } }] as never))
    setRefused(result.ok ? null : result.error)
    if (!result.ok) return
    const page = result.value as Page
    setLater((l) => ({ ...page, elementi: [...(l?.elementi ?? []), ...page.elementi] }))
  }
  const reload = async () => {
    await readFirst()
    setLater(null)
  }
  // Cast: the call of the name gave the rows.
  const rows = first && ([...first.elementi, ...(later?.elementi ?? [])] as RowOf<N>[])
  return { rows, failure, refused, more: next === null ? null : more, reload }
}
