import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Failure } from '#contract/result'
import { Button } from '../ui/Button.tsx'
import { Band, Muted, Row } from '../ui/base.tsx'
import { FieldError } from '../ui/Field.tsx'
import { IconWarn } from '../ui/icons.ts'
import { EmptyState, SkeletonCards } from '../ui/States.tsx'
import { Table } from './Table.tsx'
import { consoleFailure, consoleText } from './text.ts'

/** A read of the console. A list by pages has `more` while there is a next one, and `refused` where it did not come. */
export type Read<T> = {
  data: T | null
  failure: Failure | null
  reload: () => Promise<void>
  refused?: Failure | null
  more?: (() => Promise<void>) | null
}

/** A read that failed, with the way to try it again. */
export const Failed = ({ failure, onRetry }: { failure: Failure; onRetry: () => void }) => (
  <EmptyState
    tone="errore"
    icon={<IconWarn size={24} />}
    title={consoleText.errore_titolo}
    text={consoleFailure(failure)}
    actions={<Button onClick={onRetry}>{consoleText.riprova}</Button>}
  />
)

/** Says that a read failed after one that did not; `onRetry`: the way to try it again. */
export const Stale = ({ failure, onRetry }: { failure: Failure | null; onRetry?: () => void }) =>
  failure && (
    <Band
      tone="avviso"
      action={
        onRetry && (
          <Button size="sm" onClick={onRetry}>
            {consoleText.riprova}
          </Button>
        )
      }
    >
      {consoleText.di_prima} {onRetry ? consoleFailure(failure) : consoleText.riprovo}
    </Band>
  )

/** Shows a read: failed, loading, or as `children` show it. `cards`: placeholders while it loads. */
export function ReadState<T>({
  read: { data, failure, reload },
  cards = 3,
  children,
}: {
  read: Read<T>
  cards?: number
  children?: (data: T) => ReactNode
}) {
  const retry = () => void reload()
  if (data === null) return failure ? <Failed failure={failure} onRetry={retry} /> : <SkeletonCards count={cards} />
  return (
    <>
      <Stale failure={failure} onRetry={retry} />
      {children?.(data)}
    </>
  )
}

type Rows<R> = { elementi: readonly R[]; totale?: number }
type ListProps<R> = Omit<Parameters<typeof Table<R>>[0], 'rows'> & {
  read: Read<Rows<R>>
  isShown?: (row: R) => boolean
  /** Says that the call returned a part of the rows. */
  partial?: (n: number, total: number) => string
}

/** Shows the rows of a read as a table, and leads to the next page. */
export const ReadList = <R,>({ read, isShown = () => true, partial, ...table }: ListProps<R>) => (
  <ReadState read={read}>
    {({ elementi, totale = 0 }) => (
      <>
        <Table {...table} rows={elementi.filter(isShown)} />
        {partial && elementi.length < totale && <Muted small>{partial(elementi.length, totale)}</Muted>}
        <NextPage read={read} />
      </>
    )}
  </ReadState>
)

/** Reads the next page of a list, or shows its failure. After the last page its end has the focus that the button had. */
export function NextPage({ read: { refused, more } }: { read: Read<unknown> }) {
  const [isUsed, setUsed] = useState(false)
  const end = useRef<HTMLParagraphElement>(null)
  const isOver = isUsed && !more
  useEffect(() => {
    if (isOver) end.current?.focus()
  }, [isOver])
  const next = () => {
    setUsed(true)
    void more?.()
  }
  return (
    <>
      {refused && <FieldError text={consoleFailure(refused)} />}
      {more && (
        <Row>
          <Button onClick={next}>{consoleText.ancora}</Button>
        </Row>
      )}
      {isOver && (
        <p ref={end} tabIndex={-1}>
          <Muted small as="span">
            {consoleText.fine_elenco}
          </Muted>
        </p>
      )}
    </>
  )
}
