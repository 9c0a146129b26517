import { emptyQuestion, makeAnswer, type RawAnswer } from '../raw-question.ts'
import { escapeHtml } from '../text/html.ts'
import type { Taken } from './explicit.ts'
import { childOf, elementsOf, findAll, textIn, type XmlNode } from './xml.ts'

/** Elements shown only after an answer, or to others than the candidate. */
const ASIDE = new Set([
  'feedbackInline',
  'feedbackBlock',
  'modalFeedback',
  'rubricBlock',
  'stylesheet',
  'choiceInteraction',
])
/** Elements that change from one sitting to the next: such an item has no single key. */
const VARIABLE = [
  'printedVariable',
  'templateInline',
  'templateBlock',
  'templateDeclaration',
  'templateProcessing',
  'gap',
]

/** QTI 3 writes `qti-simple-choice` and `response-identifier` for QTI 2's `simpleChoice` and `responseIdentifier`. */
export function normaliseQti(node: XmlNode): XmlNode {
  const name = (written: string) =>
    written
      .replace(/^(?!xml:)[\w.-]+:/, '')
      .replace(/^qti-/, '')
      .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return {
    name: name(node.name),
    attributes: Object.fromEntries(Object.entries(node.attributes).map(([key, value]) => [name(key), value])),
    children: node.children.map((child) => (typeof child === 'string' ? child : normaliseQti(child))),
  }
}

/** Resolves the path of a file named in another: `..` and `.` removed. */
export function resolvePath(from: string, href: string): string {
  const parts = [...from.split('/').slice(0, -1), ...decode(href).split('/')]
  const path: string[] = []
  for (const part of parts) {
    if (part === '..') path.pop()
    else if (part !== '.' && part !== '') path.push(part)
  }
  return path.join('/')
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href.replace(/[?#].*$/, ''))
  } catch {
    return href
  }
}

/** Returns whether a text is for the candidate; those for markers or teachers are skipped. */
export const isRubric = ({ name, attributes }: XmlNode): boolean =>
  name === 'rubricBlock' && /\bcandidate\b/.test(attributes.view ?? '')

/** Returns the HTML of an item's content, without hidden elements; pictures by their path in the package. */
export function toHtml(node: XmlNode, path: string): string {
  return node.children
    .map((child) => {
      if (typeof child === 'string') return escapeHtml(child)
      if (ASIDE.has(child.name) && !isRubric(child)) return ''
      if (isRubric(child)) return `<p>${toHtml(child, path)}</p>`
      const source = child.name === 'img' ? child.attributes.src : pictureOf(child)
      if (source !== undefined) {
        const src = /^data:/i.test(source) ? source : resolvePath(path, source)
        return `<img src="${escapeHtml(src).replace(/"/g, '&quot;')}">`
      }
      if (child.name === 'prompt') return `<p>${toHtml(child, path)}</p>`
      if (child.name === 'br' || child.name === 'hr') return `<${child.name}>`
      return `<${child.name}>${toHtml(child, path)}</${child.name}>`
    })
    .join('')
}

const pictureOf = ({ name, attributes }: XmlNode): string | undefined =>
  name === 'object' && /^image\//.test(attributes.type ?? '') ? attributes.data : undefined

export type ItemContext = {
  path: string
  line: number
  materia: string | null
  /** Text of the test's section above its items. */
  above: string | null
  /** Returns the text of a passage that items share, by its path; null when it is missing. */
  passage(path: string): string | null
}

/** Reads one item with one choice interaction; reports every other kind. */
export function readItem(item: XmlNode, { path, line, materia, above, passage }: ItemContext): Taken {
  const other = (why: string): Taken => ({ line, other: why })
  const body = childOf(item, 'itemBody')
  if (!body) return other('senza corpo')
  if (item.attributes.adaptive === 'true') return other('adattiva')
  const interactions = findInteractions(body)
  const [interaction] = interactions
  if (!interaction || interactions.length > 1 || interaction.name !== 'choiceInteraction')
    return other(interactions.map(({ name }) => name).join(' + ') || 'senza scelta')
  if (findAll(item, ...VARIABLE).length > 0) return other('con parti variabili')
  const stimuli = findAll(item, 'assessmentStimulusRef').map((ref) =>
    passage(resolvePath(path, ref.attributes.href ?? '')),
  )
  if (stimuli.some((text) => text === null)) return other('con un brano che manca')
  const choices = elementsOf(interaction, 'simpleChoice')
  const ids = choices.map((choice) => (choice.attributes.identifier ?? '').trim())
  if (choices.length < 2 || new Set(ids).size < ids.length || ids.includes(''))
    return other('scelte senza nome proprio')
  const right = findRight(item, interaction, ids)
  if (!right) return other('ordinata')
  const prompt = childOf(interaction, 'prompt')
  const stem = [toHtml(body, path), prompt ? `<p>${toHtml(prompt, path)}</p>` : ''].join('\n')
  const risposte = choices.map(
    (choice, place): RawAnswer => makeAnswer(toHtml(choice, path), place, { right: right.has(ids[place] ?? '') }),
  )
  return {
    question: {
      ...emptyQuestion(line),
      materia,
      testo: stem,
      risposte,
      brano: [above, ...stimuli].filter((text) => text).join('\n\n') || null,
    },
  }
}

const findInteractions = (node: XmlNode): XmlNode[] =>
  elementsOf(node).flatMap((child) => (child.name.endsWith('Interaction') ? [child] : findInteractions(child)))

/**
 * Returns the right identifiers, none when the file gives none or its processing contradicts them. Several mean that it
 * lists several, or that its points contradict its response. An order returns null.
 */
function findRight(item: XmlNode, interaction: XmlNode, ids: readonly string[]): Set<string> | null {
  const name = interaction.attributes.responseIdentifier ?? ''
  const declared = elementsOf(item, 'responseDeclaration').filter((d) => d.attributes.identifier === name)
  const [declaration] = declared
  if (!declaration || declared.length > 1) return new Set()
  if (declaration.attributes.cardinality === 'ordered') return null
  const values = findAll(childOf(declaration, 'correctResponse') ?? EMPTY, 'value').map((value) => textIn(value).trim())
  if (values.some((value) => !ids.includes(value))) return new Set()
  const paid = findPaid(declaration)
  // Without a correct response the only choice with points is right. Beside one, points for others remove the key.
  const right = new Set(values.length > 0 ? values : paid.length === 1 ? paid : [])
  if (values.length > 0 && paid.length > 0 && values.length === 1 && paid.some((id) => !right.has(id)))
    return new Set(paid.concat(values))
  if (values.length === 0 && paid.length > 1) return new Set(paid)
  const named = findAll(item, 'responseProcessing').flatMap((processing) => findAll(processing, 'baseValue'))
  const contradicted = named.some((value) => ids.includes(textIn(value).trim()) && !right.has(textIn(value).trim()))
  return contradicted ? new Set() : right
}

const EMPTY: XmlNode = { name: '', attributes: {}, children: [] }

/** Returns the choices to which a mapping gives points. */
const findPaid = (declaration: XmlNode): string[] =>
  findAll(childOf(declaration, 'mapping') ?? EMPTY, 'mapEntry').flatMap(({ attributes }) =>
    Number(attributes.mappedValue) > 0 ? [(attributes.mapKey ?? '').trim()] : [],
  )
