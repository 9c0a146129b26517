import { existsSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { DomandaProva } from '#contract/calls'
import { readTrialQuestion } from '../concorso/trial-question.ts'
import type { Deps } from '../deps.ts'

/** The question changes once a day: so long one page serves everybody, milliseconds. */
const KEPT_MS = 60_000

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c)

/** The drawn first page with a question in place of its marks, as text and as the data that the page's code takes over. */
export function fillTrial(page: string, question: DomandaProva): string {
  const { banca, testo, risposte } = question
  const texts = new Map([
    ['banca', banca],
    ['testo', testo],
    ...risposte.map((text, i) => [`risposta${i + 1}`, text] as const),
  ])
  const data = JSON.stringify({ domanda: question }).replaceAll('<', '\\u003c')
  return page.replace(/@@(\w+)@@/g, (_, name: string) => (name === 'dati' ? data : escapeHtml(texts.get(name) ?? '')))
}

const compress = (html: string): Buffer => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })

type TrialPage = { html: string; br: Buffer }

/** Reads the first page with today's question (decision 0128); null where there is no drawn page or no question. */
export function createTrialPage(file: string, deps: Pick<Deps, 'db' | 'now'>): () => Promise<TrialPage | null> {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : null
  let known: { until: number; made: TrialPage | null } | null = null
  return async () => {
    if (page === null) return null
    const now = deps.now()
    if (known && now.getTime() < known.until) return known.made
    // Without its question the page is the one that asks for it.
    const question = await readTrialQuestion(deps.db, now).catch(() => null)
    const html = question && fillTrial(page, question)
    known = { until: now.getTime() + KEPT_MS, made: html === null ? null : { html, br: compress(html) } }
    return known.made
  }
}
