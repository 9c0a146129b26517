import { describe, expect, it } from 'vitest'
import { importBank } from '#importers/import-bank'
import { breve, conta, leggi, rifiutato } from './helpers.ts'
import { type Layout, layBank, PLAIN } from './pdf-layout.ts'
import { type Drawing, writePdf } from './pdf-writer.ts'
import { type Asked, createChance, makeBank } from './random-bank.ts'

const bank = (seed = 7): Asked[] => makeBank(createChance(seed)).questions
const told = (q: Asked, key = true) => `${q.testo} | ${q.risposte.join(' / ')} | ${key ? q.corretta : '-'}`
const lay = (questions: Asked[], layout: Partial<Layout>) => layBank(questions, { ...PLAIN, ...layout })

describe('a bank in a PDF', () => {
  it.each<[string, Partial<Layout>]>([
    ['one column', {}],
    ['two columns', { columns: 2, size: 9 }],
    ['three columns', { columns: 3, size: 7 }],
    ['numbers apart', { hanging: 20, number: '1)', answer: 'a)' }],
    ['letters with a dot', { number: '1)', answer: 'A.' }],
    ['letters in brackets', { number: '(1)', answer: '(A)' }],
    ['words before numbers', { number: 'Domanda n. 1', answer: 'A -' }],
    ['a slanted watermark', { columns: 2, watermark: 'slanted' }],
    ['huge letters over the page', { watermark: 'huge' }],
    [
      'headers and numbers of pages',
      { header: 'Comune di Prova - Concorso 2026', footer: (p, n) => `Pagina ${p} di ${n}` },
    ],
    ['bare numbers of pages', { columns: 2, footer: (p) => String(p) }],
    ['plain questions without a gap', { boldStem: false, gap: 0 }],
    ['answers on one line', { inline: true, answer: 'A)' }],
  ])('[IP1] with %s reads back equal', async (_, layout) => {
    const questions = bank()
    const { domande, avvisi } = await leggi(lay(questions, layout), { nome: 'banca.pdf' })
    expect(domande.map(breve)).toEqual(questions.map((q) => told(q, false)))
    expect(domande.map((d) => d.id_ufficiale)).toEqual(questions.map((q) => q.numero))
    expect(conta(avvisi).riga_scartata).toBeUndefined()
  })

  it.each<[string, Partial<Layout>]>([
    ['bold', { key: 'bold', boldStem: false }],
    ['bold under bold questions', { key: 'bold' }],
    ['colour', { key: 'colour' }],
    ['underline', { key: 'underline', columns: 2 }],
    ['highlight', { key: 'highlight' }],
    ['a sign', { key: 'sign' }],
    ['a line below', { key: 'field' }],
    ['a grid of pairs at the end', { key: 'grid' }],
    ['a grid of rows at the end', { key: 'rows', columns: 2 }],
  ])('[IP2] keys shown by %s are the right ones', async (_, layout) => {
    const questions = bank(11)
    const { domande } = await leggi(lay(questions, layout), { nome: 'banca.pdf' })
    expect(domande.map(breve)).toEqual(questions.map((q) => told(q)))
  })

  it('[IP2] a key by rule holds where the document shows none, and is no key where it shows another', async () => {
    const questions = bank(3).map((q) => ({ ...q, corretta: 1 }))
    const ruled = await leggi(lay(questions, {}), { nome: 'banca.pdf', opzioni: { rightLetter: 'A' } })
    expect(ruled.domande.every((d) => d.corretta === 1)).toBe(true)
    const shown = questions.map((q, i) => ({ ...q, corretta: i === 4 ? 2 : 1 }))
    const both = await leggi(lay(shown, { key: 'bold' }), { nome: 'banca.pdf', opzioni: { rightLetter: 'A' } })
    expect(both.domande.map((d) => d.corretta)).toEqual(questions.map((_, i) => (i === 4 ? null : 1)))
    expect(conta(both.avvisi).domanda_dubbia).toBe(1)
  })

  it('[IP1] titles between questions are their subjects, official codes their numbers', async () => {
    const questions = bank(7).map((q, i) => ({ ...q, materia: i < 9 ? 'Storia moderna' : 'Logica' }))
    const { domande } = await leggi(lay(questions, { subjects: true, code: true }), { nome: 'banca.pdf' })
    expect(domande.map((d) => d.materia)).toEqual(questions.map((q) => q.materia?.toUpperCase()))
    expect(domande.map((d) => d.id_ufficiale)).toEqual(questions.map((q) => String(7000 + Number(q.numero))))
  })
})

