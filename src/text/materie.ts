import { withArticolo } from '#rules/articolo'
import { isPercorso } from '#rules/raccolta'
import { bancaText } from './banca.ts'
import { bancheText, catalogText } from './banche.ts'
import {
  formatCount,
  formatDomande,
  formatNewSize,
  formatNumber,
  formatPercent,
  formatPoints,
  pluralWord,
} from './formats.ts'

/** Word beside a path where a bank has its body. */
export const materiaName = 'Materia'

/** A subject path on screen: the sentences of a bank, written for a subject. */
export const materiaText: typeof bancaText = {
  ...bancaText,
  titolo: 'Materia',
  aggiornamento_testo: (qui: number, nuova: number) =>
    `È uscita una nuova versione di questa materia${formatNewSize(qui, nuova)}. I tuoi livelli restano.`,
  errore: 'La materia non si è aperta',
  elenco: 'Torna alle materie',
  schede: 'Cosa fare con questa materia',
  scelte: { ...bancaText.scelte, materie: 'Per argomento' },
  scelte_vuote: { ...bancaText.scelte_vuote, materie: 'Togli un argomento o un filtro.' },
  impostate: {
    ...bancaText.impostate,
    materie: (n: number) => formatCount(n, 'argomento', 'argomenti'),
    tutte_materie: 'tutti gli argomenti',
  },
  domande_titolo: 'Cerca in questa materia',
  domande_testo: 'Per parole, argomento o livello.',
  materie: 'Argomenti',
  senza_materia: 'Senza argomento',
  tutte_materie: 'Tutti, finché non ne scegli.',
  materie_scelte: (n: number) => formatCount(n, 'argomento scelto', 'argomenti scelti'),
  seleziona_tutte: 'Seleziona tutti',
}

/** Sentences of the screen of a bank, or of a path. */
export const bancaTextOf = (id_concorso: number): typeof bancaText =>
  isPercorso(id_concorso) ? materiaText : bancaText

/** The list of the account's subjects. */
export const materieText: typeof bancheText = {
  ...bancheText,
  titolo: 'Materie',
  aggiungi: 'Aggiungi materia',
  vuoto_titolo: 'Nessuna materia',
  vuoto_testo:
    'Studia per argomento, dal generale al particolare: aggiungi una materia e parti dall’argomento che vuoi.',
  errore: 'Le tue materie non si sono aperte',
  offline_aggiungi: 'Per aggiungere una materia serve la rete.',
}

/** The tree of the topics of a subject. */
export const alberoText = {
  titolo: 'Gli argomenti',
  testo: 'Parti da un argomento qualsiasi: comprende tutti quelli che ha sotto.',
  conto: (n: number, p: number) =>
    Math.round(p) === 0 ? formatDomande(n) : `${formatNumber(n)} · ${formatPercent(p)}`,
  detto: (n: number, p: number) => `${formatDomande(n)}, visto ${withArticolo('al', formatPercent(p))}`,
  studia: 'Studia',
  studia_nome: (name: string) => `Studia ${name}`,
  apri: (name: string) => `Mostra gli argomenti di ${name}`,
}

/** The catalogue of subjects. */
export const materieCatalogText = {
  ...catalogText,
  titolo: 'Aggiungi materia',
  cerca: 'Cerca una materia',
  tutte: 'Tutte le materie',
  trovate: (n: number) => formatCount(n, 'materia', 'materie'),
  vuoto_titolo: 'Nessuna materia con queste parole',
  vuoto_testo: 'Prova con meno parole.',
  catalogo_vuoto_testo: 'Appena una materia viene pubblicata la trovi qui.',
  errore: 'Le materie non si sono caricate',
  materie: (n: number) => formatCount(n, 'argomento', 'argomenti'),
  materie_titolo: 'Argomenti',
  premium: 'Premium',
  bloccata: (name: string) => `${name}: compresa in Premium`,
  bloccata_testo: 'Questa materia è compresa in Premium. Con Premium la scarichi e la studi anche senza rete.',
  scopri: 'Scopri Premium',
  demo: (n: number) => `Con l’account demo puoi ricevere ancora ${formatDomande(n)}, un po’ per argomento.`,
}

/** Sentences of the summary of a bank before it is added, or of a path. */
export const catalogTextOf = (id_concorso: number): typeof catalogText =>
  isPercorso(id_concorso) ? materieCatalogText : catalogText

/** The subjects of a bank as a menu. */
export const materieRowsText = {
  titolo: 'Una materia per volta',
  per_punti: 'Prima quelle che ti danno più punti.',
  per_resto: 'Prima quelle con più da imparare.',
  viste: (seen: number, n: number) =>
    `${formatNumber(seen)} ${pluralWord(seen, 'vista', 'viste')} su ${formatNumber(n)}`,
  mai_vista: (n: number) => `${formatDomande(n)}, mai cominciata`,
  punti: (points: number) => `fino a ${formatPoints(Math.round(points / 100) * 100)} punti in più`,
  esercitati: (name: string) => `Esercitati su ${name}`,
  /** Most of the subject is known. */
  la_sai: 'La sai',
  senza: 'Senza materia',
  altre: (n: number) => (n === 1 ? 'Mostra l’altra' : `Mostra le altre ${formatNumber(n)}`),
}
