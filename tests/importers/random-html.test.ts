import { expect, it, vi } from 'vitest'
import { importBank } from '#importers/import-bank'
import { type Asked, createChance, makeBank } from './random-bank.ts'
import { COUNT } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

/** A fifth of the banks of the other formats: markup is slow to clean. */
const BANKS = Math.ceil(COUNT / 5)

type Chance = (n: number) => number
const NAMED: Record<string, string> = { à: 'agrave', è: 'egrave', ò: 'ograve', ù: 'ugrave', '’': 'rsquo', '"': 'quot' }

/** A text with some of its characters as entities, named or numbered. */
const toEntities = (text: string, chance: Chance): string =>
  text.replace(/[àèòù’"&<]/g, (c) => {
    if (c === '&' || c === '<') return c === '&' ? '&amp;' : '&lt;'
    const code = c.charCodeAt(0)
    return [c, `&${NAMED[c]};`, `&#${code};`, `&#x${code.toString(16)};`][chance(4)] ?? c
  })

const WRAPPERS: ((html: string) => string)[] = [
  (html) => html,
  (html) => `<p>${html}</p>`,
  (html) => `<div><span style="color:red">${html}</span></div>`,
  (html) => `<p><strong>${html}</strong></p>`,
  (html) => `<p>${html}<br></p>\n<p>&nbsp;</p>`,
]
const ITEMS: ((items: string[]) => string)[] = [
  (items) => `<ul>${items.map((t) => `<li>${t}</li>`).join('')}</ul>`,
  (items) => `<ol>\n${items.map((t) => `  <li><p>${t}</p></li>\n`).join('')}</ol>`,
  (items) => `<table><tbody>${items.map((t) => `<tr><td>${t}</td></tr>`).join('')}</tbody></table>`,
  (items) => `<table border="1"><tr>${items.map((t) => `<th>${t}</th>`).join('')}</tr></table>`,
]
const PARTS = ['l’articolo 3 & seguenti', 'età < 18 anni', 'il n. 7', 'perché è così']

/** A question's text in HTML with a list or a table, and what it says. */
function writeText(text: string, chance: Chance): { html: string; plain: string } {
  const wrap = WRAPPERS[chance(WRAPPERS.length)] as (html: string) => string
  if (chance(3) > 0) return { html: wrap(toEntities(text, chance)), plain: text }
  const parts = PARTS.slice(chance(2), 2 + chance(3))
  const list = ITEMS[chance(ITEMS.length)] as (items: string[]) => string
  return {
    html: `<p>${toEntities(text, chance)}</p>${list(parts.map((p) => toEntities(p, chance)))}`,
    plain: [text, ...parts].join(' '),
  }
}

const SIGNS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
/** What a text shows: of HTML its tags are blanks, of plain text all is seen. */
const shown = (text: string, html: boolean): string =>
  (html ? text.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|amp);/g, (e) => SIGNS[e] ?? e) : text)
    .replace(/\s+/g, ' ')
    .trim()

const KEYS: ((q: Asked, written: string[]) => string)[] = [
  (q) => 'ABCDE'[q.corretta - 1] ?? '',
  (q) => q.risposte[q.corretta - 1] ?? '',
  (q, written) => written[q.corretta - 1] ?? '',
]

it(`a random bank of HTML texts, lists and tables reads back as it shows, with its keys: ${BANKS} of them`, async () => {
  for (let seed = 1; seed <= BANKS; seed++) {
    const chance = createChance(seed)
    const { questions } = makeBank(chance)
    const key = KEYS[chance(KEYS.length)] as (q: Asked, written: string[]) => string
    const bank = questions.map((q) => {
      const { html, plain } = writeText(q.testo, chance)
      const risposte = q.risposte.map((r) =>
        (WRAPPERS[chance(WRAPPERS.length)] as (html: string) => string)(toEntities(r, chance)),
      )
      return { q, plain, html, risposte, corretta: key(q, risposte) }
    })
    const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
    const width = Math.max(...bank.map(({ risposte }) => risposte.length))
    const text =
      chance(2) === 0
        ? JSON.stringify(bank.map(({ html, risposte, corretta }) => ({ domanda: html, risposte, corretta })))
        : [
            ['Domanda', ...Array.from({ length: width }, (_, i) => `Risposta ${'ABCDE'[i]}`), 'Corretta'],
            ...bank.map(({ html, risposte, corretta }) => [html, ...risposte, corretta]),
          ]
            .map((row) => row.map(quote).join(';'))
            .join('\n')
    const result = await importBank({ nome: 'banca', byte: new TextEncoder().encode(text) })
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error.dati)}`)
    expect(
      result.value.domande.map((d) => [shown(d.testo, d.html), d.risposte.map((r) => shown(r, d.html)), d.corretta]),
      `seed ${seed}`,
    ).toEqual(bank.map(({ q, plain }) => [plain, q.risposte, q.corretta]))
  }
})

it('a page of HTML is refused with its name, whatever table or list it has', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const chance = createChance(seed)
    const { questions } = makeBank(chance)
    const rows = questions.map(
      (q) => `<tr>${[q.testo, ...q.risposte, 'A'].map((t) => `<td>${toEntities(t, chance)}</td>`).join('')}</tr>`,
    )
    const items = questions.map(
      (q) => `<li>${q.testo}<ol>${q.risposte.map((r) => `<li>${toEntities(r, chance)}</li>`).join('')}</ol></li>`,
    )
    const page = [`<table>${rows.join('\n')}</table>`, `<ol>${items.join('\n')}</ol>`][chance(2)] ?? ''
    const whole = chance(2) === 0 ? page : `<!DOCTYPE html>\n<html><body>\n${page}\n</body></html>`
    const result = await importBank({ nome: 'banca.html', byte: new TextEncoder().encode(whole) })
    expect(result.ok ? result.value.domande.length : result.error.dati).toMatchObject({
      kind: 'format_refused',
      format: 'html',
    })
  }
})
