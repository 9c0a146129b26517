import { expect, it } from 'vitest'
import { bancaText } from '#src/text/banca'
import { updateText } from '#src/text/banche'

const CHANGES = { uguali: 36, modificate: 2, chiave_cambiata: 1, aggiunte: 4, tolte: 1 }

it('[BK9] an update is told in numbers, before and after, without the lines that would say none', () => {
  expect(updateText.righe(CHANGES)).toEqual([
    '36 domande sono come prima',
    '2 domande hanno il testo modificato',
    '1 domanda ha un’altra risposta corretta',
    '4 domande sono nuove',
    '1 domanda non c’è più',
  ])
  expect(bancaText.aggiornamento_testo(6000, 6010)).toContain(': ha 6.010 domande, qui ne hai 6.000.')
  expect(bancaText.aggiornamento_testo(40, 40)).toContain(', con 40 domande come prima.')
  const same = { uguali: 1, modificate: 0, chiave_cambiata: 0, aggiunte: 0, tolte: 0 }
  expect(updateText.righe(same)).toEqual(['1 domanda è come prima'])
  expect(updateText.livelli(0)).toBe('I tuoi livelli sono rimasti.')
  expect(updateText.livelli(2)).toMatch(/tranne 2 domande da ripetere/)
})
