import { emptyQuestion, type RawQuestion, trueFalseAnswers } from '../raw-question.ts'
import { findRole, normalizeName, type Role } from './names.ts'
import { readRecordAnswers } from './record-answers.ts'
import type { JsonObject } from './records.ts'
import { isGrade, readDifficulty, readKeySource, readPoints, readState } from './values.ts'

/** A question from a JSON object of whatever shape, or null when it is none. */
export function readRecord(oggetto: JsonObject, riga: number): RawQuestion | null {
  const campi = findCampi(oggetto)
  const testo = textOf(campi.get('testo')?.valore)
  const immagini = listTesti(campi.get('immagine')?.valore)
  if (testo === null && immagini.length === 0) return null
  const chiave = campi.get('chiave')
  const trovate = readRecordAnswers(oggetto)
  const risposte = trovate?.voci ?? (typeof chiave?.valore === 'boolean' ? trueFalseAnswers() : null)
  if (!risposte || risposte.length === 0) return null
  addPunti(risposte, campi.get('efficacia')?.valore)
  const numero = textOf(campi.get('numero')?.valore)
  const id = campi.get('id')?.valore
  return {
    ...emptyQuestion(riga),
    numero: numero ?? (typeof id === 'number' ? String(id) : null),
    id_origine: numero === null && typeof id === 'number' ? null : textOf(id),
    materia: textOf(campi.get('materia')?.valore),
    testo: testo ?? '',
    risposte,
    chiave: trovate?.chiave ?? readChiave(chiave?.valore),
    keyIsIndex: /^(label|indice|.*ind(ex|ice).*)$/.test(normalizeName(chiave?.nome ?? '')),
    immagini,
    alt: textOf(campi.get('alt')?.valore),
    spiegazione: textOf(campi.get('spiegazione')?.valore),
    fonte: textOf(campi.get('fonte')?.valore),
    difficolta: readDifficulty(campi.get('difficolta')?.valore),
    provenienza: readKeySource(campi.get('provenienza')?.valore),
    stato: readState(campi.get('stato')?.valore),
  }
}

type Trovato = { nome: string; valore: unknown; peso: number }

/** The surest field of each role. A role named by a list or an object (answers, sub-containers) is not one, but for images and points. */
function findCampi(oggetto: JsonObject): Map<Role, Trovato> {
  const campi = new Map<Role, Trovato>()
  for (const [nome, valore] of Object.entries(oggetto)) {
    const trovato = valore === null || valore === undefined ? null : findRole(nome)
    if (!trovato) continue
    const { role: campo, weight: peso } = trovato
    const lista = Array.isArray(valore)
    if (lista ? !['immagine', 'efficacia', 'chiave'].includes(campo) : typeof valore === 'object') continue
    const scelto = campi.get(campo)
    if (!scelto || peso < scelto.peso) campi.set(campo, { nome, valore, peso })
  }
  return campi
}

export function textOf(valore: unknown): string | null {
  if (typeof valore === 'number' || typeof valore === 'bigint') return String(valore)
  return typeof valore === 'string' && valore.trim() !== '' ? valore : null
}

const listTesti = (valore: unknown): string[] =>
  (Array.isArray(valore) ? valore : [valore]).map(textOf).filter((s) => s !== null)

/** A list with one entry is that entry; several right answers stay a text that no key can be. */
function readChiave(valore: unknown): RawQuestion['chiave'] {
  if (Array.isArray(valore)) return valore.length === 1 ? readChiave(valore[0]) : valore.map(String).join(', ') || null
  return typeof valore === 'string' || typeof valore === 'number' || typeof valore === 'boolean' ? valore : null
}

/** Grades kept beside the answers: `efficacia: ["alta", "neutra", "bassa"]`. */
function addPunti(risposte: RawQuestion['risposte'], valori: unknown): void {
  if (!Array.isArray(valori) || valori.length !== risposte.length) return
  if (!valori.every((v) => typeof v === 'number' || isGrade(v))) return
  risposte.forEach((voce, i) => {
    voce.punti = readPoints(valori[i])
  })
}
