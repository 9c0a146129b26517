// Vector primitives of the figures. A figure is a light opaque card 390 units wide, so that it reads the same
// on a phone, in print and on a dark page. No text is smaller than 15 units.

export const LARGHEZZA = 390

/** Colours of the light theme (the card stays light on a dark page too). */
export const C = {
  carta: '#FFFEFB',
  inchiostro: '#1A1D29',
  nota: '#494E60',
  bordo: '#827C6D',
  fondo: '#ECE7DB',
  primario: '#27379B',
  tenue: '#E3E7FA',
  avviso: '#663C00',
  giallo: '#FAE9C6',
  verde: '#0D5231',
  prato: '#DBF0E2',
}

const protetto = (s) => String(s).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const attributes = (o) =>
  Object.entries(o)
    .filter(([, v]) => v !== undefined)
    .map(([k, v]) => ` ${k}="${v}"`)
    .join('')

/** Text; `y` is its vertical middle. */
export function testo(x, y, s, { size = 17, anchor = 'middle', weight = 400, fill = C.inchiostro, mono = false } = {}) {
  const a = { x, y, 'font-size': size, 'text-anchor': anchor, 'font-weight': weight, fill }
  return `<text${attributes(a)} dominant-baseline="central"${mono ? ' class="mono"' : ''}>${protetto(s)}</text>`
}

export function riquadro(x, y, w, h, { fill = C.carta, stroke = C.inchiostro, sw = 2, rx = 8, dash } = {}) {
  const a = { x, y, width: w, height: h, fill, stroke, rx, 'stroke-width': sw, 'stroke-dasharray': dash }
  return `<rect${attributes(a)}/>`
}

/** A box with a centred label; several lines when `s` is a list. */
export function scatola(x, y, w, h, s, { text = {}, ...box } = {}) {
  const righe = Array.isArray(s) ? s : [s]
  const passo = (text.size ?? 17) * 1.25
  const alto = y + h / 2 - ((righe.length - 1) * passo) / 2
  return riquadro(x, y, w, h, box) + righe.map((r, i) => testo(x + w / 2, alto + i * passo, r, text)).join('')
}

/** The place of what the question asks for. */
export const incognita = (x, y, w, h, s = '?') =>
  scatola(x, y, w, h, s, {
    fill: C.giallo,
    stroke: C.avviso,
    dash: '7 5',
    text: { size: 24, weight: 700, fill: C.avviso },
  })

export const cerchio = (x, y, r, { fill = C.carta, stroke = C.inchiostro, sw = 2 } = {}) =>
  `<circle${attributes({ cx: x, cy: y, r, fill, stroke, 'stroke-width': sw })}/>`

/** A polyline through `punti`, with an arrow head when asked. */
export function linea(punti, { stroke = C.inchiostro, sw = 2, freccia = false, dash } = {}) {
  const a = { points: punti.map((p) => p.join(',')).join(' '), fill: 'none', stroke, 'stroke-width': sw }
  const marker = freccia ? ' marker-end="url(#freccia)"' : ''
  return `<polyline${attributes({ ...a, 'stroke-dasharray': dash })} stroke-linejoin="round"${marker}/>`
}

export const freccia = (punti, o = {}) => linea(punti, { ...o, freccia: true })
export const tracciato = (d, { fill = C.carta, stroke = C.inchiostro, sw = 2 } = {}) =>
  `<path${attributes({ d, fill, stroke, 'stroke-width': sw })} stroke-linejoin="round"/>`

/** A table: `righe[0]` is the header. Widths in units. */
export function tabella(x, y, larghezze, righe, { h = 34, size = 16, titolo } = {}) {
  const w = larghezze.reduce((a, b) => a + b, 0)
  const alto = titolo ? y + 28 : y
  let out = titolo ? testo(x, y + 12, titolo, { anchor: 'start', weight: 700, size }) : ''
  righe.forEach((riga, r) => {
    let cx = x
    riga.forEach((v, c) => {
      const fill = r === 0 ? C.tenue : C.carta
      out += riquadro(cx, alto + r * h, larghezze[c], h, { fill, sw: 1, rx: 0, stroke: C.bordo })
      out += testo(cx + larghezze[c] / 2, alto + r * h + h / 2, v, { size, weight: r === 0 ? 700 : 400 })
      cx += larghezze[c]
    })
  })
  return out + riquadro(x, alto, w, h * righe.length, { fill: 'none', rx: 0 })
}

/** One figure: its file name without extension, its height in units and its drawing. */
export function figura(nome, altezza, ...corpo) {
  return { nome, altezza, corpo: corpo.flat().join('') }
}

/** The whole figure as SVG; `stile` carries the font faces when it is rendered. */
export function svg({ altezza, corpo }, stile = '') {
  const punta =
    '<defs><marker id="freccia" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">' +
    `<path d="M0 0L10 5L0 10Z" fill="${C.inchiostro}"/></marker></defs>`
  const css = `text{font-family:"Atkinson Hyperlegible Next Variable",sans-serif}.mono{font-family:"DejaVu Sans Mono","Liberation Mono",monospace}${stile}`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${LARGHEZZA}" height="${altezza}" viewBox="0 0 ${LARGHEZZA} ${altezza}">` +
    `<style>${css}</style>${punta}<rect width="${LARGHEZZA}" height="${altezza}" fill="${C.carta}"/>${corpo}</svg>`
  )
}
