import { C, figura, linea, riquadro, tabella, testo } from './disegno.mjs'
import { disco, posa, spicchio } from './forme.mjs'

// Charts and tables to be read: every value needed is written or lies on a line of the scale.

const TINTE = [C.primario, '#C9A227', '#2F8F5B', '#B4532A', '#7A6FA8']
const titolo = (s) => testo(195, 24, s, { size: 18, weight: 700 })
const cifra = (n) => Number(n.toFixed(1))

/** Colour keys, laid from the left; each entry is [name, width]. */
function legenda(y, voci) {
  let x = 14
  return voci.map(([nome, largo], i) => {
    const qui = x
    x += largo
    return (
      riquadro(qui, y - 8, 16, 16, { fill: TINTE[i], rx: 2, sw: 1 }) +
      testo(qui + 23, y, nome, { size: 16, anchor: 'start' })
    )
  })
}

/** Horizontal lines of a scale from 0 to `massimo`; gives back also where a value lies. */
function scala(massimo, passo, { x0 = 52, x1 = 380, alto = 52, basso = 262 } = {}) {
  const y = (v) => cifra(basso - ((basso - alto) * v) / massimo)
  let righe = ''
  for (let v = 0; v <= massimo; v += passo)
    righe +=
      linea(
        [
          [x0, y(v)],
          [x1, y(v)],
        ],
        { stroke: v === 0 ? C.inchiostro : C.fondo, sw: v === 0 ? 2.5 : 1.5 },
      ) + testo(x0 - 8, y(v), v, { size: 16, anchor: 'end', fill: C.nota })
  return { righe, y, x0, x1, basso }
}

/** Columns, one or more a place; `serie` is a list of value lists. */
function colonne(nome, intesta, massimo, passo, nomi, serie, voci, { valori = true } = {}) {
  const s = scala(massimo, passo)
  const posto = (s.x1 - s.x0) / nomi.length
  const largo = Math.min(46, (posto - 14) / serie.length)
  const corpo = nomi.map((n, i) => {
    const centro = s.x0 + posto * (i + 0.5)
    const barre = serie.map((valoriSerie, k) => {
      const v = valoriSerie[i]
      const x = cifra(centro - (largo * serie.length) / 2 + k * largo)
      return (
        riquadro(x, s.y(v), cifra(largo), cifra(s.basso - s.y(v)), { fill: TINTE[k], rx: 0, sw: 1 }) +
        (valori ? testo(cifra(x + largo / 2), s.y(v) - 11, v, { size: 15, weight: 600 }) : '')
      )
    })
    return barre.join('') + testo(cifra(centro), s.basso + 20, n, { size: 16 })
  })
  return figura(nome, voci ? 330 : 300, titolo(intesta), s.righe, corpo, voci ? legenda(310, voci) : '')
}

/** Columns in layers. */
function strati(nome, intesta, massimo, passo, nomi, serie, voci) {
  const s = scala(massimo, passo)
  const posto = (s.x1 - s.x0) / nomi.length
  const corpo = nomi.map((n, i) => {
    const centro = cifra(s.x0 + posto * (i + 0.5))
    let sotto = 0
    const barre = serie.map((valori, k) => {
      const da = sotto
      sotto += valori[i]
      const alto = cifra(s.y(da) - s.y(sotto))
      return (
        riquadro(centro - 26, s.y(sotto), 52, alto, { fill: [C.primario, C.giallo][k], rx: 0, sw: 1 }) +
        testo(centro, cifra(s.y(sotto) + alto / 2), valori[i], {
          size: 16,
          weight: 700,
          fill: k ? C.inchiostro : C.carta,
        })
      )
    })
    return barre.join('') + testo(centro, s.basso + 20, n, { size: 16 })
  })
  const chiavi = voci.map(
    ([v, x], k) =>
      riquadro(x, 302, 16, 16, { fill: [C.primario, C.giallo][k], rx: 2, sw: 1 }) +
      testo(x + 23, 310, v, { size: 16, anchor: 'start' }),
  )
  return figura(nome, 330, titolo(intesta), s.righe, corpo, chiavi)
}

/** Broken lines with marks; values lie on the scale. */
function spezzate(nome, intesta, massimo, passo, nomi, serie, voci) {
  const s = scala(massimo, passo)
  const x = (i) => cifra(s.x0 + 26 + ((s.x1 - s.x0 - 52) * i) / (nomi.length - 1))
  const corpo = serie.map(
    (valori, k) =>
      linea(
        valori.map((v, i) => [x(i), s.y(v)]),
        { stroke: TINTE[k], sw: 3, dash: k ? '9 5' : undefined },
      ) + valori.map((v, i) => posa(x(i), s.y(v), disco(5, { fill: TINTE[k], sw: 1 }))).join(''),
  )
  const sotto = nomi.map((n, i) => testo(x(i), s.basso + 20, n, { size: 16 }))
  return figura(nome, voci ? 330 : 300, titolo(intesta), s.righe, corpo, sotto, voci ? legenda(310, voci) : '')
}

