import iconv from 'iconv-lite'
import { describe, expect, it, vi } from 'vitest'
import { breve, bytes, conta, leggi, rifiutato, righe } from './helpers.ts'
import type { RandomBank } from './random-bank.ts'
import { COUNT, readBack } from './written-banks.ts'

vi.setConfig({ testTimeout: 300_000 + COUNT * 100 })

const WHO = [
  'vigila',
  'decide',
  'propone',
  'firma',
  'paga',
  'vota',
  'nomina',
  'revoca',
  'approva',
  'emana',
  'abroga',
  'cita',
]
/** Question `n` with what follows its answers. */
const ask = (n: number, after = '\nRisposta esatta: B'): string =>
  `${n}. Chi ${WHO[n % WHO.length]}?\na) il sindaco\nb) la corte\nc) nessuno${after}\n`
const read = (n: number, key: number | string = 2): string =>
  `Chi ${WHO[n % WHO.length]}? | il sindaco / la corte / nessuno | ${key}`

describe('a list in a text', () => {
  it.each<[string, string]>([
    ['a line', [1, 2, 3].map((n) => ask(n)).join('\n')],
    ['a line without blanks between', [1, 2, 3].map((n) => ask(n)).join('')],
    ['a line in capitals', [1, 2, 3].map((n) => ask(n, '\nRISPOSTA CORRETTA: b)')).join('\n')],
    ['a line with the answer', [1, 2, 3].map((n) => ask(n, '\nSoluzione: B) la corte')).join('\n')],
    ['a line with the words alone', [1, 2, 3].map((n) => ask(n, '\nRisposta: la corte')).join('\n')],
    ['a sentence', [1, 2, 3].map((n) => ask(n, '\nLa risposta corretta è la B')).join('\n')],
    ['a line without colon', [1, 2, 3].map((n) => ask(n, '\nRisp. B')).join('\n')],
    ['a shortened word', [1, 2, 3].map((n) => ask(n, '\nSol. b')).join('\n')],
    ['a line after a blank', [1, 2, 3].map((n) => ask(n, '\n\nR: B')).join('\n')],
    ['a star before', [1, 2, 3].map((n) => ask(n, '').replace('b)', '*b)')).join('\n')],
    ['a star after', [1, 2, 3].map((n) => ask(n, '').replace('la corte', 'la corte *')).join('\n')],
    ['a word after', [1, 2, 3].map((n) => ask(n, '').replace('la corte', 'la corte (esatta)')).join('\n')],
    [
      'boxes',
      [1, 2, 3]
        .map((n) => ask(n, '').replace('b)', '[x] b)').replace('a)', '[ ] a)').replace('c)', '[ ] c)'))
        .join('\n'),
    ],
    ['a grid', `${[1, 2, 3].map((n) => ask(n, '')).join('\n')}\n\nSoluzioni\n1 B 2 B\n3 B\n`],
    ['a grid of rows', `${[1, 2, 3].map((n) => ask(n, '')).join('\n')}\nGRIGLIA DELLE RISPOSTE\n1 2 3\nB B B\n`],
    ['a grid of lines', `${[1, 2, 3].map((n) => ask(n, '')).join('\n')}\nRisposte esatte:\n1) B\n2) B\n3) B\n`],
    ['answers on one line', [1, 2, 3].map((n) => ask(n).replace(/\n([bc]\))/g, '\t$1')).join('\n')],
  ])('with its keys by %s is read', async (_, text) => {
    const { domande } = await leggi(text)
    expect(domande.map(breve)).toEqual([read(1), read(2), read(3)])
    expect(domande.map((d) => d.id_ufficiale)).toEqual(['1', '2', '3'])
  })

  it('without numbers, with subjects, explanations and broken lines is read', async () => {
    const { domande } = await leggi(
      'Materia: Diritto\n\nChi vigila\nsui conti?\nA) la corte\ndei conti\nB) nessuno\nRisposta: A\nSpiegazione: lo dice\nla legge.\n\nE poi?\nA) uno\nB) due\nRisposta: B\n',
    )
    expect(domande.map(breve)).toEqual([
      'Chi vigila sui conti? | la corte dei conti / nessuno | 1',
      'E poi? | uno / due | 2',
    ])
    expect(domande[0]).toMatchObject({ materia: 'Diritto', spiegazione: 'lo dice la legge.' })
  })

  it('titles between numbered questions are subjects', async () => {
    const { domande } = await leggi(`Diritto civile\n\n${ask(1)}\nDiritto penale\n\n${ask(2)}\nSTORIA\n${ask(3)}`)
    expect(domande.map((d) => d.materia)).toEqual(['Diritto civile', 'Diritto penale', 'STORIA'])
  })

  it('a second test counts from one again, under a title or not', async () => {
    for (const title of ['\nTEST 2\n\n', '\n']) {
      const again = [1, 2, 3].map((n) => ask(n).replace('Chi', 'E poi chi')).join('\n')
      const { domande, avvisi } = await leggi(`${[1, 2, 3].map((n) => ask(n)).join('\n')}${title}${again}`)
      expect([domande.length, domande.every((d) => d.corretta === 2)]).toEqual([6, true])
      expect(avvisi.filter(({ tipo }) => tipo === 'riga_scartata')).toEqual([])
    }
  })

  it.each(['windows-1252', 'utf-16le', 'cp850', 'macintosh'])('in %s is read', async (encoding) => {
    const text = [1, 2, 3, 4]
      .map((n) => ask(n).replace('?', ', perché è così là?').replace('nessuno', 'più'))
      .join('\n')
    const { domande } = await leggi(new Uint8Array(iconv.encode(text, encoding, { addBOM: encoding === 'utf-16le' })))
    expect(domande.every((d) => d.testo.includes('perché è così là') && d.risposte[2] === 'più')).toBe(true)
  })
})

