import { C, figura, freccia, scatola, testo, tracciato } from './disegno.mjs'

const rombo = (x, y, w, h, s) =>
  tracciato(`M${x} ${y - h / 2}L${x + w / 2} ${y}L${x} ${y + h / 2}L${x - w / 2} ${y}Z`, { fill: C.giallo }) +
  testo(x, y, s, { size: 18 })
const capo = (x, y, s) => scatola(x - 60, y - 20, 120, 40, s, { rx: 20, fill: C.prato })
const passo = (x, y, s, w = 130) => scatola(x - w / 2, y - 21, w, 42, s, { rx: 2, fill: C.tenue })
const stampa = (x, y, s) =>
  tracciato(`M${x - 58} ${y - 21}H${x + 72}L${x + 58} ${y + 21}H${x - 72}Z`, { fill: C.carta }) + testo(x, y, s)

const decisione = figura(
  'simbolo-decisione',
  210,
  freccia([
    [195, 12],
    [195, 50],
  ]),
  rombo(195, 106, 180, 108, ''),
  freccia([
    [105, 106],
    [36, 106],
    [36, 190],
  ]),
  freccia([
    [285, 106],
    [354, 106],
    [354, 190],
  ]),
)

/** The common shape: start, first values, a loop guarded by a condition, print, end. */
function ciclo(nome, inizio, condizione, corpo, uscita) {
  const cima = 229 - (corpo.length - 1) * 62
  return figura(
    nome,
    490,
    capo(120, 34, 'Inizio'),
    freccia([
      [120, 54],
      [120, 80],
    ]),
    passo(120, 103, inizio, 180),
    freccia([
      [120, 124],
      [120, 200],
    ]),
    rombo(120, 250, 150, 96, condizione),
    freccia([
      [120, 298],
      [120, 338],
    ]),
    testo(108, 316, 'no', { anchor: 'end', weight: 700 }),
    stampa(120, 361, uscita),
    freccia([
      [120, 382],
      [120, 420],
    ]),
    capo(120, 442, 'Fine'),
    freccia([
      [195, 250],
      [236, 250],
    ]),
    testo(214, 234, 'sì', { weight: 700 }),
    corpo.map((s, i) => passo(306, 250 - i * 62, s, 136)),
    corpo.slice(1).map((_, i) =>
      freccia([
        [306, 229 - i * 62],
        [306, 211 - i * 62],
      ]),
    ),
    freccia([
      [306, cima],
      [306, 146],
      [122, 146],
    ]),
  )
}

const raddoppio = ciclo('flusso-raddoppio', 'n = 1', 'n < 20', ['n = n × 2'], 'stampa n')
const somma = ciclo('flusso-somma', 's = 0, i = 1', 'i ≤ 4', ['s = s + i', 'i = i + 1'], 'stampa s')

export const FLUSSI = [decisione, raddoppio, somma]
