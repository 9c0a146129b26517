import type { SqlValue } from '../core/platform.ts'

/** A variable-length integer of the file format: value and the bytes that it takes; undefined beyond the end. */
export function varint(bytes: Uint8Array, at: number): [number, number] | undefined {
  let value = 0
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i]
    if (byte === undefined) return undefined
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, i + 1]
  }
  const last = bytes[at + 8]
  return last === undefined ? undefined : [value * 256 + last, 9]
}

const INTEGERS = [0, 1, 2, 3, 4, 6, 8]

/** Bytes of a value by its serial type; undefined for the reserved types. */
export function sizeOf(type: number): number | undefined {
  if (type >= 12) return (type - (type % 2 === 0 ? 12 : 13)) / 2
  if (type <= 6) return INTEGERS[type]
  return type === 7 ? 8 : type <= 9 ? 0 : undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A value of a record. Throws for a text that is not UTF-8. */
export function readValue(bytes: Uint8Array, at: number, type: number): SqlValue {
  const size = sizeOf(type) ?? 0
  if (type === 0) return null
  if (type === 8 || type === 9) return type - 8
  const part = bytes.subarray(at, at + size)
  if (type >= 12) return type % 2 === 0 ? part.slice() : decoder.decode(part)
  const view = new DataView(part.buffer, part.byteOffset, size)
  if (type === 7) return view.getFloat64(0)
  let value = view.getInt8(0)
  for (let i = 1; i < size; i++) value = value * 256 + view.getUint8(i)
  return value
}

/** Types and bodies' start of the record whose header begins at `at`; undefined when it cannot be one. */
export function readHeader(bytes: Uint8Array, at: number, most: number): { types: number[]; body: number } | undefined {
  const head = varint(bytes, at)
  if (!head || head[0] < 2 || head[0] > most || at + head[0] > bytes.length) return undefined
  const types: number[] = []
  const body = at + head[0]
  for (let i = at + head[1]; i < body; ) {
    const type = varint(bytes, i)
    if (!type || sizeOf(type[0]) === undefined) return undefined
    types.push(type[0])
    i += type[1]
    if (i > body) return undefined
  }
  return { types, body }
}

/** Values of a whole record; undefined when the bytes are none. */
export function readRecord(bytes: Uint8Array): SqlValue[] | undefined {
  const head = readHeader(bytes, 0, bytes.length)
  if (!head) return undefined
  const values: SqlValue[] = []
  let at = head.body
  for (const type of head.types) {
    const size = sizeOf(type) as number
    if (at + size > bytes.length) return undefined
    try {
      values.push(readValue(bytes, at, type))
    } catch {
      return undefined
    }
    at += size
  }
  return values
}
