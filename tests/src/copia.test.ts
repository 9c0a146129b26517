import { describe, expect, it } from 'vitest'
import type { Domanda } from '#contract/database'
import { newStatistica } from '#rules/statistica'
import { toAnki } from '#src/features/account/profile/copia'
import { makeDomanda } from './domanda.ts'

const domanda = ({ livello = 0, ...other }: Partial<Domanda> & { livello?: 0 | 1 | -99 }) => ({
  ...makeDomanda({
    id_ufficiale: 'Q1',
    materia: 'Diritto civile',
    corretta: 2,
    statistica: {
      ...newStatistica({ id_concorso: 1, id_domanda: 1, indice_uff: 1 }),
      livello_conoscenza: livello,
      preferiti: 1,
    },
    ...other,
  }),
  concorso: 'Concorso 1',
})
const card = (d: Partial<Domanda> & { livello?: 0 | 1 | -99 }) =>
  toAnki([domanda(d)])
    .text.split('\n')[3]
    ?.split('\t')

describe('Anki text', () => {
  it('says how it is to be read, and has front, back and tags', () => {
    expect(toAnki([domanda({})])).toEqual({
      n: 1,
      text: [
        '#separator:tab',
        '#html:true',
        '#tags column:3',
        'Quale?<br><br>A) Una<br>B) Due\tB) Due\tConcorso_1 Diritto_civile preferita da_ripetere',
        '',
      ].join('\n'),
    })
  })

  it('says to be repeated only what is between unanswered and known', () => {
    expect([-99, 0, 1].map((livello) => card({ livello: livello as 0 })?.[2]?.includes('da_ripetere'))).toEqual([
      false,
      true,
      false,
    ])
  })

  it('keeps a text as it is read, whatever is in it', () => {
    const [front] = card({ testo: '"a\tb" <c> & d\ne' }) ?? []
    expect(front).toBe('&quot;a b&quot; &lt;c&gt; &amp; d<br>e<br><br>A) Una<br>B) Due')
  })

  it.each([
    ['#include <stdio.h>', false],
    [' #1', false],
    ['#<i>uno</i>', true],
  ])('makes no comment of a question that begins with a hash: %s', (testo, html) => {
    expect(card({ testo, html })?.[0]).toMatch(/^ ?&#35;/)
  })

  it('keeps a card on one line, whatever ends its lines', () => {
    const text = toAnki([domanda({ testo: 'a\rb\r\nc\nd' })]).text
    expect(text.split(/[\r\n]/)).toHaveLength(5)
    expect(text).toContain('a<br>b<br>c<br>d')
  })

  it('keeps the marks of a question that has them', () => {
    const [front] = card({ testo: '<b class="x">Quale</b>?', html: true }) ?? []
    expect(front).toMatch(/^<b class="x">Quale<\/b>\?<br>/)
  })

  it('takes the best grade of a situational question, and leaves out what has no key or was annulled', () => {
    expect(card({ corretta: null, punti: [750, 0] })?.[1]).toBe('A) Una')
    expect(toAnki([domanda({ corretta: null }), domanda({ stato: 'annullata' })]).n).toBe(0)
  })
})
