import { formatCount, formatList, formatNumber, formatPoints, formatSignedPoints, spokenTime } from './formats.ts'

const due = (n: number) => String(n).padStart(2, '0')
/** Milliseconds left -> "34:12", "1:05:00"; seconds rounded up, so that zero is the end. */
export function formatClock(ms: number): string {
  const s = Math.max(0, Math.ceil(ms / 1000))
  const hours = Math.floor(s / 3600)
  const left = `${due(Math.floor(s / 60) % 60)}:${due(s % 60)}`
  return hours > 0 ? `${hours}:${left}` : left
}

export const provaText = {
  titolo: 'Prova',
  titolo_simulazione: 'Simulazione',
  errore: 'La prova non si è aperta',
  caricamento: 'Carico la prova',
  di: (n: number) => `di ${formatNumber(n)}`,
  date: (n: number) => formatCount(n, 'risposta data', 'risposte date'),
  avanzamento: 'Risposte date',
  esci: 'Esci dalla prova',
  pausa: 'Pausa',
  altre_azioni: 'Altre azioni',
  tempo_rimasto: (ms: number) =>
    ms >= 60_000 ? `Tempo rimasto: ${formatCount(Math.ceil(ms / 60_000), 'minuto', 'minuti')}` : 'Meno di un minuto',
  nascondi_tempo: 'Nascondi il tempo',
  mostra_tempo: 'Mostra il tempo',
  restano: (minutes: number) =>
    minutes === 1 ? 'Resta un minuto alla consegna.' : `Restano ${formatNumber(minutes)} minuti alla consegna.`,
  tempo_in_piu: (percento: number) => `tempo +${formatNumber(percento)}%`,
  tempo_sezione: (name: string, left: string) => `${name}: ${left}`,
  sezione_scaduta: (before: string, after: string) =>
    `Il tempo di «${before}» è finito: le sue risposte restano come sono. Ora è aperta «${after}».`,
  sezione_dopo: 'Sezione successiva',

  da_rivedere: 'Da rivedere',
  togli_da_rivedere: 'Da rivedere, segnata',
  barrata: 'esclusa',
  barra: 'Escludi delle risposte',
  barra_fine: 'Fine',
  barra_come: 'Tocca le risposte che escludi; toccane una esclusa per rimetterla.',
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
  foglio_conto: (date: number, n: number) => `${formatNumber(date)} di ${formatNumber(n)}`,
  foglio_apri: (date: number, n: number) => `Foglio risposte, ${formatNumber(date)} di ${formatNumber(n)}`,
  navigazione: 'Navigazione tra le domande',
  consegna: 'Consegna la prova',
  consegna_breve: 'Consegna',
  tasto_rivedi: 'da rivedere',
  tasto_annulla: 'annulla risposta',
  scorciatoie: 'Scorciatoie da tastiera',
}

export const provaSheetText = {
  tutte: 'Tutte',
  vuote: (n: number) => `Da fare ${formatNumber(n)}`,
  rivedere: (n: number) => `Da rivedere ${formatNumber(n)}`,
  nessuna_vuota: 'Hai risposto a tutte.',
  nessuna_rivedere: 'Nessuna domanda da rivedere.',
  griglia: 'Posti della prova: frecce per spostarsi, Invio per aprire',
  posto: (n: number, marks: number, rivedi: boolean) =>
    `Domanda ${formatNumber(n)}, ${['da fare', 'risposta', 'doppia marcatura'][marks]}${rivedi ? ', da rivedere' : ''}`,
  chiuso: (name: string) => `${name}, sezione non aperta`,
  sezioni: 'È aperta una sezione alla volta: le altre domande non si toccano.',
  legenda: { data: 'Risposta', vuota: 'Da fare', rivedi: 'Da rivedere', doppia: 'Doppia marcatura' },
  punteggi: 'Punteggi',
  solo_avanti: 'Con queste regole si va solo avanti.',
}

type Triplet = readonly [number, number, number]
/** Single value when the three are the same. */
const inThree = (t: Triplet) =>
  new Set(t).size === 1 ? formatSignedPoints(t[0]) : t.map(formatSignedPoints).join(' / ')

