import { childOf, elementsOf, findAll, textIn, type XmlNode } from '../formats/xml.ts'
import type { TextLook } from '../lists/lines.ts'
import { shiftText } from '../text/raised.ts'
import { commonLook, lookOf, type Styles } from './styles.ts'

/**
 * Shown text of a paragraph, the look of its characters from each place on, and its pictures. `lost`: the paragraph has
 * a part that no text can show.
 */
export type ShownRuns = { text: string; looks: { from: number; look: TextLook }[]; images: string[]; lost: boolean }

/** Wrappers whose runs are the paragraph's own; deleted or moved text is not shown. */
const INSIDE = new Set([
  'w:hyperlink',
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:sdt',
  'w:sdtContent',
  'w:fldSimple',
  'w:customXml',
  'w:dir',
  'w:bdo',
])
/** Lists the looks of a stretch of a paragraph, blanks apart. */
export const listLooks = ({ text, looks }: ShownRuns, from: number, to: number): TextLook[] =>
  looks.flatMap(({ from: start, look }, i) => {
    const end = Math.min(to, looks[i + 1]?.from ?? text.length)
    return text.slice(Math.max(from, start), Math.max(from, start, end)).trim() === '' ? [] : [look]
  })

/** Returns the common look of a stretch of a paragraph. */
export const lookBetween = (shown: ShownRuns, from: number, to: number): TextLook =>
  commonLook(listLooks(shown, from, to))

/** Reads the shown text of a paragraph. `imageOf` returns the name of a picture by its relation. */
export function readRuns(paragraph: XmlNode, styles: Styles, imageOf: (id: string) => string | null): ShownRuns {
  const shown: ShownRuns = { text: '', looks: [], images: [], lost: false }
  const base = styles(childOf(childOf(paragraph, 'w:pPr'), 'w:pStyle')?.attributes['w:val'])
  const add = (text: string, look: TextLook) => {
    if (text !== '') shown.looks.push({ from: shown.text.length, look })
    shown.text += text
  }
  const run = (node: XmlNode) => {
    const properties = childOf(node, 'w:rPr')
    const style = styles(childOf(properties, 'w:rStyle')?.attributes['w:val'])
    const own = lookOf(properties)
    if (own.hidden || style.hidden || base.hidden) return
    const look: TextLook = { bold: false, colour: '', ...base.look, ...style.look, ...own.look }
    const where = childOf(properties, 'w:vertAlign')?.attributes['w:val'] ?? ''
    for (const child of elementsOf(node)) {
      if (child.name === 'w:t') add(shiftText(textIn(child), where), look)
      else if (child.name === 'w:tab') add('\t', look)
      else if (child.name === 'w:br' || child.name === 'w:cr') add('\n', look)
      else if (child.name === 'w:noBreakHyphen') add('-', look)
      else if (child.name === 'w:sym') shown.lost = true
      else picture(child)
    }
  }
  const picture = (node: XmlNode) => {
    if (node.name === 'mc:AlternateContent') {
      const choice = childOf(node, 'mc:Choice') ?? childOf(node, 'mc:Fallback')
      for (const child of choice ? elementsOf(choice) : []) picture(child)
      return
    }
    if (!['w:drawing', 'w:pict', 'w:object'].includes(node.name)) return
    if (findAll(node, 'w:txbxContent').length > 0) shown.lost = true
    for (const { attributes } of findAll(node, 'a:blip', 'v:imagedata')) {
      const name = imageOf(attributes['r:embed'] ?? attributes['r:id'] ?? '')
      if (name) shown.images.push(name)
    }
  }
  const walk = (node: XmlNode) => {
    for (const child of elementsOf(node)) {
      if (child.name === 'w:r') run(child)
      else if (INSIDE.has(child.name)) walk(child)
      else if (child.name === 'm:oMath' || child.name === 'm:oMathPara') shown.lost = true
    }
  }
  walk(paragraph)
  return shown
}
