import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gunzip } from '#importers/formats/gzip'
import { csv, leggi, rifiutato } from './helpers.ts'

const DOMANDE = Array.from({ length: 40 }, (_, i) => ({
  n: i + 1,
  domanda: `Quale regola vale nel caso ${i}?`,
  risposte: [`a${i}`, `b${i}`, `c${i}`],
  corretta: i % 3,
}))
const NDJSON = `${DOMANDE.map((d) => JSON.stringify(d)).join('\n')}\n`
const motivo = async (contenuto: string | Uint8Array) => {
  const guasto = await rifiutato(contenuto, { nome: 'elenco.csv' })
  expect(guasto.codice).toBe('FILE_RIFIUTATO')
  expect(guasto.dati?.file).toBe('elenco.csv')
  return `${guasto.dati?.motivo}${guasto.dati?.riga === undefined ? '' : ` @${guasto.dati.riga}`}`
}

describe('gzip', () => {
  it.each([
    ['CSV', csv(40)],
    ['JSON', JSON.stringify(DOMANDE)],
    ['NDJSON', NDJSON],
  ])('%s compressed is the same bank', async (_, testo) => {
    const [piano, compresso] = await Promise.all([leggi(testo), leggi(new Uint8Array(gzipSync(testo)))])
    expect(compresso).toEqual(piano)
    expect(compresso.domande).toHaveLength(40)
  })

  it('truncated or broken is refused', async () => {
    const intero = new Uint8Array(gzipSync(NDJSON))
    for (const taglio of [3, 12, Math.floor(intero.length / 2), intero.length - 1]) {
      expect(await motivo(intero.subarray(0, taglio))).toBe('Il file gzip è troncato o rovinato.')
    }
    const rotto = intero.slice()
    rotto[Math.floor(rotto.length / 2)] = (rotto[Math.floor(rotto.length / 2)] ?? 0) ^ 0xff
    expect(await motivo(rotto)).toBe('Il file gzip è troncato o rovinato.')
  })

  it('that grows over the cap is stopped', async () => {
    const bomba = new Uint8Array(gzipSync(new Uint8Array(3 * 1024 * 1024)))
    await expect(gunzip(bomba, 1024 * 1024)).rejects.toMatchObject({
      kind: 'gzip_too_large',
      figures: { megabytes: 1 },
    })
    expect(await gunzip(bomba)).toHaveLength(3 * 1024 * 1024)
  })
})

describe('files that are no bank', () => {
  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /vuoto/],
    ['blanks', ' \n\r\n ', /vuoto/],
    ['a PDF', '%PDF-1.7 …', /PDF/],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]), /immagine/],
    ['binary', new Uint8Array(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)), /leggibile/],
    ['a zip of other things', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /rovinato/],
    ['prose', 'Il testo unico dispone che.\nLa norma, poi, si applica.\n', /nessuna domanda/],
    [
      'JSON of something else',
      JSON.stringify({ esame: { domande_totali: 40 }, materie: [{ id: 'a', nome: 'b' }] }),
      /nessuna domanda/,
    ],
    ['a table of something else', 'codice;punteggio\nA1;21,5\nA2;30\nA3;18\n', /nessuna domanda/],
    ['JSON without answers', JSON.stringify([{ domanda: 'Quale?' }, { domanda: 'E poi?' }]), /nessuna domanda/],
  ])('%s is refused', async (_, contenuto, atteso) => {
    expect(await motivo(contenuto)).toMatch(atteso)
  })

  it('truncated JSON is refused with the line', async () => {
    const testo = JSON.stringify(DOMANDE, null, 1)
    expect(await motivo(testo.slice(0, testo.indexOf('caso 20')))).toMatch(/^Il JSON è troncato o rovinato\. @\d+$/)
    expect(await motivo(JSON.stringify(DOMANDE).slice(0, 500))).toBe('Il JSON è troncato o rovinato. @1')
  })

  it('NDJSON cut in its last line is refused with the row', async () => {
    expect(await motivo(NDJSON.slice(0, -40))).toBe('L’ultima riga è interrotta: il file è troncato. @40')
  })

  it('a CSV cut inside quotes is refused', async () => {
    const testo = csv(20).replace(/;Quale regola vale nel caso (\d+)\?;/g, ';"Quale regola\nvale nel caso $1?";')
    expect(await motivo(testo.slice(0, testo.indexOf('nel caso 20')))).toBe(
      'Il CSV ha virgolette aperte e mai chiuse: forse è troncato. @41',
    )
  })

  it('a CSV with one stray quote is read all the same', async () => {
    const { domande } = await leggi(csv(20, { 9: '9;"Quale regola vale;a;b;c;d;A;Diritto' }))
    expect(domande).toHaveLength(20)
    expect(domande[8]?.testo).toBe('"Quale regola vale')
  })

  it('of which less than half the rows are questions is refused with the first row that is not', async () => {
    const rotte = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [i + 3, `${i + 3};Quale?;;;;;;Diritto`]))
    expect(await motivo(csv(10, rotte))).toBe('Solo 4 righe su 10 sono domande. La riga ha meno di due risposte. @4')
    const meno = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [i + 3, `${i + 3};Quale?;;;;;;Diritto`]))
    expect(await motivo(csv(10, meno))).toMatch(/^5 righe su 10 non sono domande/)
    expect((await leggi(csv(10, meno), { opzioni: { force: true } })).domande).toHaveLength(5)
  })
})

