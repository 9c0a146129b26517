import { describe, expect, it } from 'vitest'
import type { SqlCell } from '#contract/sql'
import { cellText, compareCells, idsOf, sortRows } from '#src/features/sql/cells'
import { chartOf, MAX_BARS } from '#src/features/sql/chart'
import { EXAMPLE_SQL } from '#src/features/sql/examples'
import { SQL_EXAMPLES } from '#src/features/sql/text'
import { toCsv } from '#src/ui/csv'

const GRANDE = 9007199254740993n

describe('a cell', () => {
  it.each<[SqlCell, string]>([
    [null, 'NULL'],
    ['', ''],
    ['però', 'però'],
    [7, '7'],
    [-0.5, '-0.5'],
    [{ reale: 2 }, '2.0'],
    [{ reale: 1e300 }, '1e+300'],
    [{ reale: Number.NEGATIVE_INFINITY }, '-Inf'],
    [GRANDE, '9007199254740993'],
    [{ byte: 2, inizio: '00ff' }, "BLOB di 2 byte: x'00ff'"],
    [{ byte: 1000, inizio: '00' }, "BLOB di 1.000 byte: x'00…'"],
  ])('%o is shown as %s', (cella, testo) => expect(cellText(cella)).toBe(testo))
})

describe('the order of a column', () => {
  it('is SQLite’s between kinds, Italian between texts, exact between whole numbers', () => {
    const celle: SqlCell[] = [
      'zeta',
      { byte: 1, inizio: '00' },
      'Èrica',
      'ezio',
      10,
      null,
      GRANDE,
      GRANDE - 1n,
      { reale: 2 },
    ]
    expect([...celle].sort(compareCells)).toEqual([
      null,
      { reale: 2 },
      10,
      GRANDE - 1n,
      GRANDE,
      'Èrica',
      'ezio',
      'zeta',
      { byte: 1, inizio: '00' },
    ])
  })

  it('keeps rows that are equal in their own order, both ways, and leaves the result as it is', () => {
    const righe: SqlCell[][] = [
      [2, 'a'],
      [1, 'b'],
      [2, 'c'],
    ]
    expect(sortRows(righe, { column: 0, direction: 1 }).map(([, n]) => n)).toEqual(['b', 'a', 'c'])
    expect(sortRows(righe, { column: 0, direction: -1 }).map(([, n]) => n)).toEqual(['a', 'c', 'b'])
    expect(righe.map(([, n]) => n)).toEqual(['a', 'b', 'c'])
  })
})

it('questions to practise are the distinct whole ids of the column id_domanda, in the order of the rows', () => {
  const righe: SqlCell[][] = [[5], [3], [5], [null], ['7'], [-1], [GRANDE], [2.5]]
  expect(idsOf(['ID_Domanda'], righe)).toEqual([5, 3])
  expect(idsOf(['id'], righe)).toBeNull()
  expect(idsOf(['testo', 'id_domanda'], [['a', 9]])).toEqual([9])
})

