/** Roles that a person may correct, in the order to show them. */
const ROLES = {
  numero: 'Numero',
  testo: 'Domanda',
  A: 'Risposta A',
  B: 'Risposta B',
  C: 'Risposta C',
  D: 'Risposta D',
  E: 'Risposta E',
  chiave: 'Risposta corretta',
  materia: 'Materia',
  immagine: 'Immagine',
  spiegazione: 'Spiegazione',
}

/** Words for a file that becomes a bank, of the candidates' page and of the console. */
export const bankFileText = {
  scegli: 'Scegli il file',
  trascina: 'oppure trascinalo qui',
  colonne: 'Che cosa è ogni colonna',
  colonne_testo: 'Se una domanda qui sopra è sbagliata, correggi e rileggi il file.',
  colonne_rifiuto: 'Se il file ha domande e risposte, di’ in quali colonne sono e rileggilo.',
  ruolo: ROLES,
  nessuna: 'Nessuna',
  rileggi: 'Rileggi',
}
