import { ok, type Result } from '#contract/result'

/** Most items of one response, whatever the request. */
export const MAX_PAGE_SIZE = 100

/** Fetches every page of a list, one after the other, until it is complete or a page is empty. Returns the first failure. */
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
