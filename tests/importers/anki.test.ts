import { beforeAll, describe, expect, it, vi } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { breve, bytes, conta, leggi, rifiutato } from './helpers.ts'
import { PNG } from './pictures.ts'
import type { Asked } from './random-bank.ts'
import { COUNT, readBack } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

type Database = { run(sql: string, values?: unknown[]): void; export(): Uint8Array; close(): void }
let open: new () => Database

beforeAll(async () => {
  const { default: init } = (await import('sql.js' as string)) as {
    default: () => Promise<{ Database: new () => Database }>
  }
  open = (await init()).Database
})

type Note = { names: string[]; values: string[] }
const sides = (front: string, back: string): Note => ({ names: ['Front', 'Back'], values: [front, back] })

function collection(notes: Note[], setup = ''): Uint8Array {
  const db = new open()
  db.run(
    setup ||
      'create table col (models text, decks text); create table notes (id int, mid int, flds text); create table cards (nid int, did int, ord int)',
  )
  const models = Object.fromEntries(notes.map(({ names }, i) => [i + 1, { flds: names.map((name) => ({ name })) }]))
  if (!setup)
    db.run('insert into col values (?, ?)', [
      JSON.stringify(models),
      JSON.stringify({ 1: { name: 'Concorsi::Diritto' } }),
    ])
  if (!setup)
    notes.forEach(({ values }, i) => {
      db.run('insert into notes values (?, ?, ?)', [i + 1, i + 1, values.join('\u001f')])
      db.run('insert into cards values (?, 1, 0)', [i + 1])
    })
  const out = db.export()
  db.close()
  return out
}

const pack = (files: Record<string, Uint8Array>): Uint8Array =>
  writeZip(Object.entries(files).map(([nome, byte]) => ({ nome, byte })))
const deck = (...notes: Note[]): Uint8Array => pack({ 'collection.anki2': collection(notes), media: bytes('{}') })
const FRONT = 'Chi decide?<br>A) il sindaco<br>B) la corte<br>C) nessuno'
const keyOf = async (...notes: Note[]) =>
  (await leggi(deck(...notes, sides(FRONT, 'A')))).domande.slice(0, -1).map((d) => d.corretta)

