import { C, cerchio, figura, freccia, incognita, linea, riquadro, scatola, tabella, testo } from './disegno.mjs'

const pc = (x, y, nome) =>
  riquadro(x - 30, y - 24, 60, 40, { rx: 4, fill: C.tenue }) +
  linea(
    [
      [x - 18, y + 24],
      [x + 18, y + 24],
    ],
    { sw: 4 },
  ) +
  linea([
    [x, y + 16],
    [x, y + 24],
  ]) +
  (nome ? testo(x, y - 4, nome, { size: 16, weight: 700 }) : '')
const giro = (n, cx, cy, r) =>
  Array.from({ length: n }, (_, i) => {
    const a = (2 * Math.PI * i) / n - Math.PI / 2
    return [Math.round(cx + r * Math.cos(a)), Math.round(cy + r * Math.sin(a))]
  })

const punte = giro(5, 195, 158, 122)
const stella = figura(
  'topologia-stella',
  310,
  punte.map((p) => linea([p, [195, 158]])),
  punte.map(([x, y]) => pc(x, y)),
  scatola(165, 138, 60, 40, '', { fill: C.giallo, stroke: C.avviso }),
)

const nodi = giro(5, 195, 158, 118)
const maglia = figura(
  'topologia-maglia',
  300,
  nodi.flatMap((a, i) => nodi.slice(i + 1).map((b) => linea([a, b]))),
  nodi.map(([x, y], i) => cerchio(x, y, 26, { fill: C.tenue }) + testo(x, y, i + 1, { size: 20, weight: 700 })),
)

const nuvola = (x, y, w, h, s) => scatola(x, y, w, h, s, { rx: h / 2, fill: C.fondo, text: { weight: 700 } })
const ufficio = figura(
  'rete-ufficio',
  330,
  nuvola(115, 14, 160, 50, 'Internet'),
  linea([
    [195, 64],
    [195, 92],
  ]),
  incognita(145, 92, 100, 50),
  linea([
    [195, 142],
    [195, 176],
  ]),
  scatola(130, 176, 130, 44, 'Switch', { fill: C.prato }),
  [70, 195, 320].map((x) =>
    linea([
      [195, 220],
      [x, 262],
    ]),
  ),
  [70, 195, 320].map((x, i) => pc(x, 288, `PC${i + 1}`)),
)

const livello = (y, nome, esempi, fill) =>
  scatola(16, y, 180, 56, nome, { fill, rx: 2 }) + testo(292, y + 28, esempi, { size: 17, fill: C.nota })
const livelli = figura(
  'livelli-tcp-ip',
  290,
  testo(106, 24, 'Livello', { weight: 700 }),
  testo(292, 24, 'Esempi', { weight: 700 }),
  livello(44, 'Applicazione', 'HTTP, SMTP', C.tenue),
  incognita(16, 104, 180, 56),
  testo(292, 132, 'TCP, UDP', { size: 17, fill: C.nota }),
  livello(164, 'Internet', 'IP', C.prato),
  livello(224, 'Collegamento', 'Ethernet, Wi-Fi', C.fondo),
)

const indirizzi = figura(
  'indirizzi-sottorete',
  224,
  tabella(
    35,
    14,
    [110, 210],
    [
      ['Postazione', 'Indirizzo IP'],
      ['PC1', '192.168.1.10'],
      ['PC2', '192.168.1.77'],
      ['PC3', '192.168.2.15'],
      ['PC4', '192.168.1.200'],
    ],
    { h: 39, size: 18 },
  ),
)

const server = (x, y) =>
  [0, 24, 48].map(
    (d) => riquadro(x - 34, y - 36 + d, 68, 22, { rx: 3, fill: C.prato }) + cerchio(x + 22, y - 25 + d, 3),
  )
const scambio = (nome, sinistra, destra, domanda, risposta) =>
  figura(
    nome,
    250,
    pc(52, 116),
    testo(52, 170, sinistra, { size: 16 }),
    server(338, 116).join(''),
    testo(338, 170, destra, { size: 16 }),
    domanda.map((r, i) => testo(195, 34 + i * 23, r, { size: 17, mono: r.startsWith('GET') })),
    freccia([
      [96, 92],
      [294, 92],
    ]),
    freccia([
      [294, 136],
      [96, 136],
    ]),
    testo(195, 206, risposta, { size: 18, weight: 700 }),
  )

const dns = scambio(
  'risoluzione-dns',
  'Computer',
  'Server',
  ['«Qual è l’indirizzo', 'di www.example.com?»'],
  'Risposta: 192.0.2.10',
)
const http404 = scambio('risposta-404', 'Browser', 'Server', ['GET /bando.pdf'], 'Risposta: codice 404')

const url = figura(
  'parti-url',
  170,
  riquadro(12, 36, 366, 92, { fill: C.fondo, stroke: C.bordo }),
  testo(24, 64, 'https://www.example.com:', { anchor: 'start', mono: true, size: 17 }),
  scatola(272, 46, 60, 36, '8443', { fill: C.giallo, stroke: C.avviso, rx: 4, text: { size: 18, weight: 700 } }),
  testo(24, 106, '/bandi/elenco?anno=2026', { anchor: 'start', mono: true, size: 17 }),
  testo(195, 150, 'L’indirizzo continua sulla seconda riga', { size: 15, fill: C.nota }),
)

const muro = (x, y) => scatola(x, y, 92, 42, 'Firewall', { fill: C.fondo, rx: 2, text: { size: 16, weight: 700 } })
const dmz = figura(
  'rete-dmz',
  480,
  nuvola(115, 14, 160, 48, 'Internet'),
  linea([
    [195, 62],
    [195, 84],
  ]),
  muro(149, 84),
  linea([
    [195, 126],
    [195, 148],
  ]),
  riquadro(50, 148, 290, 124, { fill: C.giallo, stroke: C.avviso, dash: '7 5' }),
  testo(88, 178, '?', { size: 28, weight: 700, fill: C.avviso }),
  server(195, 200).join(''),
  testo(195, 252, 'Server web', { size: 16 }),
  linea([
    [195, 272],
    [195, 294],
  ]),
  muro(149, 294),
  linea([
    [195, 336],
    [195, 358],
  ]),
  riquadro(16, 358, 358, 108, { fill: C.prato }),
  testo(195, 380, 'Rete interna', { size: 16, weight: 700 }),
  [80, 195, 310].map((x) => pc(x, 426)),
)

export const RETI = [stella, maglia, ufficio, livelli, indirizzi, dns, http404, url, dmz]
