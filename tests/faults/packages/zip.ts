import { crc32 } from '#importers/package/zip'
import { joinBytes } from '#rules/bytes'

/** One entry of a zip as somebody hostile or broken would write it: each field may say something else than what is there. */
export type Entry = {
  name: string | Uint8Array
  /** As stored: already deflated when `method` is 8. */
  stored: Uint8Array
  method?: number
  /** Size and sum announced; of the stored bytes when absent. */
  size?: number
  compressedSize?: number
  crc?: number
  flags?: number
  /** Upper half is the Unix mode. */
  external?: number
  extra?: Uint8Array
}

const UTF8 = 0x0800

/** A zip written field by field (PKWARE APPNOTE 4.3). `count`: entries announced at the end. */
export function rawZip(entries: readonly Entry[], { count = entries.length } = {}): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const e of entries) {
    const name = typeof e.name === 'string' ? new TextEncoder().encode(e.name) : e.name
    const extra = e.extra ?? new Uint8Array(0)
    const common = new DataView(new ArrayBuffer(26))
    common.setUint16(0, 20, true)
    common.setUint16(2, e.flags ?? UTF8, true)
    common.setUint16(4, e.method ?? 0, true)
    common.setUint16(8, 0x21, true)
    common.setUint32(10, e.crc ?? crc32(e.stored), true)
    common.setUint32(14, e.compressedSize ?? e.stored.length, true)
    common.setUint32(18, e.size ?? e.stored.length, true)
    common.setUint16(22, name.length, true)
    common.setUint16(24, extra.length, true)
    const fields = new Uint8Array(common.buffer)
    const local = joinBytes([Uint8Array.of(0x50, 0x4b, 3, 4), fields, name, extra])
    const tail = new DataView(new ArrayBuffer(14))
    tail.setUint32(6, e.external ?? 0, true)
    tail.setUint32(10, offset, true)
    directory.push(Uint8Array.of(0x50, 0x4b, 1, 2, 20, 3), fields, new Uint8Array(tail.buffer), name, extra)
    parts.push(local, e.stored)
    offset += local.length + e.stored.length
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, Math.min(count, 0xffff), true)
  end.setUint16(10, Math.min(count, 0xffff), true)
  end.setUint32(12, size, true)
  end.setUint32(16, offset, true)
  return joinBytes([...parts, ...directory, new Uint8Array(end.buffer)])
}
