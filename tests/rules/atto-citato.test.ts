import { describe, expect, it } from 'vitest'
import { officialAddress, topicOf } from '#rules/atti-noti'
import { citedAct, citedActs, citedNorm, normName } from '#rules/atto-citato'
import { collectNorme } from '#rules/norme'

/** «L. 241/1990 7,8; c.p. 314»: acts with their articles. */
const told = (text: string) =>
  citedActs(text)
    .map(({ atto, articoli }) => [atto, articoli.join(',')].filter(Boolean).join(' | '))
    .join('; ')

describe('the act that a question cites [LN1]', () => {
  it.each([
    ['Ai sensi della legge 7 agosto 1990, n. 241, il responsabile:', 'L. 241/1990'],
    ['Secondo la L. n. 241/1990 e s.m.i.', 'L. 241/1990'],
    ['A norma della l. 241 del 1990', 'L. 241/1990'],
    ['la L . n. 241/90 e ss.mm.ii. dispone', 'L. 241/1990'],
    ['legge del 7 agosto del 1990, n. 241', 'L. 241/1990'],
    ['ai sensi della 241/1990 la richiesta', 'L. 241/1990'],
    ['legge di contabilità e finanza pubblica n. 196/2009', 'L. 196/2009'],
    ['Il D.Lgs. n. 165/2001 dispone', 'D.Lgs. 165/2001'],
    ['in base al D. Lgs. 165/01 quale', 'D.Lgs. 165/2001'],
    ['delD.Lgs. n. 165/2001', 'D.Lgs. 165/2001'],
    ['Il d. lgs. 36/2023', 'D.Lgs. 36/2023'],
    ['il Dlgs del 36/2023', 'D.Lgs. 36/2023'],
    ['il decreto legislativo 30 marzo 2001, n. 165', 'D.Lgs. 165/2001'],
    ['decreto legislativo n. 104 del 2 luglio 2010', 'D.Lgs. 104/2010'],
    ['il d. lgs. 18/08/00, n. 267', 'D.Lgs. 267/2000'],
    ['Il DPR 62/2013', 'D.P.R. 62/2013'],
    ['il d.P.R. n. 445 del 2000', 'D.P.R. 445/2000'],
    ['il decreto-legge 9 giugno 2021, n. 80', 'D.L. 80/2021'],
    ['ai sensi del D.L. 80/21', 'D.L. 80/2021'],
    ['il d.P.C.M. 208/2023', 'D.P.C.M. 208/2023'],
    ['la legge costituzionale n. 1/2012', 'L. cost. 1/2012'],
    ['legge n. 196/09', 'L. 196/2009'],
    ['la legge n. 689/81', 'L. 689/1981'],
    ['Secondo il TUEL', 'D.Lgs. 267/2000'],
    ['le norme del CAD sul documento digitale', 'D.Lgs. 82/2005'],
    ['a norma del GDPR', 'Reg. UE 2016/679'],
    ['Reg. (CE) n. 2016/679/UE', 'Reg. UE 2016/679'],
    ['Regolamento UE 679/16', 'Reg. UE 2016/679'],
    ['il Regolamento (UE) n. 1303/2013', 'Reg. UE 2013/1303'],
    ['la direttiva 2014/24/UE', 'Dir. UE 2014/24'],
    ['Secondo la Costituzione italiana', 'Cost.'],
    ['La Costituzione dispone che', 'Cost.'],
    ['secondo la costituzione, dopo le elezioni', 'Cost.'],
    ['Il Codice penale prevede', 'c.p.'],
    ['il codice di procedura penale', 'c.p.p.'],
    ['il codice civile', 'c.c.'],
    ['Codice dei contratti pubblici (D.Lgs. 50/2016)', 'D.Lgs. 50/2016'],
    ['La legge 241 disciplina', null],
    ['La legge di bilancio 2020', null],
    ['Quante sono le leggi 12/2020?', null],
    ['il 12/2020 legge', null],
    ['la legge regionale n. 12/2005', null],
    ['la costituzione di parte civile', null],
    ['La costituzione di un diritto di superficie', null],
    ['La Costituzione degli Stati Uniti', null],
    ['un disegno CAD', null],
    ['le tue responsabilità', null],
    ['il codice identificativo', null],
    ['il regolamento n. 12/2005 del comune', null],
    ['Il 04/12/2013 la Corte costituzionale', null],
  ])('%s', (text, act) => expect(citedAct(text)).toBe(act))
})

