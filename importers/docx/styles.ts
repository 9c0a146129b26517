import { childOf, elementsOf, type XmlNode } from '../formats/xml.ts'
import { PLAIN, type TextLook } from '../lists/lines.ts'

type Style = { look: Partial<TextLook>; hidden: boolean; list: { id: string; level: number } | null; title: boolean }
export type Styles = (id: string | undefined) => Style

const off = (node: XmlNode): boolean => /^(0|false|off|none)$/.test(node.attributes['w:val'] ?? '')

/** Returns the look that a run's properties set, and only that. */
export function lookOf(properties: XmlNode | undefined): { look: Partial<TextLook>; hidden: boolean } {
  if (!properties) return { look: {}, hidden: false }
  const bold = childOf(properties, 'w:b')
  const hidden = childOf(properties, 'w:vanish')
  const colour = ['w:color', 'w:highlight', 'w:u', 'w:shd', 'w:strike', 'w:dstrike'].flatMap((name) => {
    const node = childOf(properties, name)
    if (!node) return []
    const written = name === 'w:shd' ? (node.attributes['w:fill'] ?? '') : (node.attributes['w:val'] ?? 'on')
    return /^(auto|none|0|false|clear|000000|FFFFFF)?$/i.test(written) ? [] : [`${name} ${written}`]
  })
  return {
    look: { ...(bold ? { bold: !off(bold) } : {}), ...(colour.length > 0 ? { colour: colour.join(' ') } : {}) },
    hidden: hidden !== undefined && !off(hidden),
  }
}

const NONE: Style = { look: {}, hidden: false, list: null, title: false }

/** Reads the look of each style, with the style that it is based on. */
export function readStyles(root: XmlNode | null): Styles {
  const nodes = new Map((root ? elementsOf(root, 'w:style') : []).map((s) => [s.attributes['w:styleId'] ?? '', s]))
  const known = new Map<string, Style>()
  const resolve = (id: string, depth: number): Style => {
    const node = nodes.get(id)
    const found = known.get(id)
    if (found) return found
    if (!node || depth > 20) return NONE
    const parent = resolve(childOf(node, 'w:basedOn')?.attributes['w:val'] ?? '', depth + 1)
    const { look, hidden } = lookOf(childOf(node, 'w:rPr'))
    const style = {
      look: { ...parent.look, ...look },
      hidden: hidden || parent.hidden,
      list: listOf(childOf(node, 'w:pPr')) ?? parent.list,
      title: parent.title || /^(heading|titolo|title)\b/i.test(childOf(node, 'w:name')?.attributes['w:val'] ?? ''),
    }
    known.set(id, style)
    return style
  }
  return (id) => (id === undefined ? NONE : resolve(id, 0))
}

/** Returns the list of a paragraph, and its level. */
export function listOf(properties: XmlNode | undefined): { id: string; level: number } | null {
  const list = properties && childOf(properties, 'w:numPr')
  const id = list && childOf(list, 'w:numId')?.attributes['w:val']
  if (!list || id === undefined) return null
  return { id, level: Number(childOf(list, 'w:ilvl')?.attributes['w:val'] ?? 0) }
}

/** Returns the common look of all letters of a stretch. */
export function commonLook(looks: readonly TextLook[]): TextLook {
  const [first] = looks
  if (!first) return PLAIN
  return {
    bold: looks.every(({ bold }) => bold),
    colour: looks.every(({ colour }) => colour === first.colour) ? first.colour : '',
  }
}
