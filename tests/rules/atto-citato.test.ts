import { describe, expect, it } from 'vitest'
import { citedAct } from '#rules/atto-citato'

describe('the act that a question cites', () => {
  it.each([
    ['Ai sensi della legge 7 agosto 1990, n. 241, il responsabile:', 'L. 241/1990'],
    ['Secondo la L. n. 241/1990 e s.m.i.', 'L. 241/1990'],
    ['A norma della l. 241 del 1990', 'L. 241/1990'],
    ['Il D.Lgs. n. 165/2001 dispone', 'D.Lgs. 165/2001'],
    ['Il d. lgs. 36/2023', 'D.Lgs. 36/2023'],
    ['il decreto legislativo 30 marzo 2001, n. 165', 'D.Lgs. 165/2001'],
    ['Il DPR 62/2013', 'D.P.R. 62/2013'],
    ['il d.P.R. n. 445 del 2000', 'D.P.R. 445/2000'],
    ['il decreto-legge 9 giugno 2021, n. 80', 'D.L. 80/2021'],
    ['ai sensi del D.L. 80/21', 'D.L. 80/2021'],
    ['legge n. 196/09', 'L. 196/2009'],
    ['la legge n. 689/81', 'L. 689/1981'],
    ['La legge 241 disciplina', null],
    ['La legge di bilancio 2020', null],
    ['Quante sono le leggi 12/2020?', null],
    ['art. 97 della Costituzione', null],
    ['il 12/2020 legge', null],
  ])('%s', (text, act) => expect(citedAct(text)).toBe(act))
})
