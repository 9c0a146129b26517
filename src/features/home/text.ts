import { withArticolo } from '#rules/articolo'
import type { Graduatoria } from '#rules/graduatoria'
import {
  enumerateCounts,
  formatCount,
  formatDomande,
  formatDuration,
  formatNumber,
  formatPoints,
  formatSignedPoints,
  pluralWord,
} from '../../text/formats.ts'
import { halves, OWN_RULES, rulesOf, scoreOf, wholes } from '../../text/previsione.ts'

const oneDecimal = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 1 })

const longDay = new Intl.DateTimeFormat('it-IT', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const longDayYear = new Intl.DateTimeFormat('it-IT', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const shortDay = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)
/** Days ahead from which a date shows its year, because it would otherwise pass for an earlier one. */
const YEAR_DAYS = 300
/** Writes a calendar day in words: «lunedì 14 dicembre», far ahead with its year. */
export const dayInWords = (day: string): string => {
  const at = noonOf(day)
  return (at.getTime() - Date.now() > YEAR_DAYS * 864e5 ? longDayYear : longDay).format(at)
}

export const oggiText = {
  titolo: (goal: number) => `Oggi: ${formatDomande(goal)}`,
  da_fare: (left: number) => (left > 0 ? `${formatNumber(left)} da fare` : ''),
  di_oggi: (done: number, goal: number) => (done > goal ? 'oggi' : `di ${formatNumber(goal)}`),
  minuti: (seconds: number) => formatDuration(seconds).replace(/^c/, 'C'),
  anello: (done: number, goal: number) =>
    goal > 0 && done <= goal ? `Oggi: ${formatNumber(done)} su ${formatDomande(goal)}` : `Oggi: ${formatDomande(done)}`,
  comincia: (n: number) => `Comincia: ${formatDomande(n)}`,
  ancora: (n: number) => `Continua: ${formatDomande(n)}`,
  assegna: 'Assegna le risposte',
  assegna_perche: 'Di queste domande non è pubblicata la risposta corretta: assegnala tu, poi puoi esercitarti.',
  apri: 'Apri la banca dati',
  non_preparate: 'Le domande di oggi non sono pronte.',
  preparo: 'Preparo le domande di oggi…',
  fatto_titolo: 'Fatto per oggi.',
  fatto_testo: 'Se vuoi, puoi andare avanti.',
  tocca_a: (name: string) => `Ora tocca a «${name}», che la prova chiede anche.`,
  passa: 'Comincia questa',
  di_che: (nuove: number, dovute: number) =>
    enumerateCounts([nuove, 'mai vista', 'mai viste'], [dovute, 'da ripassare', 'da ripassare']),
  viste: (viste: number, n: number) =>
    viste === 0
      ? formatDomande(n)
      : `${formatNumber(viste)} ${pluralWord(viste, 'vista', 'viste')} su ${formatDomande(n)}`,
  quante: 'Domande per volta',
  tutte: 'Tutte',
  continua: {
    ESERCITAZIONE: 'Continua l’esercitazione',
    LETTA: 'Continua la lettura',
    ASCOLTATA: 'Continua l’ascolto',
    ASSEGNA_RISPOSTE: 'Continua ad assegnare le risposte',
    PROVA_PERSONALIZZATA: 'Continua la prova',
    SIMULAZIONE: 'Continua la simulazione',
    RIVEDI_PROVA: 'Continua la revisione',
    RIEPILOGO: 'Torna al riepilogo',
  } as const,
  scegli: 'Esercitati',
  simulazioni: 'Prove',
}

const timesOf = (p: number): string =>
  p >= 0.95
    ? 'ci entri quasi sempre'
    : p < 0.05
      ? 'oggi quasi mai ci entri'
      : `ci entri ${formatCount(Math.round(10 * p), 'volta', 'volte')} su 10`

export const forecastText = {
  titolo: 'Quanto prenderesti oggi',
  oggi: 'Oggi prenderesti',
  voto: scoreOf,
  soglia_mancano: (threshold: number, missing: number, questions: number) =>
    `La soglia è ${halves(threshold)}: ti ${pluralWord(missing, 'manca', 'mancano')} ${formatCount(missing, 'risposta', 'risposte')} su ${formatNumber(questions)}.`,
  soglia_passi: (threshold: number, p: number) =>
    p >= 0.95
      ? `La soglia è ${halves(threshold)}: la superi quasi sempre.`
      : `La soglia è ${halves(threshold)}: la superi ${formatCount(Math.round(10 * p), 'volta', 'volte')} su 10.`,
  fra: (low: number, high: number) => `fra ${wholes(low)} e ${wholes(high)}`,
  ieri: (points: number) => `stamattina ${halves(points)}`,
  soglia: (points: number) => `soglia ${halves(points)}`,
  barra: (low: number, high: number, max: number) =>
    `Otto prove su dieci finirebbero fra ${wholes(low)} e ${wholes(high)} su ${wholes(max)}`,
  posto: ({ titolo, posti, candidati }: Graduatoria, { posto, p_posto }: { posto: number; p_posto: number }) => {
    const where =
      posto > candidati
        ? `dopo tutti ${withArticolo('i', formatNumber(candidati))}`
        : `circa al posto ${formatNumber(posto)} su ${formatNumber(candidati)}`
    return `Fra gli esiti pubblicati di «${titolo}» saresti ${where}, per ${formatNumber(posti)} posti: ${timesOf(p_posto)}.`
  },
  mancano_risposte: (n: number) => `Ancora ${formatCount(n, 'risposta', 'risposte')} e ti diciamo quanto prenderesti.`,
  con: (fonte: string, n: number) => `${rulesOf(fonte)}: ${formatDomande(n)}.`,
  regole: 'Cambia regole',
  chiedi: 'Com’è la prova?',
  chiedi_testo: 'Dicci quante domande ha e quanto valgono: ti diremo quanto prenderesti oggi.',
  scegli: 'Scegli le regole',
}

export const examRulesText = {
  titolo: 'Le regole della prova',
  come: 'Regole',
  pubblicate: 'Simulazioni di questa banca dati',
  note: 'Concorsi noti',
  altre: 'Altre regole',
  domande: 'Quante domande',
  corretta: 'Punti per una corretta',
  sbagliata: 'Punti tolti per una errata',
  soglia: 'Si passa con (vuoto se non c’è una soglia)',
  mie: OWN_RULES,
  salva: 'Usa queste regole',
  annulla: 'Annulla',
  errore: 'Controlla i numeri: almeno una domanda, e più di zero punti per una corretta.',
  riassunto: (domande: number, corretta: number, sbagliata: number, soglia: number | null) =>
    [
      formatDomande(domande),
      `corretta ${formatSignedPoints(corretta)}`,
      `errata ${formatSignedPoints(sbagliata)}`,
      ...(soglia === null ? [] : [`si passa con ${formatPoints(soglia)}`]),
    ].join(' · '),
}

export const gainText = {
  titolo: 'Dove guadagni di più',
  punti: (points: number) => `+${oneDecimal.format(points / 1000)} punti`,
  viste: (seen: number, n: number) =>
    `${formatNumber(seen)} ${pluralWord(seen, 'vista', 'viste')} su ${formatNumber(n)}`,
  esercitati: (name: string, points: number) =>
    `Esercitati su ${name}: fino a ${oneDecimal.format(points / 1000)} punti in più`,
  senza_materia: 'Altre domande',
}

export const focusText = {
  bottone: 'Punta su alcune materie',
  titolo: 'Punta su queste materie',
  testo: 'Quelle scelte vengono prima. Le altre restano in fondo, non spariscono.',
  salva: 'Salva',
  annulla: 'Annulla',
  almeno_una: 'Scegli almeno una materia.',
  scelte: (n: number, total: number) =>
    `Punti su ${formatNumber(n)} ${pluralWord(n, 'materia', 'materie')} di ${formatNumber(total)}`,
}

export const examText = {
  titolo: 'La prova',
  chiedi: 'Quando è la prova?',
  chiedi_testo: 'Con la data ti diciamo quante domande al giorno bastano.',
  scegli: 'Scegli la data',
  data: 'Data della prova',
  liberi: 'Giorni in cui non studi',
  insieme_anche: 'La prova chiede anche di',
  tolta: (names: readonly string[]) => `Tolta la data anche di ${names.map((name) => `«${name}»`).join(', ')}.`,
  insieme: (names: readonly string[]) => `In tutto, con ${names.map((name) => `«${name}»`).join(', ')}.`,
  salva: 'Salva la data',
  cambia: 'Cambia data o giorni liberi',
  togli: 'Togli la data',
  annulla: 'Annulla',
  passata: 'Scegli un giorno che deve ancora venire.',
  fra: (day: string, n: number) => `${day}, ${n === 1 ? 'domani' : `fra ${formatCount(n, 'giorno', 'giorni')}`}`,
  ritmo: 'Domande al giorno',
  con: (n: number) => `Con ${formatNumber(n)} al giorno`,
  entro: (day: string) => `entro ${withArticolo('il', shortDay.format(noonOf(day)))}`,
  ne_vedi: (seen: number, n: number) => `${formatNumber(seen)} su ${formatNumber(n)}`,
  bastano: (day: string) => `le vedi tutte entro ${day}, poi ripassi.`,
  non_bastano: (seen: number, n: number, covered: string) =>
    `ne vedi altre ${formatNumber(seen)} su ${formatNumber(n)}: le finiresti ${covered}.`,
  tutta_vista: 'Le hai già viste tutte: ogni giorno ripassi quelle che ricordi meno.',
  minuti: (n: number) => (n < 60 ? `${formatNumber(n)} min` : `${oneDecimal.format(n / 60)} h`),
  mancano: (n: number) => (n === 1 ? 'manca un giorno' : `mancano ${formatNumber(n)} giorni`),
  oggi: 'È oggi. In bocca al lupo.',
  settimana: 'La tua settimana',
  settimana_piena: (n: number) =>
    n >= 7 ? 'Settimana piena: sette giorni su sette.' : 'Sei giorni su sette. Il settimo è libero.',
  fila: (n: number) => formatCount(n, 'giorno di fila', 'giorni di fila'),
  giorno: (name: string, n: number) => `${name}: ${formatCount(n, 'risposta', 'risposte')}`,
  iniziali: ['L', 'M', 'M', 'G', 'V', 'S', 'D'] as const,
  nomi: ['Lunedì', 'Martedì', 'Mercoledì', 'Giovedì', 'Venerdì', 'Sabato', 'Domenica'] as const,
  demo_finita: 'Demo finita.',
  vedi_premium: 'Passa a Premium',
  demo: (left: number) => `Demo: ti ${pluralWord(left, 'resta', 'restano')} ${formatDomande(left)}.`,
}

export const outcomeText = {
  titolo: 'Com’è andata?',
  testo: 'Resta nel tuo account: la vedi solo tu.',
  punteggio: 'Il tuo punteggio',
  salva: 'Salva',
  no: 'Preferisco non dirlo',
  errore: 'Scrivi un numero, per esempio 23,5.',
  preso: (points: number) => `Hai preso ${formatPoints(points)}.`,
  correggi: 'Correggi',
  dopo: 'La prova è passata. Se ne hai un’altra, cambia la data.',
}

export const homeProveText = {
  titolo: 'Ultime prove',
  fanne: 'Fai una prova',
}

export const weakText = {
  titolo: 'Da rinforzare',
  sotto: 'Le materie con più errori tra quelle che hai cominciato',
  errori: (n: number, seen: number) => `${formatNumber(n)} da ripassare su ${formatNumber(seen)} viste`,
  ripassa: 'Ripassa',
  ripassa_materia: (name: string) => `Ripassa ${name}`,
}

/** Texts where none of the account's banks is on this device. */
export const elsewhereText = {
  titolo: 'Le domande non sono ancora qui',
  testo:
    'Su questo dispositivo non c’è nessuna delle tue banche dati. Scaricane una: ritrovi livelli, note e segni, e studi anche senza rete.',
}
