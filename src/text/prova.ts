import { elenco, numero, quanti } from './formati.ts'

const decimale = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 3, minimumFractionDigits: 0 })
const conSegno = new Intl.NumberFormat('it-IT', { signDisplay: 'exceptZero', maximumFractionDigits: 3 })

const colMeno = (cifre: string) => cifre.replace('-', '−')
/** Thousandths -> "22,5". */
export const punti = (millesimi: number): string => colMeno(decimale.format(millesimi / 1000))
/** Thousandths -> "+0,75", "−0,25", "0". */
export const puntiConSegno = (millesimi: number): string => colMeno(conSegno.format(millesimi / 1000))

const due = (n: number) => String(n).padStart(2, '0')
/** Milliseconds left -> "34:12", "1:05:00"; seconds rounded up, so that zero is the end. */
export function tempo(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  const ore = Math.floor(s / 3600)
  const resto = `${due(Math.floor(s / 60) % 60)}:${due(s % 60)}`
  return ore > 0 ? `${ore}:${resto}` : resto
}

/** Milliseconds -> "1 ora e 5 minuti", "41 minuti e 8 secondi", "12 secondi". */
export function tempoDetto(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1000))
  const parti = [
    [Math.floor(s / 3600), 'ora', 'ore'],
    [Math.floor(s / 60) % 60, 'minuto', 'minuti'],
    [s % 60, 'secondo', 'secondi'],
  ] as const
  const dette = parti.filter(([n]) => n > 0).map(([n, uno, molti]) => quanti(n, uno, molti))
  return dette.length === 0 ? '0 secondi' : dette.slice(0, 2).join(' e ')
}

export const prova = {
  titolo: 'Prova',
  titolo_simulazione: 'Simulazione',
  errore: 'La prova non si è aperta',
  caricamento: 'Carico la prova',
  di: (n: number) => `di ${numero(n)}`,
  date: (n: number) => quanti(n, 'risposta data', 'risposte date'),
  avanzamento: 'Risposte date',
  esci: 'Esci dalla prova',
  pausa: 'Pausa',
  altre_azioni: 'Altre azioni',
  tempo_rimasto: (ms: number) =>
    ms >= 60_000 ? `Tempo rimasto: ${quanti(Math.ceil(ms / 60_000), 'minuto', 'minuti')}` : 'Meno di un minuto',
  nascondi_tempo: 'Nascondi il tempo',
  mostra_tempo: 'Mostra il tempo',
  restano: (minuti: number) =>
    minuti === 1 ? 'Resta un minuto alla consegna.' : `Restano ${numero(minuti)} minuti alla consegna.`,
  tempo_in_piu: (percento: number) => `tempo +${numero(percento)}%`,
  tempo_sezione: (nome: string, resto: string) => `${nome}: ${resto}`,
  sezione_scaduta: (prima: string, dopo: string) =>
    `Il tempo di «${prima}» è finito: le sue risposte restano come sono. Ora è aperta «${dopo}».`,
  sezione_dopo: 'Sezione successiva',

  da_rivedere: 'Da rivedere',
  togli_da_rivedere: 'Da rivedere, segnata',
  risposte: 'Risposte',
  barrata: 'barrata',
  barra: 'Barra delle risposte',
  barra_fine: 'Fine',
  barra_come: 'Tocca le risposte che escludi: le vedi barrate e puoi tornare indietro.',
  cancella: 'Annulla la risposta',
  regole: 'Le regole di questa prova',
  cambia_libera: 'Puoi cambiare risposta fino alla consegna. Tocca di nuovo per annullarla.',
  cambia_sezione: 'Puoi cambiare risposta finché la sezione è aperta. Tocca di nuovo per annullarla.',
  cambia_avanti: 'Puoi cambiare risposta finché resti su questa domanda: indietro non si torna.',
  cambia_mai: 'Attenzione: con queste regole una risposta data non si cambia più.',
  cambia_data: 'Risposta data: con queste regole non si cambia più.',
  precedente: 'Domanda precedente',
  prossima: 'Prossima',
  foglio: 'Foglio risposte',
  foglio_conto: (date: number, n: number) => `${numero(date)} di ${numero(n)}`,
  foglio_apri: (date: number, n: number) => `Foglio risposte, ${numero(date)} di ${numero(n)}`,
  navigazione: 'Navigazione tra le domande',
  consegna: 'Consegna la prova',
  consegna_breve: 'Consegna',
  tasto_rivedi: 'da rivedere',
  tasto_annulla: 'annulla risposta',
  scorciatoie: 'Scorciatoie da tastiera',
}

export const foglioProva = {
  mostra: 'Mostra',
  tutte: 'Tutte',
  vuote: (n: number) => `Vuote ${numero(n)}`,
  rivedere: (n: number) => `Da rivedere ${numero(n)}`,
  nessuna_vuota: 'Hai risposto a tutte.',
  nessuna_rivedere: 'Nessuna domanda da rivedere.',
  griglia: 'Posti della prova: frecce per spostarsi, Invio per aprire',
  posto: (n: number, data: boolean, rivedi: boolean) =>
    `Domanda ${numero(n)}, ${data ? 'risposta' : 'vuota'}${rivedi ? ', da rivedere' : ''}`,
  chiuso: (nome: string) => `${nome}, sezione non aperta`,
  sezioni: 'È aperta una sezione alla volta: le altre domande non si toccano.',
  legenda: { data: 'Risposta', vuota: 'Vuota', rivedi: 'Da rivedere' },
  punteggi: 'Punteggi',
  solo_avanti: 'Con queste regole si va solo avanti.',
}

