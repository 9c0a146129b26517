import { CHIAVI, STATI } from '#rules/domanda'
import type { Corrispondenza } from '#rules/filtro'
import type { Indice } from '#rules/indice'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import { HA_CHIAVE } from '../chiave.ts'
import type { Stato } from './stato.ts'
import type { Tenuti } from './testi.ts'

/**
 * What a search needs of one bank, in memory. A bank's file never changes, so this outlives its attachment and goes only with
 * the file. Arrays go by official position, the first place unused.
 */
export type BancaLetta = {
  id_concorso: number
  /** Positions of the questions that are here, ascending. */
  posizioni: Int32Array
  id_domande: Int32Array
  /** Place in `materie` plus one; 0: no subject. */
  materia: Uint16Array
  flags: Uint8Array
  materie: readonly { id_materia: number; materia: string }[]
  /** Some question belongs to no subject. */
  senzaMateria: boolean
  /** The rest is read when a search first needs it. */
  indice?: Indice
  chiavi?: ChiaviLette
  /** Positions in the order of the stored rank. */
  alfabetiche?: Int32Array
  /** Normalised texts that phrases have needed, and texts as shown that alphabets over several banks have. */
  testi?: Tenuti
  titoli?: Tenuti
  /** What the person's records made of the questions when the connection had written so much. */
  stati?: { scritture: number; record?: Stato; intero?: Stato }
  /** The last search by words, with the positions it found. */
  cercata?: { testo: string; corrispondenza: Corrispondenza; posizioni: Int32Array | null }
}

/** What the bank says of the right answers. `provenienza` and `stato` are places in CHIAVI and STATI. */
export type ChiaviLette = {
  haChiave: Uint8Array
  /** Printed position, 0 without a key. */
  corretta: Uint8Array
  punti: Map<number, readonly number[]>
  provenienza: Uint8Array
  stato: Uint8Array
}

/** Bytes kept in memory; beyond, the least recently used banks are forgotten. */
const MEMORIA = 128 * 1024 * 1024

/** The bank in memory. CONCORSO_NON_TROVATO and CONCORSO_NOT_INITIALIZED as `attach`. */
export function readLetta(a: Archivio, id_concorso: number): BancaLetta {
  const known = a.lette.get(id_concorso)
  if (known) a.lette.delete(id_concorso)
  else makeRoom(a)
  const letta = known ?? read(a, id_concorso)
  a.lette.set(id_concorso, letta)
  return letta
}

function makeRoom({ lette }: Archivio): void {
  let total = [...lette.values()].reduce((sum, letta) => sum + weigh(letta), 0)
  for (const [oldest, letta] of lette) {
    if (total <= MEMORIA) break
    total -= weigh(letta)
    lette.delete(oldest)
  }
}

/** Bytes of a bank in memory, about. */
function weigh({ id_domande, indice, testi, titoli }: BancaLetta): number {
  const kept = (t?: Tenuti) => (t ? t.caratteri + 64 * t.per_posizione.size : 0)
  const columns = id_domande.length * 16 + kept(testi) + kept(titoli)
  if (!indice) return columns
  const { liste, inizi, vocabolario, massima, comuni, ricerche } = indice
  const sets = (comuni.size + ricerche.size) * (massima / 8)
  return columns + liste.length + 9 * inizi.length + vocabolario.length + sets
}

function read(a: Archivio, id_concorso: number): BancaLetta {
  const { alias } = attach(a, id_concorso)
  const [posizioni, ids, materieIds, flags] = a.db.integers(
    `SELECT posizione, id_domanda, coalesce(id_materia, 0), flags FROM ${alias}.domande ORDER BY posizione`,
    4,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array]
  const materie = a.db.all<{ id_materia: number; materia: string }>(
    `SELECT id_materia, nome AS materia FROM ${alias}.materie ORDER BY id_materia`,
  )
  const places = new Map(materie.map(({ id_materia }, i) => [id_materia, i + 1]))
  const length = (posizioni[posizioni.length - 1] ?? 0) + 1
  const letta: BancaLetta = {
    id_concorso,
    posizioni,
    id_domande: new Int32Array(length),
    materia: new Uint16Array(length),
    flags: new Uint8Array(length),
    materie,
    senzaMateria: false,
  }
  for (let i = 0; i < posizioni.length; i++) {
    const p = posizioni[i] as number
    letta.id_domande[p] = ids[i] as number
    letta.materia[p] = places.get(materieIds[i] as number) ?? 0
    letta.flags[p] = flags[i] as number
    if (letta.materia[p] === 0) letta.senzaMateria = true
  }
  return letta
}

/** Positions in alphabetical order: the bank's stored rank (data-engine §4). */
export function alfabeticheOf(a: Archivio, letta: BancaLetta): Int32Array {
  letta.alfabetiche ??= a.db.integers(
    `SELECT posizione FROM ${attach(a, letta.id_concorso).alias}.domande ORDER BY alfabetico`,
    1,
  )[0] as Int32Array
  return letta.alfabetiche
}

/** Place of a text column's value in a list of names. */
const placeIn = (column: string, names: readonly string[]) =>
  `CASE ${column} ${names.map((name, i) => `WHEN '${name}' THEN ${i}`).join(' ')} END`

/** Keys and states: they stand behind the texts in each row, so they are read apart, once. */
export function chiaviOf(a: Archivio, letta: BancaLetta): ChiaviLette {
  if (letta.chiavi) return letta.chiavi
  const { alias } = attach(a, letta.id_concorso)
  const { length } = letta.id_domande
  const columns = a.db.integers(
    `SELECT posizione, coalesce(corretta, 0), ${HA_CHIAVE}, ${placeIn('chiave', CHIAVI)}, ${placeIn('stato', STATI)}
     FROM ${alias}.domande d ORDER BY posizione`,
    5,
  )
  const posizioni = columns[0] as Int32Array
  const [corretta, haChiave, provenienza, stato] = columns.slice(1).map((column) => {
    const array = new Uint8Array(length)
    for (let i = 0; i < posizioni.length; i++) array[posizioni[i] as number] = column[i] as number
    return array
  }) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const punti = a.db.all<{ posizione: number; punti: string }>(
    `SELECT posizione, punti FROM ${alias}.domande WHERE punti IS NOT NULL`,
  )
  letta.chiavi = {
    haChiave,
    corretta,
    provenienza,
    stato,
    punti: new Map(punti.map((row) => [row.posizione, JSON.parse(row.punti) as number[]])),
  }
  return letta.chiavi
}
