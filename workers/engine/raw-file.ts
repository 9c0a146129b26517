import type { Database, Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import type { RawFile } from '../core/connection.ts'

/** SQLITE_FCNTL_FILE_POINTER and _JOURNAL_POINTER: the second returns the log of a WAL database. */
const POINTER = 7
const LOG_POINTER = 28

type Method = (file: number, ...args: (number | bigint)[]) => number
/** Functions that the package's types leave out. */
type Inner = {
  capi: {
    sqlite3_file_control: (db: Database, schema: string, op: number, out: number) => number
    sqlite3_file: new (pointer: number) => { $pMethods: number; dispose: () => void }
    sqlite3_io_methods: new (pointer: number) => { $xRead: number; $xFileSize: number; dispose: () => void }
  }
  wasm: {
    pstack: { pointer: number; alloc: (n: number) => number; restore: (to: number) => void }
    alloc: (n: number) => number
    dealloc: (pointer: number) => void
    functionEntry: (pointer: number) => Method
    heap8u: () => Uint8Array
    peekPtr: (pointer: number) => number
    peek: (pointer: number, type: 'i64') => bigint
    poke: (pointer: number, value: bigint, type: 'i64') => void
  }
}

/** Returns the file of an attached schema, or its log; null while there is none. */
export function rawFile(sqlite: Sqlite3Static, db: Database, schema: string, log: boolean): RawFile | null {
  // Cast: the package's types omit its low-level calls, which its documentation lists.
  const { capi, wasm } = sqlite as unknown as Inner
  const file = withStack(wasm, 8, (out) =>
    capi.sqlite3_file_control(db, schema, log ? LOG_POINTER : POINTER, out) === 0 ? wasm.peekPtr(out) : 0,
  )
  if (!file) return null
  const struct = new capi.sqlite3_file(file)
  const pointer = struct.$pMethods
  struct.dispose()
  // An unwritten log has no methods.
  if (!pointer) return null
  const methods = new capi.sqlite3_io_methods(pointer)
  const xRead = wasm.functionEntry(methods.$xRead)
  const xFileSize = wasm.functionEntry(methods.$xFileSize)
  methods.dispose()
  const size = () =>
    withStack(wasm, 8, (out) => {
      wasm.poke(out, 0n, 'i64')
      if (xFileSize(file, out) !== 0) throw new Error('xFileSize failed')
      return Number(wasm.peek(out, 'i64'))
    })
  return {
    size,
    read(at, length) {
      const n = Math.max(0, Math.min(length, size() - at))
      if (n === 0) return new Uint8Array(0)
      const into = wasm.alloc(n)
      try {
        if (xRead(file, into, n, BigInt(at)) !== 0) throw Object.assign(new Error('xRead failed'), { resultCode: 266 })
        return wasm.heap8u().slice(Number(into), Number(into) + n) as Uint8Array<ArrayBuffer>
      } finally {
        wasm.dealloc(into)
      }
    },
  }
}

function withStack<T>({ pstack }: Inner['wasm'], bytes: number, use: (pointer: number) => T): T {
  const before = pstack.pointer
  try {
    return use(pstack.alloc(bytes))
  } finally {
    pstack.restore(before)
  }
}

/** Wraps bytes in memory as a raw file. */
export const rawOver = (bytes: Uint8Array): RawFile => ({
  size: () => bytes.length,
  read: (at, length) => bytes.slice(at, at + length) as Uint8Array<ArrayBuffer>,
})