/** The rules in short lines. Points are thousandths. */
export const regoleText = {
  titolo: 'Prima di cominciare',
  fissi: (c: number, s: number, o: number) =>
    `Ogni corretta vale ${formatSignedPoints(c)}, ogni errata ${formatSignedPoints(s)}, ogni omessa ${formatSignedPoints(o)}.`,
  per_risposta: 'Ogni risposta ha i suoi punti.',
  per_difficolta: (c: Triplet, s: Triplet, o: Triplet) =>
    `Ogni corretta vale ${inThree(c)}, ogni errata ${inThree(s)}, ogni omessa ${inThree(o)} (facile / media / difficile).`,
  base: (p: number) => `Si parte da ${formatPoints(p)}.`,
  soglia: (minimum: number, max: number | null) =>
    `Si passa con ${formatPoints(minimum)}${max === null ? '' : ` su ${formatPoints(max)}`}.`,
  soglia_sezioni: (minimum: number) => `In ogni sezione si passa con ${formatPoints(minimum)}.`,
  primi: (n: number, tied: boolean) =>
    `${n === 1 ? 'Passa il primo' : `Passano i primi ${formatNumber(n)}`}, ${tied ? 'pari merito compresi' : 'pari merito con l’ultimo esclusi'}.`,
  elenco_sezioni: (names: readonly string[]) =>
    `${formatCount(names.length, 'sezione', 'sezioni')}: ${formatList(names)}.`,
  domande: (n: number) => formatCount(n, 'domanda', 'domande'),
  durata: (ms: number) => `Hai ${spokenTime(ms)}: a zero si consegna da sola, con le risposte date.`,
  durata_sezione: (ms: number) => `${spokenTime(ms)} per questa sezione.`,
  sezioni: 'Le sezioni si aprono una alla volta: finito il tempo, una sezione si chiude e si apre la successiva.',
  senza_durata: 'Senza limite di tempo.',
  tempo_in_piu: (percento: number) => `Nel tempo c’è già il tuo ${formatNumber(percento)}% in più.`,
  libera: 'Ti muovi tra le domande come vuoi.',
  solo_avanti: 'Si va solo avanti: una domanda lasciata non si riapre.',
  corrette: 'Puoi cambiare e annullare le risposte fino alla consegna.',
  mai: 'Una risposta data non si cambia e non si annulla.',
  pausa: 'Puoi mettere in pausa: il tempo si ferma e le domande si nascondono.',
  pausa_con_rete: 'Per mettere in pausa e per riprendere serve la rete: il tempo lo tiene il server.',
  senza_pausa: 'Non c’è pausa: il tempo corre anche se chiudi la pagina.',
  ho_capito: 'Ho capito',
}

export const provaPauseText = {
  in_pausa: 'In pausa',
  titolo: 'Riprendi quando vuoi',
  testo: (date: number, n: number) =>
    `Il tempo è fermo e le domande sono nascoste. ${
      date === 0
        ? `Non hai ancora risposto, su ${formatNumber(n)}.`
        : `Hai già dato ${formatCount(date, 'risposta', 'risposte')} su ${formatNumber(n)}.`
    }`,
  riprendi: 'Riprendi',
  concludi: 'Consegna ora',
  esci: 'Esci senza consegnare',
}

/** Shortcuts of a trial, as the help shows them. */
export const provaKeysText: readonly { tasti: readonly string[]; text: string }[] = [
  { tasti: ['A', '…', 'E'], text: 'rispondi (anche 1–5); di nuovo per annullare' },
  { tasti: ['←', '→'], text: 'precedente, prossima' },
  { tasti: ['↑', '↓'], text: 'spostati tra le risposte senza rispondere' },
  { tasti: ['F'], text: 'da rivedere' },
  { tasti: ['X'], text: 'escludi la risposta su cui sei' },
  { tasti: ['Canc'], text: 'annulla la risposta' },
  { tasti: ['?'], text: 'tutte le scorciatoie' },
]

/** Sentence where a mark is never changed. */
export const fixedKeysText = provaKeysText.flatMap(({ tasti, text }) =>
  tasti[0] === 'Canc' ? [] : [{ tasti, text: tasti[0] === 'A' ? 'rispondi (anche 1–5)' : text }],
)
