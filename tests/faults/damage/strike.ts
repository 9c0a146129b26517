import type { Image } from '../disk/disk.ts'

type Chance = (n: number) => number
/** Bytes of the pool's header of a file. */
export const HEADER = 4096
const SECTOR = 512
export const PAGE = 8192

/** What is damaged. `utente` is the person's database, `log` its write-ahead log, `testata` the pool's own header of a file. */
type Target = 'utente' | 'log' | 'banca' | 'testata' | 'somme' | 'copia'
type Kind = 'flip' | 'sector' | 'truncate' | 'swap' | 'old'

export type Strike = {
  kind: Kind
  target: Target
  image: Map<string, Uint8Array>
  /** Bytes that changed, by file: from, to. */
  ranges: { path: string; from: number; to: number }[]
}

/** Path that a file of the pool stands for, by its header. */
export const pathOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, Math.max(0, bytes.subarray(0, 512).indexOf(0))))

const isPool = (path: string) => path.includes('.opaque/')
/** Files of the pool that stand for a path. */
export const findPool = (image: Image, inner: string): string[] => find(image, (p) => p === inner)
const find = (image: Image, wanted: (inner: string) => boolean): string[] =>
  [...image].filter(([path, b]) => isPool(path) && b.length > HEADER && wanted(pathOf(b))).map(([path]) => path)

function candidates(image: Image, target: Target): string[] {
  if (target === 'utente') return find(image, (p) => p === '/utente.db')
  if (target === 'log') return find(image, (p) => p === '/utente.db-wal')
  if (target === 'banca') return find(image, (p) => p.startsWith('/banca-'))
  if (target === 'testata') return find(image, (p) => p !== '')
  return [...image].filter(([path, b]) => path.includes(`/${target}-`) && b.length > 0).map(([path]) => path)
}

const TARGETS: readonly Target[] = [
  'utente',
  'utente',
  'utente',
  'log',
  'log',
  'banca',
  'banca',
  'testata',
  'somme',
  'copia',
]

/** One damage, by chance, to a copy of what is on the storage. `old` is what was there some time before. */
export function strike(image: Image, old: Image | null, chance: Chance): Strike {
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  for (;;) {
    const target = pick(TARGETS)
    const paths = candidates(image, target)
    if (paths.length === 0) continue
    const path = pick(paths)
    const before = image.get(path) as Uint8Array
    const base = target === 'testata' || !isPool(path) ? 0 : HEADER
    const end = target === 'testata' ? 524 : before.length
    if (end - base < 32) continue
    const kind = pick<Kind>([
      'flip',
      'flip',
      'flip',
      'sector',
      'truncate',
      'swap',
      ...(old && target === 'utente' ? (['old'] as const) : []),
    ])
    const done = damage({ kind, path, before, base, end, chance, old })
    if (!done) continue
    const after = new Map([...image].map(([p, b]) => [p, b]))
    for (const [p, b] of done.files) after.set(p, b)
    return { kind, target, image: after, ranges: done.ranges }
  }
}

type Place = {
  kind: Kind
  path: string
  before: Uint8Array
  base: number
  end: number
  chance: Chance
  old: Image | null
}
type Done = { files: Map<string, Uint8Array>; ranges: Strike['ranges'] }

function damage({ kind, path, before, base, end, chance, old }: Place): Done | null {
  const bytes = before.slice()
  const size = end - base
  const one = (from: number, to: number): Done | null =>
    bytes.some((byte, i) => byte !== before[i]) || bytes.length !== before.length
      ? { files: new Map([[path, bytes]]), ranges: [{ path, from, to }] }
      : null
  if (kind === 'flip') {
    // Half of them a single bit: what integrity_check sees least (docs/FAULTS.md).
    const n = chance(2) === 0 ? 1 : 1 + chance(64)
    const ranges: Strike['ranges'] = []
    for (let i = 0; i < n; i++) {
      const at = base + chance(size)
      bytes[at] = (bytes[at] as number) ^ (1 << chance(8))
      ranges.push({ path, from: at, to: at + 1 })
    }
    return { files: new Map([[path, bytes]]), ranges }
  }
  if (kind === 'sector') {
    const at = base + SECTOR * chance(Math.ceil(size / SECTOR))
    bytes.fill(0, at, Math.min(at + SECTOR, end))
    return one(at, at + SECTOR)
  }
  if (kind === 'truncate') {
    if (end !== before.length) return null
    const at = base + chance(size)
    return { files: new Map([[path, before.slice(0, at)]]), ranges: [{ path, from: at, to: before.length }] }
  }
  if (kind === 'swap') {
    const pages = Math.floor(size / PAGE)
    if (pages < 2) return null
    const [a, b] = [chance(pages), chance(pages)].map((p) => base + p * PAGE) as [number, number]
    bytes.set(before.subarray(a, a + PAGE), b)
    bytes.set(before.subarray(b, b + PAGE), a)
    const done = one(a, a + PAGE)
    // Nothing is gone: both pages are still somewhere.
    return done && { ...done, ranges: [] }
  }
  return oldCopy(path, before, old)
}

/** An old copy of the database and its log comes back; the log of today goes with what is lost. */
function oldCopy(path: string, before: Uint8Array, old: Image | null): Done | null {
  const then = old && find(old, (p) => p === '/utente.db').map((p) => old.get(p) as Uint8Array)[0]
  if (!then || !old) return null
  const files = new Map<string, Uint8Array>([[path, then]])
  const same = then.length === before.length && then.every((byte, i) => byte === before[i])
  return same ? null : { files, ranges: [{ path, from: 0, to: before.length }] }
}