/** Seventy sound questions around a strange one: those stay, it goes or has no key. */
const around = (strange: string): string =>
  `${Array.from({ length: 10 }, (_, i) => ask(i + 1)).join('\n')}\n${strange}\n\n${Array.from({ length: 60 }, (_, i) => ask(i + 12)).join('\n')}`

describe('a strange question in a list', () => {
  it.each([
    ['whose letters skip', '11. Chi va?\na) uno\nc) due\nd) tre\nRisposta: C'],
    ['whose letters repeat', '11. Chi va?\na) uno\nb) due\nb) tre\nRisposta: B'],
    ['whose letters begin again', '11. Chi va?\na) uno\nb) due\na) tre\nb) quattro\nRisposta: B'],
    ['whose letters begin with B', '11. Chi va?\nb) uno\nc) due\nRisposta: B'],
    ['of two keys', '11. Chi va?\na) uno\nb) due\nRisposta: A\nRisposta: B'],
    ['of a key that is empty', '11. Chi va?\na) uno\nb) due\nRisposta:'],
    ['with what was answered', '11. Chi va?\na) uno\nb) due\nLa tua risposta: A\nRisposta esatta: B'],
    ['with what is wrong', '11. Chi va?\na) uno\nb) due\n\nRisposta errata: A'],
    ['with a letter alone below', '11. Chi va?\na) uno\nb) due\n(B)'],
    ['with the key above its answers', '11. Chi va?\nRisposta: B\na) uno\nb) due'],
    ['without answers', '11. Chi va?'],
    ['with an answer after the key', '11. Chi va?\na) uno\nb) due\nRisposta: A\nc) tre'],
    [
      'followed by a sentence',
      '11. Chi va?\na) uno\nb) due\nRisposta: A\n\nIl comma successivo, invece, dispone altro.',
    ],
    ['with a number inside its answers', '11. Chi va?\na) uno\nb) due\n5. cinque\nc) tre\nRisposta: B'],
  ])('%s is left out and said', async (_, strange) => {
    const { domande, avvisi } = await leggi(around(strange))
    const sound = domande.filter((d) => d.testo !== 'Chi va?')
    expect(domande.length - sound.length).toBe(0)
    for (const d of sound) expect(breve(d)).toBe(read(Number(d.id_ufficiale)))
    expect(sound.length).toBeGreaterThanOrEqual(66)
    expect(conta(avvisi).riga_scartata).toBeGreaterThan(0)
  })

  it.each([
    ['of a letter that it does not have', 'Risposta: D'],
    ['of several letters', 'Risposta: A e B'],
    ['of words that are no answer', 'Risposta: quattro'],
    ['of a letter with other words', 'Risposta: B) uno'],
  ])('with a key %s has none', async (_, key) => {
    const { domande, avvisi } = await leggi(around(`11. Chi va?\na) uno\nb) due\n${key}`))
    expect(domande.filter((d) => d.testo === 'Chi va?').map((d) => d.corretta)).toEqual([null])
    expect(conta(avvisi)).toMatchObject({ chiave_non_valida: 1 })
  })

  it('with a list of its own is whole', async () => {
    const { domande } = await leggi(
      around('11. Quali di queste?\n1. la prima\n2. la seconda\na) uno\nb) due\nRisposta: B'),
    )
    expect(breve(domande[10]!)).toBe('Quali di queste? 1. la prima 2. la seconda | uno / due | 2')
    expect(domande).toHaveLength(71)
  })

  it('whose answers begin with numbers or letters is whole', async () => {
    const { domande } = await leggi(around('11. Quanto?\na) 3.5 kg\nb) 12\nc) A. Manzoni\nRisposta: A'))
    expect(breve(domande[10]!)).toBe('Quanto? | 3.5 kg / 12 / A. Manzoni | 1')
  })
})

