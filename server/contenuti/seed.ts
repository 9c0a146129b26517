import type { NotiziaContent } from '#contract/content'
import type { Queryable } from '../deps.ts'
import { saveContenuti } from './contenuti.ts'

/** Publishes the starter news: corrected texts again, while a news that the operator withdrew stays withdrawn. */
export async function seedNotizie(q: Queryable, notizie: readonly NotiziaContent[], now: Date): Promise<void> {
  const { rows } = await q.query<{ slug: string; id_concorso: number }>(
    'select slug, id_concorso from concorso where slug is not null',
  )
  const ids = new Map(rows.map((r) => [r.slug, r.id_concorso]))
  await saveContenuti(
    q,
    'notizie',
    notizie.map(({ slug, banche, ...n }) => ({
      ...n,
      chiave: slug,
      link: null,
      banche: banche.flatMap((name) => ids.get(name) ?? []),
    })),
    now,
  )
}
