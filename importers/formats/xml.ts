import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { Refusal } from '../refusal.ts'
import { decodeText } from './encoding.ts'

/** An element with what is in it, in its order. Texts are decoded; comments and instructions are gone. */
export type XmlNode = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlNode | string)[]
}

/** Most characters of one XML file, and most elements inside one another. */
const MAX_LENGTH = 96 * 1024 * 1024
const MAX_DEPTH = 200

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  trimValues: false,
  // Entities are decoded here: the five of XML and numbers, never what a file defines by itself.
  processEntities: false,
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  maxNestedTags: MAX_DEPTH,
  onDangerousProperty: (name: string) => name,
})

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** What XML escapes; an entity that a file would have to define stays as it is written. */
export const decodeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
        if (name) return NAMED[String(name)] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

type Ordered = Record<string, unknown>

function toNode(entry: Ordered): XmlNode | string | null {
  if (typeof entry['#text'] === 'string') return decodeXml(entry['#text'])
  const name = Object.keys(entry).find((key) => key !== ':@')
  if (name === undefined || name === '#comment') return null
  const inside = entry[name] as Ordered[]
  if (name === '#cdata') return inside.map((part) => String(part['#text'] ?? '')).join('')
  const attributes = Object.entries((entry[':@'] ?? {}) as Record<string, string>)
  return {
    name,
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decodeXml(value)])),
    children: inside.map(toNode).filter((child) => child !== null),
  }
}

/** The root of an XML text; refused when it is cut, broken, too deep, or defines entities. */
export function parseXml(text: string): XmlNode {
  if (text.length > MAX_LENGTH) throw new Refusal('xml_too_large', { megabytes: MAX_LENGTH / 1024 / 1024 })
  if (/<!ENTITY\b/i.test(text)) throw new Refusal('xml_entities', {})
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new Refusal('xml_broken', {}, valid.err.line)
  let roots: (XmlNode | string | null)[] = []
  try {
    roots = (parser.parse(text) as Ordered[]).map(toNode)
  } catch {
    throw new Refusal('xml_broken', {})
  }
  const [root, ...others] = roots.filter((node) => node !== null && typeof node !== 'string')
  if (!root || others.length > 0) throw new Refusal('xml_broken', {})
  return root
}

/** An XML file in the encoding that its bytes or its declaration tell. */
export async function decodeXmlFile(bytes: Uint8Array, encoding?: string): Promise<string> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]
  const known = declared === undefined || /^utf-?(8|16)$/i.test(declared) ? undefined : declared
  const { testo } = await decodeText(bytes, encoding ?? known)
  return testo.replace(/^\ufeff/, '')
}

/** The children of an element that are elements, of one name or of all. */
export const elementsOf = (node: XmlNode, name?: string): XmlNode[] =>
  node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  )

/** The first child of a name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node && elementsOf(node, name)[0]

/** Every element below one that has one of these names, in their order; not those inside one found. */
export function findAll(node: XmlNode, ...names: string[]): XmlNode[] {
  return elementsOf(node).flatMap((child) => (names.includes(child.name) ? [child] : findAll(child, ...names)))
}

/** All the text in an element. */
export const textIn = (node: XmlNode | undefined): string =>
  (node?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
