// Bundled and run in Node by ../power.ts: everything in here is what a browser's worker would run, over a fake disk.
import { createRandom, mixSeeds } from '#rules/random'
import { Walk } from '../disk/cut.ts'
import { Disk, type Image } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { type Act, install, newPerson, nextAct, type Person } from './acts.ts'
import { after, type Entry, type Expected, expectedAt, nothing, verify } from './verify.ts'
import { createWorld, instant, must, type Published, UTENTE, type World } from './world.ts'

export type Options = {
  n: number
  seed: number
  /** The life to begin with. */
  from: number
  banks: readonly Published[]
  log: (line: string) => void
  /** Stops at the first loss. */
  first?: boolean
}
export type Outcome = {
  tried: number
  lost: number
  findings: string[]
  promised: number
  /** Cuts while the store was being opened after another cut. */
  inRecovery: number
}

/** Acts of one life of the store, between two power cuts. */
const ACTS = 24
/** Moments at which one life is cut: each gives another disk. */
const CUTS = 20
/** Lives that follow each other on what the last cut left. */
const LIVES = 4
const FINDINGS = 12
/** Bytes of a header in a file of the pool, and the first byte of a name in it. */
const HEADER = 4096
const SLASH = 47

/** Something that the store may refuse to do; any other failure is one of the store itself. */
const REFUSED = new Set([
  'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
])

type Life = { image: Image; expected: Expected; person: Person }

export async function cutPower({ n, seed, from, banks, log, first = false }: Options): Promise<Outcome> {
  const outcome: Outcome = { tried: 0, lost: 0, findings: [], promised: 0, inRecovery: 0 }
  const { random } = Math
  const { warn } = console
  const opfs = installOpfs(new Disk())
  // The pool names its files by chance and tells of every header that a cut left torn.
  const names = createRandom(seed)
  Math.random = () => (names(1 << 20) + names(1 << 20) / (1 << 20)) / (1 << 20)
  console.warn = () => {}

  const enter = (world: World): World => {
    opfs.change(world.disk)
    return world
  }
  /** One cut: what is left is opened and compared. Answers the disk that the visit left, for who goes on from there. */
  const strike = async (image: Image, expected: Expected, name: string, chance: (n: number) => number) => {
    outcome.tried++
    outcome.promised += expected.events.size
    const world = enter(after(image, banks))
    const wrong = await verify(world, expected, banks)
    if (wrong.length > 0) {
      outcome.lost++
      if (outcome.findings.length < FINDINGS) outcome.findings.push(`${name}: ${wrong.slice(0, 3).join('; ')}`)
    }
    if (outcome.tried % 250 === 0) log(`${outcome.tried} cuts, ${outcome.lost} lost`)
    const opening = new Walk(world.disk).advance(chance(world.disk.log.length + 1)).cut(chance)
    await world.end()
    return { opening, good: wrong.length === 0 }
  }

  try {
    for (let life = from; outcome.tried < n && !(first && outcome.lost > 0); life++) {
      const chance = createRandom(mixSeeds(seed, life))
      let state: Life = { image: new Map(), expected: nothing(), person: newPerson() }
      for (let turn = 0; turn < LIVES && outcome.tried < n && !(first && outcome.lost > 0); turn++) {
        const world = enter(createWorld(new Disk(state.image), banks))
        const entries = await live(world, state, chance, banks, turn === 0)
        for (const wrong of namedTooSoon(world.disk)) {
          outcome.lost++
          outcome.findings.push(`seed ${seed}, life ${life}.${turn}: ${wrong}`)
        }
        const walk = new Walk(world.disk)
        const { length } = world.disk.log
        await world.end()
        const moments = chooseMoments(world.disk, chance)
        const next = chance(CUTS)
        let follows: Life | null = null
        for (const [i, moment] of moments.entries()) {
          if (outcome.tried >= n) break
          const image = walk.advance(moment).cut(chance)
          const expected = expectedAt(entries, moment, state.expected)
          const name = `seed ${seed}, life ${life}.${turn}, cut at ${moment} of ${length}`
          const { opening, good } = await strike(image, expected, name, chance)
          if (outcome.tried < n && chance(4) === 0) {
            outcome.inRecovery++
            await strike(opening, expected, `${name}, and while opening`, chance)
          }
          if (i >= next && good) follows ??= { image, expected, person: newPerson(state.person.steps + ACTS) }
        }
        if (!follows) break
        state = follows
      }
    }
    return outcome
  } finally {
    Math.random = random
    console.warn = warn
    opfs.uninstall()
  }
}

/** Names given to places of the pool whose emptying a power cut could still undo: SQLite would find there what had been. */
function namedTooSoon({ log }: Disk): string[] {
  const waiting = new Set<number>()
  const wrong: string[] = []
  for (const [i, change] of log.entries()) {
    if (change.kind === 'truncate' && change.size <= HEADER && change.before > HEADER) waiting.add(change.file)
    else if (change.kind === 'flush') waiting.delete(change.file)
    else if (change.kind === 'write' && change.at === 0 && change.bytes[0] === SLASH && waiting.has(change.file))
      wrong.push(`change ${i} names a place that is not empty for good`)
  }
  return wrong
}

/** Half of the moments anywhere, half where a truncation waits for its flush: there the order of things matters most. */
function chooseMoments({ log }: Disk, chance: (n: number) => number): number[] {
  const delicate: number[] = []
  const waiting = new Set<number>()
  for (const [i, { kind, file }] of log.entries()) {
    if (kind === 'truncate') waiting.add(file)
    else if (kind === 'flush') waiting.delete(file)
    else if (kind === 'write' && waiting.has(file)) delicate.push(i + 1)
  }
  const moments = Array.from({ length: CUTS }, (_, i) =>
    i % 2 === 0 && delicate.length > 0 ? (delicate[chance(delicate.length)] as number) : chance(log.length + 1),
  )
  return moments.sort((a, b) => a - b)
}

/** One life of the store: opened, used, closed; answers what it promised, with the places in the disk's log. */
async function live(
  { db, disk }: World,
  { person, expected }: Life,
  chance: (n: number) => number,
  banks: readonly Published[],
  fresh: boolean,
): Promise<Entry[]> {
  must(await db.open({ id_utente: UTENTE }))
  const entries: Entry[] = []
  const act = async ({ intent, run }: Act) => {
    const entry: Entry | null = intent && { from: disk.log.length, to: Number.POSITIVE_INFINITY, promised: intent }
    if (entry) entries.push(entry)
    const result = await run(db)
    if (!result.ok && !REFUSED.has(result.error.codice)) must(result)
    if (!entry) return
    if (result.ok) entry.to = disk.log.length
    else entries.pop()
  }
  // After a cut in the very first life the bank may not be there yet.
  if (fresh || !expected.banks.get(1)?.has(banks[0]?.concorso.versione ?? ''))
    await act(install(banks[0] as Published, instant(0)))
  for (let i = 0; i < ACTS; i++) await act(nextAct(person, chance, banks))
  await db.close()
  return entries
}
