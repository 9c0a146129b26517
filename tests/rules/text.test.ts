import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  highlightRanges,
  matches,
  normalizeText,
  parseQuery,
  quotePhrase,
  searchableText,
  stripHtml,
  withoutMarks,
  words,
} from '#rules/text'

describe('normalizeTesto', () => {
  it.each([
    ['Perché È così', 'perche e cosi'],
    ['perche\u0301', 'perche'],
    ['l’atto ‘dell`ente´', "l'atto 'dell'ente'"],
    ['«Sì» “no” „forse‟', '"si" "no" "forse"'],
    ['2019–2021 — post‑moderno − 3', '2019-2021 - post-moderno - 3'],
    ['Straße, Ægis, œuvre, Łódź, Øre', 'strasse, aegis, oeuvre, lodz, ore'],
    ['аttо СОМUNЕ', 'atto comune'],
    ['ΑΤΤΟ', 'atto'],
    ['raggi α e β', 'raggi α e β'],
    ['ﬁnanza m² Nº 5 ½', 'finanza m2 no 5 1/2'],
    ['a\u00a0b\t c\n\nd', 'a b c d'],
    ['am\u00admini\u200bstrativo', 'amministrativo'],
    ['  spazi  ', 'spazi'],
    ['İstanbul', 'istanbul'],
    ['\u0000a\u0007b', 'a b'],
    ['…', '...'],
  ])('%j becomes %j', (testo, atteso) => {
    expect(normalizeText(testo)).toBe(atteso)
  })

  it('changes nothing the second time, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (testo) => {
        const normale = normalizeText(testo)
        expect(normalizeText(normale)).toBe(normale)
        expect(normale).not.toMatch(/[\n\p{M}]|^ | $| {2}/u)
      }),
      { numRuns: 1500 },
    )
  })

  it('gives one result for composed and decomposed forms', () => {
    const accentate = fc.string({ unit: fc.constantFrom(...'àèéìòùÀÈÉÌÒÙçñüâaeiou ') })
    fc.assert(
      fc.property(accentate, (testo) => {
        expect(normalizeText(testo.normalize('NFD'))).toBe(normalizeText(testo.normalize('NFC')))
        expect(normalizeText(testo.toUpperCase())).toBe(normalizeText(testo))
      }),
    )
  })
})

it('words keep what is inside them and lose the punctuation around', () => {
  expect(words(normalizeText('L’atto (art. 21-bis, l. 241/1990): «D.Lgs.» n.° 50% § 3? - e/o'))).toEqual([
    "l'atto",
    'art',
    '21-bis',
    'l',
    '241/1990',
    'd.lgs',
    'n.°',
    '50%',
    '§',
    '3',
    'e/o',
  ])
  expect(words('uno\ndue')).toEqual(['uno', 'due'])
  expect(words('... ? -')).toEqual([])
})

describe('parseQuery', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['? ... -', []],
    ['Atto', ['atto']],
    ['atto  ATTO àtto', ['atto']],
    ['atto pubblico', ['atto', 'pubblico']],
    ['"atto pubblico"', ['atto pubblico']],
    ['«atto pubblico» ente', ['atto pubblico', 'ente']],
    ['“atto pubblico', ['atto pubblico']],
    ['"" ente', ['ente']],
    ['l’atto', ["l'atto"]],
    ["dell'atto, art. 21-bis", ["dell'atto", 'art', '21-bis']],
    ["attivita' (UE)", ['attivita', 'ue']],
    ['"art. 5, comma 2"', ['art. 5, comma 2']],
    ['"atto,"', ['atto,']],
    ['50% c++', ['50%', 'c++']],
    ['AND OR NOT *', ['and', 'or', 'not', '*']],
  ])('[VA11] %j has the terms %j', (query, attesi) => {
    expect(parseQuery(query).map((t) => t.testo)).toEqual(attesi)
  })

  it('only what no single word can hold is a phrase', () => {
    expect(parseQuery('atto "l\'atto" 21-bis "atto pubblico" "atto,"').map((t) => t.frase)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
  })
})

