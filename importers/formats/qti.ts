import { openPackage } from '../archive.ts'
import { Refusal } from '../refusal.ts'
import { EmbeddedImages } from './embedded.ts'
import { type Taken, toContent } from './explicit.ts'
import type { FileContent, Format } from './format.ts'
import { isZip, listZipNames, peekText } from './peek.ts'
import { isRubric, normaliseQti, readItem, resolvePath, toHtml } from './qti-item.ts'
import { decodeXmlFile, elementsOf, findAll, parseXml, textIn, type XmlNode } from './xml.ts'

const ITEM = /^\s*(?:<\?xml[^>]*\?>[\s\S]{0,2000}?)?<(?:\w+:)?(?:assessmentItem|qti-assessment-item)[\s>]/
const MANIFEST = /(^|\/)imsmanifest\.xml$/i
const IMAGE = /\.(png|jpe?g|gif|svg|webp)$/i

/**
 * Reads QTI 2.1, 2.2 and 3: one item, or a package of them. Choices are read; every other interaction is reported and
 * left out.
 */
export const qti: Format = {
  id: 'qti',
  sniff(bytes) {
    if (isZip(bytes))
      return listZipNames(bytes).some((name) => MANIFEST.test(name)) ? { strength: 1, reason: 'manifest' } : null
    return ITEM.test(peekText(bytes)) ? { strength: 1, reason: 'item' } : null
  },
  async read({ bytes, options }): Promise<FileContent> {
    if (isZip(bytes)) return readPackage(await openPackage(bytes))
    const item = normaliseQti(parseXml(await decodeXmlFile(bytes, options.encoding)))
    return finish([readItem(item, { path: '', line: 1, materia: null, above: null, passage: () => null })])
  },
}

/** Moves images out of the texts. */
function finish(taken: readonly Taken[]): FileContent {
  const pictures = new EmbeddedImages()
  const take = (text: string) => pictures.takeData(text)
  for (const t of taken) {
    if (!('question' in t)) continue
    t.question.testo = take(t.question.testo)
    t.question.brano &&= take(t.question.brano)
    for (const answer of t.question.risposte) answer.testo = take(answer.testo)
  }
  return { ...toContent(taken), images: pictures.images }
}

async function readPackage(files: ReadonlyMap<string, Uint8Array>): Promise<FileContent> {
  const documents = new Map<string, XmlNode>()
  for (const [name, bytes] of files) {
    if (!/\.(xml|qti)$/i.test(name)) continue
    const text = await decodeXmlFile(bytes)
    if (MANIFEST.test(name) || /<(?:\w+:)?(?:assessment|qti-assessment)/.test(text.slice(0, 20_000)))
      documents.set(name, normaliseQti(parseXml(text)))
  }
  const taken: Taken[] = []
  for (const { path, materia, above } of listItems(documents)) {
    const item = documents.get(path)
    if (item?.name === 'assessmentItem')
      taken.push(
        readItem(item, {
          path,
          line: taken.length + 1,
          materia,
          above,
          passage: (at) => readStimulus(documents.get(at)),
        }),
      )
  }
  if (taken.length === 0) throw new Refusal('format_refused', { format: 'qti-package' })
  const content = finish(taken)
  const pictures = [...files].flatMap(([nome, byte]) => (IMAGE.test(nome) ? [{ nome, byte }] : []))
  return { ...content, images: [...(content.images ?? []), ...pictures] }
}

const readStimulus = (stimulus: XmlNode | undefined): string | null => {
  const body = stimulus && elementsOf(stimulus, 'stimulusBody')[0]
  return body ? textIn(body).trim() || null : null
}

type Section = { materia: string | null; above: string | null }
type Listed = Section & { path: string }

/**
 * Lists items in the order of the test, each under the title of its section. Items that only the manifest names follow.
 */
function listItems(documents: ReadonlyMap<string, XmlNode>): Listed[] {
  const listed = new Map<string, Listed>()
  const add = (path: string, { materia, above }: Section) => {
    if (!listed.has(path)) listed.set(path, { path, materia, above })
  }
  for (const [path, root] of documents)
    if (root.name === 'assessmentTest')
      for (const ref of listRefs(root, path, NO_SECTION)) add(resolvePath(path, ref.href), ref)
  for (const [path, root] of documents)
    if (MANIFEST.test(path))
      for (const { attributes } of findAll(root, 'resource'))
        if (/item|qti/i.test(attributes.type ?? '')) add(resolvePath(path, attributes.href ?? ''), NO_SECTION)
  return [...listed.values()]
}

const NO_SECTION: Section = { materia: null, above: null }

/** Lists items of a test with the title of their section and the texts above their items. */
function listRefs(node: XmlNode, path: string, section: Section): (Section & { href: string })[] {
  return elementsOf(node).flatMap((child) => {
    if (child.name === 'assessmentItemRef') return [{ ...section, href: child.attributes.href ?? '' }]
    if (child.name !== 'assessmentSection') return listRefs(child, path, section)
    const own = elementsOf(child)
      .filter(isRubric)
      .map((rubric) => toHtml(rubric, path))
    const above = [section.above, ...own].filter((text) => text).join('\n\n') || null
    return listRefs(child, path, { materia: child.attributes.title?.trim() || section.materia, above })
  })
}
