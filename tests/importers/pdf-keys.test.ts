import { expect, it } from 'vitest'
import { importBank } from '#importers/import-bank'
import { writeReview } from '#importers/review'
import { breve, bytes, conta, csv, leggi, rifiutato } from './helpers.ts'
import { layBank, PLAIN } from './pdf-layout.ts'
import { type Drawing, writePdf } from './pdf-writer.ts'
import { type Asked, createChance, makeBank } from './random-bank.ts'

const bank = (seed = 7): Asked[] => makeBank(createChance(seed)).questions
const letter = (q: Asked): string => 'ABCDE'[q.corretta - 1] ?? ''
const line = (text: string, y: number, rest: Partial<Extract<Drawing, { kind: 'text' }>> = {}): Drawing => ({
  kind: 'text',
  x: 40,
  y,
  text,
  ...rest,
})
/** A question on its own lines from a height on. */
const ask = (n: number, y: number): Drawing[] => [
  line(`${n}. Che cosa si vede nel caso ${n}?`, y),
  line(`A) la prima ${n}`, y + 100),
  line(`B) la seconda ${n}`, y + 115),
  line(`C) la terza ${n}`, y + 130),
]

it.each<[string, (questions: Asked[]) => Uint8Array]>([
  ['a CSV', (qs) => bytes(`Domanda;Risposta\n${qs.map((q) => `${q.numero};${letter(q)}`).join('\n')}\n`)],
  ['lines of text', (qs) => bytes(qs.map((q) => `${q.numero}) ${letter(q)}`).join('\n'))],
  ['a PDF', (qs) => writePdf([qs.map((q, i) => line(`${q.numero} ${letter(q)}`, 60 + i * 12))])],
])('[IP2] the keys of a second file, %s, go to their numbers', async (_, write) => {
  const questions = bank()
  const keys = { nome: 'chiavi', byte: write(questions) }
  const { domande } = await leggi(layBank(questions, PLAIN), { nome: 'banca.pdf', opzioni: { keys } })
  expect(domande.map((d) => d.corretta)).toEqual(questions.map((q) => q.corretta))
})

it('[IP2] the keys of a second file hold for a table too, and where the table says another there is none', async () => {
  const rows = csv(12)
  const bare = rows.replace(/;B;Diritto/g, ';;Diritto')
  const keys = {
    nome: 'chiavi.txt',
    byte: bytes(Array.from({ length: 12 }, (_, i) => `${i + 1} ${i === 4 ? 'C' : 'B'}`).join('\n')),
  }
  const given = await leggi(bare, { opzioni: { keys } })
  expect(given.domande.map((d) => d.corretta)).toEqual(Array.from({ length: 12 }, (_, i) => (i === 4 ? 3 : 2)))
  const both = await leggi(rows, { opzioni: { keys } })
  expect(both.domande.map((d) => d.corretta)).toEqual(Array.from({ length: 12 }, (_, i) => (i === 4 ? null : 2)))
})

it('[IP2] a grid that gives one number two keys gives it none; a rule that differs neither', async () => {
  const questions = bank()
  const twice = [
    ...questions.map((q) => `${q.numero} ${letter(q)}`),
    `1 ${letter(questions[0] as Asked) === 'A' ? 'B' : 'A'}`,
  ]
  const keys = { nome: 'chiavi.txt', byte: bytes(twice.join('\n')) }
  const { domande } = await leggi(layBank(questions, PLAIN), { nome: 'banca.pdf', opzioni: { keys } })
  expect(domande.map((d) => d.corretta)).toEqual(questions.map((q, i) => (i === 0 ? null : q.corretta)))
  const ruled = await leggi(layBank(questions, PLAIN), { nome: 'banca.pdf', opzioni: { keys, rightLetter: 'A' } })
  expect(ruled.domande.map((d) => d.corretta)).toEqual(questions.map((q, i) => (i > 0 && q.corretta === 1 ? 1 : null)))
})

