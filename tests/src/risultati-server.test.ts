import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { serverCount, withServerCount } from '#rules/prova/official'
import { type Punteggio, scoreProva } from '#rules/regolamento/punteggio'
import { readRegolamento } from '#rules/regolamento/read'
import { toOfficial } from '#src/features/prove/read-risultati'
import { countLines } from '#src/features/prove/risultati/score-image'
import { ClassificaPlace } from '../../src/features/classifica/ClassificaPlace.tsx'

const letto = readRegolamento({
  punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 },
  ammissione: { minimo: 1.5 },
  scala: 30,
})
if (!letto.ok) throw new Error('rules')
const { regolamento } = letto
const domanda = { sezione: 0, corretta: 1, punti: null, difficolta: null }
/** Three questions, two right: 1.5 points. */
const qui = scoreProva(regolamento, [domanda, domanda, domanda], [[1], [1], [2]])
const esito = (altro: object = {}) => ({
  punteggio: 0.75,
  punteggio_massimo: 1.5,
  numero_domande_previste: 3,
  numero_risposte_corrette: 1,
  numero_risposte_errate: 0,
  numero_risposte_intermedie: 0,
  numero_non_risposte: 1,
  superata: false,
  ...altro,
})
const consegna = { at: '2026-11-21T10:00:00.000+01:00', motivo: 'consegna' as const, usati: 1000, punteggio: qui }

describe('[D23] the result of a simulation is the server’s', () => {
  it('total, counts, threshold, outcome and scale are the server’s; sections stay', () => {
    const p = withServerCount(regolamento, qui, serverCount(esito()))
    expect(p).toMatchObject({
      ...{ punti: 750, massimo: 1500, corrette: 1, errate: 0, omesse: 1, non_valutate: 1 },
      ...{ esito: 'non_superata', in_scala: 15_000 },
      soglie: [{ tipo: 'totale', minimo: 1500, ottenuto: 750, superata: false }],
      sezioni: qui.sezioni,
    })
  })

  it('the same count changes nothing and says nothing; another one says what was counted here', () => {
    expect(toOfficial(regolamento, consegna)).toEqual({ consegna, contati_qui: null })
    expect(qui).toMatchObject({ punti: 1250, esito: 'non_superata' })
    const uguale = serverCount(
      esito({
        ...{ punteggio: 1.25, punteggio_massimo: 2.25, numero_risposte_corrette: 2, numero_risposte_errate: 1 },
        numero_non_risposte: 0,
      }),
    )
    const stesso = toOfficial(regolamento, { ...consegna, server: uguale })
    expect(stesso.contati_qui).toBeNull()
    expect(stesso.consegna.punteggio).toEqual(qui)
    const altro = toOfficial(regolamento, { ...consegna, server: serverCount(esito()) })
    expect(altro).toMatchObject({ contati_qui: 1250, consegna: { punteggio: { punti: 750 } } })
  })

  it('without a threshold the rules say whether the ranking decides', () => {
    const conto = serverCount(esito({ superata: null }))
    const libero = { ...regolamento, ammissione: { ...regolamento.ammissione, minimo: null } }
    expect(withServerCount(libero, qui, conto).esito).toBe('senza_soglia')
    const primi = { ...libero, ammissione: { ...libero.ammissione, primi: 10 } }
    expect(withServerCount(primi, qui, conto).esito).toBe('in_graduatoria')
  })
})

describe('the shared picture', () => {
  const conti = { corrette: 28, errate: 5, intermedie: 0, omesse: 7, non_valutate: 0 } satisfies Partial<Punteggio>
  it('its counts add up to the questions, acceptable answers and those that do not count among them', () => {
    expect(countLines(conti)).toEqual(['28 corrette · 5 errate · 7 omesse'])
    expect(countLines({ ...conti, intermedie: 3, omesse: 4 })).toEqual([
      '28 corrette · 5 errate',
      '3 neutre · 4 omesse',
    ])
    expect(countLines({ ...conti, intermedie: 3, omesse: 3, non_valutate: 1 })).toEqual([
      '28 corrette · 5 errate · 3 neutre',
      '3 omesse · 1 non conta',
    ])
  })
})

describe('the place in a ranking [SI2]', () => {
  const posto = { posizione_classifica: null, numero_partecipanti: 0, punteggio_medio: null }
  const classifica = {
    ...{ ...posto, punteggio: null, pari_merito: 0, sopra_soglia: null, primi: null, ammesso: null, distribuzione: [] },
    stesso_tempo: { ...posto, tempo_aggiuntivo: 0 },
  }
  it.each([
    [false, 'La classifica comincia con te.'],
    [true, ''],
  ])('a delivery out of the ranking (%s) opens none', (unranked, said) => {
    const shown = renderToString(createElement(ClassificaPlace, { classifica, unranked, soglia: null, massimo: 30 }))
    expect(shown.replace(/<[^>]*>/g, '')).toBe(said)
  })
})
