import sanitizeHtml from 'sanitize-html'
import { joinLines } from './characters.ts'
import { decodeDoubled } from './entities.ts'

/** Tags that a question may keep. */
const ALLOWED = ['b', 'i', 'u', 'sub', 'sup', 'br', 'p', 'ul', 'ol', 'li', 'table', 'tr', 'td', 'th', 'em', 'strong']
/** Wrappers without meaning, whose loss is not worth a warning. */
const NEUTRAL = new Set(['span', 'div', 'font', 'tbody', 'thead', 'img'])
const NAMES = [
  ...ALLOWED,
  ...NEUTRAL,
  ...['a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'script', 'style', 'iframe', 'object', 'embed', 'form', 'input', 'svg'],
  ...[
    'math',
    'video',
    'audio',
    'link',
    'meta',
    'base',
    'hr',
    'small',
    'big',
    'strike',
    's',
    'del',
    'ins',
    'code',
    'pre',
  ],
  ...[
    'blockquote',
    'center',
    'html',
    'body',
    'head',
    'title',
    'button',
    'textarea',
    'select',
    'option',
    'template',
    'noscript',
  ],
]
const TAG = new RegExp(`<(/?)(${NAMES.join('|')})(?=[\\s/>])([^<>]*)>`, 'gi')
const VOID = /^(br|img|hr|input|link|meta|base|embed)$/i
const NEVER_LITERAL = /^(script|style|iframe|object|embed|svg|link|meta|base|form|img)$/i
/** Most tags inside one another: deeper ones leave their text. */
const MAX_NESTED = 40
const WRAPPERS = ['p', 'b', 'strong']
/** Tags with which marked-up text begins even when it never closes them. */
const OPENING = /^<(p|div|span|b|strong|i|em|font)[\s/>]/i

export type CleanHtml = {
  /** HTML when `html`, plain text otherwise. */
  testo: string
  html: boolean
  immagini: string[]
  /** Names of removed tags that are no mere wrappers. */
  tolti: string[]
  doppie: boolean
}

/** Returns true when a text is marked up. A lone `<table>` in a question about HTML is a word, not a tag. */
export function isHtml(testo: string): boolean {
  if (!testo.includes('<')) return false
  const aperti = new Set<string>()
  for (const [, barra, nome = ''] of testo.matchAll(TAG)) {
    const tag = nome.toLowerCase()
    if (VOID.test(tag) || NEVER_LITERAL.test(tag)) return true
    if (barra === '/' && aperti.has(tag)) return true
    aperti.add(tag)
  }
  return OPENING.test(testo.trimStart())
}

/** Keeps the allow-list, lists image addresses, and leaves plain text when no tag remains. */
export function cleanHtml(grezzo: string): CleanHtml {
  const immagini: string[] = []
  const tolti = new Set<string>()
  const pulito = sanitizeHtml(grezzo, {
    allowedTags: ALLOWED,
    allowedAttributes: { td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    allowedSchemes: [],
    nestingLimit: MAX_NESTED,
    onOpenTag: (nome, attributi) => {
      const src = attributi.src?.trim()
      if (nome === 'img' && src) immagini.push(src)
      if (!ALLOWED.includes(nome) && !NEUTRAL.has(nome)) tolti.add(nome)
      for (const attributo of Object.keys(attributi)) if (/^on/i.test(attributo)) tolti.add(attributo)
    },
  })
  const { testo: decodificato, doppie } = decodeDoubled(pulito.replace(/<br \/>/g, '<br>'))
  const testo = unwrap(dropGrassetto(dropVuoti(joinLines(decodificato))))
  const html = /<[a-z]/.test(testo)
  return { testo: html ? testo : unescapeHtml(testo), html, immagini, tolti: [...tolti], doppie }
}

export const escapeHtml = (testo: string): string =>
  testo.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

const unescapeHtml = (testo: string): string =>
  testo
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&')

function dropVuoti(html: string): string {
  const senza = html.replace(/<(b|i|u|p|em|strong|sub|sup|li|ul|ol)>\s*<\/\1>/g, ' ')
  if (senza !== html) return dropVuoti(senza)
  return joinLines(html.replace(/^(\s*<br>)+|(<br>\s*)+$/g, ''))
    .replace(/(<(?:p|li|td|th)>)\s+/g, '$1')
    .replace(/\s+(<\/(?:p|li|td|th)>)/g, '$1')
}

/** Drops bold over the whole text, cut in pieces by the other tags, because it distinguishes nothing. */
function dropGrassetto(html: string): string {
  const fuori = html.replace(/<(b|strong)>.*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
  return /[\p{L}\p{N}]/u.test(fuori) ? html : dropVuoti(html.replace(/<\/?(b|strong)>/g, ''))
}

/** Drops a tag that wraps the whole text and so distinguishes nothing: `<b><p>…</p></b>`. */
function unwrap(html: string): string {
  const tag = WRAPPERS.find((t) => html.startsWith(`<${t}>`) && html.endsWith(`</${t}>`))
  if (!tag) return html
  const dentro = html.slice(tag.length + 2, -(tag.length + 3))
  let aperti = 0
  for (const [segno] of dentro.matchAll(new RegExp(`</?${tag}>`, 'g'))) {
    aperti += segno.startsWith('</') ? -1 : 1
    if (aperti < 0) return html
  }
  return unwrap(dropVuoti(dentro.trim()))
}
