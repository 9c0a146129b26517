import { Suspense } from 'react'
import { useSnapshot } from 'valtio'
import type { BancaLocale } from '#contract/database'
import { updates } from '../../domain/downloads.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const UpdateCard = lazyPart(() => import('./UpdateCard.tsx'))

/** What an update changed, in numbers, until the person has seen it, where it changed right answers (D19); nothing otherwise. */
export function UpdateReport({ banca }: { banca: BancaLocale }) {
  const changes = useSnapshot(updates).by_banca[banca.id_concorso]
  return changes ? (
    <Suspense>
      <UpdateCard banca={banca} changes={changes} />
    </Suspense>
  ) : null
}