describe('the articles that a question cites [LN2]', () => {
  it.each([
    ['art. 2, comma 1, del decreto legislativo 30 marzo 2001 n. 165', 'D.Lgs. 165/2001 | 2'],
    ["Ai sensi dell'art. 21 octies della legge 241/1990", 'L. 241/1990 | 21-octies'],
    ["l'art. 120 co. 1 - lett. A, del D. Lgs. 31 marzo 2023, n. 36", 'D.Lgs. 36/2023 | 120'],
    ["all'art. 7, co. 2, lettera d, L. n. 196/2009 e s.m.i.", 'L. 196/2009 | 7'],
    ['(Legge 241/1990 e s.m.i., art. 24, co. 3)', 'L. 241/1990 | 24'],
    ["il D.Lgs. 36/2023, sancisce all'art. 70 che", 'D.Lgs. 36/2023 | 70'],
    ['artt. 2 e 4, del TFUE', 'TFUE | 2,4'],
    ['articoli 408 e 411 c.p.p.', 'c.p.p. | 408,411'],
    ['art. 97 della Costituzione', 'Cost. | 97'],
    ['(Art. 132 - Costituzione)', 'Cost. | 132'],
    ['art. 16 Cost costituisce', 'Cost. | 16'],
    ['art. 2043 cc', 'c.c. | 2043'],
    ['art. 6 del GDPR (Regolamento UE 2016/679)', 'Reg. UE 2016/679 | 6'],
    ['Art. 357 c.p. (Pubblico ufficiale) - Art. 358 c.p.', 'c.p. | 357,358'],
    ['art. 15 del nuovo codice dei contratti pubblici, approvato con il d.lgs. 36/2023', 'D.Lgs. 36/2023 | 15'],
    ["L'Allegato I.1, art. 3, D.Lgs. n. 36/2023", 'D.Lgs. 36/2023 | All. I.1, art. 3'],
    [
      "art. 63 del Decreto legislativo 165/2001, ai sensi dell'articolo 28 della legge 20 maggio 1970, n. 300",
      'D.Lgs. 165/2001 | 63; L. 300/1970 | 28',
    ],
    [
      "Ai sensi del d.lgs. 165/2001, il Codice interno previsto dall'art. 54, comma 5, del medesimo decreto",
      'D.Lgs. 165/2001 | 54',
    ],
    [
      "Le Amministrazioni dell'articolo 1, comma 2, del d.lgs. 165/2001 e la legge 190/2012",
      'D.Lgs. 165/2001 | 1; L. 190/2012',
    ],
    ["l'art. 6 del regolamento interno richiama la legge 241/1990", 'L. 241/1990'],
    ["La legge 241/1990 e l'art. 5 dello statuto comunale", 'L. 241/1990'],
    ['Ai sensi dell’art. 1234, la novazione:', ''],
    ['Il peculato (art. 314) è un reato', ''],
  ])('%s', (text, acts) => expect(told(text)).toBe(acts))

  it('an article without an act gives none, whatever the words around it', () => {
    for (const word of ['comma', 'del', 'legge', 'decreto', 'codice', 'regolamento', 'allegato', 'bis'])
      expect(citedActs(`Ai sensi dell'art. 12 ${word} si dispone che ${word} 3`)).toEqual([])
  })

  it.each([
    ['Ai sensi dell’art. 7 della legge 241/1990, chi comunica?', 'art. 7 L. 241/1990'],
    ['articoli 408 e 411 c.p.p.', 'c.p.p.'],
    ['Secondo la Costituzione italiana', 'Cost.'],
    ['Quale organo decide?', null],
  ])('tells in short what «%s» is about', (text, norm) => expect(citedNorm(text)).toBe(norm))

  it('names a norm as it is said', () => {
    expect(normName('Cost.', '97')).toBe('art. 97 Cost.')
    expect(normName('D.Lgs. 36/2023', 'All. I.1, art. 3')).toBe('All. I.1, art. 3 D.Lgs. 36/2023')
    expect(normName('c.p.')).toBe('c.p.')
  })
})

