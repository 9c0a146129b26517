import type { Image } from '../disk/disk.ts'
import type { Ask } from '../store/examine.ts'
import { type Kind, TABLES } from '../store/writings.ts'
import { findPool, HEADER, PAGE } from './strike.ts'

const LOG_HEADER = 32
const FRAME_HEADER = 24

/** Pages of each table by their numbers, those of the schema, where all tables are found, among them. */
export type Pages = Map<string, number[]>

export function readPages(db: Ask): Pages {
  const pages: Pages = new Map()
  const rows = db.all<{ name: string; pageno: number }>('SELECT name, pageno FROM dbstat')
  const schema = rows.filter(({ name }) => name === 'sqlite_schema' || name === 'sqlite_master').map((r) => r.pageno)
  for (const { name, pageno } of rows) pages.set(name, [...(pages.get(name) ?? schema), pageno])
  return pages
}

type Place = { path: string; from: number; to: number }

/**
 * Where the newest bytes of a page lie: in the log, all of it up to the end of the transaction that wrote the page last, because
 * there SQLite reads no further than the first damage; else in the database.
 */
function placesOf(image: Image): (page: number) => Place | null {
  const [main] = findPool(image, '/utente.db')
  const [path] = findPool(image, '/utente.db-wal')
  const frames = new Map<number, Place>()
  const log = path === undefined ? undefined : image.get(path)
  if (path !== undefined && log && log.length >= HEADER + LOG_HEADER) {
    const view = new DataView(log.buffer, log.byteOffset, log.length)
    const salt = view.getBigUint64(HEADER + 16)
    const length = FRAME_HEADER + PAGE
    let waiting: number[] = []
    for (let at = HEADER + LOG_HEADER; at + length <= log.length; at += length) {
      if (view.getBigUint64(at + 8) !== salt) break
      waiting.push(view.getUint32(at))
      if (view.getUint32(at + 4) === 0) continue
      for (const page of waiting) frames.set(page, { path, from: HEADER, to: at + length })
      waiting = []
    }
  }
  return (page) =>
    frames.get(page) ??
    (main === undefined ? null : { path: main, from: HEADER + (page - 1) * PAGE, to: HEADER + page * PAGE })
}

/** Tells whether bytes that hold a kind of writing were hit. A file whose header in the pool was hit is hit as a whole. */
export function hitIn(image: Image, pages: Pages, struck: Image): (kind: Kind) => boolean {
  const placeOf = placesOf(image)
  const isHit = (page: number): boolean => {
    const place = placeOf(page)
    const before = place && image.get(place.path)
    const after = place && struck.get(place.path)
    if (!place || !before || !after) return true
    const changed = (from: number, to: number) => {
      for (let i = from; i < to; i++) if (before[i] !== after[i]) return true
      return false
    }
    return changed(0, HEADER) || changed(place.from, place.to)
  }
  return (kind) => TABLES[kind].some((table) => (pages.get(table) ?? [1]).some(isHit))
}
