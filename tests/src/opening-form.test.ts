import { describe, expect, it } from 'vitest'
import { esameOfModello } from '#rules/esame'
import { MODELLI } from '#rules/regolamento/modelli'
import { checkForm } from '#src/features/prove/nuova/check-form'
import type { AvailableMateria } from '#src/features/prove/nuova/form-state'
import { isRuledBy, openingForm } from '#src/features/prove/nuova/opening-form'

const MATERIE: AvailableMateria[] = [
  { id_materia: 11, materia: 'Diritto', n: 100, difficolta: [100, 0, 0, 0] },
  { id_materia: 12, materia: 'Logica', n: 10, difficolta: [10, 0, 0, 0] },
  { id_materia: 13, materia: 'Quesiti situazionali', n: 50, difficolta: [50, 0, 0, 0] },
]

describe('the form of a custom trial', () => {
  it.each([
    [MATERIE, { 11: 25, 12: 3, 13: 12 }, '60'],
    [MATERIE.slice(1, 2), { 12: 10 }, '15'],
  ])('[CT1] [CT2] opens ready to begin, in proportion to the subjects', (available, quote, minuti) => {
    const form = openingForm(available, null)
    expect(form).toMatchObject({ quote, minuti })
    expect(checkForm(form, available)).toEqual([])
  })

  it('[CT4] opens on the rules of the known exam, with a pause; a bank too small for it opens as any other', () => {
    const modello = MODELLI.find(({ id }) => id === 'ripam-3997-amm-13')
    const esame = modello && esameOfModello(modello)
    if (!modello || !esame) throw new Error('the exam of the test is unknown')
    const form = openingForm(MATERIE, esame)
    expect(form).toMatchObject({
      quote: { 11: 25, 12: 3, 13: 12 },
      ...{ ore: '1', minuti: '0', modello: modello.id, origine: 'numeri', pausa: true },
      numeri: { corretta: '0,75', sbagliata: '-0,25', omessa: '0', soglia: '21' },
    })
    expect(checkForm(form, MATERIE)).toEqual([])
    expect(isRuledBy(form, esame)).toBe(true)
    expect(isRuledBy({ ...form, numeri: { ...form.numeri, soglia: '18' } }, esame)).toBe(false)
    expect(isRuledBy({ ...form, origine: 'modello' }, esame)).toBe(false)
    expect(openingForm(MATERIE.slice(1, 2), esame)).toEqual(openingForm(MATERIE.slice(1, 2), null))
  })
})
