import { CHIAVI, STATI } from '#rules/domanda'
import { nodiOf } from '#rules/percorso'
import { attach } from '../banche/attach.ts'
import { HA_CHIAVE } from '../banche/chiave.ts'
import type { StoreContext } from '../core/context.ts'
import type { KeptTexts, LoadedBank, LoadedKeys } from '../core/loaded-bank.ts'

/** Bytes kept in memory; beyond them the least recently used banks are dropped. */
const MEMORY_BYTES = 128 * 1024 * 1024

/** Loads the bank into memory. CONCORSO_NON_TROVATO and CONCORSO_NOT_INITIALIZED as `attach`. */
export function loadBank(ctx: StoreContext, id_concorso: number): LoadedBank {
  const known = ctx.loadedBanks.get(id_concorso)
  if (known) ctx.loadedBanks.delete(id_concorso)
  else makeRoom(ctx)
  const bank = known ?? read(ctx, id_concorso)
  ctx.loadedBanks.set(id_concorso, bank)
  return bank
}

function makeRoom({ loadedBanks }: StoreContext): void {
  let total = [...loadedBanks.values()].reduce((sum, bank) => sum + weigh(bank), 0)
  for (const [oldest, bank] of loadedBanks) {
    if (total <= MEMORY_BYTES) break
    total -= weigh(bank)
    loadedBanks.delete(oldest)
  }
}

/** Estimates the bytes of a bank in memory. */
function weigh({ id_domande, index: indice, texts, titles }: LoadedBank): number {
  const kept = (t?: KeptTexts) => (t ? t.characters + 64 * t.byPosition.size : 0)
  const columns = id_domande.length * 16 + kept(texts) + kept(titles)
  if (!indice) return columns
  const { liste, inizi, vocabolario, massima, comuni, ricerche } = indice
  const sets = (comuni.size + ricerche.size) * (massima / 8)
  return columns + liste.length + 9 * inizi.length + vocabolario.length + sets
}

function read(ctx: StoreContext, id_concorso: number): LoadedBank {
  const { alias } = attach(ctx, id_concorso)
  const [posizioni, ids, materieIds, flags] = ctx.db.integers(
    `SELECT posizione, id_domanda, coalesce(id_materia, 0), flags FROM ${alias}.domande ORDER BY posizione`,
    4,
  ) as [Int32Array, Int32Array, Int32Array, Int32Array]
  const materie = ctx.db.all<{ id_materia: number; materia: string }>(
    `SELECT id_materia, nome AS materia FROM ${alias}.materie ORDER BY abs(id_materia)`,
  )
  const places = new Map(materie.map(({ id_materia }, i) => [id_materia, i + 1]))
  const length = (posizioni[posizioni.length - 1] ?? 0) + 1
  const bank: LoadedBank = {
    id_concorso,
    posizioni,
    id_domande: new Int32Array(length),
    materia: new Uint16Array(length),
    flags: new Uint8Array(length),
    materie,
    withoutMateria: false,
  }
  for (let i = 0; i < posizioni.length; i++) {
    const p = posizioni[i] as number
    bank.id_domande[p] = ids[i] as number
    bank.materia[p] = places.get(materieIds[i] as number) ?? 0
    bank.flags[p] = flags[i] as number
    if (bank.materia[p] === 0) bank.withoutMateria = true
  }
  return bank
}

/** Returns positions in alphabetical order: the bank's stored rank (decision 0004). */
export function alphabeticalOf(ctx: StoreContext, bank: LoadedBank): Int32Array {
  bank.alphabetical ??= ctx.db.integers(
    `SELECT posizione FROM ${attach(ctx, bank.id_concorso).alias}.domande ORDER BY alfabetico`,
    1,
  )[0] as Int32Array
  return bank.alphabetical
}

/** Returns SQL for the place of a text column's value in a list of names. */
const placeIn = (column: string, names: readonly string[]) =>
  `CASE ${column} ${names.map((name, i) => `WHEN '${name}' THEN ${i}`).join(' ')} END`

/** Reads keys and states apart, once: they are behind the texts in each row. */
export function keysOf(ctx: StoreContext, bank: LoadedBank): LoadedKeys {
  if (bank.chiavi) return bank.chiavi
  const { alias } = attach(ctx, bank.id_concorso)
  const { length } = bank.id_domande
  const columns = ctx.db.integers(
    `SELECT posizione, coalesce(corretta, 0), ${HA_CHIAVE}, ${placeIn('chiave', CHIAVI)}, ${placeIn('stato', STATI)},
       argomenti IS NOT NULL
     FROM ${alias}.domande d ORDER BY posizione`,
    6,
  )
  const posizioni = columns[0] as Int32Array
  const [corretta, haChiave, provenienza, stato, linked] = columns.slice(1).map((column) => {
    const array = new Uint8Array(length)
    for (let i = 0; i < posizioni.length; i++) array[posizioni[i] as number] = column[i] as number
    return array
  }) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array]
  const punti = ctx.db.all<{ posizione: number; punti: string }>(
    `SELECT posizione, punti FROM ${alias}.domande WHERE punti IS NOT NULL`,
  )
  // Skip the second pass where no question has a topic, as in most banks.
  const topics = linked.includes(1)
    ? ctx.db.all<{ posizione: number; argomenti: string }>(
        `SELECT posizione, argomenti FROM ${alias}.domande WHERE argomenti IS NOT NULL`,
      )
    : []
  bank.chiavi = {
    haChiave,
    corretta,
    provenienza,
    stato,
    punti: new Map(punti.map((row) => [row.posizione, JSON.parse(row.punti) as number[]])),
    topics: new Map(topics.map((row) => [row.posizione, (JSON.parse(row.argomenti) as string[]).map(nodiOf)])),
  }
  return bank.chiavi
}
