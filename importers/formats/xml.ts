import { XMLValidator } from 'fast-xml-parser'
import { Parser } from 'htmlparser2'
import { Refusal } from '../refusal.ts'
import { decodeText } from './encoding.ts'

/** Element with its contents, in their order. Texts are decoded; comments and instructions are dropped. */
export type XmlNode = {
  name: string
  attributes: Readonly<Record<string, string>>
  children: (XmlNode | string)[]
}

/** Most characters of one XML file, and most elements inside one another. */
const MAX_LENGTH = 96 * 1024 * 1024
const MAX_DEPTH = 200

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the escapes of XML. An entity that a file would have to define stays as written. */
const decodeXml = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
        if (name) return NAMED[String(name)] ?? whole
        const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
        return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
      })
    : text

const NONE: XmlNode['attributes'] = Object.freeze({})

function readAttributes(written: Readonly<Record<string, string>>): XmlNode['attributes'] {
  const entries = Object.entries(written)
  return entries.length === 0 ? NONE : Object.fromEntries(entries.map(([name, value]) => [name, decodeXml(value)]))
}

/**
 * Receives a whole element and the name of its parent; returns true when it needs the element no more. Such an element
 * is freed, so that a document of 60 MB is never in memory as elements.
 */
export type TakeElement = (node: XmlNode, parent: string) => boolean

/** Builds the tree of elements while a text is read. */
class TreeBuilder {
  root: XmlNode | null = null
  private readonly open: XmlNode[] = []
  private readonly names = new Map<string, string>()
  private cdata = false
  private readonly take: TakeElement | undefined

  constructor(take: TakeElement | undefined) {
    this.take = take
  }

  onopentag(written: string, attributes: Record<string, string>): void {
    const name = this.names.get(written) ?? written
    this.names.set(name, name)
    const node: XmlNode = { name, attributes: readAttributes(attributes), children: [] }
    const parent = this.open.at(-1)
    if (parent) parent.children.push(node)
    else if (this.root) throw new Refusal('xml_broken', {})
    else this.root = node
    if (this.open.push(node) > MAX_DEPTH) throw new Refusal('xml_broken', {})
  }

  ontext(text: string): void {
    this.open.at(-1)?.children.push(this.cdata ? text : decodeXml(text))
  }

  onclosetag(): void {
    const node = this.open.pop()
    const parent = this.open.at(-1)
    if (node && parent && this.take?.(node, parent.name)) parent.children.pop()
  }

  oncdatastart(): void {
    this.cdata = true
  }

  oncdataend(): void {
    this.cdata = false
  }
}

/** Parses an XML text and returns its root. A text that is cut, broken, too deep, or defines entities is rejected. */
export function parseXml(text: string, take?: TakeElement): XmlNode {
  if (text.length > MAX_LENGTH) throw new Refusal('xml_too_large', { megabytes: MAX_LENGTH / 1024 / 1024 })
  if (/<!ENTITY\b/i.test(text)) throw new Refusal('xml_entities', {})
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new Refusal('xml_broken', {}, valid.err.line)
  const builder = new TreeBuilder(take)
  // Decode here the five entities of XML and numbers, never the entities that a file defines by itself.
  new Parser(builder, { xmlMode: true, decodeEntities: false }).end(text)
  if (!builder.root) throw new Refusal('xml_broken', {})
  return builder.root
}

/** Decodes an XML file by its bytes or by its declared encoding. */
export async function decodeXmlFile(bytes: Uint8Array, encoding?: string): Promise<string> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1]
  const known = declared === undefined || /^utf-?(8|16)$/i.test(declared) ? undefined : declared
  const { testo } = await decodeText(bytes, encoding ?? known)
  return testo.replace(/^\ufeff/, '')
}

/** Returns the child elements of an element, of one name or of all. */
export const elementsOf = (node: XmlNode, name?: string): XmlNode[] =>
  node.children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  )

/** Returns the first child of a name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node && elementsOf(node, name)[0]

/** Returns every element of these names below a node, in their order, without those inside a found one. */
export function findAll(node: XmlNode, ...names: string[]): XmlNode[] {
  return elementsOf(node).flatMap((child) => (names.includes(child.name) ? [child] : findAll(child, ...names)))
}

/** Returns all the text in an element. */
export const textIn = (node: XmlNode | undefined): string =>
  (node?.children ?? []).map((child) => (typeof child === 'string' ? child : textIn(child))).join('')
