import type { FattiEsame } from '#rules/istruzioni'
import type { Cosa } from '#rules/vigilia'
import { formatDomande, formatNumber, formatPoints, formatSignedPoints, spokenTime } from './formats.ts'
import { rulesOf } from './previsione.ts'

const UNKNOWN = 'leggi il bando'
const worth = (points: number | null): string => (points === null ? UNKNOWN : formatSignedPoints(points))

/** The day before an exam and the day itself: things to bring, rules of scoring. */
export const vigiliaText = {
  domani: 'Domani c’è la prova',
  oggi: 'Oggi c’è la prova',
  istruzioni: 'Istruzioni',
  titolo: 'Istruzioni per la prova',
  prepara: 'Da preparare',
  senza_data: 'Con la data della prova, nella home, qui spunti quello che hai già preparato.',
  cose: {
    documento: ['Un documento d’identità valido', 'Controlla la scadenza.'],
    convocazione: ['La convocazione, con sede, giorno e ora', 'Se va stampata lo dice il bando.'],
    tempo: ['I documenti per il tempo in più', 'Quelli che il bando chiede: portali con te.'],
    penna: ['Una penna', 'Se la dà la commissione lo dice il bando.'],
    arrivo: ['Il viaggio fino alla sede', 'Conta di arrivare mezz’ora prima dell’ora di convocazione.'],
    fuori: [
      'Telefono, orologio smart, appunti e libri spenti o a casa',
      'In aula non si usano: si rischia l’esclusione.',
    ],
  } satisfies Record<Cosa, readonly [string, string]>,
  regole: 'Come si valuta',
  ignote: 'Di questa prova non conosciamo le regole: domande, tempo e punteggi sono nel bando.',
  di: (fonte: string) => `${rulesOf(fonte)}. Se il tuo bando dice altro, vale il bando.`,
  domande: 'Domande',
  domande_valore: formatDomande,
  tempo: 'Tempo',
  tempo_valore: ({ durata }: FattiEsame, percent: number): string =>
    durata === null
      ? UNKNOWN
      : `${spokenTime(durata)}${percent > 0 ? ` con il tuo ${formatNumber(percent)}% in più` : ''}`,
  a_domanda: 'A domanda',
  corretta: 'Corretta',
  errata: 'Errata',
  omessa: 'Omessa',
  punti: worth,
  soglia: 'Soglia',
  soglia_valore: ({ soglia, massimo }: FattiEsame): string =>
    soglia === null ? UNKNOWN : `${formatPoints(soglia)} su ${formatPoints(massimo)}`,
  per_risposta: (n: number) => `${formatDomande(n)}: ogni risposta ha i suoi punti`,
  doppia: 'Due segni sulla stessa domanda',
  doppia_valore: 'come errata',
  aula: 'In aula',
  consigli: [
    'Leggi le istruzioni della commissione prima di cominciare: dicono come si segna e se si può correggere.',
    'Sulla carta un segno di solito non si corregge: segna quando hai deciso.',
    'Comincia dalle domande sicure e tieni d’occhio il tempo.',
  ],
}
