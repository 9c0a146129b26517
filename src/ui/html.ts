import DOMPurify from 'dompurify'

/** Tags that the import keeps; the rest of a bank's HTML becomes text or nothing. */
const SANITIZE_OPTIONS = {
  ALLOWED_TAGS: [
    ...['b', 'i', 'u', 'sub', 'sup', 'br', 'p', 'ul', 'ol', 'li', 'em', 'strong'],
    ...['table', 'thead', 'tbody', 'tr', 'td', 'th'],
  ],
  ALLOWED_ATTR: ['colspan', 'rowspan'],
  RETURN_DOM_FRAGMENT: true,
} as const

/** Nodes of a question's HTML, cleaned again at display. Loaded only for questions with HTML. */
export const toNodes = (html: string): DocumentFragment =>
  DOMPurify.sanitize(html, {
    ...SANITIZE_OPTIONS,
    ALLOWED_TAGS: [...SANITIZE_OPTIONS.ALLOWED_TAGS],
    ALLOWED_ATTR: [...SANITIZE_OPTIONS.ALLOWED_ATTR],
  })