type Terna = readonly [number, number, number]
/** One value when the three are the same. */
const inTre = (t: Terna) => (new Set(t).size === 1 ? puntiConSegno(t[0]) : t.map(puntiConSegno).join(' / '))

/** The rules in short lines. Points are thousandths. */
export const regole = {
  titolo: 'Prima di cominciare',
  fissi: (c: number, s: number, o: number) =>
    `esatta ${puntiConSegno(c)} · errata ${puntiConSegno(s)} · omessa ${puntiConSegno(o)}`,
  per_risposta: 'punti diversi per ogni risposta',
  per_difficolta: (c: Terna, s: Terna, o: Terna) =>
    `esatta ${inTre(c)} · errata ${inTre(s)} · omessa ${inTre(o)} (facile / media / difficile)`,
  base: (p: number) => `si parte da ${punti(p)}`,
  soglia: (minimo: number, massimo: number | null) =>
    `soglia ${punti(minimo)}${massimo === null ? '' : `/${punti(massimo)}`}`,
  soglia_sezioni: (minimo: number) => `soglia ${punti(minimo)} in ogni sezione`,
  primi: (n: number, pari: boolean) =>
    `${n === 1 ? 'passa il primo' : `passano i primi ${numero(n)}`}, ${pari ? 'pari merito compresi' : 'pari merito con l’ultimo esclusi'}`,
  elenco_sezioni: (nomi: readonly string[]) => `${quanti(nomi.length, 'sezione', 'sezioni')}: ${elenco(nomi)}`,
  domande: (n: number) => quanti(n, 'domanda', 'domande'),
  durata: (ms: number) => `Hai ${tempoDetto(ms)}: a zero si consegna da sola, con le risposte date.`,
  durata_sezione: (ms: number) => `${tempoDetto(ms)} per questa sezione`,
  sezioni: 'Le sezioni si aprono una alla volta: finito il tempo, una sezione si chiude e si apre la successiva.',
  senza_durata: 'Senza limite di tempo.',
  tempo_in_piu: (percento: number) => `Nel tempo c’è già il tuo ${numero(percento)}% in più.`,
  libera: 'Ti muovi tra le domande come vuoi.',
  solo_avanti: 'Si va solo avanti: una domanda lasciata non si riapre.',
  corrette: 'Puoi cambiare e annullare le risposte fino alla consegna.',
  mai: 'Una risposta data non si cambia e non si annulla.',
  pausa: 'Puoi mettere in pausa: il tempo si ferma e le domande si nascondono.',
  pausa_con_rete: 'Per mettere in pausa e per riprendere serve la rete: il tempo lo tiene il server.',
  senza_pausa: 'Non c’è pausa: il tempo corre anche se chiudi la pagina.',
  ho_capito: 'Ho capito',
}

export const pausaProva = {
  in_pausa: 'In pausa',
  titolo: 'Riprendi quando vuoi',
  testo: (date: number, n: number) =>
    `Il tempo è fermo e le domande sono nascoste. ${
      date === 0
        ? `Non hai ancora risposto, su ${numero(n)}.`
        : `Hai già dato ${quanti(date, 'risposta', 'risposte')} su ${numero(n)}.`
    }`,
  riprendi: 'Riprendi',
  concludi: 'Consegna ora',
  esci: 'Esci senza consegnare',
}

export const finestre = {
  consegna_titolo: 'Consegni la prova?',
  consegna_testo: 'Dopo la consegna le risposte non si cambiano più.',
  consegna_vuote: (n: number) =>
    n === 1 ? 'Resta una domanda senza risposta.' : `Restano ${numero(n)} domande senza risposta.`,
  consegna_rivedere: (n: number) =>
    n === 1 ? 'Ne hai segnata una da rivedere.' : `Ne hai segnate ${numero(n)} da rivedere.`,
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
  sezione_testo: (nome: string, resto: string) =>
    `«${nome}» si chiude e le sue risposte non si cambiano più. Il tempo che resta (${resto}) va perso: non si aggiunge alla sezione dopo.`,
  sezione_si: 'Chiudi la sezione',
  scaduta: 'Il tempo è finito: consegno quello che hai risposto.',
}

/** Every shortcut of a trial, as the help shows them. */
export const tastiProva: readonly { tasti: readonly string[]; testo: string }[] = [
  { tasti: ['A', '…', 'E'], testo: 'rispondi (anche 1–5); di nuovo per annullare' },
  { tasti: ['←', '→'], testo: 'precedente, prossima' },
  { tasti: ['↑', '↓'], testo: 'spostati tra le risposte senza rispondere' },
  { tasti: ['F'], testo: 'da rivedere' },
  { tasti: ['X'], testo: 'barra la risposta su cui sei' },
  { tasti: ['Canc'], testo: 'annulla la risposta' },
  { tasti: ['?'], testo: 'tutte le scorciatoie' },
]
