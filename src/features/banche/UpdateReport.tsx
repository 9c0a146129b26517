import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { updates } from '../../domain/downloads.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const UpdateCard = lazyPart(() => import('./UpdateCard.tsx'))

/** Shows in numbers an update that changed right answers, until the person has seen it (D19). */
export function UpdateReport({ banca }: { banca: BancaLocale }) {
  const changes = useSnapshot(updates).by_banca[banca.id_concorso]
  return changes ? (
    <Suspense>
      <UpdateCard banca={banca} changes={changes} />
    </Suspense>
  ) : null
}
