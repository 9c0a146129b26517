import type { ImportedImage } from '#contract/domanda'
import { greatest, lowest } from '../long-lists.ts'
import { type Block, type Piece, pieceText } from './blocks.ts'
import type { Drawn, ReadPage } from './document.ts'
import { isFigure, type Picture } from './page.ts'

/** Pages with a picture in the same place that make it a logo. */
const REPEATED = 3
/** Paths inside a question that make a drawing and not underlines. */
const DRAWING = 24
const MENTION = /figur|immagin|grafic|disegn|segnal|illustra|fotograf|rappresentat|schema|diagramm|tabella/i

export type BoundPictures = {
  /** Names of the images of each question. */
  names: Map<Block, string[]>
  images: ImportedImage[]
  /** Pages with a picture that belongs to no question for sure. */
  loose: number[]
}

type Extent = { block: Block; page: number; column: number; top: number; bottom: number; x0: number; x1: number }

/** Ties each picture to the question in which it stands. A picture between two questions is reported for both. */
export function bindPictures(blocks: readonly Block[], { pages, images }: Drawn): BoundPictures {
  const bound: BoundPictures = { names: new Map(), images: [], loose: [] }
  const extents = blocks.flatMap(extentsOf)
  const logos = findLogos(pages)
  for (const page of pages) {
    const here = extents.filter((extent) => extent.page === page.number)
    markDrawings(page, here)
    page.pictures.forEach((picture, i) => {
      if (!isFigure(picture, page) || logos.has(placeOf(picture))) return
      const owner = findOwner(picture, here)
      const png = picture.id === null ? undefined : images.get(`${page.number} ${picture.id}`)
      if (!owner || !png) {
        for (const near of owner ? [owner] : neighbours(picture, here)) near.doubts.add('image_unbound')
        bound.loose.push(page.number)
        return
      }
      const nome = `pagina-${page.number}-${i + 1}.png`
      bound.images.push({ nome, byte: png })
      bound.names.set(owner, [...(bound.names.get(owner) ?? []), nome])
      // Report the other images, because a question has one.
      if ((bound.names.get(owner)?.length ?? 0) > 1) owner.doubts.add('image_unbound')
    })
  }
  return bound
}

const placeOf = ({ x0, y0, x1, y1 }: Picture): string => [x0, y0, x1, y1].map((v) => Math.round(v / 6)).join(' ')

function findLogos(pages: readonly ReadPage[]): Set<string> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const place of new Set(page.pictures.map(placeOf))) counts.set(place, (counts.get(place) ?? 0) + 1)
  return new Set([...counts].filter(([, n]) => n >= Math.max(REPEATED, pages.length * 0.2)).map(([place]) => place))
}

/** Returns the area of a question: one box for each page and column that it touches. */
function extentsOf(block: Block): Extent[] {
  const boxes = new Map<string, Extent>()
  const pieces: Piece[] = [...block.stem, ...block.answers.flatMap((a) => a.pieces)]
  for (const { line } of pieces) {
    const key = `${line.page} ${line.column}`
    const { page, column, x0, x1 } = line
    const box = boxes.get(key) ?? { block, page, column, top: line.y - line.size, bottom: line.y, x0, x1 }
    boxes.set(key, {
      ...box,
      top: Math.min(box.top, line.y - line.size),
      bottom: Math.max(box.bottom, line.y),
      x0: Math.min(box.x0, x0),
      x1: Math.max(box.x1, x1),
    })
  }
  return [...boxes.values()]
}

/** Returns the question whose lines stand both above and below a picture, in its column. */
function findOwner(picture: Picture, extents: readonly Extent[]): Block | null {
  const middle = (picture.y0 + picture.y1) / 2
  const inside = extents.filter((e) => e.top <= middle && e.bottom >= middle && overlaps(picture, e, extents))
  if (inside.length === 1) return inside[0]?.block ?? null
  const near = neighbours(picture, extents).filter(({ stem }) => MENTION.test(stem.map(pieceText).join(' ')))
  return inside.length === 0 && near.length === 1 ? (near[0] ?? null) : null
}

/** Returns true when the picture's middle falls in the column of the question. */
function overlaps(picture: Picture, extent: Extent, extents: readonly Extent[]): boolean {
  const column = extents.filter((e) => e.column === extent.column)
  const [x0, x1] = [lowest(column.map((e) => e.x0)), greatest(column.map((e) => e.x1))]
  const middle = (picture.x0 + picture.x1) / 2
  return middle >= x0 - 10 && (middle <= x1 + 10 || !extents.some((e) => e.column > extent.column))
}

/** Returns the question above a picture and the one below it. */
function neighbours(picture: Picture, extents: readonly Extent[]): Block[] {
  const column = extents.filter((e) => overlaps(picture, e, extents))
  const middle = (picture.y0 + picture.y1) / 2
  const above = column.filter((e) => e.bottom < middle).sort((a, b) => b.bottom - a.bottom)[0]
  const below = column.filter((e) => e.top > middle).sort((a, b) => a.top - b.top)[0]
  return [...new Set([above, below].flatMap((e) => (e ? [e.block] : [])))]
}

/** Marks a question with many paths inside, which are a figure drawn with lines and are not read. */
function markDrawings(page: ReadPage, extents: readonly Extent[]): void {
  if (page.strokes.length < DRAWING) return
  for (const extent of extents) {
    const paths = page.strokes.filter((s) => {
      const middle = (s.y0 + s.y1) / 2
      const upright = s.y1 - s.y0 > 3 && s.y1 - s.y0 < page.height * 0.5
      return upright && middle > extent.top && middle < extent.bottom && s.x0 > extent.x0 - 20 && s.x1 < extent.x1 + 200
    })
    if (paths.length >= DRAWING) extent.block.doubts.add('drawing')
  }
}
