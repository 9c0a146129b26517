import { C } from './disegno.mjs'

// Shapes of the reasoning figures. Every shape is drawn around the origin, inside a box 60 units wide.

export const NERO = C.inchiostro
export const GRIGIO = '#B4AF9F'
export const BIANCO = C.carta

/** Drawings moved to (x, y), turned clockwise by `giro` degrees, scaled; `specchio` flips left and right. */
export function posa(x, y, corpo, { giro = 0, scala = 1, specchio = false } = {}) {
  const turno = giro ? ` rotate(${giro})` : ''
  const misura = scala !== 1 || specchio ? ` scale(${specchio ? -scala : scala} ${scala})` : ''
  return `<g transform="translate(${x} ${y})${turno}${misura}">${corpo}</g>`
}

export const gira = (giro, ...corpo) => posa(0, 0, corpo.join(''), { giro })
export const specchia = (...corpo) => posa(0, 0, corpo.join(''), { specchio: true })

const cifra = (n) => Number(n.toFixed(2))
const pinta = ({ fill = BIANCO, stroke = NERO, sw = 2 }) =>
  `fill="${fill}" stroke="${stroke}" stroke-width="${sw}" stroke-linejoin="round"`

/** Points of a circle of radius `r`, `angolo` degrees clockwise from the top. */
export const polare = (r, angolo) => {
  const a = ((angolo - 90) * Math.PI) / 180
  return [cifra(r * Math.cos(a)), cifra(r * Math.sin(a))]
}

export const disco = (r, o = {}, x = 0, y = 0) => `<circle cx="${x}" cy="${y}" r="${r}" ${pinta(o)}/>`
export const lastra = (x, y, w, h, o = {}) =>
  `<rect x="${cifra(x)}" y="${cifra(y)}" width="${w}" height="${h}" ${pinta(o)}/>`
export const quadro = (lato, o = {}) => lastra(-lato / 2, -lato / 2, lato, lato, o)
export const tratto = (x1, y1, x2, y2, sw = 3) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${NERO}" stroke-width="${sw}" stroke-linecap="round"/>`
export const sagoma = (punti, o = {}) => `<polygon points="${punti.map((p) => p.join(',')).join(' ')}" ${pinta(o)}/>`
export const curva = (d, o = {}) => `<path d="${d}" ${pinta(o)}/>`

/** Regular polygon with a vertex on top (a square stands on its side). */
export function poligono(lati, r, o = {}) {
  const giro = lati === 4 ? 45 : 0
  return sagoma(
    Array.from({ length: lati }, (_, i) => polare(r, giro + (360 / lati) * i)),
    o,
  )
}

export const triangolo = (r, o = {}) => poligono(3, r, o)
export const rombo = (r, o = {}) =>
  sagoma(
    [
      [0, -r],
      [cifra(r * 0.72), 0],
      [0, r],
      [cifra(-r * 0.72), 0],
    ],
    o,
  )
export const stella = (r, o = {}) =>
  sagoma(
    Array.from({ length: 10 }, (_, i) => polare(i % 2 ? r * 0.42 : r, 36 * i)),
    o,
  )
export const croce = (r, o = {}) => {
  const t = cifra(r / 3)
  const quarto = [
    [t, -r],
    [t, -t],
    [r, -t],
  ]
  const ruota = ([x, y], n) => (n === 0 ? [x, y] : ruota([-y, x], n - 1))
  return sagoma(
    [0, 1, 2, 3].flatMap((n) => quarto.map((p) => ruota(p, n))),
    o,
  )
}

/** Half a disc, round side up. */
export const mezzo = (r, o = {}) => curva(`M${-r} 0A${r} ${r} 0 0 1 ${r} 0Z`, o)

/** Slice of a disc from one angle to another, clockwise from the top. */
export function spicchio(r, da, a, o = {}) {
  const [x1, y1] = polare(r, da)
  const [x2, y2] = polare(r, a)
  return curva(`M0 0L${x1} ${y1}A${r} ${r} 0 ${a - da > 180 ? 1 : 0} 1 ${x2} ${y2}Z`, o)
}

/** An arrow pointing up, 2r long. */
export const dardo = (r, o = {}) =>
  sagoma(
    [
      [0, -r],
      [r * 0.55, -r * 0.3],
      [r * 0.2, -r * 0.3],
      [r * 0.2, r],
      [-r * 0.2, r],
      [-r * 0.2, -r * 0.3],
      [-r * 0.55, -r * 0.3],
    ].map((p) => p.map(cifra)),
    { fill: NERO, ...o },
  )

/** A dot, the unit of every figure that is counted. */
export const punto = (x, y, r = 4, fill = NERO) => `<circle cx="${cifra(x)}" cy="${cifra(y)}" r="${r}" fill="${fill}"/>`

const FACCE = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }
/** From 0 to 9 dots laid as on a die, `passo` apart. */
export function dado(n, passo = 13, r = 4) {
  const posti = FACCE[n] ?? [0, 1, 2, 3, 4, 5, 6, 7, 8].filter((p) => n > 0 && (p < n || n === 9))
  const scelti = n === 7 ? [0, 2, 3, 4, 5, 6, 8] : n === 8 ? [0, 1, 2, 3, 5, 6, 7, 8] : posti
  return scelti.map((p) => punto(((p % 3) - 1) * passo, (Math.floor(p / 3) - 1) * passo, r)).join('')
}

/** A square grid `n` by `n` of side `lato`; `celle` maps the index of a cell to its colour. */
export function griglia(n, lato, celle = {}) {
  const c = lato / n
  return Array.from({ length: n * n }, (_, i) =>
    lastra(-lato / 2 + (i % n) * c, -lato / 2 + Math.floor(i / n) * c, cifra(c), cifra(c), {
      fill: celle[i] ?? BIANCO,
      sw: 1.5,
    }),
  ).join('')
}
