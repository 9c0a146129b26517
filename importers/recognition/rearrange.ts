import type { Row } from '../formats/table.ts'

/**
 * Returns a row with its columns in another order and one more cell at its end. Columns outside the order are dropped.
 */
export function rearrange(row: Row, order: readonly number[], last: string): Row {
  const { marks, images, ...rest } = row
  const move = <T>(map: ReadonlyMap<number, T>): Map<number, T> =>
    new Map(order.flatMap((c, i) => (map.has(c) ? [[i, map.get(c) as T]] : [])))
  return {
    ...rest,
    cells: [...order.map((c) => row.cells[c] ?? ''), last],
    numeric: order.flatMap((c, i) => (row.numeric.includes(c) ? [i] : [])),
    ...(marks ? { marks: move(marks) } : {}),
    ...(images ? { images: move(images) } : {}),
  }
}

export const filledIn = (row: Row | undefined): number => (row?.cells ?? []).filter((c) => c.trim() !== '').length
