import { APPLICATION_ID } from '#contract/package'

/** Header of a file of SQLite's pool: name, flags, digest; the file's own bytes begin after a sector. */
const NAME_BYTES = 512
const BODY_BYTES = 516
const DIGEST_BYTES = 8
export const DATA_OFFSET = 4096
/** SQLITE_OPEN_MAIN_DB and _WAL; SQLITE_OPEN_MEMORY marks a header whose digest is computed. */
const MAIN_DB = 0x100
const WAL = 0x80000
const WITH_DIGEST = 0x80
const FILE = new TextEncoder().encode('SQLite format 3\0')
const ID_OFFSET = 68

/** Computes the digest of a header as the package does (version 2). */
function digestOf(body: Uint8Array): Uint8Array<ArrayBuffer> {
  const flags = new DataView(body.buffer, body.byteOffset).getUint32(NAME_BYTES)
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  for (const byte of body) {
    h1 = Math.imul(h1 ^ byte, 0x9e3779b1)
    h2 = Math.imul(h2 ^ byte, 104729)
  }
  const digest = new Uint8Array(DIGEST_BYTES)
  if (!(flags & WITH_DIGEST)) return digest
  const view = new DataView(digest.buffer)
  view.setUint32(0, h1, true)
  view.setUint32(4, h2, true)
  return digest
}

/** Returns the name in an unchanged header; null for any other. An empty name is a free place. */
export function nameOf(head: Uint8Array): string | null {
  if (head.length < BODY_BYTES + DIGEST_BYTES) return null
  const body = head.subarray(0, BODY_BYTES)
  if (digestOf(body).some((byte, i) => byte !== head[BODY_BYTES + i])) return null
  const flags = new DataView(body.buffer, body.byteOffset).getUint32(NAME_BYTES)
  const name = new TextDecoder().decode(body.subarray(0, body.indexOf(0)))
  return name !== '' && !(flags & (MAIN_DB | WAL | 0x800 | 0x4000)) ? null : name
}

/** Returns whether a file of the pool is a log, by its header. */
export function isLog(handle: Pick<FileSystemSyncAccessHandle, 'read'>): boolean {
  const head = new Uint8Array(BODY_BYTES + DIGEST_BYTES)
  handle.read(head, { at: 0 })
  return nameOf(head)?.endsWith('-wal') ?? false
}

/** Makes a header as the pool writes it. */
export function headerOf(name: string, flags: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(BODY_BYTES + DIGEST_BYTES)
  new TextEncoder().encodeInto(name, head)
  new DataView(head.buffer).setUint32(NAME_BYTES, flags | WITH_DIGEST)
  head.set(digestOf(head.subarray(0, BODY_BYTES)), BODY_BYTES)
  return head
}

/** Returns the kind of the bytes after a header by their own first words: the person's database, its log, or null. */
function kindOf(data: Uint8Array): 'db' | 'log' | null {
  if (data.length < 100) return null
  const view = new DataView(data.buffer, data.byteOffset)
  if ((view.getUint32(0) & ~1) === 0x377f0682) return 'log'
  return FILE.every((byte, i) => byte === data[i]) && view.getUint32(ID_OFFSET) !== APPLICATION_ID ? 'db' : null
}

/** Returns name and kind of a file with content; a free place has neither. */
function look(handle: FileSystemSyncAccessHandle) {
  if (handle.getSize() <= DATA_OFFSET) return { handle, name: '', kind: null }
  const head = new Uint8Array(DATA_OFFSET + 100)
  const read = handle.read(head, { at: 0 })
  return { handle, name: nameOf(head), kind: kindOf(head.slice(DATA_OFFSET, read)) }
}

/**
 * Restores the names of the person's database and its log when the pool's headers of them are damaged: the pool would
 * empty such a file at once. Run it before the pool opens. Banks are left to the pool, because they are downloaded
 * again.
 */
export function mendHeaders(handles: Iterable<FileSystemSyncAccessHandle>, userPath: string): void {
  const files = [...handles].map(look)
  for (const [kind, name, flags] of [
    ['db', userPath, MAIN_DB],
    ['log', `${userPath}-wal`, WAL],
  ] as const) {
    const lost = files.filter((f) => f.name === null && f.kind === kind)
    if (lost.length !== 1 || files.some((f) => f.name === name)) continue
    const { handle } = lost[0] as (typeof lost)[number]
    handle.write(headerOf(name, flags), { at: 0 })
    handle.flush()
  }
}
