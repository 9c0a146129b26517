import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { italianDay } from '#rules/italian-day'
import { isEve } from '#rules/vigilia'
import { settings } from '../../domain/settings.ts'
import { readStudyPlan } from '../../domain/study-plan.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const Eve = lazyPart(() => import('./Eve.tsx'))

/** Card on the day before a bank's exam and on the day, with the things to bring and the scoring [FG7]. Absent on other days. */
export function EveCard({ banca }: { banca: BancaLocale }) {
  useSnapshot(settings)
  const day = readStudyPlan().prove[banca.id_concorso]
  const today = italianDay(Date.now())
  if (day === undefined || !isEve(today, day)) return null
  return (
    <Suspense>
      <Eve banca={banca} day={day} today={day === today} />
    </Suspense>
  )
}
