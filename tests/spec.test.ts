import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareBaseline, parseRules, testedIds } from './spec/rules.ts'

const ROOT = join(import.meta.dirname, '..')
const BASELINE = join(import.meta.dirname, 'spec-untested.json')

const { rules, errors } = parseRules(readFileSync(join(ROOT, 'docs/RULES.md'), 'utf8'))
const known = new Set(rules.map(({ id }) => id))

const tested = readdirSync(import.meta.dirname, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    return testedIds(path, readFileSync(path, 'utf8')).map((id) => ({ id, path: relative(ROOT, path) }))
  })

describe('docs/RULES.md', () => {
  it('has one line "- [ID] sentence (source)" per rule and no ID twice', () => {
    expect(errors).toEqual([])
    expect(rules.length).toBeGreaterThan(500)
  })

  it('knows every ID that a test names', () => {
    const unknown = tested.filter(({ id }) => !known.has(id)).map(({ id, path }) => `[${id}] in ${path}`)
    expect([...new Set(unknown)]).toEqual([])
  })

  it('refers to no ID that it does not define', () => {
    const page = readFileSync(join(ROOT, 'docs/RULES.md'), 'utf8')
    const named = [...page.matchAll(/\[([A-Z]{1,2}\d+[a-z]?)\]/g)].map(([, id = '']) => id)
    expect(named.filter((id) => !known.has(id))).toEqual([])
  })

  it('has no more untested rules than the committed list, which only shrinks and says why of each', () => {
    const covered = new Set(tested.map(({ id }) => id))
    const untested = rules.map(({ id }) => id).filter((id) => !covered.has(id))
    const reasons: Record<string, string> = JSON.parse(readFileSync(BASELINE, 'utf8'))
    const baseline = Object.keys(reasons)
    expect(baseline.filter((id) => !reasons[id]?.trim())).toEqual([])
    expect(baseline.length).toBeLessThanOrEqual(40)
    console.log(`${untested.length} of ${rules.length} rules have no test yet: ${untested.join(' ')}`)
    const { grown, shrunk } = compareBaseline(untested, baseline)
    expect(grown, 'rules without a test that are not in tests/spec-untested.json: write the test').toEqual([])
    if (shrunk.length > 0 && process.env.UPDATE_SPEC === '1') {
      const left = Object.fromEntries(untested.map((id) => [id, reasons[id]]))
      writeFileSync(BASELINE, `${JSON.stringify(left, null, 2)}\n`)
      return
    }
    expect(shrunk, 'tested now: remove it from tests/spec-untested.json (or run with UPDATE_SPEC=1)').toEqual([])
  })
})

describe('the reader of rules', () => {
  it('reads ID, sentence and source', () => {
    const { rules, errors } = parseRules('# T\n- [AA1] One (two) rule. (spec §1, D2)\n- [D12a] Another. (D12a)\n')
    expect(errors).toEqual([])
    expect(rules).toEqual([
      { id: 'AA1', text: 'One (two) rule.', source: 'spec §1, D2' },
      { id: 'D12a', text: 'Another.', source: 'D12a' },
    ])
  })

  it('refuses an ID defined twice, a rule without source and a wrong ID', () => {
    expect(parseRules('- [AA1] One. (D1)\n- [AA1] Two. (D1)').errors).toEqual(['line 2: [AA1] is defined twice'])
    expect(parseRules('- [AA1] One.').errors[0]).toContain('line 1: not')
    expect(parseRules('- [aa] One. (D1)').errors[0]).toContain('line 1: not')
  })

  it('finds IDs in the names of tests and nowhere else', () => {
    const source = `
      // it('[AA1] a comment', f)
      const text = "it('[AA2] a string', f)"
      describe('[AA3] group', () => {
        it('[AA4] [AA5] two', f)
        test.each([['[AA6]']])('[AA7] %s', f)
        it.each\`a\`('[AA8] row', f)
        it(\`[AA9] \${name} [BB1]\`, f)
        it.skipIf(cond)('[BB2] sometimes', f)
        it.skip('[BB3] skipped', f)
        it.todo('[BB4] some day')
        expect('[BB5]')
      })`
    expect(testedIds('a.test.ts', source).sort()).toEqual(['AA3', 'AA4', 'AA5', 'AA7', 'AA8', 'AA9', 'BB1', 'BB2'])
  })

  it('tells what entered the list of untested rules from what left it', () => {
    expect(compareBaseline(['A1', 'A3'], ['A1', 'A2'])).toEqual({ grown: ['A3'], shrunk: ['A2'] })
  })
})
