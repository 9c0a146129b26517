import { utils, write } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { leggi, rifiutato } from './helpers.ts'

const N = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const options = (i: number) => [`il primo di ${i}`, `il secondo di ${i}`, `il terzo di ${i}`]
const table = (header: string, row: (i: number) => string, rows = N) => `${header}\n${rows.map(row).join('\n')}\n`
const keys = (domande: readonly { corretta: number | null }[]) => domande.map((d) => d.corretta)
const reason = async (text: string | Uint8Array, altro = {}) => String((await rifiutato(text, altro)).dati?.motivo)

describe('a file that is something else is refused by its name', () => {
  it.each<[string, string, RegExp]>([
    ['JavaScript', 'export default [\n { domanda: "Chi, oggi?", risposte: ["a, b", "c, d"] },\n]\n', /JavaScript/],
    ['JavaScript that assigns', 'const quiz = [\n {"domanda": "Chi, oggi?", "corretta": "A"},\n]\n', /JavaScript/],
    ['an object of a program', "[{ domanda: 'Chi, oggi?', corretta: 'A' }]", /JavaScript|JSON/],
    ['SQL', "-- banca\nCREATE TABLE quiz (id int, testo text);\nINSERT INTO quiz VALUES (1, 'Chi, oggi?');\n", /SQL/],
    ['HTML', '<!doctype html><table><tr><td>Chi, oggi?</td><td>A, B</td></tr></table>', /HTML/],
    ['XML', '<?xml version="1.0"?><banca><d>Chi, oggi, decide?</d></banca>', /XML/],
    ['YAML', '- domanda: Chi decide oggi?\n  risposte:\n    - il sindaco\n    - il prefetto\n  corretta: A\n', /YAML/],
    ['RTF', '{\\rtf1\\ansi Chi, oggi, decide?}', /RTF/],
    ['SQLite', 'SQLite format 3\u0000 e altro, ancora', /SQLite/],
  ])('%s', async (_, text, sentence) => expect(await reason(text)).toMatch(sentence))

  it('JSON of other things names its fields', async () => {
    const text = JSON.stringify(N.map((i) => ({ titulo: `caso, ${i}`, lista: options(i) })))
    expect(await reason(text)).toMatch(/titulo.*lista/)
  })

  it('a table of other things names its columns', async () => {
    expect(await reason(table('codice;comune;abitanti', (i) => `${i};Comune di ${i};${i * 100}`))).toMatch(
      /codice|comune/i,
    )
  })
})

