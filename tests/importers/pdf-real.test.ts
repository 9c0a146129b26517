import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { ImportedDomanda } from '#contract/domanda'
import { importBank } from '#importers/import-bank'
import { rifiutato } from './helpers.ts'

const real = process.env.BANCHE_VERE
/** A part of the pages by day, all of them at night. */
const night = process.env.NOTTE === '1'
vi.setConfig({ testTimeout: 300_000 })

type Truth = { n: number; id_ufficiale?: number; domanda: string; risposte: string[]; corretta: number; pagina: number }
const open = (file: string): Uint8Array => new Uint8Array(readFileSync(join(real ?? '', file)))
const truthOf = (folder: string): Truth[] =>
  new TextDecoder()
    .decode(open(`${folder}/domande.ndjson`))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Truth)
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const shown = (texts: readonly string[]): string => texts.map(oneLine).join('\n')

/** Reads a published PDF and counts what is equal, what is told as doubtful and what is neither. */
async function compare(
  folder: string,
  file: string,
  last: number,
  numberOf: (t: Truth) => string,
  rightLetter?: string,
) {
  const pages: [number, number] = [2, night ? 10_000 : last]
  const result = await importBank({
    nome: file,
    byte: open(`${folder}/${file}`),
    opzioni: rightLetter ? { pages, rightLetter } : { pages },
  })
  if (!result.ok) throw new Error(JSON.stringify(result.error.dati))
  const { domande, avvisi } = result.value
  const by = new Map<string | null, ImportedDomanda>(domande.map((d) => [d.id_ufficiale, d]))
  const doubtful = new Set(avvisi.filter((a) => a.kind === 'doubtful_question').map((a) => a.riga))
  const asked = truthOf(folder).filter((t) => night || t.pagina < last)
  const counts = { asked: asked.length, found: 0, equal: 0, wrongKeys: 0, told: 0 }
  for (const truth of asked) {
    const read = by.get(numberOf(truth))
    if (!read) continue
    counts.found++
    if (read.corretta !== null && read.corretta !== truth.corretta + 1) counts.wrongKeys++
    if (shown([read.testo, ...read.risposte]) === shown([truth.domanda, ...truth.risposte])) counts.equal++
    else if (doubtful.has(read.riga)) counts.told++
  }
  return { counts, domande }
}

describe.skipIf(!real)('published PDFs', () => {
  it('[IP1] Polizia, 5,000 in two columns under a watermark', async () => {
    const { counts } = await compare('polizia-commissari-2023', 'banca-dati-11-aprile.pdf', 40, (t) => String(t.n), 'A')
    expect(counts.found).toBe(counts.asked)
    expect(counts.equal).toBeGreaterThanOrEqual(counts.asked * 0.995)
    // Five questions of the comparison end with the title of the next subject: there the two differ by right.
    expect(counts.equal + counts.told).toBeGreaterThanOrEqual(counts.asked - 5)
    expect(counts.wrongKeys).toBe(0)
  })

  it('[IP2] Infermieri, 3,000 with codes below and the key underlined', async () => {
    const { counts, domande } = await compare('infermieri-puglia-2026', 'banca-dati-infermieri-27-06.pdf', 60, (t) =>
      String(t.id_ufficiale),
    )
    expect(counts).toMatchObject({ found: counts.asked, wrongKeys: 0 })
    expect(counts.equal).toBeGreaterThanOrEqual(counts.asked * 0.995)
    expect(counts.equal + counts.told).toBe(counts.asked)
    expect(domande.every((d) => d.corretta === 1)).toBe(true)
  })

  it.runIf(night)('[IP3] a list of results is no bank', async () => {
    const refusal = await rifiutato(open('esiti-agenzia-entrate-2023/3970_trib_esiti_prova_scritta.pdf'), {
      nome: 'esiti.pdf',
    })
    expect(String(refusal.dati?.motivo)).toContain('nessuna domanda')
  })
})
