import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Compared, findVicini } from '#rules/vicini'
import { differentStretches } from '#rules/vicini/difference'

type Given = [testo: string, risposte: string[], parts?: Partial<Compared>]

/** Questions whose first answer is right. */
const bank = (...given: Given[]): Compared[] =>
  given.map(([testo, risposte, parts], i) => ({
    id_domanda: i + 1,
    id_materia: 1,
    testo,
    risposte,
    corretta: 1,
    punti: null,
    immagine: null,
    html: false,
    ...parts,
  }))

const between = (...given: [Given, Given]) =>
  findVicini(bank(...given)).find(({ di, vicina }) => di === 0 && vicina === 1)?.tipo ?? null

const BILANCIO = ['entro il 31 dicembre', 'entro il 31 gennaio', 'entro il 30 aprile']
const GIUNTA = ['la giunta', 'il consiglio', 'il segretario']

describe('twins [VC1]', () => {
  it.each<[string, Given, Given]>([
    [
      'the citation written in another way',
      ['Ai sensi della legge n. 150/2030, il comune approva il bilancio armonizzato:', BILANCIO],
      ['In base alla L. 150/2030 e s.m.i., il comune approva il bilancio armonizzato:', BILANCIO],
    ],
    [
      'the citation before and after',
      ["Ai sensi dell'art. 12, l. n. 150/2030, il comune approva il bilancio armonizzato:", BILANCIO],
      ['Il comune approva il bilancio armonizzato (art. 12, L. 150/2030):', BILANCIO],
    ],
    [
      'one cites less of it, an article before the answer',
      [
        "Ai sensi dell'art. 12 della legge 150/2030, la variazione urgente del piano spetta:",
        ['alla giunta', 'al sindaco'],
      ],
      ['Ai sensi della legge 150/2030, la variazione urgente del piano spetta:', ['La giunta', 'Il prefetto']],
    ],
    [
      'one has HTML',
      ['Chi adotta il <b>regolamento</b> degli uffici comunali?', GIUNTA, { html: true }],
      ['Chi adotta il regolamento degli uffici comunali?', GIUNTA],
    ],
  ])('%s', (_, a, b) => expect(between(a, b)).toBe('gemella'))

  it.each<[string, Given, Given]>([
    [
      'another number',
      ['Un treno percorre 120 km in 2 ore: qual è la velocità media del treno?', ['60', '50', '40']],
      ['Un treno percorre 180 km in 3 ore: qual è la velocità media del treno?', ['60', '50', '40']],
    ],
    [
      'a series of numbers',
      ['Completare la serie numerica: 2 4 8 ?', ['16', '10', '12']],
      ['Completare la serie numerica: 4 8 ? 32', ['16', '10', '12']],
    ],
    [
      'a negation',
      ['Quale atto NON spetta alla giunta del comune montano?', ['il bilancio', 'la delega']],
      ['Quale atto spetta alla giunta del comune montano?', ['il bilancio', 'la delega']],
    ],
    [
      'another word of the matter',
      ['Chi nomina il segretario del comune montano?', GIUNTA],
      ['Chi revoca il segretario del comune montano?', GIUNTA],
    ],
    [
      'letters change place',
      [
        'La squadra A precede la squadra B e la squadra C precede D: chi arriva prima in classifica?',
        ['la squadra A', 'la squadra D'],
      ],
      [
        'La squadra B precede la squadra A e la squadra D precede C: chi arriva prima in classifica?',
        ['la squadra A', 'la squadra D'],
      ],
    ],
    [
      'a gap in English',
      ['Fill in the blank: she ___ to school every day', ['goes', 'go', 'gone']],
      ['Fill in the blank: he ___ to school every day', ['goes', 'go', 'gone']],
    ],
    [
      'a stem that asks anything, other answers',
      ['Quale delle seguenti affermazioni è corretta?', ['Sì', 'una cosa', 'due cose']],
      ['Quale delle seguenti affermazioni è corretta?', ['Sì', 'tre cose', 'quattro cose']],
    ],
    [
      'another figure',
      ['Che cosa indica il segnale stradale raffigurato?', ['pericolo', 'obbligo'], { immagine: '1.png' }],
      ['Che cosa indica il segnale stradale raffigurato?', ['pericolo', 'obbligo'], { immagine: '2.png' }],
    ],
    [
      'graded answers',
      ['Un collega arriva tardi alla riunione del gruppo: che cosa fai?', ['parli', 'taci'], { punti: [750, 0] }],
      ['Un collega arriva tardi alla riunione del gruppo: che cosa fai?', ['parli', 'taci'], { punti: [750, 0] }],
    ],
  ])('not: %s', (_, a, b) => expect(between(a, b)).not.toBe('gemella'))
})

