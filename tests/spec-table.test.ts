import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readTable } from './spec/table.ts'

const ROOT = join(import.meta.dirname, '..')
const { rows, counts, errors } = readTable(readFileSync(join(ROOT, 'docs/SPEC.md'), 'utf8'))

describe('docs/SPEC.md', () => {
  it('has every row of the specification, each ok or with what lacks, and its files', () => {
    expect(errors).toEqual([])
    expect(rows.length).toBe(363)
  })

  it('cites files that are here', () => {
    const gone = rows.flatMap(({ item, files }) =>
      files.filter((f) => !existsSync(join(ROOT, f))).map((f) => `${item}: ${f}`),
    )
    expect(gone).toEqual([])
  })

  it('counts its own rows', () => {
    for (const [section, said] of counts) {
      const own = section === 'all' ? rows : rows.filter((row) => row.section === section)
      const count = (state: string) => own.filter((row) => row.state === state).length
      expect(said, section).toEqual([count('ok'), count('partial'), count('absent'), own.length])
    }
    expect(counts.size).toBe(13)
  })
})

describe('the reader of the table', () => {
  const page = (row: string) => `## §1 What\n\n| item | state | evidence |\n|---|---|---|\n${row}\n`

  it('reads item, state, what lacks and files', () => {
    expect(readTable(page('| A: b | partial: c | `x/y.ts` `z.ts`; note |'))).toEqual({
      rows: [{ section: '§1 What', item: 'A: b', state: 'partial', files: ['x/y.ts', 'z.ts'] }],
      counts: new Map(),
      errors: [],
    })
  })

  it.each([
    ['a row that is not built and says nothing', '| A | absent | `x.ts` |'],
    ['a row that is wrong', '| A | wrong: b | `x.ts` |'],
    ['a row that says no', '| A | no | `x.ts` |'],
    ['a row without a file', '| A | ok | seen |'],
  ])('refuses %s', (_name, row) => expect(readTable(page(row)).errors).toEqual([row]))
})
