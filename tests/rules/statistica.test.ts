import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { risposta as schemaRisposta } from '#contract/schemas'
import { compareDates } from '#rules/dates'
import { LIVELLI, lowerLivello, raiseLivello } from '#rules/livello'
import {
  answerStatistica,
  needsLevelCall,
  needsSync,
  newStatistica,
  resetStatistica,
  setLivelloStatistica,
  setPreferitiStatistica,
  toRisposta,
  undoAnswer,
} from '#rules/statistica'
import { arbLivello, arbMossa, IDENTITA, nuova } from './arbitraries.ts'
import { move } from './moves.ts'

const T1 = '2026-11-21T10:00:00.000+01:00'
const T2 = '2026-11-21T11:00:00.000+01:00'
const T3 = '2026-11-21T12:00:00.000+01:00'
const giusta = (at: string) => ({ risposta: 2, esito: 'corretta', modalita: 'ESEGUITA', at }) as const

it('[EN32][EN33][EN34][DB9] a question never touched has the defaults', () => {
  expect(newStatistica({ id_concorso: 1, id_domanda: 2, indice_uff: 3 })).toEqual({
    id_concorso: 1,
    id_domanda: 2,
    id_materia: null,
    id_argomento: null,
    id_sotto_percorso: null,
    indice_uff: 3,
    has_image: 0,
    has_risposta: 0,
    livello_conoscenza: -99,
    preferiti: 0,
    risposta_gettonata: null,
    data_eseguita: null,
    modalita: null,
    sincronizzata: null,
    isLevelUpdated: 0,
    isPreferitiUpdated: 0,
    data_livello: null,
    data_preferiti: null,
    data_letta: null,
    data_ascoltata: null,
  })
})

describe('answerStatistica', () => {
  it.each(LIVELLI)('[LV5] from %i a right answer raises and a wrong one lowers', (livello) => {
    const stat = nuova({ livello_conoscenza: livello })
    const su = answerStatistica(stat, giusta(T1))
    const giu = answerStatistica(stat, { ...giusta(T1), esito: 'errata' })
    expect(su.livello_conoscenza).toBe(raiseLivello(livello))
    expect(giu.livello_conoscenza).toBe(lowerLivello(livello))
  })

  it('[LV7] marks the record unsynced, dates it and keeps the choice', () => {
    expect(answerStatistica(nuova({ sincronizzata: 1 }), giusta(T1))).toEqual({
      ...nuova(),
      livello_conoscenza: -1,
      risposta_gettonata: 2,
      data_eseguita: T1,
      data_livello: T1,
      modalita: 'ESEGUITA',
      sincronizzata: 0,
      isLevelUpdated: 1,
    })
  })

  it.each([
    [1, 'corretta'],
    [-2, 'errata'],
  ] as const)(
    '[LV4][LV7] at the end of the scale (%i, %s) the level half still counts as changed',
    (livello, esito) => {
      const dopo = answerStatistica(nuova({ livello_conoscenza: livello }), { ...giusta(T1), esito })
      expect(dopo).toMatchObject({ livello_conoscenza: livello, isLevelUpdated: 1, sincronizzata: 0, data_livello: T1 })
      expect(needsSync(dopo)).toBe(true)
    },
  )

  it.each(LIVELLI)('[LV8] at %i a blank is recorded and moves no level', (livello) => {
    const dopo = answerStatistica(nuova({ livello_conoscenza: livello, risposta_gettonata: 3 }), {
      risposta: null,
      esito: 'nulla',
      modalita: 'ESEGUITA',
      at: T1,
    })
    expect(dopo).toMatchObject({ livello_conoscenza: livello, risposta_gettonata: null, data_eseguita: T1 })
  })

  it.each([
    ['LETTA', 'data_letta'],
    ['ASCOLTATA', 'data_ascoltata'],
  ] as const)('[EX8][EN41] %s records its date and moves nothing else', (modalita, campo) => {
    const prima = answerStatistica(nuova(), giusta(T1))
    const dopo = answerStatistica(prima, { ...giusta(T2), modalita })
    expect(dopo).toEqual({ ...prima, [campo]: T2, data_eseguita: T2 })
  })

  it('[MG5] a clock set back still gives a later date', () => {
    const prima = answerStatistica(nuova(), giusta(T2))
    expect(answerStatistica(prima, giusta(T1)).data_eseguita).toBe('2026-11-21T11:00:00.001+01:00')
  })
})

it('[LV6][LV7] a level set directly is the level, unsynced and dated', () => {
  fc.assert(
    fc.property(arbLivello, arbLivello, (da, a) => {
      const dopo = setLivelloStatistica(nuova({ livello_conoscenza: da, sincronizzata: 1 }), a, T1)
      expect(dopo).toMatchObject({
        livello_conoscenza: a,
        sincronizzata: 0,
        isLevelUpdated: 1,
        data_eseguita: T1,
        data_livello: T1,
        risposta_gettonata: null,
      })
    }),
  )
})

it('[PD8][MG5] a favourite is set and taken away, each with its date', () => {
  const messo = setPreferitiStatistica(nuova(), true, T1)
  expect(messo).toMatchObject({ preferiti: 1, isPreferitiUpdated: 1, data_preferiti: T1, data_livello: null })
  const tolto = setPreferitiStatistica(messo, false, T1)
  expect(tolto).toMatchObject({ preferiti: 0, data_preferiti: '2026-11-21T10:00:00.001+01:00', isLevelUpdated: 0 })
})