describe('rows that would be left out', () => {
  const broken = (n: number, many: number) =>
    csv(n, Object.fromEntries(Array.from({ length: many }, (_, i) => [i + 2, `${i + 2};Quale?;;;;;;Diritto`])))

  it.each([
    [6, 1],
    [10, 1],
    [19, 1],
    [30, 2],
  ])('of %i rows %i is more than a twentieth: refused, however small the file', async (n, many) => {
    expect((await rifiutato(broken(n, many))).dati).toMatchObject({ kind: 'too_many_dropped', dropped: many, rows: n })
    expect((await leggi(broken(n, many), { opzioni: { force: true } })).domande).toHaveLength(n - many)
  })

  it('a twentieth is imported and said', async () => {
    const { domande, avvisi } = await leggi(broken(40, 2))
    expect(domande).toHaveLength(38)
    expect(avvisi.filter((a) => a.tipo === 'riga_scartata')).toHaveLength(2)
  })

  it('what a JSON says of itself at an end of its list is no question', async () => {
    const list = DOMANDE.slice(0, 8)
    expect((await leggi(JSON.stringify([{ titolo: 'Prova', anno: 2024 }, ...list]))).domande).toHaveLength(8)
    const inside = [...list.slice(0, 4), { titolo: 'Prova', anno: 2024 }, ...list.slice(4)]
    expect((await rifiutato(JSON.stringify(inside))).dati?.kind).toBe('too_many_dropped')
  })
})

it('two tables side by side are refused: half of the questions would be lost', async () => {
  const names = 'N;Domanda;A;B;C;Esatta'
  const row = (i: number) => `${i};Quale regola vale nel caso ${i}?;prima ${i};seconda ${i};terza ${i};${'ABC'[i % 3]}`
  const rows = Array.from({ length: 8 }, (_, i) => `${row(i)};;${row(i + 8)}`)
  expect(await motivo(`${names};;${names}\n${rows.join('\n')}\n`)).toContain('una accanto all’altra')
})

describe('a separator inside cells', () => {
  const write = (separator: string, inner: string, quote: string) =>
    [
      ['Domanda', 'Risposte', 'Corretta'],
      ...Array.from({ length: 12 }, (_, i) => [
        `Quale atto spetta al responsabile numero ${i}?`,
        ['Alfa', 'Beta', 'Gamma', 'Delta'].map((t) => `${t} ${i}`).join(inner),
        'ABCD'[i % 4],
      ]),
    ]
      .map((cells) => cells.map((cell) => `${quote}${cell}${quote}`).join(separator))
      .join('\n')

  it.each([
    [',', '|', '"'],
    [',', '; ', '"'],
    [';', '|', ''],
    [',', '|', ''],
    ['\t', '; ', ''],
  ])(
    'between cells %j, in them %j, quotes %j: the answers in one cell are parted, never cut into questions',
    async (...how) => {
      const { domande } = await leggi(write(...how))
      expect(domande.map((d) => d.risposte)).toEqual(
        Array.from({ length: 12 }, (_, i) => ['Alfa', 'Beta', 'Gamma', 'Delta'].map((t) => `${t} ${i}`)),
      )
      expect(domande.map((d) => 'ABCD'[(d.corretta ?? 0) - 1]).join('')).toBe('ABCDABCDABCD')
    },
  )

  it('another one is refused', async () => {
    expect(await motivo(write(';', ' ~ ', ''))).toContain('nella colonna «Risposte»')
  })
})
