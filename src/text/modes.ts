import { formatCount, formatNumber } from './formats.ts'

export const modesText = {
  esci: 'Esci',
  pausa: 'Pausa',
  di: (n: number) => `di ${formatNumber(n)}`,
  vai_a: 'Vai alla domanda',
  posto: (i: number, n: number) => `Domanda ${formatNumber(i)} di ${formatNumber(n)}`,
  navigazione: 'Avanti e indietro',
  precedente: 'Domanda precedente',
  prossima: 'Prossima',
  finisci: 'Finisci',
  in_pausa: 'In pausa',
  riprendi_quando: 'Riprendi quando vuoi',
  riprendi: 'Riprendi',
  concludi: 'Concludi',
  dopo: 'Continua un’altra volta',
  resta: 'Resta qui',
  uscita_titolo: 'Vuoi uscire?',
  uscita_testo: 'Il punto dove sei è già salvato: puoi continuare un’altra volta da qui, oppure finire.',
  banca: 'Torna alla banca dati',
}

export const readingText = {
  titolo: 'Lettura',
  giusta: 'Risposta corretta',
  giusta_tua: 'Risposta corretta, secondo te',
  piu_efficace: 'Risposta più efficace',
  senza_chiave: 'L’ente non ha pubblicato la risposta corretta.',
  senza_chiave_propria: 'Nel tuo file non c’è la risposta: assegnala tu.',
  passo: 'Passo',
  a_mano: 'A mano',
  al_minuto: (n: number) => `${formatNumber(n)}/min`,
  in_pausa: (i: number, n: number) =>
    `Sei alla domanda ${formatNumber(i)} di ${formatNumber(n)}. La domanda è nascosta.`,
  elenco: 'Elenco delle domande',
  letta: 'già letta',
  riga: (i: number) => `Domanda ${formatNumber(i)}`,
  elenco_caricamento: 'Carico',
  elenco_assente: 'Non è su questo dispositivo',
  fine_titolo: 'Lettura finita',
  fine: (i: number, n: number, lette: number) =>
    `Sei alla domanda ${formatNumber(i)} di ${formatNumber(n)}.${lette === 0 ? '' : ` In questa visita ne hai ${lette === 1 ? 'letta una' : `lette ${formatNumber(lette)}`}.`}`,
  provale: 'Esercitati su queste',
}

export const assignText = {
  titolo: 'Assegna le risposte',
  quale: 'Qual è la risposta corretta?',
  scegli: 'Tocca la risposta corretta.',
  assegnata: (letter: string) => `Hai scelto ${letter}. Salvata.`,
  tua: 'Secondo te',
  togli: 'Togli',
  annulla: 'Annulla',
  salta: 'Salta',
  prossima: 'Prossima senza risposta',
  mancano: (n: number) =>
    n === 0 ? 'Le hai assegnate tutte' : n === 1 ? 'Ne manca una' : `Ne mancano ${formatNumber(n)}`,
  in_pausa: 'La domanda è nascosta. Le risposte assegnate sono salvate.',
  fine_titolo: 'Risposte assegnate',
  fine: (date: number, missing: number) =>
    `Hai assegnato ${formatCount(date, 'risposta', 'risposte')}${missing > 0 ? `, ne ${missing === 1 ? 'manca una' : `mancano ${formatNumber(missing)}`}` : ''}. Valgono solo per te e restano distinte da quelle ufficiali.`,
  provale: 'Esercitati su queste',
}

export const modeEntriesText = {
  titolo: 'Altri modi di studiare',
  testo: 'Con gli stessi filtri. Il livello non cambia.',
  leggi: 'Leggi',
  leggi_testo: 'Domanda e risposta corretta, una dopo l’altra.',
  ascolta: 'Ascolta',
  ascolta_testo: 'A mani libere, con la voce del dispositivo.',
  assegna: 'Assegna le risposte',
  assegna_testo: (n: number) =>
    n === 1
      ? 'Una domanda non ha la risposta ufficiale.'
      : `${formatNumber(n)} domande non hanno la risposta ufficiale.`,
}

export const listeningText = {
  titolo: 'Ascolto',
  ascolta: 'Ascolta',
  ferma: 'Metti in pausa la voce',
  precedente: 'Domanda precedente',
  prossima: 'Domanda successiva',
  velocita: 'Velocità',
  per: (x: number) => `${x.toLocaleString('it-IT')}×`,
  cosa: 'Che cosa si legge',
  cose: { domanda: 'Solo la domanda', risposte: 'Domanda e risposte', giusta: 'Domanda, pausa, risposta corretta' },
  prepara: 'Cerco una voce italiana',
  senza_voce_titolo: 'Su questo dispositivo non c’è una voce italiana',
  senza_voce:
    'L’ascolto usa la voce del dispositivo. Aggiungine una italiana dalle impostazioni di sistema (sintesi vocale) e riapri questa pagina. Intanto puoi leggere.',
  leggi: 'Leggi invece',
  muta: 'La voce del dispositivo non parte. Riprova; se non basta, riavvia il browser.',
  riprova: 'Riprova',
  sto_leggendo: 'Sto leggendo',
  ferma_qui: 'In pausa: riparte da dove si è fermata.',
  in_pausa: (i: number, n: number) => `Sei alla domanda ${formatNumber(i)} di ${formatNumber(n)}.`,
  fine_titolo: 'Ascolto finito',
  fine: (i: number, n: number, ascoltate: number) =>
    `Sei alla domanda ${formatNumber(i)} di ${formatNumber(n)}.${ascoltate === 0 ? '' : ` In questa visita ne hai ${ascoltate === 1 ? 'ascoltata una' : `ascoltate ${formatNumber(ascoltate)}`}.`}`,
  provale: 'Esercitati su queste',
  risposta_lettera: (letter: string) => `Risposta ${letter}.`,
  risposta_giusta: 'Risposta corretta.',
  risposta_annullata: 'Domanda annullata. La risposta pubblicata era:',
  senza_chiave: 'La risposta ufficiale non c’è.',
  figura: 'Questa domanda ha una figura.',
}
