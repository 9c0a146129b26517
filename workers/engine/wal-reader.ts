import { sumOfPage } from '../core/checksum.ts'
import type { RawFile } from '../core/connection.ts'

export const HEADER = 32
export const FRAME_HEADER = 24
/** Magic number of a log whose sums read words as little-endian, and as big-endian. */
const MAGIC_LITTLE = 0x377f0682
export const MAGIC_BIG = 0x377f0683

/** A page of the log; `at`: where its frame begins. */
export type WalPage = { number: number; checksum: number; bytes: Uint8Array<ArrayBuffer>; at: number }

type WalState = { salt: string; little: boolean; s1: number; s2: number; at: number; page: number }

/**
 * Reads SQLite's write-ahead log as it grows: its pages and their sums as of the last commit. Every frame has a running
 * sum of all before it (the file format's own), so a changed byte ends the log there, as it does for SQLite.
 */
export class WalReader {
  /** Sum of each page by number, as of the last commit read. */
  readonly pages = new Map<number, number>()
  /** Offset of the first frame of each page. */
  readonly firstFrames = new Map<number, number>()
  /** Pages of the database as of that commit; 0 when the log has none. */
  total = 0
  /** Offset just after the last commit read. */
  end = HEADER
  readonly #file: RawFile
  readonly #keep: ((p: WalPage) => void) | undefined
  #state: WalState | null = null
  #uncommitted: WalPage[] = []

  /** `keep` receives each committed page, later ones of the same number after earlier ones. */
  constructor(file: RawFile, keep?: (p: WalPage) => void) {
    this.#file = file
    this.#keep = keep
  }

  /**
   * Reads at most `most` frames; returns false at the end of the log. Frames from `end` on are not the log's: a failed
   * commit leaves them behind until the next one overwrites them.
   */
  advance(most: number, end = Number.POSITIVE_INFINITY): boolean {
    const state = this.#begin()
    if (!state) return false
    const length = FRAME_HEADER + state.page
    for (let i = 0; i < most; i++) {
      if (state.at + length > end) return false
      const frame = this.#file.read(state.at, length)
      if (frame.length < length || !this.#take(state, frame)) return false
    }
    return true
  }

  /** Reads the header, again when the log was restarted. */
  #begin(): WalState | null {
    const head = this.#file.read(0, HEADER)
    if (head.length < HEADER) return this.#reset(null)
    const view = new DataView(head.buffer)
    const salt = `${view.getUint32(16)}-${view.getUint32(20)}`
    if (this.#state?.salt === salt) return this.#state
    const magic = view.getUint32(0)
    if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return this.#reset(null)
    const page = view.getUint32(8)
    const state = { salt, little: magic === MAGIC_LITTLE, s1: 0, s2: 0, at: HEADER, page }
    addWords(state, new DataView(head.buffer, 0, 24))
    const good = state.s1 === view.getUint32(24) && state.s2 === view.getUint32(28)
    return this.#reset(good && page >= 512 && page <= 65_536 ? state : null)
  }

  #reset(state: WalState | null): WalState | null {
    this.#state = state
    this.#uncommitted = []
    this.pages.clear()
    this.firstFrames.clear()
    this.total = 0
    this.end = HEADER
    return state
  }

  #take(state: WalState, frame: Uint8Array<ArrayBuffer>): boolean {
    const head = new DataView(frame.buffer, frame.byteOffset, FRAME_HEADER)
    if (`${head.getUint32(8)}-${head.getUint32(12)}` !== state.salt) return false
    const next = { ...state }
    addWords(next, new DataView(frame.buffer, frame.byteOffset, 8))
    addWords(next, new DataView(frame.buffer, frame.byteOffset + FRAME_HEADER, state.page))
    if (next.s1 !== head.getUint32(16) || next.s2 !== head.getUint32(20)) return false
    const bytes = frame.slice(FRAME_HEADER)
    this.#uncommitted.push({
      number: head.getUint32(0),
      checksum: sumOfPage(new Uint32Array(bytes.buffer)),
      bytes,
      at: state.at,
    })
    next.at += FRAME_HEADER + state.page
    this.#state = next
    Object.assign(state, next)
    const commit = head.getUint32(4)
    if (commit === 0) return true
    for (const p of this.#uncommitted) {
      this.pages.set(p.number, p.checksum)
      if (!this.firstFrames.has(p.number)) this.firstFrames.set(p.number, p.at)
      this.#keep?.(p)
    }
    this.#uncommitted = []
    this.total = commit
    this.end = next.at
    return true
  }
}

/** Continues SQLite's running sum of a log. */
export function addWords(state: { little: boolean; s1: number; s2: number }, words: DataView<ArrayBuffer>): void {
  let { s1, s2 } = state
  for (let i = 0; i < words.byteLength; i += 8) {
    s1 = (s1 + words.getUint32(i, state.little) + s2) >>> 0
    s2 = (s2 + words.getUint32(i + 4, state.little) + s1) >>> 0
  }
  state.s1 = s1
  state.s2 = s2
}
