import { formatNumber, withMinus } from './formats.ts'

const oneDecimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })

/** Thousandths of a point to the nearest half: «17,5». */
export const halves = (points: number): string => withMinus(oneDecimal.format(Math.round(points / 500) / 2 || 0))
export const wholes = (points: number): string => formatNumber(Math.round(points / 1000) || 0)
/** «17,5 su 30» */
export const scoreOf = (points: number, max: number): string => `${halves(points)} su ${wholes(max)}`

/** Origin of an exam's rules that the person wrote. */
export const OWN_RULES = 'regole scritte da te'
export const rulesOf = (fonte: string): string =>
  fonte === OWN_RULES ? 'Con le regole che hai scritto tu' : `Con le regole di ${fonte}`