it('[IP2] keys for numbers that come twice are not used, a file without keys is refused', async () => {
  const questions = bank().map((q, i) => ({ ...q, numero: String((i % 20) + 1) }))
  const keys = { nome: 'chiavi.txt', byte: bytes('1 A\n2 B\n3 A\n4 B\n') }
  const { domande, avvisi } = await leggi(layBank(questions, PLAIN), { nome: 'banca.pdf', opzioni: { keys } })
  expect(domande.every((d) => d.corretta === null)).toBe(true)
  expect(conta(avvisi).chiave_dubbia).toBe(1)
  const none = { nome: 'lettera.txt', byte: bytes('Gentile candidato,\nla prova è il 3 maggio.\n') }
  const refusal = await rifiutato(layBank(questions, PLAIN), { opzioni: { keys: none } })
  expect(refusal.dati?.kind).toBe('keys_missing')
  expect(refusal.dati?.motivo).toContain('lettera.txt')
})

it('[IP1] doubtful questions go to a CSV that is corrected and imported over', async () => {
  const questions = bank().slice(0, 12)
  const odd = questions.map((q, i) => (i === 5 ? { ...q, risposte: [...q.risposte, 'una in più'] } : q))
  const byte = layBank(odd, PLAIN)
  const first = await importBank({ nome: 'banca.pdf', byte })
  if (!first.ok) throw new Error('refused')
  const review = writeReview(first.value.domande, first.value.avvisi)
  expect(review.split('\r\n')[1]).toMatch(/^6;6;1;75;/)
  const corrected = review.replace(/;una in più;([^;]*);([^;]*);\r\n/, ';;;;B\r\n')
  const again = await leggi(byte, { nome: 'banca.pdf', opzioni: { review: bytes(corrected) } })
  expect(breve(again.domande[5] as never)).toBe(`${questions[5]?.testo} | ${questions[5]?.risposte.join(' / ')} | 2`)
  expect(again.domande).toHaveLength(12)
  expect(conta(again.avvisi).domanda_dubbia).toBeUndefined()
  const other = await rifiutato(layBank(bank(9), PLAIN), {
    opzioni: { review: bytes(corrected.replace('6;6;', '6;99;')) },
  })
  expect(other.dati?.kind).toBe('review_broken')
})

it('[IP1] an image inside a question is its own, one between two questions is told of both', async () => {
  const image = (y: number, shade: number): Drawing => ({ kind: 'image', x: 60, y, width: 80, height: 60, shade })
  const pages = [
    [...ask(1, 60), ...ask(2, 260), ...ask(3, 460), image(70, 3), image(470, 7)],
    [...ask(4, 60), image(215, 9), ...ask(5, 310), ...ask(6, 510)],
  ]
  const { domande, immagini, avvisi } = await leggi(writePdf(pages), { nome: 'banca.pdf' })
  expect(domande.map((d) => d.immagine !== null)).toEqual([true, false, true, false, false, false])
  expect(immagini).toHaveLength(2)
  expect(avvisi.filter((a) => a.tipo === 'domanda_dubbia').map((a) => a.riga)).toEqual([4, 5])
  expect(conta(avvisi).immagine_mancante).toBe(1)
})

it('[IP1] a logo on every page is no question’s image', async () => {
  const logo: Drawing = { kind: 'image', x: 480, y: 20, width: 60, height: 40, shade: 5 }
  const pages = [1, 4, 7].map((n) => [logo, ...ask(n, 60), ...ask(n + 1, 260), ...ask(n + 2, 460)])
  const { domande, avvisi } = await leggi(writePdf(pages), { nome: 'banca.pdf' })
  expect(domande.filter((d) => d.immagine !== null)).toEqual([])
  expect(conta(avvisi).immagine_mancante).toBeUndefined()
})

it.each<[string, string | null]>([
  ['La risposta indicata con la lettera A è sempre quella esatta.', 'A'],
  ['La risposta esatta è sempre quella indicata con la lettera B.', 'B'],
  ['La risposta corretta è sempre la «C».', 'C'],
  ['La risposta indicata con la lettera A non è sempre quella esatta.', null],
  ['La risposta esatta non è sempre quella indicata con la lettera A.', null],
])('a first page that says «%s» is told with what to do', async (sentence, rule) => {
  const { avvisi } = await leggi(writePdf([[line(sentence, 60)], [...ask(1, 60), ...ask(2, 240), ...ask(3, 420)]]))
  const told = avvisi.filter((a) => a.testo.includes('--esatta')).map((a) => a.testo)
  expect(told).toEqual(rule === null ? [] : [expect.stringContaining(`--esatta ${rule}`)])
})
