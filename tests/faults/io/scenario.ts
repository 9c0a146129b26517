// Bundled and run in Node by ../io.test.ts: the real store over a fake disk whose operations fail.
import type { Result } from '#contract/result'
import { createRandom } from '#rules/random'
import { Disk, type Operation } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { type Act, install, newPerson, nextAct } from '../power/acts.ts'
import { type Entry, expectedAt, nothing, verify } from '../power/verify.ts'
import { codeOf, createWorld, instant, must, type Published, UTENTE, type World } from '../power/world.ts'

/** No room; handles that fail; handles that the browser closed; reads that fail; writes cut short; reads cut short. */
export type Kind = 'quota' | 'state' | 'lost' | 'reads' | 'short' | 'torn'
export type Options = { kind: Kind; step: number; seed: number; banks: readonly Published[] }
export type Outcome = {
  /** Operations of the whole history without a fault. */
  operations: number
  tried: number
  /** Histories in which the fault was felt: some call answered a failure. */
  felt: number
  lost: number
  findings: string[]
  /** How often each code was answered. */
  codes: Record<string, number>
}

const ACTS = 16
const SHORT = 100

const FELT: Record<Kind, readonly Operation[]> = {
  quota: ['write', 'truncate', 'flush'],
  state: ['read', 'write', 'truncate', 'flush'],
  lost: ['read', 'write', 'truncate', 'flush'],
  reads: ['read'],
  short: ['write'],
  torn: ['read'],
}
/** What browsers say. */
const WORDS = {
  quota: 'No capacity available for this operation',
  state: 'Failed to write to the access handle',
  lost: 'The access handle was already closed',
  reads: 'Failed to read the content of the file',
}

/** What the store may answer while the disk fails: never anything that speaks of the question or of the answer. */
const STORE_CODES = new Set([
  'INDEXEDDB_NOT_ENOUGH_SPACE',
  'INDEXEDDB_LOW_SPACE',
  'INDEXEDDB_GENERIC_ERROR',
  'ARCHIVIO_OCCUPATO',
  'ARCHIVIO_NON_APERTO',
  'PACCHETTO_CORROTTO',
  'DOWNLOAD_INTERROTTO',
])
const REFUSED = new Set([
  'IMPOSSIBILE_SELEZIONARE_RISPOSTA',
  'CONCORSO_NON_TROVATO',
  'CONCORSO_NOT_INITIALIZED',
  'DOMANDA_NON_TROVATA',
])

/** The k-th operation of a whole history fails, and those after it until the call has answered; for every k by `step` (R3). */
export async function breakDisk({ kind, step, seed, banks }: Options): Promise<Outcome> {
  const { random } = Math
  const { warn, error } = console
  const opfs = installOpfs(new Disk())
  console.warn = () => {}
  console.error = () => {}
  const outcome: Outcome = { operations: 0, tried: 0, felt: 0, lost: 0, findings: [], codes: {} }
  try {
    const history = async (k: number) => {
      const names = createRandom(seed)
      Math.random = () => (names(1 << 20) + names(1 << 20) / (1 << 20)) / (1 << 20)
      const disk = new Disk()
      opfs.change(disk)
      const world = createWorld(disk, banks)
      const meter = trouble(disk, kind, k)
      const wrong = await live(world, meter, seed, banks, outcome.codes)
      await world.end()
      return { wrong, ...meter.seen() }
    }
    outcome.operations = (await history(Number.POSITIVE_INFINITY)).operations
    for (let k = 1; k <= outcome.operations; k += step) {
      const { wrong, felt } = await history(k)
      outcome.tried++
      if (felt) outcome.felt++
      if (wrong.length === 0) continue
      outcome.lost++
      if (outcome.findings.length < 12)
        outcome.findings.push(`${kind} at operation ${k}: ${wrong.slice(0, 3).join('; ')}`)
    }
    return outcome
  } finally {
    Math.random = random
    console.warn = warn
    console.error = error
    opfs.uninstall()
  }
}

type Meter = {
  /** The disk works again, as after a person has made room. */
  mend: () => void
  seen: () => { operations: number; felt: boolean }
  feel: () => void
}

function trouble(disk: Disk, kind: Kind, k: number): Meter {
  let operations = 0
  let mended = false
  let felt = false
  const fails = (operation: Operation) => FELT[kind].includes(operation)
  disk.trouble = (operation) => {
    operations++
    if (operations < k || mended || !fails(operation)) return undefined
    if (kind === 'short' || kind === 'torn') return SHORT
    throw new DOMException(WORDS[kind], kind === 'quota' ? 'QuotaExceededError' : 'InvalidStateError')
  }
  return {
    mend() {
      if (operations >= k) mended = true
    },
    seen: () => ({ operations, felt }),
    feel() {
      felt = true
    },
  }
}

/** One history; answers what was wrong in it. */
async function live(
  world: World,
  meter: Meter,
  seed: number,
  banks: readonly Published[],
  codes: Record<string, number>,
): Promise<string[]> {
  const { db, disk } = world
  const wrong: string[] = []
  const chance = createRandom(seed)
  const person = newPerson()
  const entries: Entry[] = []

  /** Calls until it is done: a failure must have a code of the store, and go once the disk works again. */
  const insist = async (name: string, call: () => Promise<Result<unknown>>): Promise<boolean> => {
    for (let attempt = 0; ; attempt++) {
      const result = await call()
      if (result.ok || (REFUSED.has(result.error.codice) && attempt > 0)) return result.ok
      const code = codeOf(result)
      if (REFUSED.has(code) && !STORE_CODES.has(code)) return false
      meter.feel()
      const { disco } = result.ok ? {} : (result.error.dati ?? {})
      const told = disco === undefined ? code : `${code} ${disco}`
      codes[told] = (codes[told] ?? 0) + 1
      if (!STORE_CODES.has(code)) wrong.push(`${name} answered ${code}`)
      meter.mend()
      if (attempt === 3) {
        wrong.push(`${name} still answers ${code}: ${result.error.detail ?? ''}`)
        return false
      }
      // The page's own way out after a failure of the store: close it and open it again.
      if (attempt > 0) {
        await db.close()
        await db.open({ id_utente: UTENTE })
      }
    }
  }
  const act = async ({ intent, run }: Act, name: string) => {
    const entry: Entry = {
      from: disk.log.length,
      to: Number.POSITIVE_INFINITY,
      promised: intent ?? { kind: 'synced', coppie: [] },
    }
    const done = await insist(name, () => run(db))
    meter.mend()
    if (done) entry.to = disk.log.length
    if (intent) entries.push(entry)
  }
  await insist('open', () => db.open({ id_utente: UTENTE }))
  await act(install(banks[0] as Published, instant(0)), 'install')
  for (let i = 0; i < ACTS; i++) {
    const next = nextAct(person, chance, banks, true)
    await act(next, `act ${i} (${next.intent?.kind ?? 'close and open'})`)
  }
  meter.mend()
  disk.trouble = null
  await db.close()
  must(await db.open({ id_utente: UTENTE }))
  return [...wrong, ...(await verify(world, expectedAt(entries, Number.MAX_SAFE_INTEGER, nothing()), banks))]
}
