import type { Ordine } from '#rules/filtro'
import { domande, durata, numero, percento, quanti } from './formati.ts'

export const banca = {
  titolo: 'Banca dati',
  domande: (n: number) => domande(n),
  offline: 'Disponibile offline',
  parziale: (n: number, totali: number) => `${numero(n)} di ${domande(totali)}`,
  parziale_demo: (n: number) =>
    `L’account demo riceve fino a 500 domande in tutto: qui ne hai ${numero(n)}, distribuite tra le materie.`,
  parziale_mancano: (n: number) => `Mancano ${domande(n)}: scaricale quando sei in rete.`,
  scarica_mancanti: 'Scarica le mancanti',
  aggiornamento: 'Aggiornamento disponibile',
  aggiornamento_testo: 'È uscita una nuova versione di questa banca dati. I tuoi livelli restano.',
  aggiorna: 'Aggiorna ora',
  aggiornata: (quando: string) => `Aggiornata al ${quando}`,
  non_scaricata_titolo: 'Le domande non sono su questo dispositivo',
  non_scaricata_testo: 'Scaricale una volta: poi ti eserciti anche senza rete.',
  scarica: 'Scarica le domande',
  errore: 'La banca dati non si è aperta',
  elenco: 'Torna alle banche dati',

  aperta_titolo: 'Hai un’esercitazione aperta',
  aperta_prova: 'Hai una prova aperta',
  aperta_prova_testo: 'La riprendi dove l’hai lasciata.',
  aperta: (a_che_punto: number, n: number) => `Continua da ${numero(a_che_punto)} di ${numero(n)}`,
  aperta_conti: (corrette: number, errate: number) =>
    `${quanti(corrette, 'corretta', 'corrette')}, ${quanti(errate, 'errata', 'errate')}`,
  chiudi_aperta: 'Chiudila',

  ripassare: 'Cosa vuoi ripassare?',
  completata: (p: number) => `${percento(p)} completata`,
  livelli: 'Livelli di conoscenza',
  solo_preferite: 'Solo preferite',
  come: 'Come',
  ordine: 'Ordine delle domande',
  parole: 'Parole chiave',
  parole_esempio: 'es. accesso civico',
  parole_aiuto: 'Metti una frase tra virgolette per cercarla intera.',
  trova: 'Trova',
  tutte_le_parole: 'Tutte le parole',
  almeno_una: 'Almeno una',
  intervallo: 'Intervallo di posizioni',
  intervallo_valore: (da: number, a: number) => `${numero(da)} – ${numero(a)}`,
  dalla: 'Dalla posizione',
  alla: 'Alla posizione',
  materie: 'Materie',
  tutte_materie: 'Nessuna scelta: valgono tutte.',
  materie_scelte: (n: number) => quanti(n, 'materia scelta', 'materie scelte'),
  seleziona_tutte: 'Seleziona tutte',
  deseleziona: 'Togli la selezione',
  materia_conto: (n: number, p: number) => `${numero(n)} · ${percento(p)}`,
  materia_detta: (n: number, p: number) => `${domande(n)}, completata al ${percento(p)}`,

  riepilogo: 'La tua esercitazione',
  tempo: (secondi: number, misurato: boolean) => `${durata(secondi)}${misurato ? ' al tuo ritmo' : ''}`,
  nessuna: 'Nessuna domanda con questi filtri',
  nessuna_aiuto: 'Togline uno per ritrovarne.',
  conto: 'Conto le domande',
  inizia: 'Inizia',
  avanti_da_sola: 'Avanti da sola se è corretta',
  mescola: 'Mescola le risposte',
  togli_filtri: 'Togli i filtri',
}

export const ordini: Record<Ordine, { nome: string; spiegazione: string }> = {
  UFFICIALE: { nome: 'Ufficiale', spiegazione: 'Come le ha pubblicate l’ente.' },
  CASUALE: { nome: 'Casuale', spiegazione: 'Mescolate, ogni volta in modo diverso.' },
  ALFABETICO: { nome: 'Alfabetico', spiegazione: 'Secondo il testo della domanda.' },
  ESATTE: {
    nome: 'Esatte',
    spiegazione: 'Prima quelle che hai sbagliato, poi le mai risposte, in fondo le esatte.',
  },
}
