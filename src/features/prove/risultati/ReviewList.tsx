import { useState } from 'react'
import type { Seduta } from '#contract/database'
import { GroupedErrors } from '../../../components/dopo/AfterLines.tsx'
import { risultatiText as testi } from '../../../text/risultati.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, Muted, Stack } from '../../../ui/base.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { useWide } from '../../../ui/useWide.ts'
import { type MarkedPlace, passesReview, type ReviewFilter } from './analysis.ts'
import { ReviewedDomanda } from './ReviewedDomanda.tsx'
import css from './risultati.module.css'

const PAGE_SIZE = 20
/** Questions shown on a narrow window until a filter is chosen. */
const FEW = 8
const FILTERS: readonly Exclude<ReviewFilter, 'tutte'>[] = [
  'errate',
  'neutre',
  'vuote',
  'doppie',
  'rivedere',
  'fortunate',
]
export const REVIEW_ID = 'rivedi'

/** Questions of the trial with their marks and right answers, by filters. */
export function ReviewList({
  seduta,
  places,
  filter: asked,
  onFilter,
}: {
  seduta: Pick<Seduta, 'seme' | 'mescola' | 'regola_risposte'>
  places: readonly MarkedPlace[]
  /** Null until the person chooses; the wrong ones then show first, where there are any. */
  filter: ReviewFilter | null
  onFilter: (filter: ReviewFilter) => void
}) {
  const countOf = (f: ReviewFilter) => places.filter((p) => passesReview(p, f)).length
  const filter = asked ?? (countOf('errate') > 0 ? 'errate' : 'tutte')
  const wide = useWide()
  const first = wide || asked !== null ? PAGE_SIZE : FEW
  const [more, setMore] = useState(0)
  const count = first + more
  const shown = places.filter((p) => passesReview(p, filter))
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
            setMore(0)
          }}
        />
        {shown.length === 0 && <Muted>{testi.nessuna}</Muted>}
        <div>
          {filter === 'errate' ? (
            <GroupedErrors errors={shown} shown={count}>
              {(p) => <ReviewedDomanda place={p} seduta={seduta} bare />}
            </GroupedErrors>
          ) : (
            shown.slice(0, count).map((p) => <ReviewedDomanda key={p.indice} place={p} seduta={seduta} />)
          )}
        </div>
        {shown.length > count && (
          <div>
            <Button size="sm" onClick={() => setMore(more + PAGE_SIZE)}>
              {testi.altre(shown.length - count)}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}
