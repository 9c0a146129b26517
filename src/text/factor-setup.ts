/** Words for setting up codes of an authenticator, of the candidates' page and of the console. */
export const factorSetupText = {
  segreto_testo: 'Inquadra il codice QR con l’app, poi scrivi qui le sei cifre che ti mostra.',
  qr: 'Codice QR per la tua app',
  apri_app: 'Apri l’app su questo telefono',
  a_mano: 'Oppure scrivi nell’app questa chiave:',
  codici_titolo: 'Salva i codici di recupero',
  codici_testo:
    'Se perdi il telefono entri con uno di questi. Ognuno vale una volta sola e non te li mostriamo più: salvali dove non li trova nessun altro.',
  scarica: 'Scarica',
  file_testa: 'Idoneo: codici di recupero. Ognuno vale una volta sola.',
  salvati: 'Li ho salvati',
}