/** A pie with its percentages; the last may be unknown. */
function torta(nome, intesta, voci) {
  let da = 0
  const fette = voci.map(([, quota], k) => {
    const a = da + quota * 3.6
    const fetta = spicchio(92, da, a, { fill: TINTE[k] })
    da = a
    return fetta
  })
  const chiavi = voci.map(([v, quota, scritta], k) => {
    const y = 92 + k * 36
    return (
      riquadro(214, y - 9, 18, 18, { fill: TINTE[k], rx: 2, sw: 1 }) +
      testo(240, y, v, { size: 16, anchor: 'start' }) +
      testo(382, y, scritta ?? `${quota}%`, { size: 16, anchor: 'end', weight: 700 })
    )
  })
  return figura(nome, 270, titolo(intesta), posa(106, 152, fette.join('')), chiavi)
}

const quadro = (nome, intesta, larghezze, righe, o = {}) => {
  const w = larghezze.reduce((a, b) => a + b, 0)
  return figura(
    nome,
    62 + righe.length * 36,
    titolo(intesta),
    tabella((390 - w) / 2, 46, larghezze, righe, { h: 36, ...o }),
  )
}

/** Bars on a week plan: [name, first day, last day], days from 1. */
function piano(nome, intesta, giorni, lavori) {
  const x0 = 110
  const passo = 268 / giorni
  const righe = lavori.map(([n, da, a], i) => {
    const y = 84 + i * 40
    return (
      testo(12, y, n, { size: 16, anchor: 'start' }) +
      riquadro(cifra(x0 + (da - 1) * passo), y - 13, cifra((a - da + 1) * passo), 26, { fill: TINTE[0], rx: 4, sw: 1 })
    )
  })
  const basso = 84 + lavori.length * 40 - 14
  const linee = Array.from({ length: giorni + 1 }, (_, i) =>
    linea(
      [
        [cifra(x0 + i * passo), 64],
        [cifra(x0 + i * passo), basso],
      ],
      { stroke: C.fondo, sw: 1.5 },
    ),
  )
  const numeri = Array.from({ length: giorni }, (_, i) =>
    testo(cifra(x0 + (i + 0.5) * passo), 52, i + 1, { size: 15, fill: C.nota }),
  )
  return figura(nome, basso + 16, titolo(intesta), linee, numeri, righe)
}

/** Rows of signs, each worth `vale`; half a sign is worth half. */
function pittogramma(nome, intesta, vale, righe) {
  const segno = (x, y) => riquadro(x, y - 11, 22, 22, { fill: C.primario, rx: 3, sw: 1 })
  const corpo = righe.map(([n, quanti], i) => {
    const y = 62 + i * 40
    const interi = Math.floor(quanti)
    return (
      testo(14, y, n, { size: 16, anchor: 'start' }) +
      Array.from({ length: interi }, (_, k) => segno(116 + k * 30, y)).join('') +
      (quanti > interi ? riquadro(116 + interi * 30, y - 11, 11, 22, { fill: C.primario, rx: 2, sw: 1 }) : '')
    )
  })
  const y = 62 + righe.length * 40 + 4
  return figura(
    nome,
    y + 26,
    titolo(intesta),
    corpo,
    segno(14, y),
    testo(46, y, `= ${vale}`, { size: 16, anchor: 'start' }),
  )
}