describe('the key', () => {
  it.each(['a;b;c', 'r1;r2;r3', 'risposta1;risposta2;risposta3', 'opzione 1;opzione 2;opzione 3'])(
    'that is the place of one answer and the text of another is neither, in a bank where every key is: %s',
    async (header) => {
      // Places of answers, or the answers themselves: 2 is the first of these, 1 the last.
      const text = table(
        `domanda;${header};esatta`,
        (i) => `Quanti sono gli organi del caso ${i}?;2;3;1;${(i % 3) + 1}`,
      )
      const { domande, avvisi } = await leggi(text)
      expect(domande.filter((d) => d.corretta !== null)).toEqual([])
      expect(avvisi).toHaveLength(N.length)
      expect(avvisi.every(({ testo }) => testo.includes('il testo di un’altra'))).toBe(true)
    },
  )

  it.each([
    ['by the name of its column, whatever else it says', 'Lettera della risposta esatta (una)'],
    ['under a name that nobody knows', 'XQ'],
  ])('%s', async (_, name) => {
    const text = table(
      `Domanda;A;B;C;${name}`,
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${'ABC'[i % 3]}`,
    )
    expect(keys((await leggi(text)).domande)).toEqual(N.map((i) => (i % 3) + 1))
  })

  it('is no column of groups or versions', async () => {
    const text = table(
      'Domanda;A;B;C;Versione',
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${'AB'[i % 2]}`,
    )
    const { domande, avvisi } = await leggi(text)
    expect(domande.every((d) => d.corretta === null)).toBe(true)
    expect(avvisi.some((a) => a.tipo === 'colonna_non_usata' && a.testo.includes('Versione'))).toBe(true)
  })

  it('in words beside columns of wrong answers comes first', async () => {
    const text = table(
      'Quesito;Risposta giusta;Sbagliata 1;Sbagliata 2',
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')}`,
    )
    const { domande } = await leggi(text)
    expect(domande[0]?.risposte).toEqual(options(1))
    expect(new Set(keys(domande))).toEqual(new Set([1]))
  })

  it('of several letters is none, and said', async () => {
    const text = table(
      'Domanda;A;B;C;Corretta',
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${i === 3 ? 'A e C' : 'B'}`,
    )
    const { domande, avvisi } = await leggi(text)
    expect(domande[2]?.corretta).toBeNull()
    expect(avvisi.map((a) => [a.tipo, a.riga])).toContainEqual(['chiave_non_valida', 4])
  })

  it('with a letter before another text is none', async () => {
    const text = table(
      'Domanda;A;B;C;Corretta',
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${i === 3 ? 'B) una cosa diversa' : 'B'}`,
    )
    expect((await leggi(text)).domande[2]?.corretta).toBeNull()
  })

  it('as numbers that fit 0 and 1 is said, and chosen by the operator', async () => {
    const text = table(
      'Domanda;Prima;A;B;C;Corretta',
      (i) => `Chi decide nel caso ${i}?;x;${options(i).join(';')};${(i % 2) + 1}`,
    )
    const { avvisi } = await leggi(text)
    expect(avvisi.some((a) => a.tipo === 'chiave_dubbia' && a.riga === null)).toBe(true)
    const chosen = await leggi(text, { opzioni: { base: 0 } })
    expect(keys(chosen.domande)).toEqual(N.map((i) => (i % 2) + 2))
    expect(chosen.avvisi.some((a) => a.tipo === 'chiave_dubbia')).toBe(false)
  })

  it('by the operator’s rule only where the file has none', async () => {
    const text = table(
      'Domanda;A;B;C;Corretta',
      (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${i === 3 ? '' : 'B'}`,
    )
    const { domande } = await leggi(text, { opzioni: { rightLetter: 'A' } })
    expect([domande[1]?.corretta, domande[2]?.corretta]).toEqual([2, 1])
  })

  it('true and false are never invented', async () => {
    const letters = table('domanda;risposta', (i) => `Chi decide nel caso ${i}?;${'ABCF'[i % 4]}`)
    expect(await reason(letters)).toMatch(/nessuna domanda/)
    const records = N.map((i) => ({ domanda: `Chi decide nel caso ${i}?`, corretta: 'ABCF'[i % 4] }))
    expect(await reason(JSON.stringify(records))).toMatch(/nessuna domanda|Solo 0/)
  })

  it('shown by bold in a workbook is read', async () => {
    const rows = [
      ['N.', 'Domanda', 'Risposta 1', 'Risposta 2', 'Risposta 3'],
      ...N.map((i) => [i, `Chi decide nel caso ${i}?`, ...options(i)]),
    ]
    const sheet = utils.aoa_to_sheet(rows)
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Quiz')
    const plain = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
    const shown = await leggi(await boldRight(plain))
    expect(shown.domande.map((d) => d.corretta)).toEqual(N.map((i) => (i % 3) + 1))
    expect(shown.avvisi.map((a) => a.testo)).toContainEqual(expect.stringContaining('mostrata da: il grassetto'))
    expect((await leggi(plain)).domande.every((d) => d.corretta === null)).toBe(true)
  })
})

/** The same workbook with the right answer of each row in bold: the library that writes it has no styles. */
async function boldRight(bytes: Uint8Array): Promise<Uint8Array> {
  const { unzip } = await import('unzipit')
  const { writeZip } = await import('#importers/package/zip')
  const { entries } = await unzip(bytes)
  const files: { nome: string; byte: Uint8Array }[] = []
  for (const [nome, entry] of Object.entries(entries)) {
    let text = await entry.text()
    if (nome === 'xl/styles.xml')
      text = text
        .replace(
          /<fonts[\s\S]*?<\/fonts>/,
          '<fonts count="2"><font><sz val="11"/></font><font><b/><sz val="11"/></font></fonts>',
        )
        .replace(
          /<cellXfs[\s\S]*?<\/cellXfs>/,
          '<cellXfs count="2"><xf fontId="0" fillId="0"/><xf fontId="1" fillId="0"/></cellXfs>',
        )
    if (nome.endsWith('sheet1.xml'))
      text = text.replace(/<c r="([C-E])(\d+)"/g, (tag, column: string, row: string) =>
        Number(row) > 1 && 'CDE'[(Number(row) - 1) % 3] === column ? `${tag} s="1"` : tag,
      )
    files.push({ nome, byte: new TextEncoder().encode(text) })
  }
  return writeZip(files)
}

describe('texts', () => {
  it('a passage stands above each of its questions', async () => {
    const text = table(
      'Brano;Domanda;A;B;C;Corretta',
      (i) => `${i < 3 ? 'Un giorno il sindaco uscì.' : ''};Che cosa accadde ${i}?;${options(i).join(';')};A`,
    )
    const { domande } = await leggi(text)
    expect(domande[0]).toMatchObject({
      html: true,
      testo: '<p>Un giorno il sindaco uscì.</p><p>Che cosa accadde 1?</p>',
    })
    expect(domande[5]).toMatchObject({ html: false, testo: 'Che cosa accadde 6?' })
  })

  it('an address is no subject', async () => {
    const text = table('N;Domanda;A;B;C;Corretta', (i) =>
      i === 4 ? 'https://www.esempio.it/banca;;;;;' : `${i};Chi decide nel caso ${i}?;${options(i).join(';')};A`,
    )
    expect((await leggi(text)).domande.every((d) => d.materia === null)).toBe(true)
  })

  it('a cut row goes on from the row above, in every column of texts', async () => {
    const text = table('N;Domanda;A;B;C;Corretta', (i) =>
      i === 5
        ? `5;Chi decide nel caso 5,;${options(5).join(';')};A\n;fuori dall’orario?;e basta;;;`
        : `${i};Chi decide nel caso ${i}?;${options(i).join(';')};A`,
    )
    const { domande, avvisi } = await leggi(text)
    expect(domande).toHaveLength(12)
    expect(domande[4]).toMatchObject({ testo: 'Chi decide nel caso 5, fuori dall’orario?', corretta: 1 })
    expect(domande[4]?.risposte[0]).toBe('il primo di 5 e basta')
    expect(avvisi.some((a) => a.tipo === 'riga_unita' && a.riga === 7)).toBe(true)
  })

  it('a question asked again with other wrong answers is told', async () => {
    const text = table('Domanda;A;B;C;Corretta', (i) =>
      i === 9
        ? 'Chi decide nel caso 2?;il primo di 2;altro ancora;e altro;A'
        : `Chi decide nel caso ${i}?;${options(i).join(';')};A`,
    )
    expect((await leggi(text)).avvisi.map((a) => [a.tipo, a.riga])).toContainEqual(['stesso_testo_altre_risposte', 10])
  })

  it('numbers of a sheet are in Italian form; a formula over cells shows its result', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Domanda', 'A', 'B', 'C', 'Corretta'],
      ...N.map((i) => [`Quanto fa il caso ${i}?`, i + 0.5, i + 0.25, 'altro', 'A']),
    ])
    sheet.C2 = { t: 'n', v: 7, f: 'B2+5' }
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Quiz')
    utils.book_append_sheet(book, utils.aoa_to_sheet([['appunti']]), 'Bozze')
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
    const { domande, avvisi } = await leggi(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' })))
    expect(domande[0]?.risposte).toEqual(['1,5', '7', 'altro'])
    expect(avvisi.some((a) => a.tipo === 'foglio_nascosto' && a.testo.includes('Bozze'))).toBe(true)
  })
})

describe('the operator says what is what', () => {
  it('columns by name', async () => {
    const text = table('c1;c2;c3;c4;c5', (i) => `Chi decide nel caso ${i}?;${options(i).join(';')};${'ABC'[i % 3]}`)
    const mapping = new Map([
      ['domanda', 'c1'],
      ['A', 'c2'],
      ['B', 'c3'],
      ['C', 'c4'],
      ['chiave', 'c5'],
    ])
    expect(keys((await leggi(text, { opzioni: { mapping } })).domande)).toEqual(N.map((i) => (i % 3) + 1))
    const wrong = new Map([['domanda', 'c9']])
    expect(await reason(text, { opzioni: { mapping: wrong } })).toMatch(/non ha «c9».*c1, c2/)
  })

  it('fields by path', async () => {
    const records = N.map((i) => ({
      corpo: { enunciado: `Chi decide nel caso ${i}?` },
      opciones: options(i),
      correcta: i % 3,
    }))
    const mapping = new Map([
      ['domanda', 'corpo.enunciado'],
      ['risposte', 'opciones'],
      ['chiave', 'correcta'],
    ])
    const { domande } = await leggi(JSON.stringify({ lista: records }), { opzioni: { mapping } })
    expect(keys(domande)).toEqual(N.map((i) => (i % 3) + 1))
  })
})
