import { C, figura, freccia, incognita, linea, riquadro, scatola, testo, tracciato } from './disegno.mjs'

const trapezio = (y, h, alto, basso, fill) =>
  tracciato(`M${170 - alto} ${y}H${170 + alto}L${170 + basso} ${y + h}H${170 - basso}Z`, { fill })

const gerarchia = figura(
  'gerarchia-memorie',
  300,
  trapezio(16, 62, 26, 58, C.tenue),
  testo(170, 48, 'Registri', { size: 16 }),
  tracciato('M112 82H228L260 144H80Z', { fill: C.giallo, stroke: C.avviso }),
  testo(170, 114, '?', { size: 26, weight: 700, fill: C.avviso }),
  trapezio(148, 62, 90, 122, C.prato),
  testo(170, 180, 'Memoria RAM'),
  trapezio(214, 62, 122, 154, C.fondo),
  testo(170, 246, 'Memoria di massa'),
  freccia([
    [344, 272],
    [344, 40],
  ]),
  testo(344, 24, 'più veloce', { size: 15 }),
  testo(344, 288, 'più capiente', { size: 15 }),
)

const cartella = (x, y, nome) =>
  riquadro(x, y - 9, 24, 18, { fill: C.giallo, stroke: C.avviso, rx: 3 }) +
  testo(x + 34, y, nome, { anchor: 'start', mono: true })
const ramo = (x, da, y) =>
  linea(
    [
      [x, da],
      [x, y],
      [x + 30, y],
    ],
    { stroke: C.bordo },
  )

const foglio = (x, y, nome) =>
  riquadro(x + 3, y - 11, 18, 22, { rx: 2 }) + testo(x + 34, y, nome, { anchor: 'start', mono: true })

const albero = figura(
  'albero-cartelle',
  320,
  [ramo(42, 46, 70), ramo(42, 46, 286), ramo(84, 82, 106), ramo(84, 82, 250)],
  [ramo(126, 118, 142), ramo(126, 118, 178), ramo(168, 190, 214)],
  cartella(30, 34, '/'),
  cartella(72, 70, 'home'),
  cartella(114, 106, 'anna'),
  cartella(156, 142, 'immagini'),
  cartella(156, 178, 'documenti'),
  foglio(198, 214, 'bando.pdf'),
  cartella(114, 250, 'bruno'),
  cartella(72, 286, 'etc'),
)

const tasto = (x, y, w, nome, attivo) =>
  scatola(x, y, w, 46, nome, {
    fill: attivo ? C.primario : C.carta,
    text: { size: 17, weight: attivo ? 700 : 400, fill: attivo ? C.carta : C.inchiostro },
  })

const tasti = figura(
  'tasti-ctrl-z',
  186,
  tasto(16, 16, 66, 'Maiusc'),
  ['Z', 'X', 'C', 'V', 'B'].map((l, i) => tasto(90 + i * 58, 16, 50, l, l === 'Z')),
  tasto(16, 72, 66, 'Ctrl', true),
  tasto(90, 72, 60, 'Alt'),
  tasto(158, 72, 216, 'Spazio'),
  testo(195, 150, 'Tasti premuti insieme: Ctrl + Z', { size: 17 }),
)

const stato = (x, y, nome) => scatola(x, y, 120, 50, nome, { rx: 25, fill: C.tenue, text: { size: 16 } })
const stati = figura(
  'stati-processo',
  330,
  stato(16, 20, 'Nuovo'),
  stato(16, 128, 'Pronto'),
  stato(254, 128, 'In esecuzione'),
  stato(254, 20, 'Terminato'),
  incognita(135, 246, 120, 50),
  freccia([
    [76, 70],
    [76, 126],
  ]),
  freccia([
    [136, 145],
    [252, 145],
  ]),
  freccia([
    [254, 162],
    [138, 162],
  ]),
  freccia([
    [314, 128],
    [314, 72],
  ]),
  freccia([
    [314, 178],
    [314, 271],
    [257, 271],
  ]),
  freccia([
    [135, 271],
    [76, 271],
    [76, 180],
  ]),
  testo(195, 131, 'CPU assegnata', { size: 15 }),
  testo(195, 178, 'tempo scaduto', { size: 15 }),
  testo(306, 214, 'richiesta di I/O', { size: 15, anchor: 'end' }),
  testo(84, 226, 'I/O completato', { size: 15, anchor: 'start' }),
)

export const SISTEMA = [gerarchia, albero, tasti, stati]
