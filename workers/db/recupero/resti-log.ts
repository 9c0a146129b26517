import type { RawFile } from '../drivers/raw.ts'
import { PAGINA } from '../drivers/registro.ts'
import { addWords, FRAME_HEADER, HEADER, MAGIC_BIG } from './log.ts'

const FRAME = FRAME_HEADER + PAGINA

type Quadro = { at: number; numero: number; commit: number; intero: boolean }

/** What a log says, whatever became of some of its bytes. */
export type Resti = {
  /** The last whole version of each page. */
  pagine: Map<number, Uint8Array<ArrayBuffer>>
  /** Pages of which a later version is damaged. */
  guaste: Set<number>
  /** Pages of the database as of the last commit; 0 when the log has none. */
  totale: number
  /** Every byte up to the last commit is what was written. */
  intero: boolean
}

/**
 * Reads a log past its damage: each frame is held to the sum that the one before it carries, so that a changed byte costs its
 * own frame and not those that follow. A last transaction that is not whole is left out, as SQLite does: nobody can tell it from
 * one that the power cut short.
 */
export function readResti(log: Uint8Array<ArrayBuffer>): Resti {
  const { quadri, testata } = framesOf(log)
  const fine = quadri.findLastIndex((q, i) => isCommit(q) && wholeTransaction(quadri, i))
  const pagine = new Map<number, Uint8Array<ArrayBuffer>>()
  const guaste = new Set<number>()
  for (const { at, numero, intero } of quadri.slice(0, fine + 1)) {
    if (intero) {
      pagine.set(numero, log.slice(at + FRAME_HEADER, at + FRAME))
      guaste.delete(numero)
    } else guaste.add(numero)
  }
  // What lies after the last commit may be one that the power cut short.
  const intero = fine < 0 || (testata && quadri.slice(0, fine + 1).every((q) => q.intero))
  return { pagine, guaste, totale: quadri[fine]?.commit ?? 0, intero }
}

/** Who is damaged does not say where a transaction ends: it then counts as part of the next. */
const isCommit = (q: Quadro): boolean => q.intero && q.commit !== 0

/** The transaction that ends with that frame is whole, or another came after it: then it had been durable. */
function wholeTransaction(quadri: readonly Quadro[], last: number): boolean {
  const first = quadri.findLastIndex((q, i) => i < last && isCommit(q)) + 1
  const follows = quadri.slice(last + 1).some((q) => q.intero)
  return follows || quadri.slice(first, last + 1).every((q) => q.intero)
}

/** The frames of the log's own salt, in their order. `testata`: the header is as it was written. */
function framesOf(log: Uint8Array<ArrayBuffer>): { quadri: Quadro[]; testata: boolean } {
  const n = Math.max(0, Math.floor((log.length - HEADER) / FRAME))
  const places = Array.from({ length: n }, (_, i) => HEADER + i * FRAME)
  const view = new DataView(log.buffer, log.byteOffset, log.length)
  const saltAt = (at: number) => `${view.getUint32(at)}-${view.getUint32(at + 4)}`
  const seeds: Somma[] = []
  let sale = ''
  let testata = false
  if (log.length >= HEADER) {
    const computed = sumOf(view, 0, FRAME_HEADER, { s1: 0, s2: 0 })
    const stored = { s1: view.getUint32(24), s2: view.getUint32(28) }
    testata = same(computed, stored)
    seeds.push(stored, computed)
    sale = testata ? saltAt(16) : most(places.map((at) => saltAt(at + 8)))
  }
  const quadri: Quadro[] = []
  for (const at of places) {
    if (saltAt(at + 8) !== sale) continue
    const before = quadri.at(-1)
    const from = before ? [{ s1: view.getUint32(before.at + 16), s2: view.getUint32(before.at + 20) }] : seeds
    const stored = { s1: view.getUint32(at + 16), s2: view.getUint32(at + 20) }
    const intero = from.some((seed) => same(sumOf(view, at + FRAME_HEADER, PAGINA, sumOf(view, at, 8, seed)), stored))
    quadri.push({ at, numero: view.getUint32(at), commit: view.getUint32(at + 4), intero })
  }
  if (isRepeated(log, quadri)) quadri.pop()
  return { quadri, testata }
}

/** SQLite writes the last frame of a transaction again when the sector is not full. */
function isRepeated(log: Uint8Array<ArrayBuffer>, quadri: readonly Quadro[]): boolean {
  const [q, again] = quadri.slice(-2)
  if (!q || !again || q.commit === 0 || q.numero !== again.numero || q.commit !== again.commit) return false
  const page = (at: number) => log.subarray(at + FRAME_HEADER, at + FRAME)
  const before = page(q.at)
  return page(again.at).every((byte, i) => byte === before[i])
}