describe('traps [VC2]', () => {
  it.each<[string, Given, Given]>([
    [
      'one word of many',
      ['Il comune affida direttamente i lavori di importo inferiore a:', ['150.000 euro', '140.000 euro']],
      ['Il comune affida direttamente i servizi di importo inferiore a:', ['140.000 euro', '150.000 euro']],
    ],
    [
      'a negation',
      ['Quale atto NON spetta alla giunta del comune montano?', ['il bilancio', 'la delega']],
      ['Quale atto spetta alla giunta del comune montano?', ['la delega', 'il bilancio']],
    ],
    [
      'two keys of one question',
      ['Quale delle seguenti è corretta?', ['una cosa', 'due cose']],
      ['Quale delle seguenti è corretta?', ['due cose', 'una cosa']],
    ],
  ])('%s', (_, a, b) => expect(between(a, b)).toBe('trappola'))

  it.each<[string, Given, Given]>([
    [
      'the same sum with other numbers',
      ['Quanto misura il lato del quadrato che ha il perimetro di 40 cm?', ['10 cm', '5 cm']],
      ['Quanto misura il lato del quadrato che ha il perimetro di 20 cm?', ['5 cm', '10 cm']],
    ],
    [
      'answers that do not change place',
      ['Il consiglio del comune montano delibera a maggioranza sul:', ['piano urbanistico', 'ricorso']],
      ['Il consiglio del comune montano delibera a maggioranza semplice sul:', ['regolamento interno', 'appello']],
    ],
  ])('not: %s', (_, a, b) => expect(between(a, b)).not.toBe('trappola'))

  it('a pattern of exercises has none', () => {
    const tenses = ['presente', 'futuro', 'passato']
    const words = ['temo', 'temerò', 'temei', 'amo', 'amerò', 'amai', 'odo', 'udrò']
    const given = words.map((word, i): Given => {
      const right = tenses[i % 3] as string
      const options = [right, ...tenses.filter((t) => t !== right)]
      return [`Secondo la grammatica italiana, il verbo "${word}" a quale tempo corrisponde?`, options]
    })
    expect(findVicini(bank(...given)).filter(({ tipo }) => tipo === 'trappola')).toEqual([])
  })
})

describe('neighbours [VC3]', () => {
  it('at most three, of the same point, the nearest first', () => {
    const given: Given[] = [
      ['Il responsabile della trasparenza del comune montano è nominato:', ['dal sindaco', 'dal prefetto']],
      ['Il responsabile della trasparenza del comune montano vigila:', ['sugli obblighi', 'sui tributi']],
      ['Il responsabile della trasparenza del comune montano riferisce:', ['al consiglio', 'alla corte']],
      ['Il responsabile della trasparenza del comune montano segnala:', ['le omissioni', 'i reati']],
      ['Il responsabile della trasparenza del comune montano pubblica:', ['la relazione', 'il bilancio']],
      ['La fotosintesi avviene nelle foglie:', ['di giorno', 'di notte']],
    ]
    const own = findVicini(bank(...given)).filter(({ di }) => di === 0)
    expect(own.map(({ tipo }) => tipo)).toEqual(['vicina', 'vicina', 'vicina'])
    expect(own.map(({ vicina }) => vicina)).not.toContain(5)
    expect(own.map(({ somiglianza }) => somiglianza)).toEqual(own.map((v) => v.somiglianza).toSorted((a, b) => b - a))
  })

  it('of any bank: never itself, never twice, twins on both sides', () => {
    const word = fc.constantFrom(
      'atto',
      'giunta',
      'ricorso',
      'bando',
      'revoca',
      'non',
      '12',
      'silenzio',
      'termine',
      'nullo',
    )
    const question = fc.record({ words: fc.array(word, { minLength: 1, maxLength: 9 }), right: word, other: word })
    fc.assert(
      fc.property(fc.array(question, { maxLength: 40 }), (questions) => {
        const domande = bank(...questions.map(({ words, right, other }): Given => [words.join(' '), [right, other]]))
        const found = findVicini(domande)
        expect(found.every(({ di, vicina }) => di !== vicina)).toBe(true)
        expect(new Set(found.map(({ di, vicina }) => `${di} ${vicina}`)).size).toBe(found.length)
        const relations = found.filter(({ tipo }) => tipo === 'gemella').map(({ di, vicina }) => [di, vicina])
        for (const [a, b] of relations) {
          const many = relations.filter(([di]) => di === b).length
          expect(many >= 5 || relations.some(([di, v]) => di === b && v === a)).toBe(true)
        }
      }),
    )
  })

  it('what is read for one question is bounded in a bank of one stem [VC3]', () => {
    const given = Array.from(
      { length: 4000 },
      (_, i): Given => ['Il termine del ricorso al prefetto è:', [`${i} giorni`, 'nessuno']],
    )
    expect(findVicini(bank(...given))).toEqual([])
  })
})

describe('what differs in a trap [VC5]', () => {
  it.each([
    ['i lavori di importo', 'i servizi di importo', ['servizi']],
    ['è competente', 'NON è competente', ['NON']],
    ['entro il 10 aprile', 'entro il 27 settembre', ['27 settembre']],
    ['La giunta, oggi', 'la giunta oggi', []],
    ['uno', '', []],
    ['a b c', 'x b y', ['x', 'y']],
  ])('%s / %s', (text, other, words) =>
    expect(differentStretches(text, other).map(([start, end]) => other.slice(start, end))).toEqual(words),
  )

  it('a text has no difference from itself', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(differentStretches(text, text)).toEqual([])
      }),
    )
  })
})
