import { formatCount, formatList, formatNumber } from './formats.ts'

/** The editor of a full set of rules. */
export const fullRegoleText = {
  parti: 'Parti da un concorso',
  documento: 'Importa o esporta',
  modifica: 'Modifica queste regole',
  nome: 'Nome delle regole (facoltativo)',
  nome_esempio: 'es. Il mio bando',
  punti: 'Quanto vale una risposta',
  punti_tipo: 'Come valgono',
  punti_tipi: { fissi: 'Uguali', per_difficolta: 'Per difficoltà', per_risposta: 'Per risposta' },
  punti_per_risposta:
    'Valgono i punti scritti in ogni domanda, uno per risposta, come nei quesiti situazionali: una risposta neutra prende una parte dei punti.',
  punti_per_difficolta: 'Una domanda che non dice la sua difficoltà vale come una media.',
  difficolta: ['Facile', 'Media', 'Difficile'],
  di: (name: string, difficolta: string) => `${name}, ${difficolta.toLocaleLowerCase('it')}`,
  sezioni: 'Sezioni',
  sezioni_conto: (n: number) => (n === 0 ? 'una sola' : formatNumber(n)),
  sezioni_aiuto: 'Dividi la prova in parti con punti, soglia o tempo propri. Le materie le assegni sopra, una per una.',
  sezione_punti: 'Punti di questa sezione',
  sezione_punti_voci: { comuni: 'Come sopra', suoi: 'Suoi' },
  sezione_domande: 'Domande (facoltative)',
  sezione_assegnate: (n: number) => `Ora ${n === 0 ? 'nessuna' : formatNumber(n)}, dalle sue materie.`,
  sezione_tempo: 'Minuti (facoltativi)',
  sezione_quote: 'Estrai per difficoltà',
  sezione_quote_aiuto: 'Con un altro numero di domande si va in proporzione.',
  quote: ['Facili', 'Medie', 'Difficili'],
  ammissione: 'Per essere ammessi',
  minimo: 'Soglia totale (facoltativa)',
  minimo_per_sezione: 'Soglia di ogni sezione (facoltativa)',
  graduatoria: 'Graduatoria',
  graduatorie: { nessuna: 'Non conta', primi: 'Primi', posti: 'Multiplo dei posti' },
  primi: 'Quanti ne passano',
  posti: 'Posti',
  multiplo: 'Quante volte i posti',
  pari_merito: 'Passa anche chi è a pari merito con l’ultimo',
  altro: 'Altre regole',
  base: 'Punti di partenza',
  base_aiuto: 'Per chi parte dal massimo e scende.',
  multipla: 'Due segni sulla stessa domanda',
  multiple: { omessa: 'Come omessa', sbagliata: 'Come errata' },
  massimo: 'Punteggio massimo',
  scala: 'Voto riportato su',
  scala_aiuto: 'Per esempio 30 o 100.',
  facoltativo: 'facoltativo',
  extra: 'Il tempo in più per DSA o legge 104 si imposta nel profilo e vale per ogni prova.',
  soglia_breve: (text: string) => `soglia ${text}`,
  primi_breve: (text: string) => (text.trim() === '1' ? 'solo il primo' : `primi ${text}`),
  posti_breve: (slots: string, multiplo: string) =>
    `${multiplo} ${multiplo.trim() === '1' ? 'volta' : 'volte'} ${slots} ${slots.trim() === '1' ? 'posto' : 'posti'}`,
  nessuna_soglia: 'nessuna soglia',
  da_correggere: 'da correggere',

  difetti: {
    decimali: 'Scrivi un numero, al massimo con tre decimali: 0,75 o -0,25.',
    durata: 'Scrivi i minuti, da 1 a 1.440, oppure minuti:secondi.',
    terna: 'Servono tre valori: facile, media, difficile.',
    quote: 'Scrivi un numero intero.',
    quote_somma: 'Facili, medie e difficili insieme non fanno le domande della sezione.',
    vuoto: 'Serve almeno una sezione.',
    negativo: 'Deve essere maggiore di zero.',
    incompleto: 'Servono i posti e quante volte.',
    ripetuto: 'Due sezioni hanno lo stesso nome: cambiane uno.',
    tempi: 'Un’altra sezione ha i suoi minuti: scrivili anche qui, oppure toglili a tutte.',
  },
  in_sezione: (name: string, message: string) => `Sezione «${name}»: ${message}`,
  sezione_conti: (name: string, needed: number, ci_sono: number) =>
    `La sezione «${name}» vuole ${formatCount(needed, 'domanda', 'domande')}, ${ci_sono === 0 ? 'le sue materie non ne danno' : 'le sue materie ne danno'} ${ci_sono === 0 ? 'nessuna' : formatNumber(ci_sono)}.`,
}

/** The document of the rules, in and out. */
export const regoleDocumentText = {
  titolo: 'Importa o esporta le regole',
  aiuto: 'È il documento JSON delle regole: lo stesso che legge chi controlla i bandi. Incollane uno, o apri un file.',
  testo: 'Documento',
  apri: 'Apri un file',
  copia: 'Copia',
  copiato: 'Regole copiate.',
  non_copiato: 'Il browser non permette di copiare: seleziona il testo e copialo tu.',
  scarica: 'Scarica',
  usa: 'Usa queste regole',
  usate: 'Regole importate.',
  usate_senza: (materie: readonly string[]) =>
    `Regole importate. ${formatList(materie.map((m) => `«${m}»`))} qui non ${
      materie.length === 1 ? 'c’è: scegli tu la materia' : 'ci sono: scegli tu le materie'
    }.`,
  file: 'regole.json',
  non_json: 'Questo testo non è un documento JSON: controlla virgole e parentesi.',
  non_letto: 'Il file non si è letto. Riprova.',
  troppo: 'Il documento è troppo grande per essere di sole regole.',
  campo: (path: string) =>
    path === ''
      ? 'Il documento non è un insieme di regole.'
      : `In «${path}» il documento non è come deve: il valore manca o è di un altro tipo.`,
  ignoto: (name: string) => `«${name}» non è un campo delle regole: toglilo o correggi il nome.`,
  difetto: (field: string, message: string) => `In «${field}»: ${message}`,
}
