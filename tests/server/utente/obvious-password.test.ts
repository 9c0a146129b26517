import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isObviousPassword } from '#server/utente/obvious-password'

const ANNA = 'anna.rossi@esempio.it'
const words = (text: string): string[] => text.trim().split(/\s+/)

describe('passwords that anybody would try', () => {
  it.each(
    words(`
    Trustno1 Pippo1234 Cambiami1 Michael1 Jordan23 Computer1 Internet1 Samsung1 Google123 Mustang1 Nicole123 Daniel123 Topolino1 Tiamo123
    Polizia1 Comune2026 Inps2026 Lavoro2026 Natale2025 Formula1 Starwars1 Jennifer1 Summer2026 Asdf1234
    Password1 P4ssw0rd! PASSWORD2024 Juventus10 ForzaNapoli1926 Francesco1990 CiaoCiao1 Amore123! Qwerty123 Qwertyuiop1 1q2w3e4R 1qaz2wsX
    Abc12345 Abcd1234 A1234567 Aaaaaaa1 Gennaio2026 Idoneo2026 Concorso2026! Ministero2026 Carabinieri1 Maresciallo1 Finanza2026 Benvenuto1
    Roma1927! Forzanapoli1 Scuola2026 Infermiere1 Ospedale2026 Avvocato1 Supermario1 Montagna7`),
  )('[VA23] %s is refused', (password) => expect(isObviousPassword(password, ANNA)).toBe(true))

  it.each(['AnnaRossi85', 'R0ss1R0ss1', 'Rossi2026', 'Anna.rossi1'])(
    '[VA23] %s says no more than the address anna.rossi@…',
    (password) => expect(isObviousPassword(password, ANNA)).toBe(true),
  )

  it('[VA23] the same is good for somebody else, where it is no word that everybody has', () => {
    expect(isObviousPassword('Bonfiglioli85', ANNA)).toBe(false)
    expect(isObviousPassword('Bonfiglioli85', 'bonfiglioli@esempio.it')).toBe(true)
  })

  it.each(
    words(`
    Ciliegia74x Lampione77Verde Prova-sicura-2026 Tre1gatti2blu Cavallo-corretto-7 xK9vbQ2w Ornitorinco8 Girasole-blu-27 Dirupo-giallo-8
    Tramonto-verde-31 Brontolo6Vento Correct-Horse-7 Ghiaccio4Mela`),
  )('[VA23] %s passes', (password) => expect(isObviousPassword(password, ANNA)).toBe(false))

  it('[VA23] twelve characters by chance are never refused', () => {
    const signs = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...signs), { minLength: 12, maxLength: 24 }), (drawn) => {
        fc.pre(new Set(drawn).size >= 8)
        expect(isObviousPassword(`${drawn.join('')}B7`, ANNA)).toBe(false)
      }),
    )
  })

  it('[VA23] a common word stays common whatever digits are put after it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Juventus', 'Password', 'Francesca', 'Settembre'),
        fc.nat({ max: 99999 }),
        (word, n) => {
          expect(isObviousPassword(`${word}${n}`, ANNA)).toBe(true)
        },
      ),
    )
  })
})