it('a record of a caller without instants keeps the age of the half that is not touched', () => {
  const vecchia = nuova({ livello_conoscenza: 1, data_eseguita: T1, sincronizzata: 1 })
  expect(setPreferitiStatistica(vecchia, true, T2)).toMatchObject({ data_livello: T1, data_preferiti: T2 })
  expect(answerStatistica(vecchia, giusta(T2))).toMatchObject({ data_livello: T2, data_preferiti: T1 })
})

describe('undoAnswer', () => {
  it('[EX15][EX16] level and choice are as before, the date is that of the undo', () => {
    const prima = answerStatistica(nuova(), giusta(T1))
    const dopo = answerStatistica(prima, { ...giusta(T2), esito: 'errata', risposta: 4 })
    expect(undoAnswer(dopo, prima, T3)).toEqual({ ...prima, data_eseguita: T3, data_livello: T3 })
  })

  it('[EX15] a favourite set meanwhile stays', () => {
    const prima = nuova()
    const dopo = setPreferitiStatistica(answerStatistica(prima, giusta(T1)), true, T2)
    expect(undoAnswer(dopo, prima, T3)).toMatchObject({ livello_conoscenza: -99, preferiti: 1, data_preferiti: T2 })
  })
})

it('[SY16][SY1] a level taken back to unanswered is sent; a blank, which takes nothing back, is not', () => {
  const sent = { ...answerStatistica(nuova(), giusta(T1)), sincronizzata: 1, isLevelUpdated: 0 } as const
  expect(needsSync(undoAnswer(sent, nuova(), T2))).toBe(true)
  expect(needsSync(setLivelloStatistica(sent, -99, T2))).toBe(true)
  const blank = answerStatistica(nuova(), { ...giusta(T1), risposta: null, esito: 'nulla' })
  expect(needsSync(blank)).toBe(false)
  expect(needsSync(undoAnswer(blank, nuova(), T2))).toBe(false)
  expect(needsSync(undoAnswer(setPreferitiStatistica(blank, true, T2), nuova(), T3))).toBe(true)
})

describe('needsSync', () => {
  it.each([0, 1, null] as const)('[SY1] sincronizzata %s with every other field', (sincronizzata) => {
    for (const data_eseguita of [null, T1])
      for (const livello_conoscenza of LIVELLI)
        for (const isPreferitiUpdated of [0, 1] as const)
          expect(needsSync({ sincronizzata, data_eseguita, livello_conoscenza, isPreferitiUpdated })).toBe(
            sincronizzata !== 1 && data_eseguita !== null && (livello_conoscenza !== -99 || isPreferitiUpdated === 1),
          )
  })

  it('[SY1] a question only read is not sent', () => {
    expect(needsSync(answerStatistica(nuova(), { ...giusta(T1), modalita: 'LETTA' }))).toBe(false)
  })

  it('[SY2] a level change asks for the call that counts, a favourite alone does not', () => {
    expect(needsLevelCall(answerStatistica(nuova(), giusta(T1)))).toBe(true)
    expect(needsLevelCall(setPreferitiStatistica(nuova(), true, T1))).toBe(false)
  })
})

describe('resetStatistica', () => {
  it('[RS2][RS3] a reset record is as never touched', () => {
    fc.assert(
      fc.property(fc.array(arbMossa), (mosse) => {
        const reset = resetStatistica(mosse.reduce(move, nuova()))
        expect(reset).toEqual(nuova())
        expect(needsSync(reset)).toBe(false)
      }),
    )
  })

  it('[RS4][RS6] an assigned key is deleted, an official one stays', () => {
    const stat = answerStatistica(nuova(), giusta(T1))
    expect(resetStatistica(stat, true).has_risposta).toBe(0)
    expect(resetStatistica(stat, false).has_risposta).toBe(1)
  })
})

describe('toRisposta', () => {
  it('[EN35][EN30] is the record of the call: lists, booleans, no local flag', () => {
    const stat = setPreferitiStatistica(answerStatistica(nuova(), giusta(T1)), true, T2)
    expect(toRisposta(stat)).toEqual({
      id_concorso: 7,
      id_domanda: 70,
      id_materia: 3,
      id_argomento: '1;2',
      id_sotto_percorso: '2',
      livello_conoscenza: -1,
      data_eseguita: T2,
      risposta_gettonata: 2,
      preferiti: true,
      modalita: ['ESEGUITA'],
      data_livello: T1,
      data_preferiti: T2,
      data_letta: null,
      data_ascoltata: null,
    })
  })

  it('what needs syncing passes the schema of the contract, whatever was done before', () => {
    fc.assert(
      fc.property(fc.array(arbMossa, { minLength: 1 }), (mosse) => {
        const stat = mosse.reduce(move, nuova())
        const record = toRisposta(stat)
        expect(schemaRisposta.safeParse(record)).toEqual({ success: true, data: record })
      }),
    )
  })

  it('refuses a record that was never touched', () => {
    expect(() => toRisposta(nuova())).toThrow('70 was never touched')
  })
})

it('[MG5][LV7] every change has a later date, is unsynced, and never changes identity', () => {
  fc.assert(
    fc.property(fc.array(arbMossa, { minLength: 1, maxLength: 12 }), (mosse) => {
      let stat = nuova()
      for (const mossa of mosse) {
        const dopo = move(stat, mossa)
        expect(compareDates(dopo.data_eseguita, stat.data_eseguita)).toBeGreaterThan(0)
        expect(dopo.sincronizzata).toBe(0)
        expect(dopo).toMatchObject(IDENTITA)
        stat = dopo
      }
    }),
  )
})
