import { splitShares } from '#rules/draw'
import { type DifficoltaUse, difficoltaUse, scaleShares } from '#rules/regolamento/difficolta'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { type Disponibile, type Modulo, sezioneDi } from './modulo.ts'

export type Terna = [number, number, number]

/** Easy, medium and hard ones that a section asks for, and those that its subjects have. */
export type Mancanza = { sezione: string; servono: Terna; ci_sono: Terna }

/** What becomes of the difficulty that rules ask for, with the questions that there are. */
export type Difficolta = {
  uso: DifficoltaUse
  /** No question says how hard it is: the rules are followed as if all were medium. */
  senza: boolean
  /** Some say it, these do not: they count as medium. */
  ignote: number
  /** Easy, medium and hard ones to draw for each section; null: as they come. */
  quote: (Terna | null)[]
  /** The first section whose quotas cannot be drawn. */
  manca: Mancanza | null
}

/** A question that does not say its difficulty is medium (docs/REGOLE.md). */
const inTre = ([ignote, facili, medie, difficili]: Disponibile['difficolta']): Terna => [
  facili,
  medie + ignote,
  difficili,
]
const somma = (terne: readonly Terna[]): Terna =>
  terne.reduce<Terna>((a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]], [0, 0, 0])

/** Whether every subject asked for has its questions without difficulty. */
const isIgnota = (m: Modulo, disponibili: readonly Disponibile[]): boolean =>
  disponibili.every((d) => (m.quote[d.id_materia] ?? 0) === 0 || d.difficolta[0] === d.n)

/** Settles how the difficulty is drawn and counted. `documento`: the rules as their call writes them. */
export function settleDifficolta(
  m: Modulo,
  documento: WrittenRegolamento,
  disponibili: readonly Disponibile[],
): Difficolta {
  const uso = difficoltaUse(documento)
  const serve = uso.punti || uso.quote
  const chieste = disponibili.filter((d) => (m.quote[d.id_materia] ?? 0) > 0)
  const senza = serve && isIgnota(m, disponibili)
  const ignote = serve && !senza ? chieste.reduce((n, d) => n + d.difficolta[0], 0) : 0
  let manca: Mancanza | null = null
  const quote = (documento.sezioni ?? []).map(({ nome, quote_difficolta: scritte }, i): Terna | null => {
    if (!scritte || senza || m.senza_quote) return null
    const sue = chieste.filter((d) => sezioneDi(m, d.id_materia, d.materia) === i)
    const righe = sue.map((d) => m.quote[d.id_materia] ?? 0)
    const [a = 0, b = 0, c = 0] = scritte
    const servono = scaleShares(
      [a, b, c],
      righe.reduce((x, y) => x + y, 0),
    )
    const stanze = sue.map((d) => inTre(d.difficolta))
    if (!manca && !splitShares(stanze, righe, servono)) manca = { sezione: nome, servono, ci_sono: somma(stanze) }
    return servono
  })
  return { uso, senza, ignote, quote, manca }
}

/** What all the sections with quotas draw together; null when there is none. */
export function sommaQuote(quote: readonly (Terna | null)[]): Terna | null {
  const vere = quote.filter((q) => q !== null)
  const tutte = somma(vere)
  return tutte.some((n) => n > 0) ? tutte : null
}
