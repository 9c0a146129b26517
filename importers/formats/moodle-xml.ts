import { emptyQuestion, makeAnswer, type RawAnswer } from '../raw-question.ts'
import { EmbeddedImages, fromBase64 } from './embedded.ts'
import { type Taken, toContent } from './explicit.ts'
import type { FileContent, Format } from './format.ts'
import { Passages } from './passages.ts'
import { peekText } from './peek.ts'
import { childOf, decodeXmlFile, elementsOf, parseXml, textIn, type XmlNode } from './xml.ts'

const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*<quiz[\s>]/

/** Reads Moodle's XML: choices of one right answer, true or false. Every other kind is reported and left out. */
export const moodleXml: Format = {
  id: 'moodle-xml',
  sniff: (bytes) => (ROOT.test(peekText(bytes)) ? { strength: 1, reason: 'quiz' } : null),
  async read({ bytes, options }): Promise<FileContent> {
    const quiz = parseXml(await decodeXmlFile(bytes, options.encoding))
    const pictures = new EmbeddedImages()
    const taken: Taken[] = []
    const passages = new Passages()
    let materia: string | null = null
    for (const node of elementsOf(quiz, 'question')) {
      const type = node.attributes.type ?? ''
      if (type === 'category') materia = readCategory(node)
      else if (type === 'description')
        passages.add(taken.length + 1, textOf(childOf(node, 'questiontext'), pictures), materia)
      else {
        const read = readQuestion(node, type, taken.length + 1, materia, pictures)
        taken.push('question' in read ? { question: passages.give(read.question) } : read)
      }
    }
    return { ...toContent(taken), images: pictures.images, warnings: passages.tell() }
  },
}

/** Returns the last name of a path (`$course$/top/Diritto`); a slash of a name is written twice. */
function readCategory(node: XmlNode): string | null {
  const path = textIn(childOf(childOf(node, 'category'), 'text'))
    .replaceAll('//', '\u0001')
    .split('/')
  const last = (path.at(-1) ?? '').replaceAll('\u0001', '/').trim()
  return last === '' || last === 'top' || /^\$\w+\$$/.test(last) ? null : last
}

/** Returns the `text` of an element, its pictures under their stored names. */
function textOf(node: XmlNode | undefined, pictures: EmbeddedImages): string {
  if (!node) return ''
  const texts = elementsOf(node, 'text')
  let text = textIn(texts[0] ?? node)
  for (const file of elementsOf(node, 'file')) {
    const name = file.attributes.name ?? ''
    const content = file.attributes.encoding === 'base64' ? fromBase64(textIn(file)) : null
    if (!content || name === '') continue
    const kept = pictures.add(name, content)
    for (const written of new Set([name, encodeURIComponent(name), encodeURI(name)]))
      text = text.replaceAll(`@@PLUGINFILE@@/${written}`, kept)
  }
  return pictures.takeData(text)
}

function readQuestion(
  node: XmlNode,
  type: string,
  line: number,
  materia: string | null,
  pictures: EmbeddedImages,
): Taken {
  const other = (why: string): Taken => ({ line, other: why })
  if (textIn(childOf(node, 'hidden')).trim() === '1') return other('nascosta')
  if (type !== 'multichoice' && type !== 'truefalse') return other(type || 'senza tipo')
  const answers = elementsOf(node, 'answer')
  const risposte = type === 'truefalse' ? readTruth(answers) : readChoices(node, answers, pictures)
  if (!risposte) return other(type)
  const right = risposte.findIndex((r) => r.right)
  const general = textOf(childOf(node, 'generalfeedback'), pictures)
  const own = right < 0 ? '' : textOf(childOf(answers[right] ?? node, 'feedback'), pictures)
  const old = textIn(childOf(node, 'image_base64'))
  const picture = old === '' ? null : fromBase64(old)
  return {
    question: {
      ...emptyQuestion(line),
      numero: textIn(childOf(node, 'idnumber')).trim() || null,
      materia,
      testo: textOf(childOf(node, 'questiontext'), pictures),
      risposte,
      immagini: picture ? [pictures.add(textIn(childOf(node, 'image')) || 'figura.png', picture)] : [],
      spiegazione: general.trim() || (type === 'truefalse' ? '' : own.trim()) || null,
    },
  }
}

/** Returns an answer's share of the credit; null when the file has no number. */
const creditOf = ({ attributes }: XmlNode): number | null => {
  const written = (attributes.fraction ?? '').trim().replace(',', '.')
  const credit = Number(written)
  return written === '' || Number.isNaN(credit) ? null : credit
}

/** Returns Vero and Falso in this order, whatever the file's. */
function readTruth(answers: readonly XmlNode[]): RawAnswer[] | null {
  const credits = ['true', 'false'].map((word) => {
    const found = answers.filter(
      (answer) =>
        textIn(childOf(answer, 'text') ?? answer)
          .trim()
          .toLowerCase() === word,
    )
    return found.length === 1 && found[0] ? creditOf(found[0]) : null
  })
  const [yes, no] = credits
  if (answers.length !== 2 || yes === null || yes === undefined || no === null || no === undefined) return null
  const sure = Math.max(yes, no) >= 100 && Math.min(yes, no) <= 0
  return [makeAnswer('Vero', 0, { right: sure && yes > no }), makeAnswer('Falso', 1, { right: sure && no > yes })]
}

/**
 * Reads choices. A single choice has all the credit. Of several, all with some credit are right together, and set no
 * key.
 */
function readChoices(node: XmlNode, answers: readonly XmlNode[], pictures: EmbeddedImages): RawAnswer[] | null {
  if (answers.length < 2) return null
  const single = /^(true|1)$/i.test(textIn(childOf(node, 'single')).trim())
  const credits = answers.map(creditOf)
  const sure = credits.every((credit) => credit !== null) && credits.some((credit) => (credit ?? 0) >= 100)
  const several = credits.filter((credit) => (credit ?? 0) > 0).length > 1
  return answers.map((answer, place) => {
    const credit = credits[place] ?? 0
    const right = (single && sure) || !several ? sure && credit >= 100 : credit > 0
    return makeAnswer(textOf(answer, pictures), place, { right })
  })
}
