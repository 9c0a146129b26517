import { Fragment, useState } from 'react'
import type { Seduta } from '#contract/database'
import { groupErrors } from '#rules/errori'
import { GroupHead } from '../../../components/dopo/AfterLines.tsx'
import { dopoText } from '../../../text/dopo.ts'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { type MarkedPlace, passesReview, type ReviewFilter } from './analysis.ts'
import { ReviewedDomanda } from './ReviewedDomanda.tsx'
import css from './risultati.module.css'

const PAGE_SIZE = 20
const FILTERS: readonly Exclude<ReviewFilter, 'tutte'>[] = ['errate', 'accettabili', 'vuote', 'rivedere', 'fortunate']
export const REVIEW_ID = 'rivedi'

/** Every question of the trial with what was marked and what was right, by filters. */
export function ReviewList({
  seduta,
  places,
  filter: asked,
  onFilter,
}: {
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
  places: readonly MarkedPlace[]
  /** Null until somebody chose: the wrong ones first, where there are any. */
  filter: ReviewFilter | null
  onFilter: (filter: ReviewFilter) => void
}) {
  const countOf = (f: ReviewFilter) => places.filter((p) => passesReview(p, f)).length
  const filter = asked ?? (countOf('errate') > 0 ? 'errate' : 'tutte')
  const [count, setCount] = useState(PAGE_SIZE)
  const passing = places.filter((p) => passesReview(p, filter))
  // One subject needs no name over it, and the whole trial keeps its order.
  const groups = filter === 'errate' ? groupErrors(passing, (p) => p.domanda) : []
  const shown = groups.length > 1 ? groups.flatMap((g) => g.errors) : passing
  const headed = new Map(groups.length > 1 ? groups.map((g) => [g.errors[0], g]) : [])
  return (
    <Card aria-labelledby={REVIEW_ID} className={css.rivedi}>
      <Stack>
        <h2 id={REVIEW_ID} tabIndex={-1}>
          {testi.rivedi}
        </h2>
        <Segmented
          legend={testi.mostra}
          legendVisible={false}
          options={[
            { value: 'tutte', text: testi.filtri.tutte },
            ...FILTERS.filter((f) => f === filter || countOf(f) > 0).map((f) => ({
              value: f,
              text: testi.filtri[f](countOf(f)),
            })),
          ]}
          value={filter}
          onSelect={(f: ReviewFilter) => {
            onFilter(f)
            setCount(PAGE_SIZE)
          }}
        />
        {shown.length === 0 && <Muted>{testi.nessuna}</Muted>}
        <div>
          {shown.slice(0, count).map((p) => {
            const group = headed.get(p)
            return (
              <Fragment key={p.indice}>
                {group && (
                  <GroupHead name={group.name ?? testi.senza_materia} note={dopoText.gruppo(group.errors.length)} />
                )}
                <ReviewedDomanda place={p} seduta={seduta} />
              </Fragment>
            )
          })}
        </div>
        {shown.length > count && (
          <div>
            <Button size="sm" onClick={() => setCount(count + PAGE_SIZE)}>
              {testi.altre(shown.length - count)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