describe('an Anki deck', () => {
  it('of options on the front and the key on the back is read', async () => {
    const { domande } = await leggi(
      deck(
        sides(FRONT, 'B<br>Lo dice la legge.'),
        sides('<div>Chi vigila?</div><div>a. uno</div><div>b. due</div>', 'b. due'),
        sides('Chi va?<div><br></div><ul><li>A) uno</li><li>B) due</li></ul>', 'Risposta: due'),
      ),
    )
    expect(domande.map(breve)).toEqual([
      'Chi decide? | il sindaco / la corte / nessuno | 2',
      'Chi vigila? | uno / due | 2',
      'Chi va? | uno / due | 2',
    ])
    expect(domande[0]).toMatchObject({ materia: 'Diritto', spiegazione: 'Lo dice la legge.' })
  })

  it('of one field for each option is read, by letter, by words and by bits', async () => {
    const names = ['Domanda', 'Opzione A', 'Opzione B', 'Opzione C', 'Risposta', 'Extra']
    const bits = [
      'Question',
      'Title',
      'QType (0=kprim,1=mc,2=sc)',
      'Q_1',
      'Q_2',
      'Q_3',
      'Q_4',
      'Q_5',
      'Answers',
      'Extra 1',
    ]
    const { domande } = await leggi(
      deck(
        { names, values: ['Chi?', 'uno', 'due', 'tre', 'C', 'perché'] },
        { names, values: ['E poi?', 'uno', 'due', '', 'due', ''] },
        { names: bits, values: ['Quale?', '', '2', 'uno', 'due', 'tre', '', '', '0 0 1', 'nota'] },
      ),
    )
    expect(domande.map(breve)).toEqual([
      'Chi? | uno / due / tre | 3',
      'E poi? | uno / due | 2',
      'Quale? | uno / due / tre | 3',
    ])
    expect(domande.map((d) => d.spiegazione)).toEqual(['perché', null, 'nota'])
  })

  it.each<[string, Note]>([
    ['a question and its answer', sides('Capitale d’Italia?', 'Roma')],
    ['a cloze', { names: ['Text', 'Extra'], values: ['Roma è la {{c1::capitale}}', ''] }],
    ['a key that is no option', sides(FRONT, 'il prefetto')],
    ['a key beyond the options', sides(FRONT, 'D')],
    ['a letter with the words of another', sides(FRONT, 'B) il sindaco')],
    ['several keys', sides(FRONT, 'A e B')],
    ['a key of words that two options have', sides('Chi?<br>A) uno<br>B) uno<br>C) tre', 'uno')],
    ['letters that skip', sides('Chi?<br>A) uno<br>C) due', 'A')],
    ['options that are letters, and a letter that is another', sides('Quale?<br>A) B<br>B) A<br>C) D', 'A')],
    ['kprim', { names: ['Question', 'QType', 'Q_1', 'Q_2', 'Answers'], values: ['Quali?', '0', 'uno', 'due', '1 0'] }],
    [
      'bits of another length',
      { names: ['Question', 'QType', 'Q_1', 'Q_2', 'Answers'], values: ['Quali?', '2', 'uno', 'due', '1 0 0'] },
    ],
    [
      'options with a hole',
      { names: ['Question', 'A', 'B', 'C', 'Answer'], values: ['Quale?', 'uno', '', 'tre', 'C'] },
    ],
    ['an empty key', { names: ['Question', 'A', 'B', 'Answer'], values: ['Quale?', 'uno', 'due', ''] }],
  ])('leaves out %s, and says it', async (_, note) => {
    const { domande, avvisi } = await leggi(deck(sides(FRONT, 'B'), note, note))
    expect(domande.map((d) => d.corretta)).toEqual([2])
    expect(conta(avvisi)).toMatchObject({ riga_scartata: 2 })
  })

  it('several right bits teach none', async () => {
    expect(
      await keyOf({
        names: ['Question', 'QType', 'Q_1', 'Q_2', 'Q_3', 'Answers'],
        values: ['Quali?', '1', 'uno', 'due', 'tre', '1 1 0'],
      }),
    ).toEqual([null])
  })

  it('pictures come by the names that notes use', async () => {
    const file = pack({
      'collection.anki2': collection([sides('Che cos’è?<img src="segno 1.png"><br>A) uno<br>B) due', 'B')]),
      media: bytes('{"0":"segno 1.png","1":"voce.mp3"}'),
      '0': PNG,
      '1': bytes('x'),
    })
    const { domande } = await leggi(file)
    expect(domande[0]?.immagine).toBe('segno-1.png')
  })

  it.each<[string, () => Uint8Array, RegExp]>([
    ['of other cards', () => deck(sides('Capitale?', 'Roma')), /senza schede a scelta/],
    [
      'of the newer schema',
      () => pack({ 'collection.anki21b': bytes('x'), 'collection.anki2': collection([sides(FRONT, 'A')]) }),
      /menu File, «Esporta…».*spunta «Supporta le versioni precedenti di Anki»/,
    ],
    ['that is broken', () => pack({ 'collection.anki2': bytes('SQLite format 3\u0000 e niente altro') }), /rovinato/],
    [
      'whose tables are views without end',
      () =>
        pack({
          'collection.anki2': collection(
            [],
            'create table col (models text); create table cards (nid int); create view notes as with recursive n(id) as (select 1 union all select id + 1 from n) select id, id as mid, id as flds from n',
          ),
        }),
      /rovinato/,
    ],
    ['cut', () => deck(sides(FRONT, 'A')).subarray(0, 900), /rovinato/],
  ])('%s is refused in words', async (_, file, words) => expect((await rifiutato(file())).dati?.motivo).toMatch(words))
})

describe('a text that Anki exports', () => {
  it('is read by its settings', async () => {
    const text = `#separator:tab\n#html:true\n#deck column:1\n#tags column:4\nConcorsi::Storia\t"${FRONT}"\tB\ttag\nConcorsi::Storia\t"Chi, ""oggi""?<br>A) uno<br>B) due"\tdue\t\n`
    const { domande } = await leggi(text)
    expect(domande.map((d) => [d.materia, breve(d)])).toEqual([
      ['Storia', 'Chi decide? | il sindaco / la corte / nessuno | 2'],
      ['Storia', 'Chi, "oggi"? | uno / due | 2'],
    ])
  })

  it('of other cards is refused', async () => {
    expect((await rifiutato('#separator:tab\n#html:false\nCapitale?\tRoma\nFiume?\tTevere\n')).dati?.motivo).toMatch(
      /Anki/,
    )
  })
})

it(`a random bank in an Anki deck reads back equal: ${Math.ceil(COUNT / 20)} of them`, async () => {
  const write = (q: Asked, chance: (n: number) => number): Note => {
    const letters = q.risposte.map((_, i) => 'ABCDE'[i] ?? '')
    const right = q.corretta - 1
    const text = q.risposte[right] ?? ''
    if (chance(2) === 0)
      return {
        names: ['Question', ...letters, 'Answer'],
        values: [q.testo, ...q.risposte, chance(2) === 0 ? (letters[right] ?? '') : text],
      }
    const back = [letters[right] ?? '', `${letters[right]}) ${text}`, text][chance(3)] ?? ''
    return sides([q.testo, ...q.risposte.map((r, i) => `${letters[i]}) ${r}`)].join('<br>'), back)
  }
  await readBack(
    ({ questions }, chance) => deck(...questions.map((q) => write(q, chance))),
    { numero: false, materia: false },
    Math.ceil(COUNT / 20),
  )
})
