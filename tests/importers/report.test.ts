import { expect, it } from 'vitest'
import { asRead, makeReport } from '#importers/report'
import { csv, leggi } from './helpers.ts'

it('the report counts questions, images, missing keys and subjects in the order of the bank', async () => {
  const testo = csv(5, { 2: '2;Chi è?;a;b;c;d;;Storia', 4: '4;Dove è?;a;b;c;d;A;Storia' })
  const { domande, avvisi } = await leggi(testo)
  const [prima, ...altre] = domande
  const rapporto = makeReport(7, [{ ...prima!, immagine: '1.png' }, ...altre], avvisi)
  expect(rapporto).toEqual({
    id_concorso: 7,
    domande: 5,
    con_immagine: 1,
    senza_chiave: 1,
    materie: [
      { materia: 'Diritto', domande: 3 },
      { materia: 'Storia', domande: 2 },
    ],
    avvisi: [{ tipo: 'chiave_assente', riga: 3, testo: 'La risposta esatta non è indicata.' }],
  })
  expect(makeReport(null, [], []).id_concorso).toBeNull()
})

it('a question of HTML is shown as it reads, one of plain text as it is', async () => {
  const testo = csv(3, { 2: '2;Che fa <b>questo</b> in H<sub>2</sub>O?;"a &lt; b";b;c;d;A;Storia' })
  const { domande } = await leggi(testo)
  const shown = domande.map(asRead).find(({ id_ufficiale }) => id_ufficiale === '2')
  expect(shown).toMatchObject({ testo: 'Che fa questo in H2O?', corretta: 1 })
  expect(shown?.risposte[0]).toBe('a < b')
  expect(asRead({ ...domande[0]!, testo: 'a <b> c', html: false }).testo).toBe('a <b> c')
})
