import { C, figura, linea, riquadro, scatola, tabella, testo, tracciato } from './disegno.mjs'

/** An SQL statement in its own box, one line per clause. */
const sql = (y, righe) =>
  riquadro(8, y, 374, 20 + righe.length * 25, { fill: C.tenue, stroke: C.primario, rx: 4 }) +
  righe.map((r, i) => testo(20, y + 22 + i * 25, r, { anchor: 'start', mono: true, size: 15 })).join('')

const conteggio = figura(
  'query-conteggio',
  352,
  tabella(
    8,
    8,
    [50, 110, 124, 90],
    [
      ['id', 'nome', 'provincia', 'punti'],
      [1, 'Anna', 'BA', 24],
      [2, 'Bruno', 'LE', 27],
      [3, 'Carla', 'BA', 19],
      [4, 'Dario', 'BA', 21],
      [5, 'Elena', 'TA', 30],
    ],
    { titolo: 'CANDIDATI' },
  ),
  sql(250, ['SELECT COUNT(*) FROM candidati', "WHERE provincia = 'BA'", '  AND punti >= 21']),
)

const raggruppa = figura(
  'query-raggruppa',
  352,
  tabella(
    70,
    8,
    [140, 110],
    [
      ['ufficio', 'pratiche'],
      ['Anagrafe', 12],
      ['Tributi', 9],
      ['Anagrafe', 8],
      ['Tributi', 4],
      ['Anagrafe', 5],
    ],
    { titolo: 'SPORTELLO' },
  ),
  sql(250, ['SELECT ufficio, SUM(pratiche)', 'FROM sportello', 'GROUP BY ufficio']),
)

const leftJoin = figura(
  'query-left-join',
  322,
  tabella(
    8,
    8,
    [44, 92],
    [
      ['id', 'nome'],
      [1, 'Anna'],
      [2, 'Bruno'],
      [3, 'Carla'],
    ],
    { titolo: 'CANDIDATI' },
  ),
  tabella(
    160,
    8,
    [118, 104],
    [
      ['id_candidato', 'concorso'],
      [1, 'Comune'],
      [1, 'Regione'],
      [3, 'Comune'],
    ],
    {
      titolo: 'ISCRIZIONI',
    },
  ),
  sql(184, ['SELECT nome, concorso', 'FROM candidati', 'LEFT JOIN iscrizioni', '  ON id = id_candidato']),
)

const entita = (x, y, s) => scatola(x, y, 120, 56, s, { rx: 0, fill: C.tenue, text: { size: 16, weight: 700 } })
const relazione = (x, y, s) =>
  tracciato(`M${x} ${y - 44}L${x + 78} ${y}L${x} ${y + 44}L${x - 78} ${y}Z`, { fill: C.giallo }) +
  testo(x, y, s, { size: 17 })

/** Two entities and what binds them, from top to bottom, with the number on each side. */
const er = (nome, sopra, lega, sotto, a, b) =>
  figura(
    nome,
    330,
    linea([
      [195, 70],
      [195, 260],
    ]),
    entita(135, 16, sopra),
    relazione(195, 165, lega),
    entita(135, 258, sotto),
    testo(216, 96, a, { size: 20, weight: 700 }),
    testo(216, 234, b, { size: 20, weight: 700 }),
  )

export const DATI = [
  conteggio,
  raggruppa,
  leftJoin,
  er('er-uno-molti', 'UFFICIO', 'occupa', 'IMPIEGATO', '1', 'N'),
  er('er-molti-molti', 'STUDENTE', 'frequenta', 'CORSO', 'N', 'M'),
]
