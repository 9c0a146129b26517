import type { TipoSeduta } from '#contract/database'
import { withArticolo } from '#rules/articolo'
import { formatCount, formatNumber } from './formats.ts'

const when = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

/** Sittings left open. Review and summary are never left open. */
export const openSeduteText = {
  titoli: {
    ESERCITAZIONE: 'Un’esercitazione lasciata a metà',
    PROVA_PERSONALIZZATA: 'Una prova lasciata a metà',
    SIMULAZIONE: 'Una simulazione lasciata a metà',
    LETTA: 'Una lettura lasciata a metà',
    ASCOLTATA: 'Un ascolto lasciato a metà',
    ASSEGNA_RISPOSTE: 'Risposte ancora da assegnare',
    RIVEDI_PROVA: 'Una prova lasciata a metà',
    RIEPILOGO: 'Una prova lasciata a metà',
  } satisfies Record<TipoSeduta, string>,
  su_piu_banche: (title: string) => `${title} su più banche dati`,
  conti: (corrette: number, errate: number) =>
    `${formatCount(corrette, 'corretta', 'corrette')}, ${formatCount(errate, 'errata', 'errate')}`,
  iniziata: (iso: string) => `Iniziata ${withArticolo('il', when.format(new Date(iso)))}`,
  riprendi: 'La riprendi dove l’hai lasciata.',
  continua: (a_che_punto: number, n: number) =>
    `Continua ${withArticolo('dalla', `${formatNumber(a_che_punto)}ª`)} di ${formatNumber(n)}`,
  a_che_punto: (a_che_punto: number, n: number) => `${formatNumber(a_che_punto)} di ${formatNumber(n)}`,
  chiudi: 'Chiudi',
  /** Name of the sitting, for somebody who hears the button alone. */
  quale: {
    ESERCITAZIONE: 'esercitazione',
    PROVA_PERSONALIZZATA: 'prova personalizzata',
    SIMULAZIONE: 'simulazione',
    LETTA: 'lettura',
    ASCOLTATA: 'sessione di ascolto',
    ASSEGNA_RISPOSTE: 'assegnazione delle risposte',
    RIVEDI_PROVA: 'prova',
    RIEPILOGO: 'prova',
  } satisfies Record<TipoSeduta, string>,
  altre: (n: number) => (n === 1 ? 'Mostra l’altra' : `Mostra le altre ${formatNumber(n)}`),
  meno: 'Mostra solo l’ultima',

  prova_titolo: 'Chiudi la prova?',
  prova_date: (date: number, n: number) =>
    date === 1
      ? `Hai risposto a una domanda su ${formatNumber(n)}.`
      : `Hai risposto a ${formatNumber(date)} domande su ${formatNumber(n)}.`,
  prova_consegna: 'Se la consegni ricevi il punteggio e le risposte non si cambiano più.',
  prova_abbandona: 'Se l’abbandoni resta nel tuo archivio senza punteggio, e non si può riprendere.',
  prova_no: 'Lasciala aperta',

  scadute: (n: number) =>
    n === 1
      ? 'Il tempo di una prova è finito: è consegnata con quello che avevi risposto.'
      : `Il tempo di ${formatNumber(n)} prove è finito: sono consegnate con quello che avevi risposto.`,

  da_finire: 'Prove da finire',
  in_sospeso: 'Lasciate a metà',

  altrove: 'Aperta su un altro dispositivo',
  altrove_titolo: 'Continua su un altro dispositivo',
  altrove_testo: 'L’hai aperta là dopo che qui. Quello che hai fatto è salvo: puoi riprenderla da dove sei arrivato.',
  altrove_azione: 'Riprendi qui',
  senza_banca: 'Scarica la banca dati per continuare',
}
