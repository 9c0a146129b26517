import type { Avviso } from '#contract/domanda'
import { emptyGrezza, type Grezza, type Lettura, makeVoce, type Voce, veroFalso } from '../grezza.ts'
import type { Campo } from './campi.ts'
import { type Colonne, findIntestazione, isIntestazione } from './colonne.ts'
import { guessColonne } from './senza-intestazione.ts'
import type { Riga, Tabella } from './tipi.ts'
import { readChiaveDa, readDifficolta, readPunti, readPuntiLista, readStato } from './valori.ts'

/** A page's footer or a note, as a row of its own. */
const NOTA =
  /^(pag(ina|\.)?\s*\d|page\s*\d|\d+\s*(di|of|\/)\s*\d+$|©|\(c\)|copyright|fonte\b|nota\b|note\b|totale\b|aggiornat)/i
/** Longest title of a section. */
const MAX_SEZIONE = 90

/** Questions of one table, by its header or, without one, by what its cells look like. Null when it is no bank. */
export function readTabella(tabella: Tabella, dove: string): Lettura | null {
  const intestazione = findIntestazione(tabella.righe)
  const colonne = intestazione?.colonne ?? guessColonne(tabella.righe)
  if (!colonne) return null
  const inizio = intestazione ? intestazione.indice + 1 : 0
  const nomi = intestazione ? (tabella.righe[intestazione.indice]?.celle ?? []) : []
  const avvisi: Avviso[] = tabella.avvisi.map((a) => ({ ...a, testo: dove + a.testo }))
  const note = (tipo: Avviso['tipo'], riga: Riga, testo: string) =>
    avvisi.push({ tipo, riga: riga.numero, testo: dove + testo })
  const righe = trimCoda(tabella.righe.slice(inizio))
  const sole = countSole(righe)
  const grezze: Grezza[] = []
  let candidate = 0
  let sezione: string | null = null
  for (const riga of righe) {
    const piene = riga.celle.filter((c) => c.trim() !== '')
    if (piene.length === 0) {
      note('riga_vuota', riga, 'La riga è vuota.')
    } else if (isIntestazione(riga.celle, nomi)) {
      note('riga_scartata', riga, 'La riga ripete l’intestazione: saltata.')
    } else if (piene.length === 1 && colonne.risposte.length > 0) {
      const titolo = (piene[0] ?? '').trim()
      const nuova = colonne.campi.materia === undefined && isSezione(titolo, sole)
      if (nuova) sezione = titolo
      const come = riga.unita ? 'unita su più colonne' : 'di una sola cella'
      const esito = nuova ? 'presa come materia delle domande che seguono' : 'saltata perché non è una domanda'
      note(riga.unita ? 'cella_unita' : 'riga_scartata', riga, `Riga ${come} («${cut(titolo)}»): ${esito}.`)
    } else {
      candidate++
      const scarto = findScarto(riga, colonne, nomi.length)
      if (scarto) {
        note('riga_scartata', riga, scarto)
        continue
      }
      const grezza = readRiga(riga, colonne, dove, sezione)
      const numeriche = colonne.risposte.filter((r) => riga.numeriche.includes(r.colonna))
      if (numeriche.length > 0) note('cella_numerica', riga, sentenceNumerica(numeriche.map((r) => r.posto)))
      grezze.push(grezza)
    }
  }
  return { grezze, candidate, risposte_dichiarate: intestazione ? colonne.risposte.length : null, avvisi }
}

export const cut = (testo: string): string => (testo.length > 60 ? `${testo.slice(0, 59)}…` : testo)

const sentenceNumerica = (posti: readonly number[]): string =>
  `Risposta ${posti.map((p) => 'ABCDEFGH'[p]).join(', ')}: la cella è numerica o una formula, il testo potrebbe non essere quello stampato.`

/** Empty rows at the end are no defect. */
function trimCoda(righe: Riga[]): Riga[] {
  let fine = righe.length
  while (fine > 0 && righe[fine - 1]?.celle.every((c) => c.trim() === '')) fine--
  return righe.slice(0, fine)
}

/** How often each text stands alone in its row: titles stand once, footers at every page. */
function countSole(righe: readonly Riga[]): Map<string, number> {
  const sole = new Map<string, number>()
  for (const { celle } of righe) {
    const piene = celle.filter((c) => c.trim() !== '')
    const testo = (piene[0] ?? '').replace(/\d+/g, '0').trim()
    if (piene.length === 1) sole.set(testo, (sole.get(testo) ?? 0) + 1)
  }
  return sole
}

const isSezione = (titolo: string, sole: ReadonlyMap<string, number>): boolean =>
  /\p{L}{3}/u.test(titolo) &&
  titolo.length <= MAX_SEZIONE &&
  !NOTA.test(titolo) &&
  sole.get(titolo.replace(/\d+/g, '0').trim()) === 1

/** Why a row cannot be a question, or null. */
function findScarto({ celle }: Riga, colonne: Colonne, larghezza: number): string | null {
  if (larghezza > 0 && celle.slice(larghezza).some((c) => c.trim() !== '')) {
    return `La riga ha ${celle.length} celle e l’intestazione ${larghezza}: forse un separatore dentro un testo senza virgolette.`
  }
  const testo = (celle[colonne.campi.testo ?? -1] ?? '').trim()
  if (testo === '' && colonne.campi.immagine === undefined) return 'La riga non ha il testo della domanda.'
  const risposte = colonne.risposte.filter(({ colonna }) => (celle[colonna] ?? '').trim() !== '')
  if (colonne.risposte.length > 0 && risposte.length < 2) return 'La riga ha meno di due risposte.'
  return null
}

function readRiga(riga: Riga, colonne: Colonne, dove: string, sezione: string | null): Grezza {
  const cella = (campo: Campo): string | null => {
    const colonna = colonne.campi[campo]
    return colonna === undefined ? null : (riga.celle[colonna] ?? '').trim() || null
  }
  const immagine = cella('immagine')
  return {
    ...emptyGrezza(riga.numero, dove),
    numero: cella('numero') ?? cella('id'),
    id_origine: colonne.campi.numero === undefined ? null : cella('id'),
    materia: cella('materia') ?? sezione,
    testo: riga.celle[colonne.campi.testo ?? -1] ?? '',
    risposte: colonne.risposte.length > 0 ? readRisposte(riga, colonne, cella('efficacia')) : veroFalso(),
    chiave: cella('chiave'),
    immagini: immagine ? immagine.split(/\s*[;|]\s*/).filter((s) => s !== '') : [],
    alt: cella('alt'),
    spiegazione: cella('spiegazione'),
    fonte: cella('fonte'),
    difficolta: readDifficolta(cella('difficolta')),
    provenienza: readChiaveDa(cella('provenienza')),
    stato: readStato(cella('stato')),
  }
}

function readRisposte({ celle }: Riga, colonne: Colonne, efficacia: string | null): Voce[] {
  const lista = efficacia === null ? [] : readPuntiLista(efficacia.split(/[;|/]|,\s/))
  return colonne.risposte
    .map(({ colonna, posto, lettera }) => {
      const punti = colonne.punti.get(posto)
      const valore = punti === undefined ? (lista[posto] ?? null) : readPunti(celle[punti] ?? '')
      return makeVoce(celle[colonna] ?? '', posto, { lettera, punti: valore })
    })
    .filter((voce) => voce.testo.trim() !== '')
}
