import type { Avviso } from '#contract/domanda'
import type { Grezza, Lettura } from '../grezza.ts'
import { Rifiuto } from '../rifiuto.ts'
import { normalizeNome } from './campi.ts'
import { readOggetto } from './oggetto.ts'

/** Deepest nesting of containers that is walked. */
const MAX_PROFONDITA = 12
/** Keys that hold a list of questions and say nothing about their subject. */
const LISTE =
  /^(domande|domanda|questions?|quiz|quizzes|quesiti|items?|content|data|dati|results?|risultati|elementi|records?|banca|banca dati|list|lista)$/
const NOMI_CONTENITORE = ['nome', 'name', 'materia', 'titolo', 'title', 'categoria', 'category']
const TOTALI = /^(totale quiz|total quizzes|total elements|total questions|totale domande|numero domande|totale|total)$/

export type Oggetto = Record<string, unknown>

export const isOggetto = (valore: unknown): valore is Oggetto =>
  typeof valore === 'object' && valore !== null && !Array.isArray(valore)

/** What a walk through the containers carries down: names of subjects on the path. */
type Posto = { percorso: string[]; contenitore: { id: string | null; nome: string } | null; profondita: number }

/** A JSON file whose questions may be anywhere: lists, nested containers, maps from subject to list. */
export function readJson(valore: unknown): Lettura | null {
  const lettura: Lettura = { grezze: [], candidate: 0, risposte_dichiarate: null, avvisi: [] }
  visit(valore, { percorso: [], contenitore: null, profondita: 0 }, lettura)
  return lettura.grezze.length === 0 ? null : lettura
}

/** One JSON value per line. Empty lines at the end are no defect; a broken last line without its end means a cut file. */
export function readNdjson(testo: string): Lettura | null {
  const lettura: Lettura = { grezze: [], candidate: 0, risposte_dichiarate: null, avvisi: [] }
  const righe = testo.split('\n')
  const posto: Posto = { percorso: [], contenitore: null, profondita: 0 }
  while (righe.length > 0 && (righe.at(-1) ?? '').trim() === '') righe.pop()
  const intera = testo.endsWith('\n')
  righe.forEach((riga, i) => {
    if (riga.trim() === '') {
      lettura.avvisi.push({ tipo: 'riga_vuota', riga: i + 1, testo: 'La riga è vuota.' })
      return
    }
    try {
      add(JSON.parse(riga), i + 1, posto, lettura)
    } catch {
      if (i === righe.length - 1 && !intera) throw new Rifiuto('L’ultima riga è interrotta: il file è troncato.', i + 1)
      lettura.candidate++
      lettura.avvisi.push({ tipo: 'riga_scartata', riga: i + 1, testo: 'La riga non è JSON valido: saltata.' })
    }
  })
  return lettura.grezze.length === 0 ? null : lettura
}

function add(valore: unknown, riga: number, posto: Posto, lettura: Lettura): boolean {
  const grezza = isOggetto(valore) ? readOggetto(valore, riga) : null
  lettura.candidate++
  if (!grezza) {
    lettura.avvisi.push({
      tipo: 'riga_scartata',
      riga,
      testo: 'L’elemento non è una domanda con le sue risposte: saltato.',
    })
    return false
  }
  nameMateria(grezza, posto)
  lettura.grezze.push(grezza)
  return true
}

/** The subject of a question: its own, spelled as its container names it, or the path of names above it. */
function nameMateria(grezza: Grezza, { percorso, contenitore }: Posto): void {
  if (contenitore && (grezza.materia === null || grezza.materia === contenitore.id)) grezza.materia = contenitore.nome
  else grezza.materia ??= percorso[0] ?? null
}

function visit(valore: unknown, posto: Posto, lettura: Lettura): void {
  if (posto.profondita > MAX_PROFONDITA) return
  if (Array.isArray(valore)) visitLista(valore, posto, lettura)
  else if (isOggetto(valore)) visitOggetto(valore, posto, lettura)
}

function visitLista(lista: unknown[], posto: Posto, lettura: Lettura): void {
  const domande = lista.filter((v) => isOggetto(v) && readOggetto(v, 0) !== null).length
  const sotto = { ...posto, profondita: posto.profondita + 1 }
  if (domande === 0) for (const valore of lista) visit(valore, sotto, lettura)
  else for (const valore of lista) add(valore, lettura.candidate + 1, posto, lettura)
}

function visitOggetto(oggetto: Oggetto, posto: Posto, lettura: Lettura): void {
  if (readOggetto(oggetto, 0)) {
    add(oggetto, lettura.candidate + 1, posto, lettura)
    return
  }
  const contenitore = readContenitore(oggetto) ?? posto.contenitore
  const prima = lettura.grezze.length
  for (const [chiave, valore] of Object.entries(oggetto)) {
    const diretta = isOggetto(valore) ? readOggetto(valore, 0) : null
    if (diretta) {
      // A map from number to question: the key is the printed number, not a subject.
      add(
        /^\d+$/.test(chiave) && diretta.numero === null ? { n: chiave, ...(valore as Oggetto) } : valore,
        lettura.candidate + 1,
        posto,
        lettura,
      )
      continue
    }
    const nome = LISTE.test(normalizeNome(chiave)) ? [] : [chiave.trim()]
    const percorso = [...posto.percorso, ...nome]
    const sotto = nome.length > 0 && !contenitore ? null : contenitore
    visit(valore, { percorso, contenitore: sotto, profondita: posto.profondita + 1 }, lettura)
  }
  checkTotale(oggetto, lettura.grezze.length - prima, lettura.avvisi)
}

function readContenitore(oggetto: Oggetto): Posto['contenitore'] {
  if (!Object.values(oggetto).some(Array.isArray)) return null
  const chiave = NOMI_CONTENITORE.find((k) => typeof oggetto[k] === 'string' && oggetto[k].trim() !== '')
  const id = typeof oggetto.id === 'string' ? oggetto.id : null
  return chiave === undefined ? null : { id, nome: String(oggetto[chiave]).trim() }
}

/** A container that counts its questions is held to its word. */
function checkTotale(oggetto: Oggetto, trovate: number, avvisi: Avviso[]): void {
  const conti = [oggetto, ...Object.values(oggetto).filter(isOggetto)].flatMap((o) => Object.entries(o))
  const totale = conti.find(([chiave, v]) => typeof v === 'number' && TOTALI.test(normalizeNome(chiave)))?.[1]
  if (trovate === 0 || typeof totale !== 'number' || totale === trovate) return
  const testo = `Il file dichiara ${totale} domande e ne contiene ${trovate}.`
  avvisi.push({ tipo: 'numero_mancante', riga: null, testo })
}
