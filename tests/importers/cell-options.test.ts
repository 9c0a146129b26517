import { describe, expect, it } from 'vitest'
import { conta, leggi, rifiutato } from './helpers.ts'

type Asked = [testo: string, risposte: string[], right: number]
const ASKED: Asked[] = [
  ['Quale organo approva il bilancio?', ['La giunta', 'Il consiglio', 'Il prefetto'], 1],
  ['Chi nomina gli assessori?', ['Il sindaco', 'La regione', 'Il consiglio'], 0],
  ['In che anno entrò in vigore la legge?', ['1990', '1991', '2000'], 2],
  ['Quanti sono i membri del collegio?', ['Tre', 'Cinque', 'Sette'], 2],
  ['Dove si deposita il ricorso?', ['In cancelleria', 'In comune', 'In questura'], 0],
]
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const write = (rows: string[][]) => `${rows.map((row) => row.map(quote).join(';')).join('\n')}\n`
const table = (names: string[] | null, cells: (asked: Asked, i: number) => string[]) =>
  write([...(names ? [names] : []), ...ASKED.map(cells)])
const READ = ASKED.map(([testo, risposte, right]) => [testo, risposte, right + 1])
const readAs = async (text: string) =>
  (await leggi(text)).domande.map(({ testo, risposte, corretta }) => [testo, risposte, corretta])
const letter = (right: number) => 'ABC'[right] ?? ''
const marked = (risposte: string[], mark: (i: number) => string, end = ' ') =>
  risposte.map((r, i) => `${mark(i)} ${r}`).join(end)
const LIST = ['N.', 'Domanda', 'Risposte', 'Corretta']

describe('a table whose answers share a cell', () => {
  it.each<[string, string]>([
    ['letters', table(LIST, ([t, r, k], i) => [`${i + 1}`, t, marked(r, (n) => `${letter(n)})`), letter(k)])],
    [
      'letters, line by line',
      table(LIST, ([t, r, k], i) => [`${i}`, t, marked(r, (n) => `${letter(n)}.`, '\n'), letter(k)]),
    ],
    [
      'letters parted by semicolons',
      table(LIST, ([t, r, k]) => ['', t, `${marked(r, (n) => `(${'abc'[n]})`, '; ')}`, letter(k)]),
    ],
    ['numbers', table(LIST, ([t, r, k]) => ['', t, marked(r, (n) => `${n + 1})`), `${k + 1}`])],
    ['no header', table(null, ([t, r, k], i) => [`${i + 1}`, t, marked(r, (n) => `${letter(n)})`), letter(k)])],
    [
      'below the question',
      table(['Quesito', 'Esatta'], ([t, r, k]) => [`${t}\n${marked(r, (n) => `${letter(n)})`, '\n')}`, letter(k)]),
    ],
    ['lines without marks', table(LIST, ([t, r, k]) => ['', t, r.join('\n'), letter(k)])],
    ['semicolons without marks', table(LIST, ([t, r, k]) => ['', t, r.join('; '), r[k] ?? ''])],
    ['breaks of HTML', table(LIST, ([t, r, k]) => ['', t, marked(r, (n) => `${letter(n)})`, '<br>'), letter(k)])],
    ['dashes', table(LIST, ([t, r, k]) => ['', t, r.map((text) => `- ${text}`).join('\n'), letter(k)])],
    ['bars without marks', table(LIST, ([t, r, k]) => ['', t, r.join('|'), letter(k)])],
  ])('%s', async (_, text) => {
    expect(await readAs(text)).toEqual(READ)
  })

  it('what stands beside the cell stays in its column', async () => {
    const names = ['Opzioni', 'Materia', 'Domanda', 'Esatta', 'Commento']
    const text = table(names, ([t, r, k], i) => [
      marked(r, (n) => `${letter(n)})`),
      `M${i % 2}`,
      t,
      letter(k),
      `perché ${i}`,
    ])
    const { domande } = await leggi(text)
    expect(domande.map((d) => [d.materia, d.spiegazione])).toEqual(ASKED.map((_, i) => [`M${i % 2}`, `perché ${i}`]))
  })

  it('a mark that stands twice parts nothing: the row is left out and said', async () => {
    const many = Array.from({ length: 24 }, (_, i): Asked => ASKED[i % 5] ?? ['', [], 0])
    const rows = many.map(([t, r, k], i) => [`${i + 1}`, `${t} ${i}`, marked(r, (n) => `${letter(n)})`), letter(k)])
    rows[3] = ['4', 'Quale caso?', 'A) quello del punto B) citato B) nessuno C) tutti', 'C']
    const { domande, avvisi } = await leggi(write([LIST, ...rows]))
    expect(domande.map((d) => d.id_ufficiale)).not.toContain('4')
    expect(domande).toHaveLength(23)
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 1 })
  })

  it.each<[string, string]>([
    ['commas', table(LIST, ([t, r, k]) => ['', t, r.join(', '), letter(k)])],
    [
      'lines that are not as many in each row',
      table(LIST, ([t, r, k], i) => ['', t, [...r, ...(i === 2 ? ['di cui sopra'] : [])].join('\n'), letter(k)]),
    ],
    ['lines without a key', table(['Tema', 'Domanda', 'Risposte'], ([t, r]) => ['x', t, r.join('\n')])],
    ['keys beyond the pieces', table(LIST, ([t, r], i) => ['', t, r.join('\n'), i === 1 ? 'D' : 'A'])],
    [
      'a key written in the cell',
      table(LIST, ([t, r, k]) => ['', t, `${marked(r, (n) => `${letter(n)})`)} Risposta: ${letter(k)}`, '']),
    ],
  ])('%s: refused, with the column that has the answers', async (_, text) => {
    const { dati } = await rifiutato(text)
    expect(['options_in_cell', 'no_questions']).toContain(dati?.kind)
    expect(dati?.motivo).toContain(
      dati?.kind === 'options_in_cell' ? 'colonna «Risposte»' : 'Visti: N., Domanda, Risposte',
    )
  })
})

describe('answers by the name of their columns', () => {
  it.each<[string, string[], (right: number) => string]>([
    ['roman numbers', ['I', 'II', 'III'], (k) => ['I', 'II', 'III'][k] ?? ''],
    ['roman numbers, keys that are letters', ['I', 'II', 'III'], letter],
    ['ordinals', ['Prima', 'Seconda', 'Terza'], (k) => ['prima', 'Seconda', 'terza'][k] ?? ''],
    ['ordinals, keys that are numbers', ['Prima risposta', 'Seconda risposta', 'Terza risposta'], (k) => `${k + 1}`],
    ['ordinals as numbers', ['1ª risposta', '2ª risposta', '3ª risposta'], (k) => `${k + 1}`],
    ['a0 … a2', ['a0', 'a1', 'a2'], (k) => `${k}`],
    ['a1 … a3', ['a1', 'a2', 'a3'], (k) => `a${k + 1}`],
    ['risposta_00', ['risposta_00', 'risposta_01', 'risposta_02'], (k) => `risposta_0${k}`],
    ['risposta_01', ['risposta_01', 'risposta_02', 'risposta_03'], (k) => `0${k + 1}`],
    ['Risposta n. 1', ['Risposta n. 1', 'Risposta n. 2', 'Risposta n. 3'], (k) => `${k + 1}`],
  ])('%s', async (_, names, key) => {
    expect(await readAs(table(['Domanda', ...names, 'Corretta'], ([t, r, k]) => [t, ...r, key(k)]))).toEqual(READ)
  })
})
