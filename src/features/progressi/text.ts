import type { TipoSeduta } from '#contract/database'
import { withArticolo } from '#rules/articolo'
import { homeText } from '../../text/banche.ts'
import { formatCount, formatNumber, formatPercent, formatRisposte } from '../../text/formats.ts'
import { shellText } from '../../text/shell.ts'

const dayMonth = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('it-IT', { month: 'short', timeZone: 'UTC' })
const at = (day: string) => new Date(`${day}T12:00:00Z`)

/** «21 nov» */
const dayText = (day: string): string => dayMonth.format(at(day))
/** «21 novembre 2026» */
export const fullDayText = (day: string): string => fullDay.format(at(day))
/** «nov» */
export const monthText = (day: string): string => month.format(at(day))

/** Writes a duration exactly, as in «3 h 20 min», «40 min», «< 1 min». */
export function studyTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return ms > 0 ? '< 1 min' : '0 min'
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${formatNumber(minutes)} min`
  return rest === 0 ? `${formatNumber(hours)} h` : `${formatNumber(hours)} h ${formatNumber(rest)} min`
}

export const progressiText = {
  titolo: shellText.progressi,
  sotto: shellText.progressi_sotto,
  banca: 'Banca dati',
  tutte: 'Tutte le banche dati',
  errore: 'I progressi non si sono aperti',
  vuoto_titolo: 'Qui vedrai come procede lo studio',
  vuoto_testo: 'Rispondi alle prime domande: giorni, livelli e tempo compaiono da soli.',
  vuoto_azione: 'Comincia da qui',
  vuoto_comincia: 'Comincia',

  risposte: (n: number) => formatCount(n, 'risposta data', 'risposte date').replace(/^[\d.]+ /, ''),
  corrette: 'corrette',
  tempo: 'di studio',
  giorni: (n: number) => (n === 1 ? 'giorno di studio' : 'giorni di studio'),
  fila: (n: number) => `${formatNumber(n)} di fila`,

  calendario: 'Risposte al giorno',
  calendario_sotto: (n: number) => `Le ultime ${formatNumber(n)} settimane`,
  calendario_colonne: ['Giorno', 'Risposte', 'Corrette', 'Tempo'] as const,
  calendario_meno: 'nessuna',
  calendario_piu: (n: number) => `il tuo giorno migliore: ${formatRisposte(n)}`,
  presto: 'Torna fra qualche giorno: qui vedrai la tua settimana.',
  iniziali: ['L', 'M', 'M', 'G', 'V', 'S', 'D'] as const,
  giorno: (day: string, n: number) => `${dayText(day)}: ${formatRisposte(n)}`,

  tempo_titolo: 'Tempo sulle domande',
  tempo_sotto: (ms: number) => `Questa settimana ${studyTime(ms)}`,
  settimana: 'Settimana',
  tempo_serie: 'Minuti',

  livelli: 'Livelli settimana per settimana',
  livelli_sotto: 'Alla fine di ogni settimana; l’ultima è adesso.',
  settimana_del: (day: string) => `${withArticolo('dal', dayText(day))}`,
  adesso: 'adesso',
  sai: (n: number) => `${formatNumber(n)} che sai`,

  corso: 'Materia per materia',
  corso_sotto: 'La linea dice quante risposte corrette, settimana per settimana.',
  materia: 'Materia',
  senza_materia: 'Senza materia',
  mai_cominciate: (n: number) => (n === 1 ? 'Un’altra, mai cominciata' : `Altre ${formatNumber(n)}, mai cominciate`),
  altre_materie: (n: number) => (n === 1 ? 'Mostra l’altra' : `Mostra le altre ${formatNumber(n)}`),
  viste: homeText.viste,
  ripassa_deboli: (n: number) => `Ripassa ${formatNumber(n)}`,
  ripassa_materia: (name: string) => `Ripassa ${name}`,
  quota: (p: number) => `${formatPercent(p)} corrette`,
  cella: (giuste: number, risposte: number) =>
    risposte === 0 ? '–' : `${formatNumber(giuste)} su ${formatNumber(risposte)}`,

  banche: 'Banca per banca',

  prove: 'Prove',
  prove_sotto: 'Ogni punto è una prova, il tratto verde la sua soglia.',
  prove_media: (n: number, p: number) => `Ultime ${formatNumber(n)}: ${formatPercent(p)} del massimo`,
  prove_colonne: ['Giorno', 'Punteggio', 'Soglia'] as const,
  prove_voce: (name: string | null, day: string) => (name === null ? day : `${day}, ${name}`),
  senza_soglia: 'senza soglia',

  filtro: 'Quali sedute',
  filtri: {
    tutte: 'Tutte',
    esercitazioni: 'Esercitazioni',
    prove: 'Personalizzate',
    simulazioni: 'Simulazioni',
    altre: 'Letture e ascolti',
  },
  nessuna: 'Nessuna seduta di questo tipo.',
}

export type HistoryFilter = keyof typeof progressiText.filtri
/** Kinds of sittings of each filter; null for all. */
export const FILTER_KINDS: Readonly<Record<HistoryFilter, readonly TipoSeduta[] | null>> = {
  tutte: null,
  esercitazioni: ['ESERCITAZIONE'],
  prove: ['PROVA_PERSONALIZZATA'],
  simulazioni: ['SIMULAZIONE'],
  altre: ['LETTA', 'ASCOLTATA', 'ASSEGNA_RISPOSTE'],
}