describe('matches', () => {
  const testo = searchableText({ testo: "L'attività dell’ente pubblico", risposte: ['è vietata', 'è libera', null] })
  it.each([
    ["l'attivita", true, true],
    ['attività', true, true],
    ["attivita'", true, true],
    ['tivi', true, true],
    ['ente vietata', true, true],
    ['ente mare', true, false],
    ['mare monti', false, false],
    ['"ente pubblico"', true, true],
    ['"pubblico è"', false, false],
    ['"te pub"', true, true],
    ['', true, true],
  ])('[VA11][CO14] %j: ANY %s, ALL %s', (query, any, all) => {
    expect(matches(testo, parseQuery(query), 'ANY')).toBe(any)
    expect(matches(testo, parseQuery(query), 'ALL')).toBe(all)
  })

  it.each([
    ['Ai sensi del «codice civile» il termine', '"sensi del codice civile il"'],
    ['Ai sensi del codice civile il termine', quotePhrase('Ai sensi del “codice civile” il')],
    ['=SOMMA(A1;2) "virgolette"', quotePhrase('=SOMMA(A1;2) "virgolette"')],
    ['l’«atto» amministrativo', '"l\'atto amm"'],
    ["E' nominato dal sindaco", '"è nominato"'],
    ['È nominato dal sindaco', '"e\' nominato"'],
    ["un po' di 'tutto' questo", '"po di tutto questo"'],
    ["''doppi'' apici", '"doppi apici"'],
    ['la metà è ½', '1/2'],
  ])('[VA11] %j holds %j, whatever its quotes and apostrophes', (printed, query) => {
    expect(matches(searchableText({ testo: printed, risposte: [] }), parseQuery(query), 'ALL')).toBe(true)
  })

  it('an apostrophe between two letters is looked for', () => {
    expect(withoutMarks("l'atto dell'ente")).toBe("l'atto dell'ente")
    expect(matches(searchableText({ testo: 'latto', risposte: [] }), parseQuery("l'atto"), 'ALL')).toBe(false)
    expect([quotePhrase(' «» '), quotePhrase('')]).toEqual(['', ''])
  })

  it('HTML is searched as it reads', () => {
    const domanda = {
      testo: 'm<sup>2</sup> di<br>superficie &egrave; &amp; &#233; <b>g</b>rande',
      risposte: [],
      html: true,
    }
    expect(searchableText(domanda)).toBe('m2 di superficie &egrave; & e grande')
    expect(searchableText({ testo: 'se a<b e b>c', risposte: [] })).toBe('se a<b e b>c')
    expect(stripHtml('a &lt; b &#x41; &#9999999; &ignota;')).toBe('a < b A &#9999999; &ignota;')
  })
})

describe('highlightRanges', () => {
  const marked = (testo: string, query: string) =>
    highlightRanges(testo, query)
      .map(([da, a]) => testo.slice(da, a))
      .join('|')

  it.each([
    ["L'Attività dell’ente", 'attivita', 'Attività'],
    ["L'Attività dell’ente", "dell'ente", 'dell’ente'],
    ['L’attivita\u0300 è', 'attività', 'attivita\u0300'],
    ['Straße', 'ss', 'ß'],
    ['Straße', 'tras', 'traß'],
    ['ﬁnanza', 'nan', 'nan'],
    ['atto pubblico, atto privato', 'atto', 'atto|atto'],
    ['atto   \n pubblico', '"atto pubblico"', 'atto   \n pubblico'],
    ['banana', 'ana', 'anana'],
    ['uno due', 'uno due', 'uno|due'],
    ['am\u00admini', 'ammini', 'am\u00admini'],
    ['🎓 atto', 'atto', 'atto'],
    ['l’аttо d’ufficio', "l'atto", 'l’аttо'],
    ['art. 21‑bis e 21–ter', '21-bis 21-ter', '21‑bis|21–ter'],
    ['CITTÀ e città', 'citta', 'CITTÀ|città'],
    ['del «codice  civile» il', '"codice civile il"', 'codice  civile» il'],
    ["c'è, e' nominato", '"è nominato"', "e' nominato"],
    ['a « b » c', '"a b c"', 'a « b » c'],
    ['Il responsabile della legge, del resto', 'responsabile del', 'responsabile'],
    ['ai sensi dell’art. 6', 'del art', 'art'],
    ['del resto della cosa', 'del', 'del|del'],
    ['contratto e atto', 'atto', 'atto'],
    ['contratto', 'atto', 'atto'],
    ['la legge', '"la legge"', 'la legge'],
    ['niente', 'tutto', ''],
    ['niente', '', ''],
  ])('in %j marks %j as %j', (testo, query, atteso) => {
    expect(marked(testo, query)).toBe(atteso)
  })

  it('marks a piece of any text where it was cut from', () => {
    const testi = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(testi, fc.nat(), fc.integer({ min: 1, max: 8 }), (testo, da, lungo) => {
        const normale = withoutMarks(normalizeText(testo))
        const query = `"${normale.slice(da % (normale.length + 1)).slice(0, lungo)}`
        const [termine] = parseQuery(query)
        fc.pre(termine !== undefined && normale.includes(termine.testo))
        const tratti = highlightRanges(testo, query)
        expect(tratti.length).toBeGreaterThan(0)
        for (const [inizio, fine] of tratti)
          expect(withoutMarks(normalizeText(testo.slice(inizio, fine)))).toContain(termine!.testo)
      }),
      { numRuns: 3000 },
    )
  })

  it('marks something exactly when a term is there, in order and apart', () => {
    const unita = fc.constantFrom(...'aàbß’\' .,-"\u0301\u00ad\n12è')
    fc.assert(
      fc.property(
        fc.string({ unit: unita, maxLength: 30 }),
        fc.string({ unit: unita, maxLength: 6 }),
        (testo, query) => {
          const termini = parseQuery(query)
          const telling = termini.filter((t) => !['a', 'e', 'ad', 'al'].includes(t.testo))
          const lit = telling.length > 0 ? telling : termini
          const tratti = highlightRanges(testo, query)
          expect(tratti.length > 0).toBe(lit.length > 0 && matches(withoutMarks(normalizeText(testo)), lit, 'ANY'))
          let prima = -1
          for (const [da, a] of tratti) {
            expect(da).toBeGreaterThan(prima)
            expect(a).toBeGreaterThan(da)
            prima = a
            const letto = withoutMarks(normalizeText(testo.slice(da, a)))
            expect(termini.some((t) => letto.includes(t.testo))).toBe(true)
          }
          expect(prima).toBeLessThanOrEqual(testo.length)
        },
      ),
      { numRuns: 3000 },
    )
  })
})