type Somma = { s1: number; s2: number }
const same = (a: Somma, b: Somma): boolean => a.s1 === b.s1 && a.s2 === b.s2

/** Every browser writes the words of its sums as little-endian unless the first word says otherwise. */
function sumOf(view: DataView<ArrayBuffer>, at: number, length: number, from: Somma): Somma {
  const stato = { ...from, little: view.getUint32(0) !== MAGIC_BIG }
  addWords(stato, new DataView(view.buffer, view.byteOffset + at, length))
  return { s1: stato.s1, s2: stato.s2 }
}

/** The value that comes most often; the first of several. */
function most(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const v of values) counts.set(v, (counts.get(v) ?? 0) + 1)
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])[0]
}

/**
 * What lies in a log after the `letti` frames that SQLite reads. `interrotta`: no more than one transaction that nothing follows,
 * as the power leaves behind by itself. Cut twice in a row it leaves a transaction over the longer one of before, whose last
 * frames do not go on from it; no more of that can follow, so one commit that another frame goes on from is enough to know that
 * it had been durable, whatever else is changed: `danno`.
 */
export function lookBeyond(file: RawFile, letti: number): { stato: 'niente' | 'interrotta' | 'danno'; fine: number } {
  const fine = HEADER + letti * FRAME
  const size = file.size()
  if (size <= HEADER || fine >= size) return { stato: 'niente', fine }
  const head = file.read(0, HEADER)
  const places = Array.from({ length: Math.floor((size - fine) / FRAME) }, (_, i) => fine + i * FRAME)
  const testate = places.map((at) => ({ at, t: file.read(at, FRAME_HEADER) }))
  const eightAt = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + 8).join()
  // Without a frame that SQLite reads, the salt of a damaged header says nothing.
  const sale = letti > 0 ? eightAt(head, 16) : most(testate.map(({ t }) => eightAt(t, 8)))
  const stesse = testate.filter(({ t }) => eightAt(t, 8) === sale)
  // The last frame of a transaction may be there twice (isRepeated), and what follows begins over the second.
  const header = (t: Uint8Array | undefined) => t && eightAt(t, 0)
  const before = letti > 0 ? file.read(fine - FRAME, FRAME_HEADER) : undefined
  const sue = stesse.slice(stesse.length > 0 && header(stesse[0]?.t) === header(before) ? 1 : 0)
  const isCommitAt = (i: number) => storedCommit(sue[i]?.t) !== 0
  for (let i = 0; i < sue.length; i++) {
    if (!isCommitAt(i)) continue
    if (header(sue[i + 1]?.t) === header(sue[i]?.t)) i++
    const [commit, next] = sue.slice(i, i + 2)
    if (!commit || !next) break
    // The sum in the commit's own header may be what was changed: what it ought to be is known from the frame before.
    const previous = sue[i - 1]?.t ?? before
    const seeds = [
      storedSum(commit.t),
      frameSum(file, head, commit.at, previous ? storedSum(previous) : storedSum(head, 24)),
    ]
    const found = storedSum(next.t)
    if (seeds.some((seed) => same(frameSum(file, head, next.at, seed), found))) return { stato: 'danno', fine }
  }
  return { stato: 'interrotta', fine }
}

/** Pages of the database after the transaction that a frame ends; 0 for one that ends none. */
const storedCommit = (header: Uint8Array<ArrayBuffer> | undefined): number =>
  header ? new DataView(header.buffer, header.byteOffset).getUint32(4) : 0

/** The sum that a header carries: a frame's, or the log's own at 24. */
function storedSum(header: Uint8Array<ArrayBuffer>, at = 16): Somma {
  const view = new DataView(header.buffer, header.byteOffset)
  return { s1: view.getUint32(at), s2: view.getUint32(at + 4) }
}

/** The sum of the frame at that place, written after one whose sum is `from`. */
function frameSum(file: RawFile, head: Uint8Array<ArrayBuffer>, at: number, from: Somma): Somma {
  // As framesOf reads them: the log's first word, then the frame.
  const view = new DataView(Uint8Array.of(...head.subarray(0, 4), ...file.read(at, FRAME)).buffer)
  return sumOf(view, 4 + FRAME_HEADER, PAGINA, sumOf(view, 4, 8, from))
}
