import { formatCount, formatDomande, formatNumber, spokenTime } from '../../text/formats.ts'
import { shellText } from '../../text/shell.ts'

type Triplet = readonly [number, number, number]
const inThree = ([easy, medium, hard]: Triplet) =>
  `${formatCount(easy, 'facile', 'facili')}, ${formatCount(medium, 'media', 'medie')} e ${formatCount(hard, 'difficile', 'difficili')}`

export const nuovaProvaText = {
  titolo: shellText.prova_personalizzata,
  errore: 'La prova non si può comporre',
  inizia: 'Inizia la prova',
  la_tua: 'La tua prova',
  nessuna: 'Nessuna domanda scelta',
  totale: (n: number) => formatDomande(n),
  durata: (ms: number) => spokenTime(ms),
  con_extra: (ms: number, percento: number) => `${spokenTime(ms)} con il tuo ${formatNumber(percento)}% in più`,
  per_domanda: (ms: number) => `${spokenTime(ms)} a domanda`,
  modelli: 'Prove salvate',
  salva: 'Salva questa prova',

  quante_titolo: 'Quante domande',

  quali: 'Da quali domande',
  quali_voci: { tutte: 'Tutte', mai: 'Mai viste', errate: 'Solo sbagliate' },
  preferite: 'Solo preferite',
  parole: 'Parole chiave',
  dalla: 'Dalla domanda n.',
  alla: 'Alla domanda n.',
  solo_con_chiave:
    'Contano solo le domande con una risposta ufficiale o assegnata da te; quelle annullate dall’ente non si estraggono.',
  restano: (n: number) =>
    n === 0 ? 'Nessuna domanda con questi filtri.' : n === 1 ? 'Ne resta una.' : `Ne restano ${formatNumber(n)}.`,

  materie: 'Quante per materia',
  senza_materia: 'Senza materia',
  riempi: 'Quante in tutto',
  parti_uguali: 'Parti uguali',
  in_proporzione: 'In proporzione',
  tutte: 'Tutte',
  azzera: 'Azzera',
  come_modello: 'Come nel bando',
  come_regole: 'Come nelle regole',
  meno_del_bando: (asked: number, n: number) =>
    `Le regole ne prevedono ${formatNumber(asked)}: qui ${n === 1 ? 'ce n’è una' : `ce ne sono ${formatNumber(n)}`}.`,
  quante: (materia: string) => `${materia}: quante domande`,
  su: (n: number) => `su ${formatNumber(n)}`,
  sezione: (materia: string) => `Sezione di ${materia}`,

  tempo: 'Tempo',
  ore: 'Ore',
  minuti: 'Minuti',
  secondi: 'Secondi',

  punteggi: 'Punteggi e regole',
  come: 'Come si calcola',
  origini: { numeri: 'Punti semplici', modello: 'Come un concorso', complete: 'Regole avanzate' },
  corretta: 'Corretta',
  sbagliata: 'Errata',
  omessa: 'Omessa',
  soglia: 'Soglia',
  soglia_totale: 'Soglia totale (facoltativa)',
  soglia_sezione: 'Soglia (facoltativa)',
  punti_aiuto: 'Con la virgola se serve, al massimo tre decimali: 0,75 o -0,25.',
  modello: 'Concorso',
  scegli_modello: 'Cambia concorso',
  fonte: (f: string) => `Fonte: ${f}`,
  modello_domande: (n: number) => `Il bando prevede ${formatDomande(n)}.`,
  proporzione: (n: number) => `Con ${formatDomande(n)} la soglia e il massimo vanno in proporzione.`,
  non_indicati: {
    punti: 'La fonte non dice i punti: qui sono quelli più comuni. Controlla il tuo bando.',
    omessa: 'La fonte non dice quanto vale una risposta omessa: qui vale zero. Controlla il tuo bando.',
    media: 'La fonte non dice quanto vale una domanda di media difficoltà. Controlla il tuo bando.',
  },
  senza_tempo: 'La fonte non dice la durata: scrivila tu.',
  difficolta_assente: (quote: boolean) =>
    `Questo bando guarda la difficoltà di ogni domanda, ma le domande scelte non la dicono: ognuna vale come una media${
      quote ? ' e si estraggono senza dividerle in facili, medie e difficili' : ''
    }. Il resto è come nel bando, e nell’esito lo trovi scritto.`,
  difficolta_ignota: (n: number) =>
    `${formatCount(n, 'domanda non dice', 'domande non dicono')} la difficoltà: ${n === 1 ? 'vale come una media' : 'valgono come medie'}.`,
  segui_quote: (quote: Triplet | null) =>
    quote ? `Estrai ${inThree(quote)}` : 'Estrai come nel bando, per difficoltà',
  senza_difficolta_nome: (name: string) => `${name}, senza divisione per difficoltà`,
  non_graduatoria: 'Quanti ne passano lo decide la graduatoria: qui vedi punteggio e soglie.',
  sezione_nome: 'Nome della sezione',
  sezione_n: (n: number) => `Sezione ${formatNumber(n)}`,
  aggiungi_sezione: 'Aggiungi una sezione',
  togli_sezione: (name: string) => `Togli ${name}`,
  pausa: 'Si può mettere in pausa',
  solo_avanti: 'Solo avanti, senza tornare indietro',
  senza_correzioni: 'Una risposta data non si cambia',
  foglio: 'Modalità foglio, come sulla carta',
  foglio_aiuto:
    'Un segno fatto non si cambia e non si annulla; due segni sulla stessa domanda sono una doppia marcatura. La sorte ti dà la versione A o la B.',

  gruppi: { ripam: 'RIPAM', giustizia: 'Giustizia', scuola: 'Scuola', polizia: 'Forze di polizia', altri: 'Altri' },

  difetti: {
    posizioni: {
      forma: 'Scrivi la posizione con un numero intero da 1 in su, oppure lascia vuoto.',
      inverse: 'La posizione finale viene prima di quella iniziale: scambiale.',
    },
    nessuna: 'Scegli almeno una domanda.',
    troppe: (n: number) => `Al massimo ${formatDomande(n)} in una prova.`,
    poche: (materia: string, n: number) =>
      n === 0
        ? `In «${materia}» non ne restano: togli qualche filtro.`
        : `In «${materia}» ${n === 1 ? 'ne resta una sola' : `ne restano ${formatNumber(n)}`}.`,
    tempo_manca: 'Manca la durata della prova.',
    tempo_zero: 'Il tempo della prova deve essere maggiore di zero.',
    tempo_forma: 'Scrivi ore, minuti e secondi con numeri interi.',
    tempo_lungo: 'Una prova dura al massimo 24 ore.',
    punti: (name: string) => `Il punteggio «${name}» non è un numero con al massimo tre decimali.`,
    difficolta: (sezione: string, needed: Triplet, ci_sono: Triplet) =>
      `Per «${sezione}» servono ${inThree(needed)}; con queste scelte ci sono ${inThree(ci_sono)}. Cambia materie o quante, oppure estrai senza seguire la difficoltà.`,
    regole: 'Queste regole si contraddicono: controlla sezioni e soglie.',
    non_situazionali: (n: number) =>
      `${formatCount(n, 'domanda non ha', 'domande non hanno')} un punteggio nella sezione scelta: assegna la materia a un’altra sezione.`,
  },
}

export const modelliProvaText = {
  titolo: 'Prove salvate',
  vuoti: 'Salva una prova per rifarla con domande nuove.',
  nome: 'Nome',
  nome_esempio: 'es. Prova veloce',
  nome_mancante: 'Scrivi un nome.',
  nome_preso: 'C’è già una prova con questo nome.',
  esiste: 'C’è già una prova con questo nome: la sostituisci.',
  salva_bottone: 'Salva',
  sostituisci: 'Sostituisci',
  salvata: (name: string) => `«${name}» salvata.`,
  usa: (name: string) => `Usa «${name}»`,
  rinomina: (name: string) => `Cambia nome a «${name}»`,
  elimina: (name: string) => `Elimina «${name}»`,
  eliminata: (name: string) => `«${name}» eliminata.`,
}
