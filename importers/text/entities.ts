import sanitizeHtml from 'sanitize-html'

const ENTITA = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});/gi
const note = new Map<string, string>()

/** Decodes one entity; any other text returns as it is. */
function decodeUna(entita: string): string {
  const nota = note.get(entita)
  if (nota !== undefined) return nota
  const scritta = sanitizeHtml(entita, { allowedTags: [] })
  const segno = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' }[scritta] ?? scritta
  const valore = scritta.startsWith('&amp;') && scritta.length > 5 ? entita : segno
  if (note.size < 5000) note.set(entita, valore)
  return valore
}

/** Decodes entities of a plain text, escaped once or twice (`pi&amp;ugrave;` -> `più`). */
export function decodeEntities(testo: string): string {
  if (!testo.includes('&')) return testo
  const una = testo.replace(ENTITA, decodeUna)
  return una === testo ? una : una.replace(ENTITA, decodeUna)
}

/** Decodes in HTML only entities that were escaped twice, because HTML needs the others. */
export function decodeDoubled(html: string): { testo: string; doppie: boolean } {
  if (!html.includes('&amp;')) return { testo: html, doppie: false }
  const testo = html.replace(/&amp;((?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,30});)/gi, (tutto, coda: string) => {
    const valore = decodeUna(`&${coda}`)
    return valore === `&${coda}` ? tutto : sanitizeHtml(`&${coda}`, { allowedTags: [] })
  })
  return { testo, doppie: testo !== html }
}
