import {
  BIANCO,
  croce,
  dado,
  dardo,
  disco,
  GRIGIO,
  gira,
  griglia,
  lastra,
  mezzo,
  NERO,
  polare,
  poligono,
  posa,
  punto,
  quadro,
  rombo,
  sagoma,
  specchia,
  spicchio,
  stella,
  tratto,
  triangolo,
} from './forme.mjs'
import { serie } from './schemi.mjs'

/** The series of `regola` at its first `n` steps; the next one goes among the wrong ones, at place `posto` (from 1). */
const segue = (nome, regola, n, posto, sbagliate) =>
  serie(
    nome,
    Array.from({ length: n }, (_, k) => regola(k)),
    sbagliate.toSpliced(posto - 1, 0, regola(n)),
  )

const freccia = (giro) => gira(giro, dardo(24))
const cerchio = (r, fill, x = 0, y = 0) => disco(r, { fill }, x, y)

const frecce = segue('serie-frecce', (k) => freccia(45 * k), 4, 3, [freccia(135), freccia(225), freccia(0)])

const lati = (n, dentro) => poligono(n, 26) + dado(dentro, 6, 2.4)
const poligoni = segue('serie-poligoni', (k) => lati(3 + k, 5 - k), 4, 1, [lati(8, 1), lati(7, 2), lati(6, 1)])

/** A clock without digits at `minuti` past twelve. */
const orologio = (minuti) =>
  disco(27) +
  Array.from({ length: 12 }, (_, i) => punto(...polare(23, 30 * i), 1.6)).join('') +
  tratto(0, 0, ...polare(11, minuti / 2), 4) +
  tratto(0, 0, ...polare(19, minuti * 6), 2.5)
const orologi = segue('serie-orologi', (k) => orologio(60 + 90 * k), 4, 4, [
  orologio(390),
  orologio(450),
  orologio(360),
])

const piramide = (righe) =>
  Array.from({ length: righe }, (_, r) =>
    Array.from({ length: r + 1 }, (_, i) => punto((i - r / 2) * 11, (r - (righe - 1) / 2) * 10, 3.6)).join(''),
  ).join('')
const quadrato = (n) =>
  Array.from({ length: n * n }, (_, i) =>
    punto(((i % n) - (n - 1) / 2) * 11, (Math.floor(i / n) - (n - 1) / 2) * 11, 3.6),
  ).join('')
const punti = segue('serie-punti', (k) => piramide(k + 1), 4, 2, [piramide(4), quadrato(4), piramide(6)])

const ANGOLI = [
  [-13, -13],
  [13, -13],
  [13, 13],
  [-13, 13],
]
const quarti = (nero, pallino) => {
  const [x, y] = ANGOLI[nero % 4]
  const [px, py] = ANGOLI[pallino % 4]
  return (
    griglia(2, 52) + lastra(x - 13, y - 13, 26, 26, { fill: NERO }) + punto(px, py, 6, nero === pallino ? BIANCO : NERO)
  )
}
const quadranti = segue('serie-quadranti', (k) => quarti(k % 4, (7 - k) % 4), 4, 3, [
  quarti(0, 1),
  quarti(1, 3),
  quarti(0, 0),
])

const TINTE = [BIANCO, GRIGIO, NERO]
const alterna = (cosa, tinta) => (cosa % 2 ? quadro(40, { fill: TINTE[tinta] }) : cerchio(22, TINTE[tinta]))
const forme = segue('serie-forme-colori', (k) => alterna(k, k % 3), 5, 4, [alterna(0, 2), alterna(1, 1), alterna(0, 1)])

const tessera = (su, giu) =>
  lastra(-16, -31, 32, 62) +
  tratto(-16, 0, 16, 0, 1.5) +
  posa(0, -15.5, dado(su, 9, 3)) +
  posa(0, 15.5, dado(giu, 9, 3))
const domino = segue('serie-domino', (k) => tessera(k, 6 - k), 4, 2, [tessera(4, 3), tessera(3, 2), tessera(5, 2)])

const raggi = (n, tinta) =>
  Array.from({ length: n }, (_, i) => tratto(0, 0, ...polare(26, (360 / n) * i))).join('') + cerchio(9, tinta)
const stanghe = segue('serie-raggi', (k) => raggi(k + 2, k % 2 ? NERO : BIANCO), 4, 1, [
  raggi(6, NERO),
  raggi(7, BIANCO),
  raggi(5, BIANCO),
])

const doppio = (fuori, dentro) => poligono(fuori, 29) + poligono(dentro, 14, { fill: GRIGIO })
const annidate = segue('serie-annidate', (k) => doppio(k + 4, k + 3), 3, 2, [doppio(6, 7), doppio(7, 5), doppio(8, 7)])

const bandiera = (bolli, verso) => {
  const panno = tratto(-18, -29, -18, 29, 3.5) + lastra(-18, -28, 42, 38) + posa(3, -9, dado(bolli, 11, 3.6))
  return verso ? specchia(panno) : panno
}
const bandiere = segue('serie-bandiere', (k) => bandiera(k + 1, k % 2), 4, 4, [
  bandiera(5, 1),
  bandiera(4, 0),
  bandiera(3, 0),
])

