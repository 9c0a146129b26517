import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { Domanda } from '#contract/database'
import { type AlikeErrors, type ErrorGroup, groupErrors, type NearPair } from '#rules/errori'
import type { Movement } from '../../domain/after-seduta.ts'
import { onStore } from '../../store/on-store.ts'
import { dopoText as texts } from '../../text/dopo.ts'
import { halves, scoreOf } from '../../text/previsione.ts'
import { Muted } from '../../ui/base.tsx'
import css from './dopo.module.css'

/** Change of the prediction by a sitting [PV6]. */
export function MovementLine({ movement: { prima, dopo, massimo } }: { movement: Movement }) {
  const now = <b>{scoreOf(dopo, massimo)}</b>
  return (
    <p className={css.previsione}>
      {prima === null ? (
        <>
          {texts.previsione_oggi} {now}.
        </>
      ) : halves(prima) === halves(dopo) ? (
        <>
          {texts.previsione_resta} {now}.
        </>
      ) : (
        <>
          {texts.previsione_da} {halves(prima)} {texts.previsione_a} {now}.
        </>
      )}
    </p>
  )
}

/** Line of the list, either a subject, an act under it, or an error. */
type Line<T> = { head: ErrorGroup<T> } | { act: AlikeErrors<T> } | { error: T }

function toLines<T>(groups: readonly ErrorGroup<T>[], shown: number): Line<T>[] {
  const lines: Line<T>[] = []
  let left = shown
  for (const group of groups) {
    if (left <= 0) break
    // Skip the name of a single subject.
    if (groups.length > 1) lines.push({ head: group })
    for (const alike of group.alike) {
      if (left <= 0) break
      if (group.alike.length > 1 || alike.act !== null) lines.push({ act: alike })
      for (const error of alike.errors.slice(0, left)) lines.push({ error })
      left -= alike.errors.length
    }
  }
  return lines
}

/** Returns the pairs of errors near each other, as their banks list them; empty until they are read. */
function useNearPairs(errors: readonly { domanda: Domanda }[]): readonly NearPair[] {
  const [near, setNear] = useState<readonly NearPair[]>([])
  const asked = JSON.stringify(errors.map(({ domanda: d }) => [d.id_concorso, d.id_domanda]))
  useEffect(() => {
    let alive = true
    const byBank = new Map<number, number[]>()
    for (const [bank, id] of JSON.parse(asked) as [number, number][])
      byBank.set(bank, [...(byBank.get(bank) ?? []), id])
    const reads = [...byBank].map(([id_concorso, id_domande]) =>
      onStore((db) => db.readVicineFra({ id_concorso, id_domande })),
    )
    void Promise.all(reads).then((read) => alive && setNear(read.flatMap((r) => (r.ok ? r.value : []))))
    return () => {
      alive = false
    }
  }, [asked])
  return near
}

/** Shows the first `shown` errors by subject, by their point and by the act that they cite; `children` draws one. */
export function GroupedErrors<T extends { indice: number; domanda: Domanda }>({
  errors,
  shown,
  children,
}: {
  errors: readonly T[]
  shown: number
  children: (error: T) => ReactNode
}) {
  const near = useNearPairs(errors)
  const lines = toLines(
    groupErrors(errors, (e) => e.domanda, near),
    shown,
  )
  return lines.map((line) =>
    'head' in line ? (
      <h3 key={`m${line.head.id}`} className={css.gruppo}>
        {line.head.name ?? texts.senza_materia}{' '}
        <Muted small as="span">
          {texts.gruppo(line.head.n)}
        </Muted>
      </h3>
    ) : 'act' in line ? (
      <p key={`a${line.act.errors[0]?.indice}`} className={css.atto}>
        {line.act.near
          ? texts.stesso_punto(line.act.errors.length)
          : line.act.act === null
            ? texts.altri(line.act.errors.length)
            : texts.atto(line.act.act, line.act.errors.length)}
      </p>
    ) : (
      <Fragment key={line.error.indice}>{children(line.error)}</Fragment>
    ),
  )
}