export const GRAFICI = [
  quadro(
    'tabella-personale',
    'Personale per ufficio',
    [130, 76, 76, 88],
    [
      ['Ufficio', 'Donne', 'Uomini', 'Totale'],
      ['Anagrafe', 18, 12, 30],
      ['Tributi', 14, 11, 25],
      ['Tecnico', 9, 21, 30],
      ['Cultura', 10, 5, 15],
      ['Totale', 51, 49, 100],
    ],
  ),
  quadro(
    'tabella-istanze',
    'Istanze ricevute',
    [140, 76, 76, 76],
    [
      ['Servizio', '2023', '2024', '2025'],
      ['Edilizia', 400, 460, 480],
      ['Commercio', 250, 200, 240],
      ['Ambiente', 150, 180, 270],
      ['Mobilità', 200, 220, 210],
    ],
  ),
  colonne(
    'grafico-sportello',
    'Utenti allo sportello',
    100,
    20,
    ['Lun', 'Mar', 'Mer', 'Gio', 'Ven'],
    [[80, 60, 40, 75, 45]],
  ),
  spezzate(
    'grafico-musei',
    'Visitatori dei musei (migliaia)',
    50,
    10,
    ['Gen', 'Feb', 'Mar', 'Apr', 'Mag', 'Giu'],
    [
      [20, 20, 30, 40, 40, 30],
      [10, 20, 20, 30, 50, 50],
    ],
    [
      ['Museo civico', 150],
      ['Museo navale', 150],
    ],
  ),
  torta('grafico-bilancio', 'Spesa del Comune: 40 milioni di euro', [
    ['Personale', 35],
    ['Servizi', 25],
    ['Opere', 20],
    ['Sociale', 15],
    ['Altro', 5],
  ]),
  strati(
    'grafico-domande',
    'Domande per canale (migliaia)',
    60,
    10,
    ['2022', '2023', '2024', '2025'],
    [
      [10, 15, 24, 36],
      [30, 25, 24, 18],
    ],
    [
      ['in rete', 70],
      ['allo sportello', 200],
    ],
  ),
  quadro(
    'tabella-treni',
    'Orario dei treni',
    [134, 78, 78, 78],
    [
      ['Stazione', '2301', '2305', '2309'],
      ['Ponte Alto', '7:10', '8:25', '9:40'],
      ['Villanova', '7:32', '8:44', '—'],
      ['Castelrosso', '7:51', '9:02', '10:12'],
      ['Porto Vivo', '8:20', '9:28', '10:35'],
    ],
  ),
  quadro(
    'tabella-distanze',
    'Distanze stradali (km)',
    [84, 62, 70, 68, 82],
    [
      ['', 'Alba', 'Borgo', 'Colle', 'Darsena'],
      ['Alba', '—', 45, 80, 120],
      ['Borgo', 45, '—', 30, 95],
      ['Colle', 80, 30, '—', 60],
      ['Darsena', 120, 95, 60, '—'],
    ],
  ),
  quadro(
    'tabella-comuni',
    'Popolazione e superficie',
    [110, 110, 146],
    [
      ['Comune', 'Abitanti', 'Superficie (km²)'],
      ['Rocca', '12.000', 60],
      ['Valle', '9.000', 30],
      ['Marina', '20.000', 80],
      ['Monte', '3.500', 70],
    ],
    { size: 15 },
  ),
  quadro(
    'tabella-punteggi',
    'Prove d’esame (in trentesimi)',
    [116, 84, 84, 84],
    [
      ['Candidato', 'Scritto', 'Orale', 'Titoli'],
      ['Rossi', 24, 27, 6],
      ['Bianchi', 28, 21, 9],
      ['Verdi', 21, 28, 3],
      ['Neri', 26, 26, 2],
    ],
  ),
  quadro(
    'tabella-acquisti',
    'Materiale per gli uffici',
    [138, 84, 74, 74],
    [
      ['Articolo', 'Prezzo', 'Quantità', 'Sconto'],
      ['Sedia', '80 €', 10, '10%'],
      ['Lampada', '25 €', 20, '0%'],
      ['Scrivania', '200 €', 5, '20%'],
      ['Armadio', '150 €', 4, '5%'],
    ],
  ),
  colonne(
    'grafico-confronto',
    'Pratiche chiuse',
    60,
    10,
    ['Nord', 'Centro', 'Sud', 'Isole'],
    [
      [40, 30, 50, 20],
      [50, 45, 40, 25],
    ],
    [
      ['2024', 90],
      ['2025', 90],
    ],
  ),
  spezzate(
    'grafico-temperature',
    'Temperatura nell’archivio (°C)',
    30,
    5,
    ['8', '10', '12', '14', '16', '18'],
    [[15, 20, 20, 25, 30, 20]],
  ),
  piano('grafico-piano', 'Piano dei lavori (giorni)', 10, [
    ['Rilievi', 1, 3],
    ['Progetto', 3, 6],
    ['Permessi', 5, 8],
    ['Cantiere', 9, 10],
  ]),
  pittogramma('grafico-libri', 'Libri prestati', '40 libri', [
    ['Gennaio', 4],
    ['Febbraio', 5.5],
    ['Marzo', 3],
    ['Aprile', 7.5],
  ]),
  quadro(
    'tabella-esiti',
    'Esiti della prova preselettiva',
    [118, 84, 84, 84],
    [
      ['', 'Idonei', 'Non idonei', 'Totale'],
      ['Donne', '?', 90, '?'],
      ['Uomini', 70, '?', 180],
      ['Totale', 190, '?', '?'],
    ],
    { size: 15 },
  ),
  torta('grafico-mezzi', 'Come vanno al lavoro 240 dipendenti', [
    ['Auto', 45],
    ['Autobus', 25],
    ['Treno', 20, '?'],
    ['Bicicletta', 10],
  ]),
]
