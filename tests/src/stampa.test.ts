import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPrinted } from '#src/features/stampa/to-printed'
import { makeDomanda } from './domanda.ts'

const DOMANDA = makeDomanda({
  id_domanda: 7,
  id_concorso: 3,
  id_ufficiale: '12',
  indice_uff: 12,
  id_materia: 1,
  materia: 'Storia',
  testo: 'Quanto fa 2<sup>3</sup>?',
  risposte: ['8', '6', '9', 'Nessuna delle precedenti'],
  html: true,
})
const HOW = { seme: null, materia: 0, hasImage: false, withImages: true, spiegazione: null }

describe('a question on its way to the page [EB26]', () => {
  it('keeps text, number and key in the printed order', () => {
    expect(toPrinted(DOMANDA, HOW)).toMatchObject({
      number: '12',
      testo: 'Quanto fa 2³?',
      risposte: DOMANDA.risposte,
      right: 0,
      note: null,
      missing: null,
    })
  })

  it('marks the right answer wherever the seed puts it', () =>
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.integer({ min: 1, max: 4 }), (seme, corretta) => {
        const printed = toPrinted({ ...DOMANDA, corretta }, { ...HOW, seme })
        expect(printed.risposte[printed.right as number]).toBe(DOMANDA.risposte[corretta - 1])
        expect([...printed.risposte].sort()).toEqual([...DOMANDA.risposte].sort())
        expect(printed.risposte.at(-1)).toBe('Nessuna delle precedenti')
      }),
    ))

  it('says what a key is worth, and that a question was annulled', () => {
    expect(toPrinted({ ...DOMANDA, corretta: null, chiave: 'assente' }, HOW)).toMatchObject({
      right: null,
      note: 'senza risposta corretta',
    })
    expect(toPrinted({ ...DOMANDA, chiave: 'utente', stato: 'annullata', id_ufficiale: 'B-9' }, HOW).note).toBe(
      'cod. B-9, annullata, risposta indicata da te',
    )
  })

  it('takes the best answer of a situational question for the right one, and none of two equal ones', () => {
    const punti = [375, 0, 750, 0]
    expect(toPrinted({ ...DOMANDA, corretta: null, punti }, HOW)).toMatchObject({ right: 2, note: null })
    expect(toPrinted({ ...DOMANDA, corretta: null, punti: [750, 750, 0, 0] }, HOW).right).toBeNull()
  })

  it('says where an image is not drawn', () => {
    const figure = { ...DOMANDA, immagine: 'a.png', alt: 'un cubo' }
    expect(toPrinted(figure, HOW)).toMatchObject({ immagine: null, missing: '[Immagine non disponibile: un cubo]' })
    expect(toPrinted(figure, { ...HOW, hasImage: true })).toMatchObject({ immagine: '3/a.png', missing: null })
    expect(toPrinted(figure, { ...HOW, hasImage: true, withImages: false }).immagine).toBeNull()
  })
})
