import { ok, type Result } from '#contract/result'

/** Most items that the server answers at once, whatever is asked. */
export const MAX_PAGE_SIZE = 100

/** Every page of a list, one after the other: as many items as it has in all, or until a page is empty. The first failure is the answer. */
export async function fetchPages<L extends { elementi: unknown[]; totale: number }>(
  fetchPage: (page: { start: number; size: number }) => Promise<Result<L>>,
): Promise<Result<L>> {
  const elementi: L['elementi'] = []
  for (;;) {
    const page = await fetchPage({ start: elementi.length, size: MAX_PAGE_SIZE })
    if (!page.ok) return page
    elementi.push(...page.value.elementi)
    if (page.value.elementi.length === 0 || elementi.length >= page.value.totale) return ok({ ...page.value, elementi })
  }
}