describe('keys of a list that prove nothing teach nothing', () => {
  const bare = [1, 2, 3, 4].map((n) => ask(n, ''))
  it.each<[string, string]>([
    ['a grid whose numbers are others', `${bare.join('\n')}\nSoluzioni\n1 B 2 B 3 B 9 B\n`],
    ['a grid that says one number twice', `${bare.join('\n')}\nSoluzioni\n1 B 2 B 2 C 3 B 4 B\n`],
    [
      'a grid over numbers that repeat',
      `${bare.join('\n')}\nPARTE SECONDA\n${bare.join('\n')}\nSoluzioni\n1 B 2 B 3 B 4 B\n`,
    ],
    ['a grid of letters that nobody has', `${bare.join('\n')}\nSoluzioni\n1 B 2 B 3 B 4 F\n`],
    ['a grid of another length', `${bare.join('\n')}\nSoluzioni\n1 2 3 4\nB B B\n`],
    ['a star here and there', bare.join('\n').replace('b)', '*b)')],
    [
      'stars that a note explains otherwise',
      `${bare.map((text) => text.replace('b)', '*b)')).join('\n')}\n* contestata dai candidati\n`,
    ],
    ['stars on all answers', bare.join('\n').replace(/^([abc]\))/gm, '* $1')],
  ])('%s', async (_, text) => {
    const result = await leggi(text).catch(() => null)
    expect(result?.domande.every((d) => d.corretta === null) ?? true).toBe(true)
    if (result) expect(result.avvisi.some((a) => /^chiave/.test(a.tipo))).toBe(true)
  })

  it('a line and a grid that disagree', async () => {
    const { domande } = await leggi(`${[1, 2, 3].map((n) => ask(n)).join('\n')}\nSoluzioni\n1 B 2 C 3 B\n`)
    expect(domande.map((d) => d.corretta)).toEqual([2, null, 2])
  })

  it('a grid says which questions were cancelled', async () => {
    const { domande } = await leggi(`${bare.join('\n')}\nSoluzioni\n1 B\n2 annullata\n3 -\n4 A\n`)
    expect(domande.map((d) => d.corretta)).toEqual([2, null, null, 1])
  })

  it('a line that stands before its question refuses the file', async () => {
    const text = [1, 2, 3, 4, 5, 6].map((n) => `Risposta: B\n${ask(n, '')}`).join('\n')
    const result = await leggi(text).catch(() => null)
    expect(result?.domande.map(breve) ?? []).toEqual([])
  })
})

