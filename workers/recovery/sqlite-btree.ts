import type { SqlValue } from '../core/platform.ts'
import { readRecord, varint } from './sqlite-record.ts'

/** Bytes of a database and the state of its pages, numbered from 1. */
export type PageImage = { bytes: Uint8Array<ArrayBuffer>; page: number; broken: (number: number) => boolean }

export type TreeRow = { rowid: number | null; values: SqlValue[] }
/** `whole`: every page of the tree was there and good. */
export type TreeRows = { rows: TreeRow[]; whole: boolean }

const INTERIOR_INDEX = 2
const INTERIOR_TABLE = 5
const LEAF_INDEX = 10
const LEAF_TABLE = 13

/**
 * Reads rows of a table by the file format, without SQLite: a damaged page costs its own rows and those below it,
 * nothing else. Works for tables with rowid and without.
 */
export function readTree(img: PageImage, root: number): TreeRows {
  const tree: TreeRows = { rows: [], whole: true }
  const seen = new Set<number>()
  const todo = [root]
  for (let number = todo.pop(); number !== undefined; number = todo.pop()) {
    if (seen.has(number) || !isPage(img, number) || img.broken(number)) {
      tree.whole = false
      continue
    }
    seen.add(number)
    if (!readPage(img, number, tree, todo)) tree.whole = false
  }
  return tree
}

const isPage = ({ bytes, page }: PageImage, number: number): boolean =>
  Number.isInteger(number) && number >= 1 && number * page <= bytes.length

const pageOf = ({ bytes, page }: PageImage, number: number): Uint8Array<ArrayBuffer> =>
  bytes.subarray((number - 1) * page, number * page)

/** Reads the rows of one page and the pages below it; returns false when some are unreadable. */
function readPage(img: PageImage, number: number, { rows }: TreeRows, todo: number[]): boolean {
  const bytes = pageOf(img, number)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const start = number === 1 ? 100 : 0
  const type = bytes[start]
  const interior = type === INTERIOR_INDEX || type === INTERIOR_TABLE
  if (!interior && type !== LEAF_INDEX && type !== LEAF_TABLE) return false
  const cells = view.getUint16(start + 3)
  const first = start + (interior ? 12 : 8)
  if (first + 2 * cells > bytes.length) return false
  if (interior) todo.push(view.getUint32(start + 8))
  let good = true
  for (let i = 0; i < cells; i++) {
    let at = view.getUint16(first + 2 * i)
    if (interior) {
      if (at + 4 > bytes.length) {
        good = false
        continue
      }
      todo.push(view.getUint32(at))
      at += 4
    }
    if (type === INTERIOR_TABLE) continue
    const row = readCell(img, bytes, at, type === LEAF_TABLE)
    if (row) rows.push(row)
    else good = false
  }
  return good
}

function readCell(img: PageImage, bytes: Uint8Array<ArrayBuffer>, from: number, table: boolean): TreeRow | undefined {
  const size = varint(bytes, from)
  if (!size) return undefined
  let at = from + size[1]
  const rowid = table ? varint(bytes, at) : undefined
  if (table && !rowid) return undefined
  at += rowid?.[1] ?? 0
  const payload = readPayload(img, bytes, at, size[0], table)
  const values = payload && readRecord(payload)
  return values && { rowid: rowid?.[0] ?? null, values }
}

/** Returns the bytes of a record, with those that overflowed its page. */
function readPayload(img: PageImage, bytes: Uint8Array<ArrayBuffer>, at: number, size: number, table: boolean) {
  const usable = img.page
  if (size > img.bytes.length) return undefined
  const most = table ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23
  const least = Math.floor(((usable - 12) * 32) / 255) - 23
  const spill = least + ((size - least) % (usable - 4))
  const local = size <= most ? size : spill <= most ? spill : least
  if (at + local > bytes.length) return undefined
  const whole = new Uint8Array(size)
  whole.set(bytes.subarray(at, at + local))
  if (local === size) return whole
  if (at + local + 4 > bytes.length) return undefined
  let next = new DataView(bytes.buffer, bytes.byteOffset + at + local, 4).getUint32(0)
  for (let done = local; done < size; ) {
    if (!isPage(img, next) || img.broken(next)) return undefined
    const overflow = pageOf(img, next)
    const part = overflow.subarray(4, Math.min(usable, 4 + size - done))
    whole.set(part, done)
    done += part.length
    next = new DataView(overflow.buffer, overflow.byteOffset, 4).getUint32(0)
  }
  return whole
}
