import { formatNumber } from './formats.ts'

export const provaDialogsText = {
  consegna_titolo: 'Consegni la prova?',
  consegna_testo: 'Dopo la consegna le risposte non si cambiano più.',
  consegna_vuote: (n: number) =>
    n === 1 ? 'Resta una domanda senza risposta.' : `Restano ${formatNumber(n)} domande senza risposta.`,
  consegna_rivedere: (n: number) =>
    n === 1 ? 'Ne hai segnata una da rivedere.' : `Ne hai segnate ${formatNumber(n)} da rivedere.`,
  consegna_tutte: 'Hai risposto a tutte le domande.',
  consegna_si: 'Consegna',
  torna: 'Torna alla prova',
  vedi_vuote: 'Vedi il foglio risposte',
  uscita_titolo: 'Vuoi uscire?',
  uscita_pausa: 'Le risposte date sono salvate. Se esci ora la prova va in pausa e la riprendi da qui.',
  uscita_corre: 'Le risposte date sono salvate, ma il tempo continua a correre anche fuori.',
  uscita_senza_tempo: 'Le risposte date sono salvate: riprendi da qui quando vuoi.',
  uscita_dopo: 'Continua un’altra volta',
  uscita_consegna: 'Consegna la prova',
  uscita_abbandona: 'Abbandona la prova',
  abbandona_titolo: 'Abbandoni la prova?',
  abbandona_testo: 'Resta nel tuo archivio ma non riceve un punteggio, e non si può riprendere.',
  abbandona_simulazione: 'Il sorteggio ormai l’hai visto: se la rifai, quel tentativo è fuori classifica.',
  abbandona_si: 'Abbandona',
  sezione_titolo: 'Passi alla sezione successiva?',
  sezione_testo: (name: string, left: string) =>
    `«${name}» si chiude e le sue risposte non si cambiano più. Il tempo che resta (${left}) va perso: non si aggiunge alla sezione dopo.`,
  sezione_si: 'Chiudi la sezione',
  scaduta: 'Il tempo è finito: consegno quello che hai risposto.',
}
