import { joinBytes } from '#rules/bytes'
import type { FileStore, OpenFile } from '../core/platform.ts'
import type { Idb } from './idb.ts'
import { CHUNK_BYTES, deleteChunks, listNames, putChunk, readChunks } from './idb-chunks.ts'

/**
 * Plain files in IndexedDB. An open file is in memory, and each whole mebibyte goes to disk at once, so that a download
 * resumes after a crash. The next write throws the failure of an earlier one.
 */
export function idbFiles(idb: Idb, id_utente: number): FileStore {
  /** Writes under way, by file. */
  const tails = new Map<string, Promise<void>>()
  const then = (name: string, work: (tx: IDBTransaction) => void): Promise<void> => {
    const done = (tails.get(name) ?? Promise.resolve()).then(() => idb.transaction(['pezzi'], 'readwrite', work))
    tails.set(name, done)
    done.catch(() => {})
    return done
  }
  const settled = async (name: string) => {
    const tail = tails.get(name)
    tails.delete(name)
    await tail
  }
  const read = (name: string) => idb.transaction(['pezzi'], 'readonly', (tx) => readChunks(tx, id_utente, 'file', name))

  return {
    async list() {
      await Promise.allSettled(tails.values())
      return idb.transaction(['pezzi'], 'readonly', (tx) => listNames(tx, id_utente, 'file'))
    },
    async open(name) {
      await settled(name).catch(() => {})
      const there = await read(name)
      if (!there) await then(name, (tx) => void putChunk(tx, id_utente, 'file', name, 0, new Uint8Array(0)))
      return openFile(joinBytes(there ?? []), {
        put: (n, bytes) => then(name, (tx) => void putChunk(tx, id_utente, 'file', name, n, bytes)),
        cut: (from) => then(name, (tx) => void deleteChunks(tx, id_utente, 'file', name, from)),
      })
    },
    async blob(name) {
      await settled(name)
      const there = await read(name)
      return there && new Blob(there)
    },
    async remove(name) {
      await settled(name).catch(() => {})
      await idb.transaction(['pezzi'], 'readwrite', (tx) => void deleteChunks(tx, id_utente, 'file', name))
    },
  }
}

type ChunkWriter = { put: (n: number, bytes: Uint8Array) => Promise<void>; cut: (from: number) => Promise<void> }

function openFile(from: Uint8Array<ArrayBuffer>, disco: ChunkWriter): OpenFile {
  let bytes = from
  let size = from.length
  const dirty = new Set<number>()
  let failed: unknown
  const watch = (write: Promise<void>) =>
    void write.catch((error: unknown) => {
      failed ??= error
    })
  const stop = () => {
    if (failed !== undefined) throw failed
  }
  const resize = (to: number) => {
    if (to > bytes.length) {
      const larger = new Uint8Array(Math.max(to, bytes.length * 2, CHUNK_BYTES))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    size = to
  }
  const save = (n: number) => {
    dirty.delete(n)
    watch(disco.put(n, bytes.subarray(n * CHUNK_BYTES, Math.min((n + 1) * CHUNK_BYTES, size))))
  }
  return {
    getSize: () => size,
    read(into, { at }) {
      const part = bytes.subarray(at, Math.min(at + into.length, size))
      into.set(part)
      return part.length
    },
    write(part, { at }) {
      stop()
      if (at + part.length > size) resize(at + part.length)
      bytes.set(part, at)
      const last = Math.floor((at + part.length - 1) / CHUNK_BYTES)
      for (let n = Math.floor(at / CHUNK_BYTES); n <= last; n++) dirty.add(n)
      // Save every piece before the last written: all of them are whole now.
      for (const n of [...dirty]) if (n < last || (n + 1) * CHUNK_BYTES === at + part.length) save(n)
      return part.length
    },
    truncate(to) {
      stop()
      resize(to)
      const first = Math.ceil(to / CHUNK_BYTES)
      for (const n of dirty) if (n >= first) dirty.delete(n)
      watch(disco.cut(Math.max(first, 1)))
      save(Math.max(first - 1, 0))
    },
    flush() {
      for (const n of [...dirty]) save(n)
    },
    close() {
      for (const n of [...dirty]) save(n)
    },
  }
}
