import { eventIdOf } from '#workers/prove/deliver'
import { Disk, type Image } from '../disk/disk.ts'
import { type Ask, examine } from '../store/examine.ts'
import { differences, kindOf, nameOf, readWritings, sittingOf, tell, type Writings } from '../store/writings.ts'
import type { Promised } from './acts.ts'
import { createWorld, instant, must, type Published, UTENTE, type World } from './world.ts'
import { apply, type Rows } from './writings.ts'

/** A promise with its place in the disk's log: what was begun at `from` was answered at `to` (Infinity: never). */
export type Entry = { from: number; to: number; promised: Promised }

/** What the store must hold, and may hold, when the power goes just before change number `at`. */
export type Expected = {
  events: Set<string>
  mayEvents: Set<string>
  /** Sittings, trials, notes and the like, to the letter. */
  written: Writings
  /** What the act has written that the power may have cut: all of it is there, or nothing. */
  pending: Rows
  /** By bank: the versions that may be there; null stands for none. */
  banks: Map<number, Set<string | null>>
}

export function expectedAt(entries: readonly Entry[], at: number, before: Expected): Expected {
  const events = new Set(before.events)
  const mayEvents = new Set(before.mayEvents)
  const written = new Map(before.written)
  const pending: Rows = new Map()
  const banks = new Map([...before.banks].map(([id, versions]) => [id, new Set(versions)] as const))
  for (const { from, to, promised } of entries) {
    if (from > at) break
    const sure = to <= at
    if (promised.kind === 'event') {
      mayEvents.add(promised.id)
      if (sure) events.add(promised.id)
    } else if (promised.kind === 'written') {
      for (const id of promised.events) {
        mayEvents.add(id)
        if (sure) events.add(id)
      }
      if (sure) apply(written, promised.rows)
      else for (const [name, value] of promised.rows) pending.set(name, value)
    } else if (promised.kind === 'bank') {
      const { id_concorso, versione } = promised
      banks.set(id_concorso, sure ? new Set([versione]) : (banks.get(id_concorso) ?? new Set([null])).add(versione))
    }
  }
  return { events, mayEvents, written, pending, banks }
}

export const nothing = (): Expected => ({
  events: new Set(),
  mayEvents: new Set(),
  written: new Map(),
  pending: new Map(),
  banks: new Map(),
})

const msOf = (db: Ask, id: string): number | null =>
  db.all<{ ms: number }>("SELECT dati ->> 'ms' AS ms FROM eventi WHERE id = ?", id)[0]?.ms ?? null

/** A place of a trial but for the time spent on it, its fourth field. */
const timeless = (place: string | null): string | null =>
  place && JSON.stringify((JSON.parse(place) as unknown[]).toSpliced(3, 1))

/**
 * What was answered is there to the letter, with all of what the power may have cut or nothing of it. What is seen once stays. A
 * delivery that was cut is ended by those of its events that are left, and none of them may be of the place where the person stood:
 * the time of that last look may be as it was.
 */
function wrongWritings(found: Writings, expected: Expected, msOf: (id: string) => number | null): string[] {
  const without = differences(expected.written, found)
  if (without.length === 0) return []
  const after = new Map(expected.written)
  apply(after, expected.pending)
  for (const { name, was, is } of differences(after, found)) {
    const before = expected.written.get(name) ?? null
    const [, trial = '', place] = name.split(' ')
    // An event that was left gives its time back: the place has what it says.
    const asItsEvent = () => is !== null && msOf(eventIdOf(trial, Number(place))) === JSON.parse(is)[3]
    const looked = was?.startsWith('[null,') || (timeless(was) === timeless(before) && asItsEvent())
    const lastLook = kindOf(name) === 'voce' && expected.pending.has(name) && looked
    const seduta = nameOf('seduta', sittingOf(name) ?? '')
    const ended = found.get(seduta)?.includes('"consegnata"') && expected.written.get(seduta) !== found.get(seduta)
    if (!lastLook || !ended || is !== before) return without.map(tell)
    if (is === null) after.delete(name)
    else after.set(name, is)
  }
  expected.written = after
  return []
}

/** Opens the store on what the cut left, as the person's next visit does, and compares it with what was promised: what is wrong. */
export async function verify(world: World, expected: Expected, published: readonly Published[]): Promise<string[]> {
  try {
    return await compare(world, expected, published)
  } catch (error) {
    return [`cannot be read: ${String(error)}`]
  }
}

async function compare(world: World, expected: Expected, published: readonly Published[]): Promise<string[]> {
  const { db } = world
  const opened = await db.open({ id_utente: UTENTE })
  if (!opened.ok) return [`cannot open: ${opened.error.codice} ${opened.error.detail ?? ''}`]
  const connection = world.connection()
  if (!connection) return ['no connection']
  const facts = examine(connection)
  const found = new Set(facts.events)
  const wrong = [...facts.wrong]
  // With every place empty for good an old journal cannot come back hot, but nothing says that each system keeps that promise.
  const modes = ['journal_mode', 'synchronous'].map((p) => Object.values(connection.get(`PRAGMA main.${p}`) ?? {})[0])
  if (String(modes) !== 'wal,2') wrong.push(`the log is ${modes[0]}, flushed as ${modes[1]}`)
  for (const id of expected.events) if (!found.has(id)) wrong.push(`${id} was answered and is lost`)
  for (const id of found) if (!expected.mayEvents.has(id)) wrong.push(`${id} was never asked for`)
  wrong.push(...wrongWritings(readWritings(connection), expected, (id) => msOf(connection, id)))
  wrong.push(...(await wrongBanks(world, expected, published)))
  // What was not flushed may be gone, and that is no damage that a person should hear of.
  const care = await db.verifyArchivio({ at: instant(0), completa: false })
  if (!care.ok) wrong.push(`verifyArchivio: ${care.error.codice}`)
  else if (care.value.recupero) wrong.push(`told as damage: ${JSON.stringify(care.value.recupero)}`)
  return wrong
}

/** Every bank is one of the versions it may be, whole and readable, or it is not there. */
async function wrongBanks({ db }: World, { banks }: Expected, published: readonly Published[]): Promise<string[]> {
  const wrong: string[] = []
  const list = new Map(must(await db.listBanche()).map((b) => [b.id_concorso, b] as const))
  for (const [id_concorso, versions] of banks) {
    const bank = list.get(id_concorso)
    const versione = bank?.versione ?? null
    if (!versions.has(versione)) {
      wrong.push(`bank ${id_concorso} is ${versione}, not ${[...versions].join(' or ')}`)
      continue
    }
    if (versione === null) continue
    const source = published.find(({ concorso }) => concorso.versione === versione)
    const last = source?.ids.at(-1)
    if (!source || last === undefined || bank?.n_domande !== source.ids.length) {
      wrong.push(`bank ${id_concorso} counts ${bank?.n_domande} questions`)
      continue
    }
    const read = await db.readDomande({ id_concorso, id_domande: [source.ids[0] as number, last] })
    if (!read.ok || read.value.length !== 2)
      wrong.push(`bank ${id_concorso} cannot be read: ${read.ok ? 'too few' : read.error.detail}`)
  }
  return wrong
}

/** The world that comes up after the power is back, on what was left. */
export const after = (image: Image, published: readonly Published[]): World => createWorld(new Disk(image), published)
