import type { GruppoContent, NotiziaContent } from '#contract/content'
import type { Queryable } from '../deps.ts'
import { saveContenuti } from './contenuti.ts'

/** The starter groups and news: corrected texts are published again, what an operator withdrew stays withdrawn. */
export async function seedContents(
  q: Queryable,
  { gruppi, notizie }: { gruppi: readonly GruppoContent[]; notizie: readonly NotiziaContent[] },
  now: Date,
): Promise<void> {
  const { rows } = await q.query<{ slug: string; id_concorso: number }>(
    'select slug, id_concorso from concorso where slug is not null',
  )
  const ids = new Map(rows.map((r) => [r.slug, r.id_concorso]))
  const idsOf = (slugs: readonly string[]) => slugs.flatMap((slug) => ids.get(slug) ?? [])
  await saveContenuti(
    q,
    'gruppi',
    gruppi.map(({ slug, banche, ...g }) => ({ ...g, chiave: slug, link: null, banche: idsOf(banche) })),
    now,
  )
  await saveContenuti(
    q,
    'notizie',
    notizie.map(({ slug, banche, ...n }) => ({ ...n, chiave: slug, link: null, banche: idsOf(banche) })),
    now,
  )
}