const GIRO = [0, 1, 2, 5, 8, 7, 6, 3]
const due = (nera, grigia) => griglia(3, 54, { [GIRO[nera % 8]]: NERO, [GIRO[grigia % 8]]: GRIGIO })
const percorso = segue('serie-griglia', (k) => due(k, 15 - 2 * k), 4, 1, [due(4, 0), due(5, 7), due(4, 6)])

const TRE = [(o) => triangolo(10, o), (o) => quadro(15, o), (o) => disco(8.5, o)]
const pila = (a, b, c, nero) =>
  [a, b, c].map((f, i) => posa(0, (i - 1) * 20, TRE[f]({ fill: i === nero ? NERO : BIANCO }))).join('')
const colonna = segue('serie-colonna', (k) => pila(k % 3, (k + 1) % 3, (k + 2) % 3, k % 2 ? 0 : 2), 4, 3, [
  pila(1, 2, 0, 0),
  pila(1, 2, 0, 1),
  pila(2, 0, 1, 2),
])

const barre = (...alte) => alte.map((a, i) => lastra(-27 + i * 14, 27 - a * 13, 12, a * 13, { fill: GRIGIO })).join('')
const colonne = segue('serie-barre', (k) => barre(...[0, 1, 2, 3].map((i) => ((i + k) % 4) + 1)), 3, 3, [
  barre(3, 4, 1, 2),
  barre(4, 3, 2, 1),
  barre(4, 1, 3, 2),
])

const luna = (giro, fill) => gira(giro, posa(0, 12, mezzo(25, { fill })))
const semicerchi = segue('serie-semicerchi', (k) => luna(90 * k, k % 2 ? NERO : BIANCO), 4, 2, [
  luna(0, NERO),
  luna(90, BIANCO),
  luna(180, BIANCO),
])

const elle = (giro, tinta) =>
  gira(
    giro,
    sagoma([
      [-20, -26],
      [-6, -26],
      [-6, 12],
      [22, 12],
      [22, 26],
      [-20, 26],
    ]),
    cerchio(7, tinta, 11, -10),
  )
const gomiti = segue('serie-gomiti', (k) => elle(-90 * k, k % 2 ? NERO : GRIGIO), 4, 4, [
  elle(0, NERO),
  elle(-270, GRIGIO),
  elle(-180, GRIGIO),
])

const torta = (sedicesimi) => disco(27) + spicchio(27, 0, sedicesimi * 22.5, { fill: NERO })
const fette = segue('serie-fette', (k) => torta(2 ** k), 3, 1, [torta(6), torta(12), torta(10)])

const salti = [0, 45, 135, 270, 450]
const lancia = (giro) =>
  gira(
    giro,
    tratto(0, 26, 0, -12),
    triangolo(11, { fill: NERO }).replace('<polygon', '<polygon transform="translate(0 -16)"'),
  )
const giri = segue('serie-giri-crescenti', (k) => lancia(salti[k]), 4, 3, [lancia(0), lancia(45), lancia(180)])

const DIAGONALI = ['', tratto(-25, -25, 25, 25), tratto(-25, 25, 25, -25), tratto(0, -25, 0, 25), tratto(-25, 0, 25, 0)]
const tagliato = (...quali) => quadro(50) + quali.map((q) => DIAGONALI[q]).join('')
const tagli = segue('serie-tagli', (k) => tagliato(...[0, 1, 2, 3, 4].slice(0, k + 1)), 4, 4, [
  tagliato(0, 1, 2, 3),
  tagliato(0, 3, 4),
  tagliato(0, 1, 3, 4),
])

const punta = (giro) => gira(giro, triangolo(24, { fill: GRIGIO }), punto(0, -12, 4))
const bolla = (n) => disco(25) + dado(n, 11, 4)
const intreccio = segue('serie-intreccio', (k) => (k % 2 ? bolla((k + 1) / 2) : punta(45 * k)), 5, 2, [
  punta(270),
  bolla(2),
  bolla(4),
])

const semaforo = (...accese) =>
  lastra(-13, -31, 26, 62) +
  [0, 1, 2].map((i) => cerchio(8, accese.includes(i) ? NERO : BIANCO, 0, (i - 1) * 20)).join('')
const luci = segue('serie-luci', (k) => semaforo([0, 1, 2, 1, 0, 1][k]), 5, 2, [
  semaforo(0),
  semaforo(2),
  semaforo(0, 2),
])

const CERCHIA = [(o) => stella(12, o), (o) => croce(11, o), (o) => rombo(13, o)]
const angoli = (k, f = k, tinta = k % 2 ? NERO : BIANCO) => {
  const [x, y] = ANGOLI[k % 4]
  return quadro(56) + posa(x, y, CERCHIA[f % 3]({ fill: tinta }))
}
const simboli = segue('serie-simboli', (k) => angoli(k), 5, 1, [angoli(5, 4), angoli(0, 2, NERO), angoli(5, 2, BIANCO)])

export const SERIE_FIGURE = [
  frecce,
  poligoni,
  orologi,
  punti,
  quadranti,
  forme,
  domino,
  stanghe,
  annidate,
  bandiere,
  percorso,
  colonna,
  colonne,
  semicerchi,
  gomiti,
  fette,
  giri,
  tagli,
  intreccio,
  luci,
  simboli,
]
