import { C, cerchio, figura, freccia, incognita, linea, riquadro, scatola, testo } from './disegno.mjs'

const numero = (x, y, n) =>
  cerchio(x, y, 14, { fill: C.primario, stroke: C.primario }) + testo(x, y, n, { size: 17, weight: 700, fill: C.carta })

const sin = { anchor: 'start', size: 16 }
const messaggio = figura(
  'messaggio-phishing',
  330,
  riquadro(10, 10, 370, 310, { fill: C.carta, stroke: C.bordo }),
  riquadro(10, 10, 370, 84, { fill: C.fondo, stroke: C.bordo }),
  numero(34, 34, 1),
  testo(58, 34, 'Da: Comune di Esempio', { ...sin, weight: 700 }),
  numero(34, 70, 2),
  testo(58, 70, 'Oggetto: Rinnovo delle credenziali', sin),
  testo(26, 120, 'Le sue credenziali stanno per scadere.', sin),
  testo(26, 146, 'Per rinnovarle apra il collegamento:', sin),
  numero(34, 188, 3),
  testo(58, 178, 'https://comune.example.', { anchor: 'start', size: 16, mono: true, fill: C.primario }),
  testo(58, 202, 'accesso-utenti.test/login', { anchor: 'start', size: 16, mono: true, fill: C.primario }),
  linea(
    [
      [58, 214],
      [298, 214],
    ],
    { stroke: C.primario, sw: 1.5 },
  ),
  testo(26, 250, 'Cordiali saluti', sin),
  numero(34, 288, 4),
  testo(58, 288, 'Ufficio servizi digitali', { ...sin, weight: 700 }),
)

const dato = (x, y, w, s, fill = C.tenue) => scatola(x, y, w, 54, s, { fill, text: { size: 16 } })
const asimmetrica = figura(
  'cifratura-asimmetrica',
  400,
  dato(16, 16, 150, ['Messaggio', 'di Anna']),
  freccia([
    [91, 70],
    [91, 108],
  ]),
  scatola(41, 108, 100, 50, 'cifra', { fill: C.prato, rx: 25, text: { weight: 700 } }),
  incognita(230, 106, 140, 54, 'chiave ?'),
  freccia([
    [230, 133],
    [144, 133],
  ]),
  freccia([
    [91, 158],
    [91, 190],
  ]),
  dato(16, 190, 150, 'Testo cifrato', C.fondo),
  freccia([
    [91, 244],
    [91, 276],
  ]),
  scatola(41, 276, 100, 50, 'decifra', { fill: C.prato, rx: 25, text: { weight: 700 } }),
  scatola(230, 274, 140, 54, ['chiave privata', 'di Bruno'], { text: { size: 16 } }),
  freccia([
    [230, 301],
    [144, 301],
  ]),
  freccia([
    [91, 326],
    [91, 352],
  ]),
  testo(91, 372, 'Messaggio leggibile', { size: 16 }),
)

const firma = figura(
  'schema-firma',
  400,
  dato(16, 16, 150, 'Documento'),
  freccia([
    [91, 70],
    [91, 108],
  ]),
  scatola(26, 108, 130, 50, 'funzione di hash', { fill: C.prato, rx: 25, text: { size: 15, weight: 700 } }),
  freccia([
    [91, 158],
    [91, 190],
  ]),
  dato(16, 190, 150, 'Impronta', C.fondo),
  freccia([
    [91, 244],
    [91, 276],
  ]),
  scatola(41, 276, 100, 50, 'firma', { fill: C.prato, rx: 25, text: { weight: 700 } }),
  incognita(230, 274, 140, 54, 'chiave ?'),
  freccia([
    [230, 301],
    [144, 301],
  ]),
  freccia([
    [91, 326],
    [91, 356],
  ]),
  testo(91, 376, 'Firma digitale', { size: 17, weight: 700 }),
)

const nodo = (x, y, s, fill) => scatola(x, y, 130, 56, s, { fill, text: { size: 16 } })
const pec = figura(
  'ricevute-pec',
  380,
  nodo(16, 16, 'Mittente', C.tenue),
  nodo(16, 162, ['Gestore', 'del mittente'], C.prato),
  nodo(244, 162, ['Gestore del', 'destinatario'], C.prato),
  nodo(244, 308, ['Casella del', 'destinatario'], C.tenue),
  freccia([
    [60, 72],
    [60, 160],
  ]),
  freccia([
    [146, 190],
    [242, 190],
  ]),
  freccia([
    [309, 218],
    [309, 306],
  ]),
  testo(195, 172, 'messaggio', { size: 15 }),
  freccia(
    [
      [104, 162],
      [104, 74],
    ],
    { dash: '6 5' },
  ),
  numero(126, 118, 1),
  freccia(
    [
      [309, 162],
      [309, 44],
      [148, 44],
    ],
    { dash: '6 5' },
  ),
  numero(309, 100, 2),
  testo(24, 300, '– – – ricevute', { anchor: 'start', size: 16 }),
  testo(24, 330, '—— messaggio', { anchor: 'start', size: 16 }),
)

export const SICUREZZA = [messaggio, asimmetrica, firma, pec]
