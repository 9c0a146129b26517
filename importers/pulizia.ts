import type { Avviso, TipoAvviso } from '#contract/domanda'
import type { Grezza, Voce } from './grezza.ts'
import { cleanCaratteri, joinRighe } from './testo/caratteri.ts'
import { decodeEntita } from './testo/entita.ts'
import { cleanHtml, escapeHtml, isHtml } from './testo/html.ts'
import { cleanPagine, findTotali } from './testo/pagine.ts'
import { dropSegni, fixSpostati } from './testo/spostati.ts'

/** Stands for an answer that is only an image which is not there. */
export const RISPOSTA_IMMAGINE = '[immagine mancante]'

/** A question whose texts are clean; with `html` every text is escaped HTML, otherwise every one is plain. */
export type Pulita = Omit<Grezza, 'testo' | 'risposte'> & { testo: string; risposte: Voce[]; html: boolean }

type Testo = { testo: string; html: boolean; immagini: string[] }
type Nota = (tipo: TipoAvviso, dove: string, cosa: string) => void

/** Cleans every question of a bank and reports what was wrong, one warning per question and kind. */
export function cleanGrezze(grezze: readonly Grezza[]): { pulite: Pulita[]; avvisi: Avviso[] } {
  const totali = findTotali(grezze)
  const avvisi: Avviso[] = []
  const pulite = grezze.map((grezza) => cleanGrezza(grezza, totali, avvisi))
  return { pulite, avvisi }
}

function cleanGrezza(grezza: Grezza, totali: ReadonlySet<string>, avvisi: Avviso[]): Pulita {
  const note = new Map<TipoAvviso, { cosa: string; campi: string[] }>()
  const nota: Nota = (tipo, campo, cosa) => {
    const voce = note.get(tipo) ?? { cosa, campi: [] }
    voce.campi.push(campo)
    note.set(tipo, voce)
  }
  const spostati = fixSpostati(
    stripPagine(grezza.testo, 'domanda', totali, nota),
    grezza.risposte.map((r) => ({ ...r, testo: stripPagine(r.testo, nameRisposta(r), totali, nota) })),
  )
  const testo = cleanTesto(spostati.testo, 'domanda', nota)
  const testi = spostati.risposte.map((r) => cleanTesto(r.testo, nameRisposta(r), nota))
  const spiegazione = grezza.spiegazione === null ? null : cleanTesto(grezza.spiegazione, 'spiegazione', nota)
  const tutti = [testo, ...testi, ...(spiegazione ? [spiegazione] : [])]
  const html = tutti.some((t) => t.html)
  const scrivi = (t: Testo) => (html && !t.html ? escapeHtml(t.testo) : t.testo)
  const risposte = dropSegni(testi.map(scrivi))
  for (const [tipo, { cosa, campi }] of note) {
    avvisi.push({ tipo, riga: grezza.riga, testo: `${grezza.dove}${maiuscola(cosa)} (${campi.join(', ')}).` })
  }
  if (spostati.difetto)
    avvisi.push({ tipo: 'testo_spostato', riga: grezza.riga, testo: grezza.dove + spostati.difetto })
  return {
    ...grezza,
    numero: cleanNome(grezza.numero),
    id_origine: cleanNome(grezza.id_origine),
    materia: cleanNome(grezza.materia),
    testo: dropNumero(scrivi(testo), grezza.numero),
    risposte: spostati.risposte.map((r, i) => ({
      ...r,
      testo: risposte[i] || (testi[i]?.immagini.length ? RISPOSTA_IMMAGINE : ''),
    })),
    spiegazione: spiegazione ? scrivi(spiegazione) || null : null,
    fonte: cleanNome(grezza.fonte),
    alt: cleanNome(grezza.alt),
    immagini: [...grezza.immagini, ...tutti.flatMap((t) => t.immagini)],
    html,
  }
}

const maiuscola = (testo: string): string => testo.charAt(0).toUpperCase() + testo.slice(1)
const nameRisposta = (voce: Voce): string => `risposta ${'ABCDEFGH'[voce.posto] ?? voce.posto + 1}`

/** Numbers, names of subjects and sources are plain text, always. */
export function cleanNome(nome: string | null): string | null {
  if (nome === null) return null
  const testo = cleanCaratteri(nome).testo
  return joinRighe(isHtml(testo) ? cleanHtml(testo).testo.replace(/<[^>]*>/g, ' ') : decodeEntita(testo)) || null
}

function stripPagine(grezzo: string, campo: string, totali: ReadonlySet<string>, nota: Nota): string {
  const { testo, pie, filigrana } = cleanPagine(grezzo, totali)
  if (pie) nota('pie_di_pagina', campo, `tolto il piè di pagina «${pie}»`)
  if (filigrana) nota('filigrana', campo, `tolta la filigrana «${filigrana}»`)
  return testo
}

/** Characters, then markup or entities, then one line. */
export function cleanTesto(grezzo: string, campo: string, nota: Nota): Testo {
  const { testo, difetti } = cleanCaratteri(grezzo)
  for (const [tipo, cosa] of difetti) nota(tipo, campo, cosa)
  if (!isHtml(testo)) {
    const decodificato = decodeEntita(testo)
    if (decodificato !== testo) nota('entita_html', campo, 'entità HTML riportate al loro carattere')
    return { testo: joinRighe(decodificato), html: false, immagini: [] }
  }
  const { doppie, tolti, ...pulito } = cleanHtml(testo)
  // Nothing is left and nothing was an image: the tag itself is what the text is about (`<br>`).
  if (pulito.testo === '' && pulito.immagini.length === 0) return { testo: joinRighe(testo), html: false, immagini: [] }
  if (doppie) nota('entita_html', campo, 'entità HTML scritte due volte, riportate al loro carattere')
  if (tolti.length > 0) nota('html_rimosso', campo, `tolto ciò che una domanda non può contenere: ${tolti.join(', ')}`)
  return pulito
}

/** `12) Quale …` -> `Quale …` when 12 is the question's own number. */
function dropNumero(testo: string, numero: string | null): string {
  const trovato = numero === null ? null : /^(\d+)\s*[).:-]\s+(?=\S)/.exec(testo)
  return trovato && trovato[1] === numero?.trim() ? testo.slice(trovato[0].length) : testo
}
