import type { WrittenPunti, WrittenRegolamento, WrittenSezione } from './types.ts'

type Quote = readonly [number, number, number]

/** Rules that depend on the questions' difficulty. */
export type DifficoltaUse = { punti: boolean; quote: boolean }

/** True for the points or the draws that depend on each question's difficulty (police, notaries). */
export function difficoltaUse({ punti, sezioni }: WrittenRegolamento): DifficoltaUse {
  const tutti = [punti, ...(sezioni ?? []).map((s) => s.punti)]
  return {
    punti: tutti.some((p) => p?.tipo === 'per_difficolta'),
    quote: (sezioni ?? []).some((s) => s.quote_difficolta !== undefined),
  }
}

/** Easy, medium and hard ones for another number of questions, in proportion: whole, their sum is `n`. */
export function scaleShares(quote: Quote, n: number): [number, number, number] {
  const somma = quote[0] + quote[1] + quote[2]
  if (somma === 0) return [0, n, 0]
  const intere = quote.map((q) => Math.floor((q * n) / somma)) as [number, number, number]
  const resti = quote.map((q, i) => ({ i, resto: (q * n) % somma })).sort((a, b) => b.resto - a.resto || a.i - b.i)
  const manca = n - intere[0] - intere[1] - intere[2]
  for (const { i } of resti.slice(0, manca)) intere[i] = (intere[i] as number) + 1
  return intere
}

const media = (p: number | readonly number[]): number => (typeof p === 'number' ? p : (p[1] ?? 0))

/** Points of a question of medium difficulty, the same for all. */
const meanPunti = (p: WrittenPunti): WrittenPunti =>
  p.tipo === 'per_difficolta'
    ? { tipo: 'fissi', corretta: media(p.corretta), sbagliata: media(p.sbagliata), omessa: media(p.omessa) }
    : p

/** The nearest rules for questions without a difficulty: every one is medium, and no draw asks for more. */
export function withoutDifficolta(regole: WrittenRegolamento): WrittenRegolamento {
  const { punti, sezioni } = regole
  const piana = ({ quote_difficolta: quote, ...s }: WrittenSezione): WrittenSezione => ({
    ...s,
    ...(s.punti && { punti: meanPunti(s.punti) }),
    ...(quote && s.domande === undefined && { domande: quote.reduce((a, b) => a + b, 0) }),
  })
  return {
    ...regole,
    ...(punti && { punti: meanPunti(punti) }),
    ...(sezioni && { sezioni: sezioni.map(piana) }),
  }
}