/** The twenty acts that three real banks cite most, each with the day that its title gives. */
const MOST_CITED = [
  ['Cost.', 'urn:nir:stato:costituzione'],
  ['L. 241/1990', 'urn:nir:stato:legge:1990-08-07;241'],
  ['D.Lgs. 36/2023', 'urn:nir:stato:decreto.legislativo:2023-03-31;36'],
  ['D.Lgs. 165/2001', 'urn:nir:stato:decreto.legislativo:2001-03-30;165'],
  ['L. 196/2009', 'urn:nir:stato:legge:2009-12-31;196'],
  ['c.c.', 'urn:nir:stato:regio.decreto:1942-03-16;262:2'],
  ['c.p.', 'urn:nir:stato:regio.decreto:1930-10-19;1398:1'],
  ['c.p.p.', 'urn:nir:stato:decreto.del.presidente.della.repubblica:1988-09-22;447'],
  ['D.Lgs. 82/2005', 'urn:nir:stato:decreto.legislativo:2005-03-07;82'],
  ['D.P.R. 445/2000', 'urn:nir:stato:decreto.del.presidente.della.repubblica:2000-12-28;445'],
  ['D.P.R. 62/2013', 'urn:nir:stato:decreto.del.presidente.della.repubblica:2013-04-16;62'],
  ['D.Lgs. 33/2013', 'urn:nir:stato:decreto.legislativo:2013-03-14;33'],
  ['D.Lgs. 267/2000', 'urn:nir:stato:decreto.legislativo:2000-08-18;267'],
  ['D.Lgs. 196/2003', 'urn:nir:stato:decreto.legislativo:2003-06-30;196'],
  ['L. 190/2012', 'urn:nir:stato:legge:2012-11-06;190'],
  ['D.Lgs. 50/2016', 'urn:nir:stato:decreto.legislativo:2016-04-18;50'],
  ['D.Lgs. 118/2011', 'urn:nir:stato:decreto.legislativo:2011-06-23;118'],
] as const

describe('the official address of a norm [LN4]', () => {
  it.each(MOST_CITED)('%s', (atto, urn) => {
    expect(officialAddress(atto)).toBe(`https://www.normattiva.it/uri-res/N2Ls?${urn}`)
    expect(officialAddress(atto, { articolo: '21-bis' })).toBe(`https://www.normattiva.it/uri-res/N2Ls?${urn}~art21bis`)
    expect(topicOf(atto)).not.toBeNull()
  })

  it.each([
    ['Reg. UE 2016/679', 'https://eur-lex.europa.eu/eli/reg/2016/679/oj/ita'],
    ['Dir. UE 2014/24', 'https://eur-lex.europa.eu/eli/dir/2014/24/oj/ita'],
    ['TFUE', 'https://eur-lex.europa.eu/eli/treaty/tfeu_2016/oj/ita'],
    ['TUE', 'https://eur-lex.europa.eu/eli/treaty/teu_2016/oj/ita'],
  ])('%s, of the Union', (atto, address) => {
    expect(officialAddress(atto)).toBe(address)
    expect(officialAddress(atto, { articolo: '6' })).toBe(address)
  })

  it('an act that the table has not goes by the day of the text, else by year; one of a ministry has none', () => {
    const [cited] = citedActs('la legge 29 maggio 1982, n. 297')
    expect(officialAddress('L. 297/1982', cited)).toMatch(/legge:1982-05-29;297$/)
    expect(officialAddress('L. 297/1982')).toMatch(/legge:1982;297$/)
    expect(officialAddress('D.M. 77/2022')).toBeNull()
    expect(officialAddress('D.Lgs. 36/2023', { articolo: 'All. I.1, art. 3' })).toMatch(/2023-03-31;36$/)
  })
})

describe('norms of a bank [LN3] [LN5]', () => {
  const questions = [
    'art. 7 della legge 241/1990',
    'art. 21-bis della legge 241/1990',
    'art. 7 e art. 8 della L. 241/90',
    'il Codice dei contratti pubblici, art. 3',
    'art. 3 del d.lgs. 50/2016',
  ].map((text, i) => ({ id_domanda: i + 1, atti: citedActs(text) }))

  it('counts questions of acts and articles, those never answered first', () => {
    const [law, code] = collectNorme(questions, (id) => (id === 1 ? -2 : id === 2 ? 1 : -99))
    expect(law).toMatchObject({ atto: 'L. 241/1990', id_domande: [3, 1, 2] })
    expect(law?.per_livello).toEqual({ [-99]: 1, [-2]: 1, [-1]: 0, 0: 0, 1: 1 })
    expect(law?.articoli.map((a) => [a.articolo, a.id_domande])).toEqual([
      ['7', [3, 1]],
      ['8', [3]],
      ['21-bis', [2]],
    ])
    expect(code).toMatchObject({ atto: 'D.Lgs. 50/2016', id_domande: [4, 5] })
  })

  it('a code named without any number in the bank keeps its name', () => {
    expect(collectNorme(questions.slice(3, 4), () => -99)[0]?.atto).toBe('Codice dei contratti')
  })
})
