import type { CheckedDomanda, OrdineBanche } from '#contract/gestione/banche'
import type { Importazione, SceltaDubbia, ScelteImportazione } from '#contract/gestione/importazioni'
import { withArticolo } from '#rules/articolo'
import { bankFileText } from '../../text/bank-file.ts'
import { formatBytes, formatCount, formatDomande, formatNumber, formatPercent } from '../../text/formats.ts'
import { consoleText } from '../text.ts'

const ORDERS: Record<OrdineBanche, string> = {
  segnalazioni: 'Più segnalate',
  nome: 'Nome',
  persone: 'Più persone',
  recenti: 'Aggiornate da poco',
}
const STATES: Record<Importazione['stato'], string> = {
  lettura: 'In lettura',
  letta: 'Letta, da pubblicare',
  rifiutata: 'Rifiutata',
  annullata: 'Annullata',
  interrotta: 'Interrotta',
  pubblicazione: 'In pubblicazione',
  pubblicata: 'Pubblicata',
}
const REASONS: Record<CheckedDomanda['segnalazioni'][number]['motivo'], string> = {
  CHIAVE_ERRATA: 'risposta corretta sbagliata',
  TESTO_ERRATO: 'errore nel testo',
  RISPOSTE_UGUALI: 'risposte uguali',
  IMMAGINE: 'figura',
  NON_AGGIORNATA: 'norma cambiata',
  ALTRO: 'altro',
}

const withCount = (n: number): string => (n === 1 ? 'ce n’è un altro' : `ce ne sono altri ${n}`)

type Step = NonNullable<Importazione['passo']>
/** Says where a reading is; pages by tens, because it is said aloud when it changes. */
function stepText(step: Step | null): { text: string; percento: number } {
  if (step?.passo === 'pagine') {
    const tens = Math.floor((10 * step.fatte) / step.tutte) * 10
    return {
      text: tens > 0 ? `Leggo le pagine: ${formatPercent(tens)}` : 'Leggo le pagine',
      percento: 5 + (55 * step.fatte) / step.tutte,
    }
  }
  if (step?.passo === 'ricerca') return { text: 'Cerco le domande', percento: 60 }
  if (step?.passo === 'controllo') return { text: `Controllo ${formatDomande(step.domande)}`, percento: 80 }
  if (step?.passo === 'attesa')
    return { text: `Il server legge un file alla volta: prima di questo ${withCount(step.davanti)}`, percento: 0 }
  return { text: 'Apro il file', percento: 5 }
}

/** A role as importing calls it, in words. */
const nameOfRole = (role: string): string =>
  bankFileText.ruolo[(role === 'domanda' ? 'testo' : role) as keyof typeof bankFileText.ruolo] ?? role

/** Choices in words: what each column is, where numbers count from, the letter that is always right. */
const recipeText = ({ colonne = {}, base, esatta }: ScelteImportazione): string[] => [
  ...Object.entries(colonne).map(([role, name]) => `${nameOfRole(role)}: «${name}»`),
  ...(base === undefined ? [] : [`Numeri della risposta corretta da ${formatNumber(base)}`]),
  ...(esatta === undefined ? [] : [`Risposta corretta: sempre la ${esatta.toUpperCase()}`]),
]

const reasonOf = (motivo: string | null): string => (motivo === null ? '' : ` («${motivo}»)`)

