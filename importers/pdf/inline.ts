import { append } from '../long-lists.ts'
import type { Line } from './layout.ts'

const escapeSigns = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Finds the marks of one kind anywhere in a text. */
function patternOf(kind: string): RegExp | null {
  const [group, writing = ''] = kind.split(' ')
  if (group === 'letter') {
    const upper = writing.includes('A')
    const at = writing.search(/[Aa]/)
    const [open, close] = [writing.slice(0, at), writing.slice(at + 1)]
    return new RegExp(
      `(?<![\\p{L}\\d])${escapeSigns(open)}([${upper ? 'A-H' : 'a-h'}])\\s?${escapeSigns(close)}(?=\\s|\\p{L}|\\d|$)`,
      'gu',
    )
  }
  if (group !== 'digit') return null
  const open = /^[[(]/.exec(writing)?.[0] ?? ''
  return new RegExp(
    `(?<![\\p{L}\\d.,])${escapeSigns(open)}([1-8])\\s?${escapeSigns(writing.slice(open.length))}(?=\\s)`,
    'gu',
  )
}

const placeOf = (sign: string): number => (/\d/.test(sign) ? Number(sign) - 1 : sign.toUpperCase().charCodeAt(0) - 65)

type Cut = { at: number; value: number }

/**
 * Cuts lines before every answer that begins inside them. A tab always cuts, a space when `everywhere` and the mark
 * counts on.
 */
export function splitInline(lines: readonly Line[], kind: string, everywhere: boolean): Line[] {
  const pattern = patternOf(kind)
  if (!pattern) return [...lines]
  let last = -1
  const parts = lines.flatMap((line) => {
    const cuts: Cut[] = []
    for (const found of line.text.matchAll(pattern)) {
      const value = placeOf(found[1] ?? 'A')
      const before = line.text.slice(0, found.index)
      const tabbed = /\t$/.test(before)
      const starts = before.trim() === ''
      const counts = value === last + 1 || (value === 0 && last !== 0)
      if (starts || tabbed || (everywhere && counts)) {
        last = value
        if (!starts) cuts.push({ at: found.index, value })
      }
    }
    return cuts.length === 0 ? [[line]] : [cut(line, cuts)]
  })
  return reorder(parts, pattern)
}

function cut(line: Line, cuts: readonly Cut[]): Line[] {
  const places = [0, ...cuts.map(({ at }) => at), line.text.length]
  return places.slice(0, -1).map((from, i) => {
    const to = places[i + 1] ?? line.text.length
    const spans = line.spans
      .filter(({ from: start }, k) => start < to && (line.spans[k + 1]?.from ?? line.text.length) > from)
      .map(({ from: start, look }) => ({ from: Math.max(0, start - from), look }))
    const share = (x: number) => line.x0 + ((line.x1 - line.x0) * x) / Math.max(1, line.text.length)
    // Place each piece by its share of the line: only the first starts at its column's edge.
    return { ...line, text: line.text.slice(from, to), spans, x0: share(from), x1: share(to) }
  })
}

/** Puts answers in two columns (A and C above B and D) back in their letters' order. */
function reorder(parts: readonly Line[][], pattern: RegExp): Line[] {
  const out: Line[] = []
  let group: { line: Line; value: number }[] = []
  const flush = () => {
    const sorted = [...group].sort((a, b) => a.value - b.value)
    const whole = sorted.every(({ value }, i) => value === (sorted[0]?.value ?? 0) + i)
    append(
      out,
      (whole ? sorted : group).map(({ line }) => line),
    )
    group = []
  }
  for (const lines of parts) {
    const values = lines.map((line) => {
      const found = [...line.text.matchAll(pattern)][0]
      return found && line.text.slice(0, found.index).trim() === '' ? placeOf(found[1] ?? 'A') : null
    })
    if (lines.length > 1 && values.every((v) => v !== null)) {
      if (values[0] === 0) flush()
      append(
        group,
        lines.map((line, i) => ({ line, value: values[i] ?? 0 })),
      )
    } else {
      flush()
      append(out, lines)
    }
  }
  flush()
  return out
}
