import { withArticolo } from '#rules/articolo'
import { dopoText } from './dopo.ts'
import {
  formatCount,
  formatDate,
  formatNumber,
  formatPercent,
  formatPoints,
  formatSignedPoints,
  spokenTime,
} from './formats.ts'

const when = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** Only one point is singular: 0,75 punti, +1 punto, −1 punto. */
const puntiDetti = (p: number) => `${formatSignedPoints(p)} ${Math.abs(p) === 1000 ? 'punto' : 'punti'}`

export const risultatiText = {
  titolo: 'Esito della prova',
  errore: 'L’esito non si è aperto',
  esiti: {
    superata: 'Prova superata',
    non_superata: 'Prova non superata',
    in_graduatoria: 'Prova consegnata',
    senza_soglia: 'Prova consegnata',
  },
  sopra: (name: string, iso: string) => `${name} · ${when.format(new Date(iso))}`,
  a_tempo: 'Consegnata da sola allo scadere del tempo.',
  punteggio: 'Punteggio',
  su: (max: number) => `/${formatPoints(max)}`,
  soglia: (minimo: number) => `soglia ${formatPoints(minimo)}`,
  sopra_soglia: (scarto: number) => `${formatSignedPoints(scarto)} sulla soglia`,
  sotto_soglia: (scarto: number) => `${formatSignedPoints(scarto)} dalla soglia`,
  in_scala: (value: number, scala: number) => `${formatPoints(value)} su ${formatPoints(scala)}`,
  esatte: (n: number) => (n === 1 ? 'corretta' : 'corrette'),
  errate: (n: number) => (n === 1 ? 'errata' : 'errate'),
  intermedie: (n: number) => (n === 1 ? 'neutra' : 'neutre'),
  omesse: (n: number) => (n === 1 ? 'omessa' : 'omesse'),
  non_contate: (n: number) => (n === 1 ? 'non conta' : 'non contano'),
  ricontato: (here: number, server: number) =>
    `Il server ha ricontato le tue risposte: vale ${formatPoints(server)}. Qui risultavano ${formatPoints(here)}: sezioni, materie e punti persi sono ancora quelli contati qui.`,
  formula: (n: number, value: number) => `${formatNumber(n)} × ${formatPoints(Math.abs(value))}`,
  tempo_usato: (used: number, durata: number | null) =>
    durata === null ? spokenTime(used) : `${spokenTime(used)} su ${spokenTime(durata)}`,
  non_valutate: (n: number) =>
    `${formatCount(n, 'domanda non conta', 'domande non contano')} perché ${n === 1 ? 'annullata' : 'annullate'} o senza una risposta ufficiale.`,
  stesso_tempo: (percento: number) => `con ${withArticolo('il', formatNumber(percento))}% di tempo in più`,

  sezioni: 'Per sezione',
  sezione: 'Sezione',
  superata: 'soglia superata',
  non_superata: 'soglia non superata',
  per_materia: 'Per materia',
  per_materia_nota: 'corrette su totale',
  materia: 'Materia',
  senza_materia: 'Senza materia',
  serie: { esatte: 'Corrette', errate: 'Errate', intermedie: 'Neutre', omesse: 'Omesse' },

  persi: 'Dove hai lasciato punti',
  persi_errate: 'Risposte errate',
  persi_intermedie: 'Risposte neutre',
  persi_omesse: 'Risposte omesse',
  persi_ripensamenti: 'di cui cambiando idea',
  persi_doppie: 'di cui con una doppia marcatura',
  persi_tempo: 'di cui per il tempo',
  persi_nessuno: 'Nessuno: hai preso tutto.',
  persi_punti: (p: number) => `−${formatPoints(p)}`,
  come: 'Come hai risposto',
  tempo_medio: 'Tempo medio a domanda',
  tempo_piu: 'La più lunga',
  tempo_piu_valore: (ms: number, n: number) => `${spokenTime(ms)}, domanda ${formatNumber(n)}`,
  cambiate: 'Risposte cambiate',
  cambiate_valore: (cambiate: number, peggiorate: number, migliorate: number) =>
    cambiate === 0
      ? 'Nessuna'
      : `${formatNumber(cambiate)}: ${formatNumber(migliorate)} da errata a corretta, ${formatNumber(peggiorate)} da corretta a errata`,
  cambiate_solo: (cambiate: number) => formatNumber(cambiate),
  fortunate: 'Forse per fortuna',
  fortunate_valore: (n: number) =>
    n === 0
      ? 'Nessuna corretta sospetta'
      : `${formatCount(n, 'corretta data', 'corrette date')} di fretta o con un dubbio`,

  storia: 'Le tue prove',
  storia_nota: 'in percentuale del massimo',
  storia_soglia: 'soglia di questa prova',
  storia_media: (n: number, percento: number) => `Ultime ${formatNumber(n)}: ${formatPercent(percento)} del massimo`,
  storia_giorno: 'Giorno',
  storia_punti: 'Punteggio',
  storia_esito: 'Esito',
  giorno: (iso: string) => formatDate(iso),

  rivedi: 'Rivedi la prova',
  rivedi_tutta: 'Rivedi tutta la prova',
  stampa: 'Prova personalizzata',
  filtri: {
    tutte: 'Tutte',
    errate: (n: number) => `Errate ${formatNumber(n)}`,
    neutre: (n: number) => `Neutre ${formatNumber(n)}`,
    vuote: (n: number) => `Omesse ${formatNumber(n)}`,
    doppie: (n: number) => `Doppie marcature ${formatNumber(n)}`,
    rivedere: (n: number) => `Da rivedere ${formatNumber(n)}`,
    fortunate: (n: number) => `Fortunate ${formatNumber(n)}`,
  },
  mostra: 'Mostra',
  nessuna: 'Nessuna domanda con questo filtro.',
  altre: (n: number) => (n === 1 ? 'Mostra l’ultima' : `Mostra altre ${formatNumber(n)}`),
  esito: {
    corretta: 'Corretta',
    errata: 'Errata',
    intermedia: 'Neutra',
    omessa: 'Omessa',
    non_valutata: 'Non valutata',
  },
  annullata: 'Annullata',
  annullata_nota: 'Annullata dall’ente: non dà e non toglie punti',
  punti_presi: puntiDetti,
  tempo_domanda: (ms: number) => `${spokenTime(ms)} su questa domanda`,
  segnata: 'L’avevi segnata da rivedere',
  fortunata: 'Corretta, ma data di fretta o con un dubbio',
  giusta: 'Risposta corretta',
  tua: 'La tua risposta',
  tua_giusta: 'La tua, corretta',
  segno: 'Segnata',
  segno_giusta: 'Corretta, segnata',
  doppia: 'Doppia marcatura',
  gradi: { migliore: 'La più efficace', media: 'Neutra', peggiore: 'La meno efficace' },
  grado: (name: string, p: number, tua: boolean) => `${tua ? 'La tua · ' : ''}${name} · ${puntiDetti(p)}`,
  ripassa: {
    errate: dopoText.ripassa,
    neutre: (n: number) => (n === 1 ? 'Ripassa quella neutra' : `Ripassa le ${formatNumber(n)} neutre`),
    vuote: (n: number) => (n === 1 ? 'Ripassa quella omessa' : `Ripassa le ${formatNumber(n)} omesse`),
  },
  altra: 'Un’altra prova',

  condividi: 'Condividi',
  condividi_fatto: 'Immagine salvata nei download.',
  condividi_no: 'L’immagine non si è potuta creare. Riprova.',
  immagine_nome: 'idoneo-esito.png',
  immagine_alt: (result: string) => `${result} su Idoneo`,
}

export const proveText = {
  titolo: 'Una prova tua',
  nuova: 'Prova personalizzata',
  nuova_testo: 'Scegli materie, tempo e punteggi: si corregge come quella vera.',
}
