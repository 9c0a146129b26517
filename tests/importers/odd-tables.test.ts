import { utils, type WorkSheet, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { conta, leggi, rifiutato, righe } from './helpers.ts'
import { letter, options, question } from './invented.ts'

const N = Array.from({ length: 24 }, (_, i) => i + 1)
const HEADER = ['N', 'Domanda', 'A', 'B', 'C', 'Corretta']
const plain = (i: number): (string | number | null)[] => [i, question(i), ...options(i), letter(i)]
const csv = (rows: readonly (readonly (string | number | null)[])[]) =>
  `${rows.map((row) => row.join(';')).join('\n')}\n`
const workbook = (sheet: WorkSheet): Uint8Array =>
  new Uint8Array(write({ SheetNames: ['Quiz'], Sheets: { Quiz: sheet } }, { type: 'array', bookType: 'xlsx' }))
const reason = async (text: string) => String((await rifiutato(text)).dati?.motivo)

describe('a table on its side is refused with what to do', () => {
  const across = (rows: (string | number | null)[][]) =>
    csv((rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? '')))

  it.each<[string, string]>([
    ['with names', across([HEADER, ...N.map(plain)])],
    ['with numbers alone', across(N.map(plain))],
    ['with questions and answers alone', across(N.map((i) => [question(i), ...options(i)]))],
  ])('%s', async (_, text) => expect(await reason(text)).toContain('Trasponi'))
})

describe('a table of other things is no bank', () => {
  it.each<[string, string]>([
    [
      'figures',
      csv([
        ['N', 'Nome', 'A', 'B', 'C', 'Totale'],
        ...N.map((i) => [i, `Cliente numero ${i} di Lodi`, i, 2 * i, 3 * i, 6 * i]),
      ]),
    ],
    [
      'a survey',
      csv([
        ['Domanda', 'Sì', 'No', 'Non so'],
        ...N.map((i) => [`Ti piace il caso ${i}?`, `${i}%`, `${50 - i}%`, '50%']),
      ]),
    ],
    [
      'a calendar',
      csv([
        ['Data', 'Evento', 'Luogo', 'Referente'],
        ...N.map((i) => [`${i}/03/2024`, `Riunione del consiglio di ${i}`, 'Sala consiliare', 'Sindaco Rossi']),
      ]),
    ],
    [
      'words in four languages',
      csv(
        N.map((i) => [i, `parola numero ${i} della lista`, `word number ${i} of list`, `Wort Nummer ${i} der Liste`]),
      ),
    ],
    ['how often each answer was chosen', csv([HEADER, ...N.map((i) => [i, `Quesito ${i}`, 12, 30, 58, letter(i)])])],
  ])('%s', async (_, text) => expect(await reason(text)).toMatch(/nessuna domanda|solo per caso/))
})

describe('a row that lost its cells is left out, and said', () => {
  it('with the key among its answers', async () => {
    const rows = N.map((i) =>
      i === 5 ? [5, question(5), ...options(5).slice(1), letter(5), 'Diritto'] : [...plain(i), 'Diritto'],
    )
    const { domande, avvisi } = await leggi(csv([[...HEADER, 'Materia'], ...rows]))
    expect(domande.map((d) => d.testo)).toEqual(N.filter((i) => i !== 5).map(question))
    expect(righe(avvisi, 'riga_scartata')).toEqual([6])
  })

  it('with the error of a formula; an answer about errors is an answer', async () => {
    const sheet = utils.aoa_to_sheet([HEADER, ...N.map(plain)])
    sheet.D6 = { t: 'e', v: 0x17, w: '#REF!' }
    sheet.D7 = { t: 's', v: '#REF!' }
    const { domande, avvisi } = await leggi(workbook(sheet))
    expect(domande.map((d) => d.id_ufficiale)).toEqual(N.filter((i) => i !== 5).map(String))
    expect(domande[4]?.risposte[1]).toBe('#REF!')
    expect(avvisi.map((a) => a.testo)).toContainEqual(expect.stringContaining('(#REF!)'))
  })
})

it('texts that a sheet was told to leave alone are what they say', async () => {
  const { domande, avvisi } = await leggi(csv([HEADER, ...N.map(plain)].map((row) => row.map((cell) => `="${cell}"`))))
  expect(domande.map((d) => d.risposte)).toEqual(N.map(options))
  expect(avvisi).toEqual([])
  const one = N.map((i) => (i === 5 ? [5, question(5), '="ciao"', '=A1+1', 'altro', 'A'] : plain(i)))
  expect((await leggi(csv([HEADER, ...one]))).domande[4]?.risposte).toEqual(['="ciao"', '=A1+1', 'altro'])
})

