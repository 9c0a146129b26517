import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { createDatabase } from '#workers/store/database'
import { type BancaDiProva, creaBanca, orologio, serve, UTENTE, value } from '../mondo.ts'

/** Words whose place the Italian alphabet and the order of code units give differently. */
const PAROLE = [
  'atto',
  'Atto',
  'àtto',
  'ATTI',
  'zeta',
  'È',
  'e',
  'é',
  'l’atto',
  "l'atto",
  'latto',
  '“atto”',
  '10',
  '2',
  'Ω',
  'perché',
  'perche',
  'PERCHÉ',
  '<b>atto</b>',
  '&amp;',
  '-',
  ' ',
  '½',
]

const testo = fc.array(fc.constantFrom(...PAROLE), { minLength: 1, maxLength: 4 }).map((p) => p.join(' '))
const bancaDi = (id_concorso: number, testi: readonly string[]) =>
  creaBanca({
    id_concorso,
    n: testi.length,
    cambia: (d) => ({ ...d, testo: testi[d.posizione - 1] as string, html: false }),
  })

async function apri(banche: readonly BancaDiProva[]) {
  const db = createDatabase(memoryPlatform({ fetch: serve(...banche) }))
  const at = orologio()
  value(await db.open({ id_utente: UTENTE }))
  for (const { concorso } of banche) value(await db.downloadBanca({ concorso, at: at() }, () => {}))
  return { db, at }
}

describe('ALFABETICO over several banks', () => {
  it('is the Italian collation of one bank, whatever the texts, the banks and the hits', async () => {
    const mondo = fc.array(fc.array(testo, { minLength: 1, maxLength: 24 }), { minLength: 2, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(mondo, fc.integer({ min: 1, max: 24 }), async (testi, ix_end) => {
        const banche = await Promise.all(testi.map((t, i) => bancaDi(i + 1, t)))
        const { db, at } = await apri(banche)
        const { compare } = new Intl.Collator('it')
        for (const filtro of [{}, { ix_end }, { testo: 'atto' }]) {
          const trovate = value(await db.searchDomande({ filtro, ordine: 'ALFABETICO', seme: 1 }))
          const hits = [...trovate.id_domande]
          const domande = banche.flatMap((b) => b.domande.map((d) => ({ ...d, id_concorso: b.id_concorso })))
          const waits = domande
            .filter((d) => hits.includes(d.id_domanda))
            .sort(
              (a, b) =>
                compare(a.testo.trim(), b.testo.trim()) || a.id_concorso - b.id_concorso || a.posizione - b.posizione,
            )
          expect(hits).toEqual(waits.map((d) => d.id_domanda))
          if (!('testo' in filtro))
            expect(hits).toHaveLength(domande.filter((d) => d.posizione <= (filtro.ix_end ?? 24)).length)
          for (const { id_concorso } of banche) {
            const sola = value(
              await db.selectDomande({ filtro: { ...filtro, id_concorso }, ordine: 'ALFABETICO', seme: 1 }),
            )
            expect(hits.filter((_, i) => trovate.id_concorsi[i] === id_concorso)).toEqual([...sola.id_domande])
          }
        }
        // The bank used last goes first in the list, and changes nothing here.
        const before = value(await db.searchDomande({ filtro: {}, ordine: 'ALFABETICO', seme: 1 }))
        value(await db.selectBanca({ id_concorso: 1, at: at() }))
        expect(value(await db.searchDomande({ filtro: {}, ordine: 'ALFABETICO', seme: 1 }))).toEqual(before)
      }),
      { numRuns: 20 },
    )
  })

  it('accents, capitals and quotes do not send a question to the end', async () => {
    const banche = [
      await bancaDi(1, ['Zona', 'ancora', 'È così']),
      await bancaDi(2, ['erba', 'Ancora un atto', '“zona”', 'età']),
    ]
    const { db } = await apri(banche)
    const { id_domande } = value(await db.searchDomande({ filtro: {}, ordine: 'ALFABETICO', seme: 1 }))
    const testi = new Map(banche.flatMap((b) => b.domande.map((d) => [d.id_domanda, d.testo])))
    expect([...id_domande].map((id) => testi.get(id))).toEqual([
      '“zona”',
      'ancora',
      'Ancora un atto',
      'È così',
      'erba',
      'età',
      'Zona',
    ])
  })
})
