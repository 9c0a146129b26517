import type { WrittenProva } from '#contract/regolamento'

type Scritta = WrittenProva['domande'][number]
type Esempio = { domande: Scritta[]; altri_punteggi?: number[]; totale: number; esito: string }

/** What a candidate of these examples marks: right, wrong, nothing, two answers; of a situational question the grade. */
const GIUSTA = { corretta: 2, risposta: 2 }
const ERRATA = { corretta: 2, risposta: 1 }
const VUOTA = { corretta: 2 }
const DOPPIA = { corretta: 2, risposta: [1, 2] }
const GRADI = { punti: [0.75, 0.375, 0] }

type Conti = { r?: number; w?: number; b?: number; m?: number }
/** Right, wrong, blank and doubly marked questions of a section. */
function entries(counts: Conti, where: Pick<Scritta, 'sezione' | 'difficolta'> = {}): Scritta[] {
  const tipi = [
    [GIUSTA, counts.r],
    [ERRATA, counts.w],
    [VUOTA, counts.b],
    [DOPPIA, counts.m],
  ] as const
  return tipi.flatMap(([d, times = 0]) => (times === 0 ? [] : [{ ...where, ...d, volte: times }]))
}
const sezione = (name: string, counts: Conti): Scritta[] => entries(counts, { sezione: name })
/** Best, middle and worst grades, and blanks, of the situational questions. */
const situazionali = (migliori: number, medie: number, peggiori: number, empty: number): Scritta[] =>
  [migliori, medie, peggiori, empty].flatMap((times, i) =>
    times === 0 ? [] : [{ sezione: 'Quesiti situazionali', ...GRADI, ...(i < 3 && { risposta: i + 1 }), volte: times }],
  )

/**
 * A whole trial for each model, its score added up by hand beside it: never with the code under test. The page on rules shows
 * them with what the command answers.
 */