export const managedText = {
  titolo: consoleText.banche,
  sotto: 'Le banche pubblicate: segnalazioni, versioni, salute.',
  cerca: 'Cerca per titolo o ente',
  stato: 'Stato',
  tutte: 'Tutte',
  pubblicate: 'Pubblicate',
  ritirate: 'Ritirate',
  ordine: 'Ordine',
  ordini: ORDERS,
  importa: 'Importa da un file',
  quante: (n: number) => formatCount(n, 'banca', 'banche'),
  vuoto: 'Nessuna banca',
  vuoto_testo: 'Con questi filtri non c’è nulla. Allargali, o importa una banca da un file.',
  banca: 'Banca',
  domande: 'Domande',
  persone: 'Persone',
  segnalate: 'Segnalate',
  contestate: 'Contestate',
  pacchetto: 'Pacchetto',
  aggiornata: 'Aggiornata',
  quota: (n: number, of: number) =>
    n === 0 ? '0' : `${formatNumber(n)} (${formatPercent(Math.max(1, Math.round((100 * n) / of)))})`,
  pubblicata: 'Pubblicata',
  ritirata: 'Ritirata',
  bozza: 'Bozza',
  integro: 'Integro',
  guasto: 'Guasto',
  non_verificato: 'Non verificato',
  versione: (v: string) => `versione ${v.slice(0, 8)}`,
  // Bank page
  torna: 'Torna alle banche',
  aggiorna: 'Aggiorna da un file',
  ritira: 'Ritira',
  ripristina: 'Rimetti in elenco',
  ritira_titolo: 'Ritirare la banca?',
  ritira_testo: 'Esce da ogni elenco. Chi l’ha già la tiene, segnata come ritirata.',
  annulla: 'Annulla',
  salute: 'Salute',
  versioni: 'Versioni',
  numero_versione: 'Numero',
  motivo: 'Motivo',
  attuale: 'Pubblicata ora',
  senza_versioni: 'Ancora nessuna versione.',
  torna_a: 'Pubblica di nuovo',
  torna_titolo: (n: number) => `Pubblicare di nuovo la versione ${n}?`,
  torna_testo: 'Le domande tengono numero e livelli. Il motivo lo leggono le persone, nell’avviso di aggiornamento.',
  torna_superata: (n: number, motivo: string | null) =>
    `Nel frattempo è stata pubblicata la versione ${n}${motivo === null ? '' : ` («${motivo}»)`}: non è stato fatto nulla. Se vuoi toglierla lo stesso, pubblica di nuovo.`,
  motivo_aiuto: 'Lo leggono le persone. Per esempio: «Corretta la risposta della domanda 12».',
  manca_motivo: 'Scrivi il motivo.',
  // Health
  riassunto: (n: number, senza: number) =>
    `${formatDomande(n)}${senza > 0 ? `, ${formatNumber(senza)} senza risposta corretta` : ''}`,
  gruppi: {
    scelta: 'La domanda scelta',
    segnalate: 'Segnalate',
    altra_scelta: 'Scelta più data diversa dalla chiave',
    difficili: 'Le più sbagliate',
    contestate: 'Contestate',
    annullate: 'Annullate',
    risposte_uguali: 'Con due risposte uguali',
    senza_immagine: 'Senza la loro immagine',
    gemelle: 'Gemelle: quasi le stesse parole, stessa risposta',
    trappole: 'Trappole: quasi le stesse parole, altra risposta',
  },
  gruppo: 'Che cosa guardare',
  con_numero: (name: string, n: number) => `${name} (${formatNumber(n)})`,
  mostrate: (n: number, of: number) => `Le prime ${formatNumber(n)} di ${formatNumber(of)}.`,
  sana: 'Nulla da guardare',
  sana_testo: 'Nessuna segnalazione aperta, nessuna domanda sospetta.',
  numero: (n: string) => `n. ${n}`,
  chiave: 'chiave',
  senza_chiave: 'Senza chiave',
  scelta: (n: number, of: number) => formatPercent(of === 0 ? 0 : Math.round((100 * n) / of)),
  giuste: (n: number, of: number) =>
    `${formatPercent(of === 0 ? 0 : Math.round((100 * n) / of))} corrette su ${formatCount(of, 'persona', 'persone')}`,
  segnalazione: (motivo: CheckedDomanda['segnalazioni'][number]['motivo'], n: number) =>
    `${REASONS[motivo]}: ${formatNumber(n)}`,
  correggi: 'Correggi',
  correggi_titolo: (n: string) => `Correggi la domanda n. ${n}`,
  testo: 'Testo',
  risposta: (letter: string) => `Risposta ${letter}`,
  quale_chiave: 'Risposta corretta',
  nessuna: 'Nessuna',
  stati: { valida: 'Valida', contestata: 'Contestata', annullata: 'Annullata' },
  avvisa: (n: number) => `Chiudi ${formatCount(n, 'segnalazione', 'segnalazioni')} e avvisa chi le ha fatte`,
  pubblica_correzione: 'Pubblica la correzione',
  manca_testo: 'Scrivi il testo e ogni risposta.',
  niente_cambia: 'Non hai cambiato nulla.',
  fatta: (n: number) =>
    n === 0 ? 'Nuova versione pubblicata.' : `Nuova versione pubblicata; segnalazioni chiuse: ${formatNumber(n)}.`,
  superata_altra: (motivo: string | null) =>
    `Nel frattempo è uscita un’altra versione${reasonOf(motivo)}, che non tocca questa domanda. La tua correzione è ancora qui: pubblicala di nuovo per aggiungerla.`,
  superata_questa: (motivo: string | null) =>
    `Nel frattempo questa domanda è stata cambiata${reasonOf(motivo)}. Ora è così; la tua correzione è ancora qui sopra.`,
  visto: 'Ho visto com’è ora: pubblica la mia al suo posto',
  manca_visto: 'Conferma che hai visto com’è ora.',
  persa: 'Nel frattempo la domanda è uscita dalla banca: non si può più correggere.',
  // Imports
  importa_titolo: 'Importa da un file',
  importa_sotto:
    'CSV, Excel, OpenDocument, Word, PDF, JSON, Moodle, GIFT, Aiken, QTI, Anki o un elenco in un testo, fino a 64 MB. Prima si legge e si guarda, poi si pubblica.',
  aggiorna_titolo: (name: string) => `Aggiorna «${name}»`,
  ricetta: 'Usa le scelte dell’ultima volta',
  ricetta_di: (nome: string, giorno: string) => `Fatte per «${nome}», ${withArticolo('il', giorno)}.`,
  scelte_ricetta: recipeText,
  ricetta_altre: 'Se nel file nuovo una di quelle colonne non c’è, si legge senza.',
  colonna_mancante: (nome: string) =>
    `Il file non ha la colonna «${nome}» dell’ultima volta: è stato letto senza quelle scelte. Controlla le domande e le colonne.`,
  carico: (name: string) => `Carico «${name}»`,
  inviato: (part: number) => (part < 1 ? `Inviato: ${formatPercent(100 * part)}` : 'Il file è arrivato.'),
  ultime: 'Ultimi file',
  file: 'File',
  chi: 'Chi',
  quando: 'Quando',
  stati_importazione: STATES,
  senza_importazioni: 'Ancora nessun file.',
  torna_importazioni: 'Torna ai file',
  byte: (n: number) => formatBytes(n),
  passo: stepText,
  avanzamento: 'Avanzamento',
  continua: 'Puoi cambiare pagina: la lettura continua, e la ritrovi tra gli ultimi file.',
  interrotta: 'Il server che ci lavorava si è fermato. Carica di nuovo il file.',
  annullata: 'Importazione annullata: non è stato scritto nulla.',
  rifiutata: 'Questo file non si può usare',
  forza: 'Importa comunque',
  annulla_importazione: 'Annulla l’importazione',
  trovate: formatDomande,
  materie: (n: number) => formatCount(n, 'materia', 'materie'),
  con_immagine: (n: number) => `${formatNumber(n)} con immagine`,
  senza_risposta: (n: number) => `${formatNumber(n)} senza risposta corretta`,
  formato: (f: string) => `formato ${f}`,
  avvisi: (n: number) => (n === 0 ? 'Nessun avviso' : formatCount(n, 'avviso', 'avvisi')),
  riga: 'Riga',
  tipo: 'Tipo',
  avviso: 'Avviso',
  tutto_il_file: 'file',
  altri_avvisi: (n: number) => `e altri ${formatNumber(n)}`,
  anteprima: (n: number) => (n === 1 ? 'La prima domanda' : `Le prime ${formatNumber(n)} domande`),
  rileggi_scegli: 'Per rileggerlo scegli di nuovo il file',
  base: 'Le risposte corrette sono numeri: da quanto si conta?',
  base_da: (n: number) => `Da ${formatNumber(n)}`,
  regola: 'Nessuna domanda ha la risposta corretta: in alcune banche dati è sempre la stessa.',
  regola_lettera: (letter: string) => `È sempre la ${letter}`,
  pubblica: 'Pubblica',
  pubblica_titolo: 'Pubblica come banca nuova',
  pubblico: 'Pubblico…',
  pubblico_domande: (n: number) => `Pubblico ${formatDomande(n)}`,
  da_secondi: (s: number) =>
    `Da ${s < 60 ? formatCount(s, 'secondo', 'secondi') : formatCount(Math.floor(s / 60), 'minuto', 'minuti')}.`,
  continua_pubblicazione: 'Puoi cambiare pagina: la pubblicazione continua, e la ritrovi tra gli ultimi file.',
  annulla_pubblicazione: 'Annulla la pubblicazione',
  pubblicazione_interrotta:
    'Il server si è fermato mentre pubblicava: non è stato scritto nulla. Pubblica di nuovo, o annulla l’importazione.',
  titolo_banca: 'Titolo',
  ente: 'Ente',
  anno: 'Anno',
  profilo: 'Profilo (facoltativo)',
  descrizione: 'Descrizione (facoltativa)',
  evidenza: 'In evidenza nel catalogo',
  manca_scheda: 'Scrivi titolo, ente e anno.',
  pronta: 'La banca è pubblicata',
  apri_banca: 'Apri la banca',
  confronto: 'Che cosa cambia',
  confronto_nuovo:
    'Nel frattempo è stata pubblicata un’altra versione: non è stato fatto nulla. Qui sopra ora c’è il confronto con quella: guardalo, poi pubblica di nuovo.',
  cambi: {
    chiave_cambiata: 'Con un’altra risposta corretta',
    modificate: 'Con testo o risposte modificati',
    aggiunte: 'Aggiunte',
    tolte: 'Tolte',
    materia_cambiata: 'Con un’altra materia',
    numero_cambiato: 'Con un altro numero',
  },
  invariate: (n: number) => `${formatDomande(n)} senza cambiamenti.`,
  domanda: 'Domanda',
  prima: 'Prima',
  dopo: 'Dopo',
  niente: 'Con questo file non cambia nulla.',
  ferme: {
    senza_chiavi: 'Nel file nessuna domanda ha la risposta corretta, e la banca pubblicata le ha.',
    chiavi_cambiate: 'Cambia la risposta corretta di moltissime domande.',
    altre_domande: 'Molte domande della banca non ci sono più: il file può essere di un’altra banca.',
  },
  sicuro: 'È davvero la versione nuova di questa banca',
  manca_sicuro: 'La versione nuova è molto diversa: conferma che va pubblicata.',
  pubblica_versione: 'Pubblica la versione nuova',
} as const

