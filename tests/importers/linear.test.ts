import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_COLUMNS, MAX_QUESTIONS } from '#importers/limits'
import { emptyQuestion } from '#importers/raw-question'
import { recognise } from '#importers/recognition/recognise'
import { type ComparedDomanda, diffBanche } from '#rules/banca-diff'
import { csv, leggi, rifiutato } from './helpers.ts'

const sources = readdirSync('importers', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
/** A call with one argument per element. */
const SPREAD = /(?:\.(?:push|unshift|splice|concat)|Math\.(?:max|min))\((?:[\w.]+, )*\.\.\./

/** Looks at questions that two banks cost, by how often their texts are read. */
function countLooks(n: number, question: (i: number) => ComparedDomanda): number {
  let looks = 0
  const counted = (i: number): ComparedDomanda => {
    const { testo, ...rest } = question(i)
    return {
      ...rest,
      get testo() {
        looks++
        return testo
      },
    }
  }
  const bank = (from: number) => Array.from({ length: n }, (_, i) => counted(from + i))
  diffBanche(bank(0), bank(n))
  return looks
}

describe('the cost of a file', () => {
  it('never passes a list as arguments, which overflow the stack', () => {
    expect(sources.filter((name) => SPREAD.test(readFileSync(join('importers', name), 'utf8')))).toEqual([])
  })

  const base = { risposte: ['a', 'b', 'c'], corretta: 1, immagine: null }
  it.each([
    ['equal', () => ({ ...base, id_ufficiale: '1', testo: 'Chi decide?' })],
    ['of one number', (i: number) => ({ ...base, id_ufficiale: '1', testo: `${i} parola${i} altra${i}` })],
    ['of one text', (i: number) => ({ ...base, id_ufficiale: `${i}`, testo: 'Chi?', risposte: [`${i}`, `x${i}`] })],
  ])('two banks whose questions are all %s are compared in looks that grow as they do', (_, question) => {
    expect(countLooks(400, question) / countLooks(200, question)).toBeLessThan(2.5)
  })

  it('a table of too many columns is refused with its number of them, empty ones apart', async () => {
    const wide = (more: string) =>
      csv(4)
        .split('\n')
        .map((line) => (line === '' ? '' : line + more.repeat(MAX_COLUMNS)))
        .join('\n')
    const { dati } = await rifiutato(wide(';1'))
    expect([dati?.kind, dati?.columns]).toEqual(['too_many_columns', MAX_COLUMNS + 8])
    expect((await leggi(wide(';'))).domande).toHaveLength(4)
  })

  it('a question of too many answers is left out before its texts are cleaned', async () => {
    const answers = Array.from({ length: 20_000 }, (_, i) => i)
    const questions = Array.from({ length: 40 }, (_, i) => ({ domanda: `Che cosa vale ${i}?`, risposte: ['a', 'b'] }))
    const { domande, avvisi } = await leggi(JSON.stringify([...questions, { domanda: 'E qui?', risposte: answers }]))
    expect(domande).toHaveLength(40)
    expect(avvisi.find(({ tipo }) => tipo === 'risposte_in_piu')?.testo).toContain('20000')
  })

  it('more questions than any bank has are refused', () => {
    const questions = new Array(MAX_QUESTIONS + 1).fill(emptyQuestion(1))
    const reading = { questions, candidates: questions.length, declaredAnswers: null, warnings: [], mapping: [] }
    expect(() => recognise({ shape: 'questions', reading }, { images: new Set() })).toThrow('too_many_questions')
  })
})
