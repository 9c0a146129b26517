import type { Livello } from '#rules/livello'
import { actName } from '../../../text/dopo.ts'
import { enumerateCounts, formatCount, formatNumber } from '../../../text/formats.ts'
import type { ErrorLine } from './counts.ts'

const now = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const decimale = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 0 })

const inSubject = (materia: string | null): string =>
  materia === null ? 'nelle domande senza materia' : `in ${materia}`

export const riepilogoText = {
  titolo: 'Riepilogo',
  sopra: (name: string, iso: string) => `${name} · ${now.format(new Date(iso))}`,
  errore: 'Il riepilogo non si è aperto',
  punteggio: 'Risultato',
  su: (n: number) => `/${formatNumber(n)}`,
  percento: (patch: number, n: number) => `${decimale.format(n === 0 ? 0 : (100 * patch) / n)}% di risposte corrette`,
  solo_annullate: 'Le domande a cui hai risposto sono annullate: non contano.',
  senza_chiave: 'Risposte salvate. L’ente non ha pubblicato quelle corrette: puoi assegnarle tu dalla banca dati.',
  nessuna_risposta: 'Non hai dato risposte in questa esercitazione.',
  esatte: (n: number) => (n === 1 ? 'corretta' : 'corrette'),
  errate: (n: number) => (n === 1 ? 'errata' : 'errate'),
  neutre: (n: number) => (n === 1 ? 'neutra' : 'neutre'),
  annullate: (n: number) => (n === 1 ? 'annullata' : 'annullate'),
  non_date: (n: number) => (n === 1 ? 'omessa' : 'omesse'),
  livelli: 'Come sono cambiati i livelli',
  livelli_nuovi: 'I livelli di queste domande',
  /** Texts of the new questions; `after` counts them at each level now. */
  nuove: (n: number, after: Readonly<Record<Livello, number>>) =>
    `${formatCount(n, 'domanda mai vista prima', 'domande mai viste prima')}: ${enumerateCounts(
      [after[1], 'che sai', 'che sai'],
      [after[0], 'che quasi sai', 'che quasi sai'],
      [after[-1], 'da ripetere', 'da ripetere'],
      [after[-2], 'che non sai', 'che non sai'],
      [after[-99], 'neutra', 'neutre'],
    )}.`,
  mosse: (moves: readonly string[]) => `${moves.join(', ')}.`,
  saliti: (n: number) => formatCount(n, 'domanda è salita', 'domande sono salite'),
  scesi: (n: number) => formatCount(n, 'domanda è scesa', 'domande sono scese'),
  fermi: (n: number) => formatCount(n, 'è rimasta dov’era', 'sono rimaste dov’erano'),
  prima: 'Prima',
  dopo: 'Adesso',
  per_materia: 'Per materia',
  per_materia_nota: 'corrette su totale',
  per_materia_date: 'corrette su risposte date',
  /** `more` is true when bars or lines above show other subjects. */
  errori_materia: (line: ErrorLine, more: boolean) => {
    const errors = formatCount(line.errate, 'errore', 'errori')
    if ('materie' in line)
      return `${errors} in ciascuna di ${line.altre || more ? 'altre ' : ''}${formatNumber(line.materie)} materie.`
    const act = line.atto === null ? '' : ` (${actName(line.atto)})`
    return `${errors} su ${formatNumber(line.date)} ${inSubject(line.materia)}${act}.`
  },
  senza_errori: (right: readonly { materia: string | null }[], more: boolean) =>
    right.length === 1
      ? `Nessun errore ${inSubject(right[0]?.materia ?? null)}.`
      : `Nessun errore in ${more ? 'altre ' : ''}${formatNumber(right.length)} materie.`,
  materia: 'Materia',
  senza_materia: 'Senza materia',
  serie: { esatte: 'Corrette', errate: 'Errate', neutre: 'Neutre', non_date: 'Omesse' },
  risposte: 'Errori e risposte',
  quali: 'Quali risposte',
  quali_voci: {
    errate: (n: number) => `Errate ${formatNumber(n)}`,
    tutte: (n: number) => `Tutte ${formatNumber(n)}`,
  },
  nessuna_sbagliata: 'Nessuna risposta errata.',
  altre: (n: number) => (n === 1 ? 'Mostra l’ultima' : `Mostra altre ${formatNumber(n)}`),
  giusta: 'Risposta corretta',
  tua: 'La tua risposta',
  tua_giusta: 'Hai risposto giusto.',
  tua_omessa: 'Non hai risposto.',
  annullata: 'Domanda annullata: non conta.',
  domate: (n: number) =>
    n === 1 ? 'Hai domato una bestia nera: tre corrette di fila.' : `Hai domato ${formatNumber(n)} bestie nere.`,
  continua: (n: number) => (n === 1 ? 'Continua con l’altra' : `Continua con le altre ${formatNumber(n)}`),
  piu_banche: 'Più banche dati',
  riprendi: 'Continua da dove eri',
}