it('a list without any answers, or a poem, is refused', async () => {
  expect((await rifiutato('1. Uno\n2. Due\n3. Tre\n')).codice).toBe('FILE_RIFIUTATO')
  expect((await rifiutato('a) nel mezzo\nb) del cammin\nc) di nostra vita\n')).codice).toBe('FILE_RIFIUTATO')
})

it.each([
  [
    'a law',
    [1, 2, 3, 4]
      .map((n) => `${n}. Il consiglio delibera:\na) lo statuto;\nb) i bilanci;\nc) i regolamenti.\n`)
      .join('\n'),
  ],
  [
    'a law of long words',
    `Art. 1\n\n${[1, 2, 3].map((n) => `${n}. Sono organi:\na) la giunta;\nb) il sindaco; e\nc) il consiglio;\n`).join('')}`,
  ],
])('%s is no bank', async (_, text) => {
  expect((await rifiutato(text)).dati?.kind).toBe('no_questions')
})

it('footers are no part of a question', async () => {
  const { domande } = await leggi([1, 2, 3].map((n) => `${ask(n, '')}Pagina ${n} di 3\nRisposta: B`).join('\n'))
  expect(domande.map(breve)).toEqual([read(1), read(2), read(3)])
})

function writeList({ questions }: RandomBank, chance: (n: number) => number): string {
  const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T
  const number = pick([
    (n: string) => `${n}. `,
    (n: string) => `${n}) `,
    (n: string) => `Domanda n. ${n}\n`,
    (n: string) => `${n} - `,
  ])
  const letters = pick(['abcde', 'ABCDE'])
  const sign = pick([')', '.', ' )', ' -'])
  const style = chance(5)
  const blank = pick(['\n', '\n\n'])
  const body = questions.map((q) => {
    const answers = q.risposte.map((r, i) => {
      const right = i === q.corretta - 1
      return `${right && style === 0 ? '* ' : ''}${letters[i]}${sign} ${r}${right && style === 1 ? ' (corretta)' : ''}`
    })
    const letter = 'ABCDE'[q.corretta - 1]
    const key =
      style === 2 ? [`Risposta esatta: ${letter}`] : style === 3 ? [`Soluzione: ${q.risposte[q.corretta - 1]}`] : []
    return [`${number(q.numero)}${q.testo}`, ...answers, ...key].join('\n')
  })
  const grid =
    style === 4
      ? `\n\nRISPOSTE ESATTE\n${questions.map((q) => `${q.numero} ${'ABCDE'[q.corretta - 1]}`).join(pick(['\n', '  ']))}`
      : ''
  return body.join(blank) + grid
}

it(`a random bank in a list reads back equal: ${COUNT} of them`, async () => {
  await readBack((bank, chance) => bytes(writeList(bank, chance)), { numero: true, materia: false })
})

it('a question that has lost its answers makes the next one doubtful', async () => {
  const { avvisi } = await leggi(around('11. Chi va?'))
  expect(righe(avvisi, 'riga_scartata')).toEqual([61, 63])
})

it('lines of answers alone are looked at once, whatever ends them', async () => {
  const lines = Array.from({ length: 60 }, (_, i) => `A) la giunta del caso ${i}, o il consiglio del caso ${i}`)
  for (const end of ['\n', '\r\n']) expect((await rifiutato(lines.join(end))).codice).toBe('FILE_RIFIUTATO')
})
