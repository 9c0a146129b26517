import { Parser } from 'htmlparser2'
import { shiftText } from './raised.ts'

type Part = { name: string; children: (Part | string)[] }

const MATH = /<((?:\w+:)?math)\b[^>]*>[\s\S]*?<\/\1\s*>/gi
/** Longest formula that is read, characters. */
const MAX_FORMULA = 4_000
const MAX_DEPTH = 40
/** Elements that show their children, one after the other. */
const ROWS = new Set(['math', 'mrow', 'mstyle', 'mpadded', 'mi', 'mn', 'mo', 'mtext', 'ms', 'semantics'])
/** Elements that stand beside a formula and are not drawn. */
const ASIDE = new Set(['annotation', 'annotation-xml', 'mspace', 'maligngroup', 'malignmark'])

/** Signs that are not drawn: an implied product, function or separator. */
const UNSEEN = /[\u2061-\u2064]/g

/** Puts a formula of more than one sign in brackets. */
const group = (text: string): string => (/^[\p{L}\p{N}.,]+$/u.test(text) ? text : `(${text})`)

function join(parts: readonly (Part | string)[]): string | null {
  const texts = parts.map(write)
  return texts.some((text) => text === null) ? null : texts.join('')
}

const bare = (name: string): string => name.toLowerCase().replace(/^\w+:/, '')

/** Writes a part of a formula on one line; null for one that no line can show. */
function write(part: Part | string): string | null {
  if (typeof part === 'string') return part.replace(/\s+/g, ' ').replace(UNSEEN, '')
  if (ASIDE.has(part.name)) return ''
  const children = part.children.filter((child) => typeof child !== 'string' || child.trim() !== '')
  if (ROWS.has(part.name)) return join(children)?.trim() ?? null
  const [first, second, third] = children.map(write)
  if (part.name === 'msqrt') return wrap(join(children), (text) => `√${group(text)}`)
  if (first === undefined || first === null || second === undefined || second === null) return null
  if (part.name === 'mfrac' && children.length === 2) return `${group(first)}/${group(second)}`
  if (part.name === 'msup' && children.length === 2) return `${group(first)}${raise(second)}`
  if (part.name === 'msub' && children.length === 2) return `${group(first)}${lower(second)}`
  if (part.name === 'msubsup' && third !== undefined && third !== null)
    return `${group(first)}${lower(second)}${raise(third)}`
  return null
}

const wrap = (text: string | null, form: (text: string) => string): string | null => (text === null ? null : form(text))
const raise = (text: string): string => shiftText(text, 'superscript').replace(/^\^(?=..)(.*)$/s, '^($1)')
const lower = (text: string): string => shiftText(text, 'subscript').replace(/^_(?=..)(.*)$/s, '_($1)')

function parse(markup: string): Part | null {
  const root: Part = { name: 'mrow', children: [] }
  const open: Part[] = [root]
  let deep = false
  const parser = new Parser(
    {
      onopentag(name) {
        const part: Part = { name: bare(name), children: [] }
        open.at(-1)?.children.push(part)
        if (open.push(part) > MAX_DEPTH) deep = true
      },
      ontext: (text) => void open.at(-1)?.children.push(text),
      onclosetag: () => void (open.length > 1 && open.pop()),
    },
    { recognizeSelfClosing: true },
  )
  parser.end(markup)
  return deep ? null : root
}

/** Writes formulas in MathML as text on one line. Formulas that no line can show stay as written. */
export function writeMath(text: string): string {
  if (!/<(?:\w+:)?math\b/i.test(text)) return text
  return text.replace(MATH, (whole) => {
    const part = whole.length > MAX_FORMULA ? null : parse(whole)
    const line = part && write(part)
    return line ? line.replace(/&/g, '&amp;').replace(/</g, '&lt;') : whole
  })
}

/** Returns true for a text with a formula that no line of text can show. */
export const hasLostMath = (text: string): boolean => text.search(MATH) >= 0 && writeMath(text).search(MATH) >= 0

const COMMAND =
  /\\(?:d?frac|sqrt|sum|prod|int|lim|cdot|times|div|left|right|begin|text|math[a-z]+|over(?:line|set)|under\w+|vec|hat|bar|alpha|beta|gamma|delta|theta|lambda|mu|pi|sigma|omega|infty|leq?|geq?|neq|approx|pm|circ|rightarrow|to)(?![a-z])/i

/**
 * Returns a formula in LaTeX, which the product does not draw; null for a text without one. A sum in dollars is none.
 */
export function findLatex(text: string): string | null {
  if (!text.includes('\\') && !text.includes('$')) return null
  const found =
    /\\\([\s\S]{1,400}?\\\)|\\\[[\s\S]{1,400}?\\\]|\$\$[^$]{1,400}\$\$/.exec(text)?.[0] ??
    [...text.matchAll(/\$(?=\S)([^$\n]{1,200})(?<=\S)\$/g)].find(([, inside = '']) => /[\\^_{}]/.test(inside))?.[0]
  return found ?? COMMAND.exec(text)?.[0] ?? null
}
