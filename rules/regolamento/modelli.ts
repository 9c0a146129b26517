import type { WrittenPunti, WrittenRegolamento } from './types.ts'

/**
 * Rules of a real competition, ready to be used or changed. `fonte`: their written source. `non_indicati`: points that the source
 * leaves open and the model chose; the page asks to check them.
 */
export type Modello = {
  id: string
  nome: string
  fonte: string
  numero_domande: number
  non_indicati?: readonly ('punti' | 'omessa' | 'media')[]
  regole: WrittenRegolamento
}

const fissi = (corretta: number, sbagliata: number, omessa = 0): WrittenPunti => ({
  tipo: 'fissi',
  corretta,
  sbagliata,
  omessa,
})
const SITUAZIONALI: WrittenPunti = { tipo: 'per_risposta', omessa: 0 }
const RIPAM = fissi(0.75, -0.25)

/** Models in the order of the screen. A threshold or a time that its row lacks is left out. */
export const MODELLI: readonly Modello[] = [
  {
    id: 'ripam-2736-funzionari-2021',
    nome: 'RIPAM 2736 funzionari (2021)',
    fonte: 'Bando RIPAM 2736, 2021',
    numero_domande: 40,
    regole: {
      sezioni: [
        { nome: 'Conoscenze', domande: 32, punti: RIPAM },
        { nome: 'Quesiti situazionali', domande: 8, punti: SITUAZIONALI },
      ],
      durata: '01:00:00',
      massimo: 30,
      ammissione: { minimo: 21 },
    },
  },
  {
    id: 'ripam-3997-amm-13',
    nome: 'RIPAM 3997, profilo AMM-13',
    fonte: 'Bando RIPAM 3997, art. 6',
    numero_domande: 40,
    regole: {
      sezioni: [
        { nome: 'Materie comuni', domande: 10, punti: RIPAM },
        { nome: 'Materie specifiche', domande: 15, punti: RIPAM },
        { nome: 'Logica', domande: 7, punti: RIPAM },
        { nome: 'Quesiti situazionali', domande: 8, punti: SITUAZIONALI },
      ],
      durata: '01:00:00',
      massimo: 30,
      ammissione: { minimo: 21 },
    },
  },
  {
    id: 'ripam-preselettiva-ep',
    nome: 'RIPAM, preselettiva elevate professionalità',
    fonte: 'Bando RIPAM EP',
    numero_domande: 50,
    regole: {
      sezioni: [
        { nome: 'Conoscenze', domande: 30, punti: RIPAM },
        { nome: 'Logica', domande: 10, punti: RIPAM },
        { nome: 'Quesiti situazionali', domande: 10, punti: SITUAZIONALI },
      ],
      durata: '01:00:00',
    },
  },
  {
    id: 'mase-298-scritto',
    nome: 'MASE 298, prova scritta',
    fonte: 'Bando MASE 298',
    numero_domande: 40,
    non_indicati: ['punti'],
    regole: {
      sezioni: [
        { nome: 'Materie', domande: 25, punti: RIPAM },
        { nome: 'Logica', domande: 8, punti: RIPAM },
        { nome: 'Quesiti situazionali', domande: 7, punti: SITUAZIONALI },
      ],
    },
  },
  {
    id: 'upp-8171-2021',
    nome: 'Ufficio per il processo, 8.171 addetti (2021)',
    fonte: 'G.U. 21E09052, art. 7',
    numero_domande: 40,
    regole: { punti: fissi(0.75, -0.375), durata: '01:00:00', massimo: 30, ammissione: { minimo: 21 } },
  },
  {
    id: 'maeci-2021',
    nome: 'Ministero degli affari esteri (2021)',
    fonte: 'G.U. 21E01831, art. 6',
    numero_domande: 60,
    regole: {
      punti: fissi(1, -0.33),
      risposta_multipla: 'omessa',
      durata: '01:00:00',
      ammissione: { primi: 1875, pari_merito: 'ammessi' },
    },
  },
  {
    id: 'assistenti-giudiziari-2017-preselettiva',
    nome: 'Assistenti giudiziari (2017), preselettiva',
    fonte: 'G.U. 17E02368, art. 3',
    numero_domande: 50,
    regole: {
      sezioni: [
        { nome: 'Prima materia', domande: 25, punti: fissi(1, -0.35, -0.15) },
        { nome: 'Seconda materia', domande: 25, punti: fissi(1, -0.35, -0.15) },
      ],
      durata: '00:45:00',
      ammissione: { posti: 800, multiplo: 4, pari_merito: 'ammessi' },
    },
  },
  {
    id: 'assistenti-giudiziari-2017-scritto',
    nome: 'Assistenti giudiziari (2017), prova scritta',
    fonte: 'Bando 800 assistenti giudiziari, 2017',
    numero_domande: 120,
    non_indicati: ['omessa'],
    regole: {
      sezioni: [
        { nome: 'Prima prova', domande: 60, punti: fissi(0.5, -0.15), durata: '01:15:00' },
        { nome: 'Seconda prova', domande: 60, punti: fissi(0.5, -0.15), durata: '01:15:00' },
      ],
    },
  },
  {
    id: 'preselettiva-22e10606',
    nome: 'Preselettiva 2022 (20+40)',
    fonte: 'G.U. 22E10606, art. 7',
    numero_domande: 60,
    regole: {
      sezioni: [
        { nome: 'Prima parte', domande: 20, punti: fissi(1, -0.35) },
        { nome: 'Seconda parte', domande: 40, punti: fissi(1, -0.35) },
      ],
      risposta_multipla: 'sbagliata',
      durata: '01:00:00',
    },
  },
  {
    id: 'parlamento-2021',
    nome: 'Tipo Parlamento (2021)',
    fonte: 'G.U. 21E06192, art. 8',
    numero_domande: 75,
    regole: {
      base: 75,
      sezioni: [
        { nome: 'Prima parte', domande: 25, punti: fissi(0, -1, -0.8) },
        { nome: 'Seconda parte', domande: 15, punti: fissi(0, -1, -0.8) },
        { nome: 'Terza parte', domande: 35, punti: fissi(0, -1, -0.8) },
      ],
      risposta_multipla: 'sbagliata',
      massimo: 75,
    },
  },
  {
    id: 'parlamento-2019',
    nome: 'Tipo Parlamento (2019)',
    fonte: 'G.U. 19E09270, art. 6',
    numero_domande: 100,
    regole: { base: 100, punti: fissi(0, -1, -0.8), risposta_multipla: 'sbagliata', massimo: 100 },
  },
  {
    id: 'notai-2006',
    nome: 'Notai (2006), preselezione',
    fonte: 'G.U. 06E04766, art. 5',
    numero_domande: 45,
    regole: {
      base: 45585,
      punti: {
        tipo: 'per_difficolta',
        corretta: [0, 0, 0],
        sbagliata: [-1013, -997, -991],
        omessa: [-1013, -997, -991],
      },
      durata: '00:45:00',
      massimo: 45585,
    },
  },
  {
    id: 'polizia-difficolta',
    nome: 'Polizia, commissari e ispettori',
    fonte: 'G.U. 20E14769; G.U. 15E06163',
    numero_domande: 200,
    regole: {
      sezioni: [
        {
          nome: 'Materie',
          quote_difficolta: [60, 100, 40],
          punti: { tipo: 'per_difficolta', corretta: [1, 2, 3], sbagliata: 0, omessa: 0 },
        },
      ],
    },
  },
  {
    id: 'gdf-marescialli-2024',
    nome: 'Guardia di finanza, marescialli (2024)',
    fonte: 'Bando allievi marescialli, 2024',
    numero_domande: 100,
    non_indicati: ['media'],
    regole: {
      punti: { tipo: 'per_difficolta', corretta: [1, 2, 3], sbagliata: 0, omessa: 0 },
      risposta_multipla: 'omessa',
      durata: '01:40:00',
    },
  },
  {
    id: 'ripam-giustizia-2019',
    nome: 'RIPAM Giustizia (2019)',
    fonte: 'Bando RIPAM Giustizia, 2019',
    numero_domande: 60,
    regole: {
      sezioni: [
        { nome: 'Prima parte', domande: 40, punti: fissi(1, -0.33) },
        { nome: 'Seconda parte', domande: 20, punti: fissi(1, -0.33) },
      ],
      durata: '01:00:00',
    },
  },
  {
    id: 'ripam-campania-2019-preselettiva',
    nome: 'RIPAM Campania (2019), preselettiva',
    fonte: 'Bando RIPAM Campania, 2019',
    numero_domande: 80,
    regole: { punti: fissi(1, -0.33) },
  },
  {
    id: 'ripam-campania-2019-scritto',
    nome: 'RIPAM Campania (2019), prova scritta',
    fonte: 'Bando RIPAM Campania, 2019',
    numero_domande: 60,
    regole: { punti: fissi(0.5, -0.15), durata: '01:30:00', massimo: 30, ammissione: { minimo: 21 } },
  },
  {
    id: 'ripam-pcm-dirigenti',
    nome: 'RIPAM PCM, dirigenti (su carta)',
    fonte: 'Istruzioni della prova RIPAM PCM',
    numero_domande: 80,
    non_indicati: ['punti'],
    regole: { punti: fissi(1, -0.33), risposta_multipla: 'omessa', correzioni: 'mai', durata: '01:00:00' },
  },
  {
    id: 'scuola-2012',
    nome: 'Scuola (2012), preselettiva',
    fonte: 'Bando docenti 2012',
    numero_domande: 50,
    regole: {
      sezioni: [
        { nome: 'Logica', domande: 18, punti: fissi(1, -0.5) },
        { nome: 'Comprensione del testo', domande: 18, punti: fissi(1, -0.5) },
        { nome: 'Competenze digitali', domande: 7, punti: fissi(1, -0.5) },
        { nome: 'Lingua straniera', domande: 7, punti: fissi(1, -0.5) },
      ],
      durata: '00:50:00',
      massimo: 50,
      ammissione: { minimo: 35 },
    },
  },
  {
    id: 'scuola-2021',
    nome: 'Scuola (dal 2021), prova scritta',
    fonte: 'Bandi docenti dal 2021',
    numero_domande: 50,
    regole: { punti: fissi(2, 0), durata: '01:40:00', massimo: 100, ammissione: { minimo: 70 } },
  },
  {
    id: 'trento-ispettori',
    nome: 'Trento, ispettori',
    fonte: 'Bando Provincia autonoma di Trento',
    numero_domande: 60,
    regole: {
      punti: fissi(1, -0.25),
      durata: '01:20:00',
      massimo: 60,
      ammissione: { minimo: 36, primi: 50, pari_merito: 'ammessi' },
    },
  },
  {
    id: 'dirigenti-tecnici',
    nome: 'Dirigenti tecnici',
    fonte: 'Bando dirigenti tecnici',
    numero_domande: 60,
    regole: { punti: fissi(1, -0.33), durata: '01:30:00' },
  },
  {
    id: 'ssm-medici',
    nome: 'SSM, specializzazioni mediche',
    fonte: 'Bando SSM',
    numero_domande: 140,
    regole: { punti: fissi(1, -0.25), durata: '03:30:00' },
  },
]
