export const firstPageText = {
  inizia: 'Inizia gratis',
  con_account: 'Ho già un account',
  prova: 'Prova una domanda',
  da: (banca: string) => `Da «${banca}»`,
  arriva: 'Sta arrivando una domanda',
  giusta: 'corretta',
  tua: 'la tua risposta',
  esatto: 'Esatto!',
  sbagliato: (letter: string) => `La corretta è la ${letter}.`,
  metodo: 'Così funziona: ogni errore torna finché non lo sai.',
}