describe('what is no bank', () => {
  const scan: Drawing[] = [{ kind: 'image', x: 0, y: 0, width: 595, height: 842, shade: 3 }]
  it.each<[string, () => Uint8Array, string]>([
    ['a scan', () => writePdf([scan, scan]), 'pdf_no_text'],
    ['a page without anything', () => writePdf([[]]), 'pdf_no_text'],
    ['a cut file', () => lay(bank(), {}).slice(0, 400), 'pdf_broken'],
    ['a signature alone', () => new TextEncoder().encode('%PDF-1.7\n'), 'pdf_broken'],
    [
      'a letter',
      () =>
        writePdf([
          [{ kind: 'text', x: 40, y: 80, text: 'Gentile candidato, la prova si svolge il 3 maggio in via Roma.' }],
        ]),
      'pdf_no_questions',
    ],
  ])('[IP3] %s is refused', async (_, make, kind) => {
    const refusal = await rifiutato(make(), { nome: 'banca.pdf' })
    expect(refusal.dati?.kind).toBe(kind)
    expect(String(refusal.dati?.motivo)).toMatch(/PDF/)
  })
})

const count = Number(process.env.BANCHE_CASUALI ?? 0) > 0 ? Math.ceil(Number(process.env.BANCHE_CASUALI) / 10) : 60

it(`[IP1] a random bank in a random layout reads back equal, or is refused or said: ${count} of them`, async () => {
  for (let seed = 1; seed <= count; seed++) {
    const chance = createChance(seed * 7919)
    const pick = <T>(...list: T[]): T => list[chance(list.length)] as T
    const questions = makeBank(chance).questions.map((q) => ({ ...q, materia: null }))
    const layout: Layout = {
      columns: pick(1, 1, 2, 2, 3),
      size: pick(7, 8, 9, 10, 11),
      number: pick('1.', '1)', '(1)', 'Domanda 1', 'N. 1', '1 -', '1'),
      answer: pick('A)', 'a)', 'A.', 'a.', '(A)', '[a]', 'A -', 'A:'),
      boldStem: chance(2) === 0,
      hanging: pick(0, 0, 18, 30),
      gap: pick(0, 3, 8),
      header: pick(null, 'Ente di Prova - Banca dati 2026'),
      footer: pick(
        null,
        (p: number) => String(p),
        (p: number, all: number) => `Pag. ${p} di ${all}`,
        (p: number) => `- ${p} -`,
      ),
      watermark: pick('none', 'slanted', 'huge'),
      key: pick('none', 'bold', 'colour', 'underline', 'highlight', 'sign', 'field', 'grid', 'rows'),
      subjects: false,
      inline: false,
      code: chance(3) === 0,
    }
    const result = await importBank({ nome: 'banca.pdf', byte: layBank(questions, layout) })
    if (!result.ok) continue
    const said = new Set(result.value.avvisi.filter((a) => a.kind === 'doubtful_question').map((a) => a.riga))
    const by = new Map(
      result.value.domande.map((d) => [layout.code ? String(Number(d.id_ufficiale) - 7000) : d.id_ufficiale, d]),
    )
    const how = `seed ${seed} ${JSON.stringify({ ...layout, footer: layout.footer?.(1, 9) })}`
    for (const q of questions) {
      const read = by.get(q.numero)
      if (!read) continue
      expect([null, layout.key === 'none' ? null : q.corretta], how).toContain(read.corretta)
      if (!said.has(read.riga)) expect(breve({ ...read, corretta: q.corretta }), how).toBe(told(q))
    }
    const lost = questions.filter((q) => !by.has(q.numero)).length
    const dropped = result.value.avvisi.filter(
      (a) => a.tipo === 'riga_scartata' || a.kind === 'missing_number' || a.kind === 'missing_numbers',
    ).length
    if (lost > 0) expect(dropped + said.size, how).toBeGreaterThan(0)
  }
})