describe('a date of a workbook is the one that an Italian sheet shows', () => {
  // 2 June 1946.
  const DAY = 16955
  it.each<[string, string, number, string]>([
    ['short, by country', 'm/d/yy', DAY, '02/06/1946'],
    ['with the hour, by country', 'm/d/yy h:mm', DAY + 0.5, '02/06/1946 12:00'],
    ['long, by country', '[$-F800]dddd, mmmm dd, yyyy', DAY, 'domenica 2 giugno 1946'],
    ['a day and a month, as 2/6 becomes', 'd-mmm', DAY, '2-giu'],
    ['with the month in words', 'd mmmm yyyy', DAY, '2 giugno 1946'],
    ['with dots', 'dd.mm.yyyy', DAY, '02.06.1946'],
  ])('%s', async (_, format, value, shown) => {
    const sheet = utils.aoa_to_sheet([HEADER, ...N.map(plain)])
    for (const i of N) sheet[`C${i + 1}`] = { t: 'n', v: value, z: format }
    const { domande } = await leggi(workbook(sheet))
    expect(domande[0]?.risposte[0]).toBe(shown)
  })
})

it('a list whose answers hide others in their lines is not read by halves', async () => {
  const list = N.map(
    (i) => `${i}. ${question(i)}\nA) ${options(i)[0]} C) ${options(i)[2]}\nB) ${options(i)[1]}\nRisposta: C`,
  )
  expect(await reason(list.join('\n\n'))).toContain('Solo 0 elementi')
})

it('the same header at the top of every page parts nothing', async () => {
  const rows = N.flatMap((i) =>
    i % 6 === 0 ? [plain(i), ['Num.', 'Quesito', 'Risposta A', 'Risposta B', 'Risposta C', 'Esatta']] : [plain(i)],
  )
  const { domande, avvisi } = await leggi(csv([HEADER, ...rows]))
  expect(domande.map((d) => d.testo)).toEqual(N.map(question))
  expect(conta(avvisi)).toEqual({ riga_scartata: 4 })
})

it('questions whose cells are all merged over two rows are each one', async () => {
  const sheet = utils.aoa_to_sheet([HEADER, ...N.flatMap((i) => [plain(i), []])])
  sheet['!merges'] = N.flatMap((_, i) => HEADER.map((_, c) => ({ s: { r: 1 + 2 * i, c }, e: { r: 2 + 2 * i, c } })))
  const { domande } = await leggi(workbook(sheet))
  expect(domande.map((d) => d.testo)).toEqual(N.map(question))
})

it('a total below the last question is no part of it', async () => {
  const { domande } = await leggi(csv([HEADER, ...N.map(plain), ['', 'Totale domande', N.length, '', '', '']]))
  expect(domande.at(-1)?.testo).toBe(question(24))
  expect(domande.at(-1)?.risposte).toEqual(options(24))
})

it('cells in single quotes are what stands between them', async () => {
  const quoted = (row: readonly unknown[]) => row.map((cell) => `'${String(cell).replaceAll("'", "''")}'`).join(',')
  const rows = N.map((i) => [i, question(i), `l'atto, uno ${i}`, ...options(i).slice(1), letter(i)])
  const { domande } = await leggi([HEADER, ...rows].map(quoted).join('\n'))
  expect(domande.map((d) => d.risposte[0])).toEqual(N.map((i) => `l'atto, uno ${i}`))
})

it('a question on each line, with its number before and its key after, is whole', async () => {
  const lines = N.map(
    (i) => `${i}. ${question(i)} A) ${options(i)[0]} B) ${options(i)[1]} C) ${options(i)[2]} [${letter(i)}]`,
  )
  const { domande } = await leggi(lines.join('\n'), { nome: 'quiz.txt' })
  expect(domande.map((d) => d.testo)).toEqual(N.map(question))
  expect(domande.map((d) => d.id_ufficiale)).toEqual(N.map(String))
  expect(domande.map((d) => d.risposte[(d.corretta ?? 0) - 1])).toEqual(
    N.map((i) => options(i)['ABC'.indexOf(letter(i))]),
  )
})