export const EXAMPLES: Readonly<Record<string, Esempio>> = {
  'ripam-2736-funzionari-2021': {
    // 24 × 0.75 − 5 × 0.25 = 16.75; 5 × 0.75 + 2 × 0.375 = 4.5.
    domande: [...sezione('Conoscenze', { r: 24, w: 5, b: 3 }), ...situazionali(5, 2, 1, 0)],
    totale: 21.25,
    esito: 'superata',
  },
  'ripam-3997-amm-13': {
    // 5.75 + 7.5 + 2.5; 6 × 0.75 + 0.375 = 4.875.
    domande: [
      ...sezione('Materie comuni', { r: 8, w: 1, b: 1 }),
      ...sezione('Materie specifiche', { r: 11, w: 3, b: 1 }),
      ...sezione('Logica', { r: 4, w: 2, b: 1 }),
      ...situazionali(6, 1, 0, 1),
    ],
    totale: 20.625,
    esito: 'non_superata',
  },
  'ripam-preselettiva-ep': {
    // 17.75 + 4; 7 × 0.75 + 3 × 0.375 = 6.375.
    domande: [
      ...sezione('Conoscenze', { r: 25, w: 4, b: 1 }),
      ...sezione('Logica', { r: 6, w: 2, b: 2 }),
      ...situazionali(7, 3, 0, 0),
    ],
    totale: 28.125,
    esito: 'senza_soglia',
  },
  'mase-298-scritto': {
    // 14.25 + 3.5; 4 × 0.75 + 2 × 0.375 = 3.75.
    domande: [
      ...sezione('Materie', { r: 20, w: 3, b: 2 }),
      ...sezione('Logica', { r: 5, w: 1, b: 2 }),
      ...situazionali(4, 2, 1, 0),
    ],
    totale: 21.5,
    esito: 'senza_soglia',
  },
  // 31 × 0.75 − 6 × 0.375: the threshold to the thousandth.
  'upp-8171-2021': { domande: entries({ r: 31, w: 6, b: 3 }), totale: 21, esito: 'superata' },
  // 50 − 7 × 0.33; two marks are a blank.
  'maeci-2021': {
    domande: entries({ r: 50, w: 7, b: 2, m: 1 }),
    altri_punteggi: [55, 47.69, 30],
    totale: 47.69,
    esito: 'superata',
  },
  'assistenti-giudiziari-2017-preselettiva': {
    // 20 − 1.05 − 0.3 = 18.65; 18 − 1.4 − 0.45 = 16.15.
    domande: [...sezione('Prima materia', { r: 20, w: 3, b: 2 }), ...sezione('Seconda materia', { r: 18, w: 4, b: 3 })],
    totale: 34.8,
    esito: 'in_graduatoria',
  },
  'assistenti-giudiziari-2017-scritto': {
    // 24 − 1.2 = 22.8; 25 − 0.9 = 24.1.
    domande: [...sezione('Prima prova', { r: 48, w: 8, b: 4 }), ...sezione('Seconda prova', { r: 50, w: 6, b: 4 })],
    totale: 46.9,
    esito: 'senza_soglia',
  },
  'preselettiva-22e10606': {
    // 15 − 3 × 0.35 = 13.95; 30 − 5 × 0.35 = 28.25, the double mark among the wrong.
    domande: [
      ...sezione('Prima parte', { r: 15, w: 3, b: 2 }),
      ...sezione('Seconda parte', { r: 30, w: 4, b: 5, m: 1 }),
    ],
    totale: 42.2,
    esito: 'senza_soglia',
  },
  'parlamento-2021': {
    // 75 − (3 + 2 × 0.8) − (2 + 0.8) − (5 + 2 × 0.8).
    domande: [
      ...sezione('Prima parte', { r: 20, w: 3, b: 2 }),
      ...sezione('Seconda parte', { r: 12, w: 2, b: 1 }),
      ...sezione('Terza parte', { r: 28, w: 4, b: 2, m: 1 }),
    ],
    totale: 61,
    esito: 'senza_soglia',
  },
  // 100 − 12 − 8 × 0.8.
  'parlamento-2019': { domande: entries({ r: 80, w: 12, b: 8 }), totale: 81.6, esito: 'senza_soglia' },
  'notai-2006': {
    // 45585 − 1013 − 3 × 997 − 5 × 991.
    domande: [
      ...entries({ r: 14, w: 1 }, { difficolta: 1 }),
      ...entries({ r: 12, w: 2, b: 1 }, { difficolta: 2 }),
      ...entries({ r: 10, w: 3, b: 2 }, { difficolta: 3 }),
    ],
    totale: 36626,
    esito: 'senza_soglia',
  },
  'polizia-difficolta': {
    // 54 × 1 + 80 × 2 + 25 × 3.
    domande: [
      ...entries({ r: 54, w: 4, b: 2 }, { difficolta: 1 }),
      ...entries({ r: 80, w: 15, b: 5 }, { difficolta: 2 }),
      ...entries({ r: 25, w: 10, b: 5 }, { difficolta: 3 }),
    ],
    totale: 289,
    esito: 'senza_soglia',
  },
  'gdf-marescialli-2024': {
    // 36 × 1 + 30 × 2 + 12 × 3.
    domande: [
      ...entries({ r: 36, w: 4 }, { difficolta: 1 }),
      ...entries({ r: 30, w: 8, b: 1, m: 1 }, { difficolta: 2 }),
      ...entries({ r: 12, w: 6, b: 2 }, { difficolta: 3 }),
    ],
    totale: 132,
    esito: 'senza_soglia',
  },
  'ripam-giustizia-2019': {
    // 30 − 6 × 0.33 = 28.02; 15 − 3 × 0.33 = 14.01.
    domande: [...sezione('Prima parte', { r: 30, w: 6, b: 4 }), ...sezione('Seconda parte', { r: 15, w: 3, b: 2 })],
    totale: 42.03,
    esito: 'senza_soglia',
  },
  // 60 − 12 × 0.33.
  'ripam-campania-2019-preselettiva': {
    domande: entries({ r: 60, w: 12, b: 8 }),
    totale: 56.04,
    esito: 'senza_soglia',
  },
  // 46 × 0.5 − 10 × 0.15.
  'ripam-campania-2019-scritto': { domande: entries({ r: 46, w: 10, b: 4 }), totale: 21.5, esito: 'superata' },
  // 58 − 15 × 0.33.
  'ripam-pcm-dirigenti': { domande: entries({ r: 58, w: 15, b: 6, m: 1 }), totale: 53.05, esito: 'senza_soglia' },
  'scuola-2012': {
    // 11.5 + 13 + 4.5 + 5.5: half a point under 35.
    domande: [
      ...sezione('Logica', { r: 13, w: 3, b: 2 }),
      ...sezione('Comprensione del testo', { r: 14, w: 2, b: 2 }),
      ...sezione('Competenze digitali', { r: 5, w: 1, b: 1 }),
      ...sezione('Lingua straniera', { r: 6, w: 1 }),
    ],
    totale: 34.5,
    esito: 'non_superata',
  },
  'scuola-2021': { domande: entries({ r: 36, w: 14 }), totale: 72, esito: 'superata' },
  // 44 − 12 × 0.25; who ties with the last admitted is admitted.
  'trento-ispettori': {
    domande: entries({ r: 44, w: 12, b: 4 }),
    altri_punteggi: [50, 41, 36],
    totale: 41,
    esito: 'superata',
  },
  // 45 − 9 × 0.33.
  'dirigenti-tecnici': { domande: entries({ r: 45, w: 9, b: 6 }), totale: 42.03, esito: 'senza_soglia' },
  // 100 − 30 × 0.25.
  'ssm-medici': { domande: entries({ r: 100, w: 30, b: 10 }), totale: 92.5, esito: 'senza_soglia' },
}

/** JSON with a line for each field and for each element of a list of objects. */
export function stampa(value: object): string {
  const breve = (v: unknown): string =>
    JSON.stringify(v, null, 1).replace(/\n\s*/g, ' ').replace(/\[ /g, '[').replace(/ \]/g, ']')
  const fields = Object.entries(value).map(([name, v]) => {
    const list = Array.isArray(v) && typeof v[0] === 'object'
    return `  "${name}": ${list ? `[\n${v.map((x) => `    ${breve(x)}`).join(',\n')}\n  ]` : breve(v)}`
  })
  return `{\n${fields.join(',\n')}\n}`
}
