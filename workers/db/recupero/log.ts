import type { RawFile } from '../drivers/raw.ts'
import { sumOfPage } from './somma.ts'

export const HEADER = 32
export const FRAME_HEADER = 24
/** Magic number of a log whose sums read words as little-endian, and as big-endian. */
const MAGIC_LITTLE = 0x377f0682
export const MAGIC_BIG = 0x377f0683

/** A page of the log; `at`: where its frame begins. */
export type Pagina = { numero: number; somma: number; bytes: Uint8Array<ArrayBuffer>; at: number }

type Stato = { sale: string; little: boolean; s1: number; s2: number; at: number; page: number }

/**
 * Reads SQLite's write-ahead log as it grows: which pages it holds and their sums as of the last commit. Every frame has a
 * running sum of all before it (the file format's own), so a changed byte ends the log there, as it does for SQLite.
 */
export class Registro {
  /** Sum of each page by number, as of the last commit read. */
  readonly pagine = new Map<number, number>()
  /** Offset of the first frame of each of them. */
  readonly prime = new Map<number, number>()
  /** Pages of the database as of that commit; 0 when the log has none. */
  totale = 0
  /** Offset just after the last commit read. */
  fine = HEADER
  readonly #file: RawFile
  readonly #keep: ((p: Pagina) => void) | undefined
  #stato: Stato | null = null
  #sospese: Pagina[] = []

  /** `keep` gets each committed page, later ones of the same number after earlier ones. */
  constructor(file: RawFile, keep?: (p: Pagina) => void) {
    this.#file = file
    this.#keep = keep
  }

  /**
   * Reads at most `most` frames; false when there is nothing more to read now. Those from `end` on are not the log's: a commit
   * that failed leaves them behind, until the next one writes over them.
   */
  advance(most: number, end = Number.POSITIVE_INFINITY): boolean {
    const stato = this.#begin()
    if (!stato) return false
    const length = FRAME_HEADER + stato.page
    for (let i = 0; i < most; i++) {
      if (stato.at + length > end) return false
      const frame = this.#file.read(stato.at, length)
      if (frame.length < length || !this.#take(stato, frame)) return false
    }
    return true
  }

  /** The header, again when the log was started over. */
  #begin(): Stato | null {
    const head = this.#file.read(0, HEADER)
    if (head.length < HEADER) return this.#reset(null)
    const view = new DataView(head.buffer)
    const sale = `${view.getUint32(16)}-${view.getUint32(20)}`
    if (this.#stato?.sale === sale) return this.#stato
    const magic = view.getUint32(0)
    if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return this.#reset(null)
    const page = view.getUint32(8)
    const stato = { sale, little: magic === MAGIC_LITTLE, s1: 0, s2: 0, at: HEADER, page }
    addWords(stato, new DataView(head.buffer, 0, 24))
    const good = stato.s1 === view.getUint32(24) && stato.s2 === view.getUint32(28)
    return this.#reset(good && page >= 512 && page <= 65_536 ? stato : null)
  }

  #reset(stato: Stato | null): Stato | null {
    this.#stato = stato
    this.#sospese = []
    this.pagine.clear()
    this.prime.clear()
    this.totale = 0
    this.fine = HEADER
    return stato
  }

  #take(stato: Stato, frame: Uint8Array<ArrayBuffer>): boolean {
    const head = new DataView(frame.buffer, frame.byteOffset, FRAME_HEADER)
    if (`${head.getUint32(8)}-${head.getUint32(12)}` !== stato.sale) return false
    const next = { ...stato }
    addWords(next, new DataView(frame.buffer, frame.byteOffset, 8))
    addWords(next, new DataView(frame.buffer, frame.byteOffset + FRAME_HEADER, stato.page))
    if (next.s1 !== head.getUint32(16) || next.s2 !== head.getUint32(20)) return false
    const bytes = frame.slice(FRAME_HEADER)
    this.#sospese.push({
      numero: head.getUint32(0),
      somma: sumOfPage(new Uint32Array(bytes.buffer)),
      bytes,
      at: stato.at,
    })
    next.at += FRAME_HEADER + stato.page
    this.#stato = next
    Object.assign(stato, next)
    const commit = head.getUint32(4)
    if (commit === 0) return true
    for (const p of this.#sospese) {
      this.pagine.set(p.numero, p.somma)
      if (!this.prime.has(p.numero)) this.prime.set(p.numero, p.at)
      this.#keep?.(p)
    }
    this.#sospese = []
    this.totale = commit
    this.fine = next.at
    return true
  }
}

/** SQLite's running sum of a log, taken further. */
export function addWords(stato: { little: boolean; s1: number; s2: number }, words: DataView<ArrayBuffer>): void {
  let { s1, s2 } = stato
  for (let i = 0; i < words.byteLength; i += 8) {
    s1 = (s1 + words.getUint32(i, stato.little) + s2) >>> 0
    s2 = (s2 + words.getUint32(i + 4, stato.little) + s1) >>> 0
  }
  stato.s1 = s1
  stato.s2 = s2
}
