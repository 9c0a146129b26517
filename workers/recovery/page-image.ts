import { PAGE_BYTES } from '../backends/idb-log.ts'
import { sumsOf } from '../core/checksum.ts'
import type { PageChecksums } from '../core/context.ts'
import type { PageImage } from './sqlite-btree.ts'
import { salvageLog } from './wal-salvage.ts'

/**
 * Returns a database with its log written over it, as SQLite would read it, and its damaged pages. Without sums every
 * page counts as good: only unreadable ones are lost. `brokenPages`: pages with known damage, whatever the log wrote
 * over them. Null for bytes that hold no page.
 */
export function imageOf(
  main: Uint8Array<ArrayBuffer>,
  log: Uint8Array<ArrayBuffer> | null,
  checksums: PageChecksums | null,
  brokenPages: ReadonlySet<number> = new Set(),
): (PageImage & { logWhole: boolean }) | null {
  const salvaged = log && salvageLog(log)
  const total = salvaged?.total || Math.ceil(main.length / PAGE_BYTES)
  if (total === 0) return null
  const bytes = new Uint8Array(total * PAGE_BYTES)
  bytes.set(main.subarray(0, bytes.length))
  const pages = salvaged?.pages ?? new Map<number, Uint8Array<ArrayBuffer>>()
  for (const [number, page] of pages) if (number <= total) bytes.set(page, (number - 1) * PAGE_BYTES)
  const found = checksums ? sumsOf(bytes, PAGE_BYTES) : []
  const unlike = (number: number) =>
    checksums !== null && !pages.has(number) && found[number - 1] !== checksums.sums[number - 1]
  return {
    bytes,
    page: PAGE_BYTES,
    broken: (number) => brokenPages.has(number) || (salvaged?.brokenPages.has(number) ?? false) || unlike(number),
    logWhole: salvaged?.whole ?? true,
  }
}