describe('CSV', () => {
  const righe = (csv: string) => csv.slice(1).split('\r\n')

  it('begins with a byte order mark and ends every line with CRLF', () => {
    const csv = toCsv(['a', 'b'], [[1, 'x']])
    expect(csv).toBe('\uFEFF"a";"b"\r\n1;"x"\r\n')
    expect([...new TextEncoder().encode(csv).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('doubles quotes and keeps line breaks and semicolons inside a field', () => {
    expect(righe(toCsv(['a'], [['dice "sì"; poi\nno']]))[1]).toBe('"dice ""sì""; poi\nno"')
  })

  it('tells NULL from an empty text, and writes numbers for an Italian spreadsheet', () => {
    const [, riga] = righe(
      toCsv(['a'], [[null, '', 1.5, -2, { reale: 3 }, GRANDE, { reale: Number.POSITIVE_INFINITY }]]),
    )
    expect(riga).toBe(';"";1,5;-2;3;9007199254740993;"Inf"')
    expect(righe(toCsv(['a'], [[{ reale: Number.NEGATIVE_INFINITY }]]))[1]).toBe(`"'-Inf"`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '=HYPERLINK("http://x";"y")'])(
    'the text %j is no formula',
    (testo) => {
      const csv = toCsv([testo], [[testo]])
      const campo = `"'${testo.replaceAll('"', '""')}"`
      expect(csv).toBe(`\uFEFF${campo}\r\n${campo}\r\n`)
    },
  )

  it('a negative number stays a number', () => expect(righe(toCsv(['a'], [[-5]]))[1]).toBe('-5'))
})

describe('the chart', () => {
  it('of a label and a number is bars, in the order of the rows', () => {
    expect(
      chartOf(
        ['materia', 'n'],
        [
          ['b', 2],
          ['a', 1],
        ],
      ),
    ).toEqual({
      tipo: 'barre',
      columns: ['materia', 'n'],
      points: [
        { name: 'b', value: 2 },
        { name: 'a', value: 1 },
      ],
      more: false,
    })
  })

  it('of a day and a number is a line, in the order of the days', () => {
    const figura = chartOf(
      ['giorno', 'n'],
      [
        ['2026-11-22', 2],
        ['2026-11-20', 5],
      ],
    )
    expect(figura?.tipo).toBe('linea')
    expect(figura?.points.map(({ name: nome }) => nome)).toEqual(['2026-11-20', '2026-11-22'])
  })

  it('may have its numbers before the labels', () => {
    const righe: SqlCell[][] = [
      [2, 'b'],
      [1, 'a'],
    ]
    expect(chartOf(['n', 'materia'], righe)).toMatchObject({
      columns: ['materia', 'n'],
      points: [
        { name: 'b', value: 2 },
        { name: 'a', value: 1 },
      ],
    })
  })

  it.each<[string, SqlCell[][]]>([
    [
      'a loss',
      [
        [2024, 5],
        [2025, -3],
      ],
    ],
    [
      'a mean that is missing',
      [
        [11, null],
        [12, { reale: 3.5 }],
      ],
    ],
    [
      'a label that comes twice',
      [
        [1, 100],
        [1, 200],
        [0, 300],
      ],
    ],
    [
      'no number',
      [
        [1, 2],
        [2, { reale: Number.POSITIVE_INFINITY }],
      ],
    ],
  ])('numbers beside numbers that cannot be drawn are no bars: %s', (_, righe) => {
    expect(chartOf(['a', 'b'], righe)).toBeNull()
  })

  it('is not drawn where it would lie', () => {
    expect(chartOf(['a', 'b', 'c'], [['x', 1, 2]])).toBeNull()
    expect(chartOf(['a', 'b'], [['x', 1]])).toBeNull()
    expect(
      chartOf(
        ['a', 'b'],
        [
          ['x', 1],
          ['y', 'due'],
        ],
      ),
    ).toBeNull()
    expect(
      chartOf(
        ['a', 'b'],
        [
          ['x', 1],
          ['y', null],
        ],
      ),
    ).toBeNull()
    expect(
      chartOf(
        ['a', 'b'],
        [
          ['x', 1],
          ['y', -1],
        ],
      ),
    ).toBeNull()
    expect(
      chartOf(
        ['a', 'b'],
        [
          ['x', 1],
          ['x', 2],
        ],
      ),
    ).toBeNull()
    expect(
      chartOf(
        ['a', 'b'],
        [
          ['x', 1],
          ['y', { reale: Number.POSITIVE_INFINITY }],
        ],
      ),
    ).toBeNull()
  })

  it('says that there are more bars than it shows', () => {
    const figura = chartOf(
      ['a', 'b'],
      Array.from({ length: MAX_BARS + 1 }, (_, i) => [`v${i}`, i]),
    )
    expect([figura?.points.length, figura?.more]).toEqual([MAX_BARS, true])
  })
})

it('every example has its query', () => {
  expect(Object.keys(EXAMPLE_SQL).sort()).toEqual(SQL_EXAMPLES.map(([id]) => id).sort())
})
