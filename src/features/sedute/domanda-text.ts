import type { Motivo } from '#contract/segnalazione'
import { formatCount, formatNumber, formatPercent } from '../../text/formats.ts'

export const othersText = {
  bottone: 'Cosa rispondono gli altri',
  caricamento: 'Chiedo come hanno risposto gli altri',
  titolo: 'Come hanno risposto gli altri',
  persone: (n: number) => `${formatCount(n, 'persona ha risposto', 'persone hanno risposto')} a questa domanda.`,
  poche: (n: number, minime: number) =>
    `Si vede da ${formatNumber(minime)} risposte in su: per ora ${n === 0 ? 'nessuna' : n === 1 ? 'una' : formatNumber(n)}.`,
  offline: 'Per sapere come hanno risposto gli altri serve la rete. Puoi continuare senza.',
  riga: (letter: string, p: number) => `${letter}: ${formatPercent(p)}`,
  percento: (p: number) => formatPercent(p),
  tua: 'la tua',
  giusta: 'corretta',
}

const MOTIVI: Record<Motivo, string> = {
  CHIAVE_ERRATA: 'La risposta indicata come corretta è sbagliata',
  TESTO_ERRATO: 'Il testo ha un errore',
  RISPOSTE_UGUALI: 'Due risposte sono uguali o corrette',
  IMMAGINE: 'La figura manca o è sbagliata',
  NON_AGGIORNATA: 'La norma è cambiata',
  ALTRO: 'Altro',
}

export const reportText = {
  bottone: 'Segnala',
  titolo: 'Segnala questa domanda',
  testo: 'Dicci che cosa non va: controlliamo ogni segnalazione.',
  motivo: 'Motivo',
  motivi: MOTIVI,
  nota: 'Che cosa hai notato (facoltativo)',
  invia: 'Invia la segnalazione',
  annulla: 'Annulla',
  manca: 'Scegli un motivo, poi invia.',
  parte_dopo: 'Segnalazione salvata su questo dispositivo. Parte da sola appena possibile.',
  grazie: 'Segnalazione inviata. Grazie: la leggiamo e, se serve, correggiamo la domanda.',
  chiudi: 'Chiudi',
}

export const notaText = {
  bottone: 'Nota',
  bottone_piena: 'La tua nota',
  titolo: 'La tua nota',
  etichetta: 'Nota su questa domanda',
  aiuto: 'La vedi solo tu, su tutti i tuoi dispositivi.',
  lettura: 'Leggo…',
  non_letta: 'La nota non si legge: se ne avevi scritta una resta com’è. Riprova, poi puoi scrivere.',
  salvata: 'Salvata',
  salvo: 'Salvo…',
  non_salvata: 'Non è stata salvata. Riprova tra un momento: il testo resta qui finché non chiudi la pagina.',
  riprova: 'Riprova',
  vuota: 'Scrivi: si salva da sola.',
  caratteri: (n: number) => `${formatCount(n, 'carattere rimasto', 'caratteri rimasti')}`,
}

export const marksText = {
  rivedi: 'Segna da rivedere',
  non_rivedere: 'Togli da «da rivedere»',
  esclusa: 'esclusa',
  escludi: 'Escludi delle risposte',
  finito_escludere: 'Finisci di escludere',
  escludi_come: 'Tocca le risposte che escludi; toccane una esclusa per rimetterla. Poi «Fatto».',
  fatto: 'Fatto',
}

export const paceText = {
  passata: 'Corretta: la prossima arriva da sola. Si cambia da «Altre azioni», in alto.',
  voce: 'Attesa prima della prossima',
  titolo: 'Attesa prima della prossima',
  testo: 'Dopo una risposta corretta la domanda seguente arriva da sola, dopo questa pausa.',
  durata: 'Durata della pausa',
  secondi: (ms: number) => `${(ms / 1000).toLocaleString('it-IT')} s`,
}
