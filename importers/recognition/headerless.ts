import type { Row } from '../formats/table.ts'
import type { Columns } from './header.ts'

/** Rows that are enough to know columns by their content. */
const CAMPIONE = 400
const VERO_FALSO = /^(v|f|vero|falso|true|false)$/i

/** What the cells of one column look like; shares are of its filled cells. */
type Profilo = {
  colonna: number
  piena: number
  interi: number
  lettere: number
  veroFalso: number
  immagini: number
  diverse: number
  lunghezza: number
  parole: number
}

/** Columns of a table without header, from what its cells look like; null when no column holds questions. */
export function guessColumns(righe: readonly Row[]): Columns | null {
  const piene = righe.filter(({ cells: celle }) => celle.filter((c) => c.trim() !== '').length >= 2).slice(0, CAMPIONE)
  const larghezza = Math.max(0, ...piene.map(({ cells: celle }) => celle.length))
  const profili = Array.from({ length: larghezza }, (_, colonna) => profile(piene, colonna))
  const massima = Math.max(0, ...profili.map((p) => p.lunghezza))
  const testo = profili.find(
    (p) => p.parole >= 2.5 && p.diverse >= 0.4 && p.piena >= 0.9 && p.lunghezza >= massima * 0.4,
  )
  if (!testo) return null
  const chiave = findChiave(profili, testo.colonna, piene)
  const campi: Columns['roles'] = { testo: testo.colonna }
  if (chiave !== null) campi.chiave = chiave
  const immagine = profili.find((p) => p.immagini >= 0.9 && p.piena > 0)
  if (immagine) campi.immagine = immagine.colonna
  const numero = profili.find((p) => p.colonna !== chiave && p.interi >= 0.95 && p.diverse >= 0.9 && p.piena >= 0.9)
  if (numero && numero.colonna < testo.colonna) campi.numero = numero.colonna
  const prese = new Set(Object.values(campi))
  const risposte = findBlocco(profili, testo.colonna, prese)
  if (risposte.length < 2 && chiave === null) return null
  const usate = new Set([...prese, ...risposte])
  const materia = profili.find((p) => !usate.has(p.colonna) && p.piena >= 0.5 && p.interi < 0.5 && p.diverse <= 0.5)
  if (materia) campi.materia = materia.colonna
  return {
    roles: campi,
    answers: risposte.map((colonna, posto) => ({ column: colonna, posto, lettera: null })),
    points: new Map(),
  }
}

function profile(righe: readonly Row[], colonna: number): Profilo {
  const celle = righe.map(({ cells: celle }) => (celle[colonna] ?? '').trim()).filter((c) => c !== '')
  const quota = (prova: (cella: string) => boolean) => celle.filter(prova).length / Math.max(1, celle.length)
  const media = (misura: (cella: string) => number) =>
    celle.reduce((somma, c) => somma + misura(c), 0) / Math.max(1, celle.length)
  return {
    colonna,
    piena: celle.length / Math.max(1, righe.length),
    interi: quota((c) => /^\d{1,6}[.)]?$/.test(c)),
    lettere: quota((c) => /^\(?[A-Ha-h][.)]?$/.test(c)),
    veroFalso: quota((c) => VERO_FALSO.test(c)),
    immagini: quota((c) => /\.(png|jpe?g|gif|svg|webp|bmp)$/i.test(c)),
    diverse: new Set(celle).size / Math.max(1, celle.length),
    lunghezza: media((c) => c.length),
    parole: media((c) => c.split(/\s+/).length),
  }
}

/** Letters, true/false, small numbers or the text of another cell of the row; the last such column wins. */
function findChiave(profili: readonly Profilo[], testo: number, righe: readonly Row[]): number | null {
  const altre = profili.filter((p) => p.colonna !== testo && p.piena >= 0.5).reverse()
  const dopo = altre.filter((p) => p.colonna > testo)
  const lettere = altre.find((p) => p.lettere >= 0.9 && p.diverse < 0.9 + 1 / righe.length)
  const sicura = lettere ?? dopo.filter((p) => p.veroFalso >= 0.9).at(dopo.length > 2 ? 0 : -1)
  if (sicura) return sicura.colonna
  const ripetuta = dopo.find((p) => isRipetuta(p.colonna, testo, righe))
  if (ripetuta) return ripetuta.colonna
  const cifra = dopo.find((p) => p.interi >= 0.95 && isIndice(p.colonna, righe))
  return cifra && dopo.length > 2 ? cifra.colonna : null
}

const isIndice = (colonna: number, righe: readonly Row[]): boolean =>
  righe.every(({ cells: celle }) => /^[0-5]?$/.test((celle[colonna] ?? '').trim()))

/** The right answer written once more: after the answers it is their copy, so the last of the two is the key. */
const isRipetuta = (colonna: number, testo: number, righe: readonly Row[]): boolean =>
  righe.filter(({ cells: celle }) => celle.slice(testo + 1, colonna).includes(celle[colonna] ?? '')).length >=
  righe.length * 0.8

/** The run of filled columns after the question (before it, when there is nothing after). */
function findBlocco(profili: readonly Profilo[], testo: number, prese: ReadonlySet<number>): number[] {
  const blocco: number[] = []
  for (const { colonna, piena } of profili.slice(testo + 1)) {
    if (prese.has(colonna) || piena === 0 || blocco.length === 5) {
      if (blocco.length > 0) break
      continue
    }
    if (blocco.length >= 2 && piena < 0.02) break
    blocco.push(colonna)
  }
  return blocco
}