export const dubbieText = {
  titolo: 'Righe dubbie',
  sotto:
    'Le righe di cui la lettura non è sicura. Quelle che escludi non si pubblicano; le altre sì, come sono state capite.',
  quante: (n: number) => formatCount(n, 'riga dubbia', 'righe dubbie'),
  conto: (da_vedere: number, escluse: number) =>
    [
      da_vedere === 0 ? 'Le hai viste tutte' : `${formatNumber(da_vedere)} da vedere`,
      ...(escluse === 0 ? [] : [`senza ${escluse === 1 ? 'quella esclusa' : `le ${formatNumber(escluse)} escluse`}`]),
    ].join(' · '),
  leggi: 'Leggile una per una',
  tutte_escluse: 'Hai escluso ogni domanda: non c’è nulla da pubblicare. Rimettine almeno una.',
  torna: 'Torna alla lettura',
  stato: 'Quali',
  tutte: 'Tutte',
  stati: { da_vedere: 'Da vedere', accettata: 'Accettate', esclusa: 'Escluse' },
  stato_di: { da_vedere: 'Da vedere', accettata: 'Accettata', esclusa: 'Esclusa' },
  dubbio: 'Dubbio',
  con_tipo: (tipo: string, n: number) => `${tipo.replaceAll('_', ' ')} (${formatNumber(n)})`,
  prime: (n: number, of: number) => `Le prime ${formatNumber(n)} di ${formatNumber(of)} righe dubbie del file.`,
  scegli: 'Scelta',
  posto: (n: number, of: number) => `${formatNumber(n)} di ${formatNumber(of)}`,
  riga: (n: number, foglio: string | null) => `Riga ${formatNumber(n)}${foglio === null ? '' : `, foglio «${foglio}»`}`,
  precedente: 'Riga dubbia precedente',
  successiva: 'Riga dubbia successiva',
  accetta: 'Va bene così',
  escludi: 'Escludi',
  tasti: 'Dai pulsanti: ← e → (o K e J) per cambiare riga, A va bene così, E esclude.',
  fatta: (riga: number, scelta: SceltaDubbia | null) =>
    `Riga ${formatNumber(riga)}: ${scelta === null ? 'di nuovo da vedere' : scelta}.`,
  nel_file: 'Nel file',
  capita: 'Come si pubblica',
  segnata: 'segnata',
  chiave_scritta: (chiave: string | null, segnata: boolean) =>
    chiave !== null
      ? `Risposta corretta scritta: «${chiave}».`
      : segnata
        ? 'La risposta corretta è quella segnata.'
        : 'La risposta corretta non è scritta.',
  senza_chiave: 'Senza risposta corretta',
  immagine: (nome: string) => `Immagine: ${nome}`,
  vuoto: 'Nessuna riga con questi filtri',
  vuoto_testo: 'Allarga i filtri, o torna alla lettura.',
  nessuna: 'Nessuna riga dubbia',
  nessuna_testo: 'La lettura non ha dubbi, o il file è già pubblicato.',
} as const
