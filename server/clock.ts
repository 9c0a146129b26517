import { uptime } from 'node:os'
import type { Logger } from 'pino'
import type { ClockWatch, Db } from './deps.ts'

/** Distance, in ms, beyond which two clocks disagree; as far ahead as a device's date may be (reportistica/parse). */
export const CLOCK_TOLERANCE_MS = 5 * 60_000
/** How long, in ms, an answer of the database counts. */
const FRESH_MS = 1_000
/** The newest instant is written at most this often, in ms. */
const WRITE_STEP_MS = 30_000
/** How long, in ms, a clock that jumped must run evenly before it counts again, as after a machine was suspended. */
const SETTLED_MS = 30 * 60_000

/** No clock is compared: for tests whose time goes where they want. */
export const BELIEVED: ClockWatch = { isDoubtful: async () => false, admit: async () => true }

type World = {
  db: Db
  log: Logger
  now: () => Date
  /** Milliseconds of a clock that nobody sets; with it jumps and the database's own clock are looked at too. */
  steady?: () => number
}

/** Counts while the machine sleeps, and is moved by nobody who sets the date. */
export const steadyMs = (): number => uptime() * 1000

/** What was said last by the database, `at` by `performance.now()`. */
type Read = { at: number; newest: number; apart: number }
type Jump = { drift: number; since: number }

/** Finds steps of the wall clock against the steady one; null while it runs evenly. */
function createJumpWatch(now: () => number, steady: () => number): () => Jump | null {
  let anchor = { wall: now(), steady: steady() }
  let jump: Jump | null = null
  return () => {
    const [wall, even] = [now(), steady()]
    const drift = wall - anchor.wall - (even - anchor.steady)
    if (Math.abs(drift) <= CLOCK_TOLERANCE_MS) {
      jump = null
      anchor = { wall, steady: even }
      return null
    }
    if (jump === null || Math.abs(drift - jump.drift) > CLOCK_TOLERANCE_MS) jump = { drift, since: even }
    if (even - jump.since < SETTLED_MS) return jump
    jump = null
    anchor = { wall, steady: even }
    return null
  }
}

/**
 * Compares the server's clock with the newest instant that was accepted, with the machine's steady clock and with the database's clock
 * (decision 0106). A clock that disagrees would decide which answer wins, so its calls are refused until it is right.
 */
export function createClockWatch({ db, log, now, steady }: World): ClockWatch {
  const wall = () => now().getTime()
  const jumped = steady ? createJumpWatch(wall, steady) : () => null
  let accepted = Number.NEGATIVE_INFINITY
  let written = Number.NEGATIVE_INFINITY
  let told: string | null = null
  let read: Read | null = null
  let reading: Promise<void> | null = null

  const ask = async () => {
    try {
      const { rows } = await db.query<{ ultima: Date | null; qui: Date }>(
        'select (select ultima from orologio) as ultima, clock_timestamp() as qui',
        [],
        'orologio',
      )
      const apart = rows[0] && steady ? rows[0].qui.getTime() - wall() : 0
      const newest = rows[0]?.ultima?.getTime() ?? Number.NEGATIVE_INFINITY
      // An operator brought it back (`bringBack`), or a backup did.
      if (newest < written) accepted = written = newest
      read = { at: performance.now(), newest, apart }
    } catch (error) {
      // A database that is down refuses the call by itself.
      log.debug({ err: error }, 'orologio non confrontato')
    }
  }
  const refresh = async (fresh = FRESH_MS) => {
    if (read && performance.now() - read.at < fresh) return
    reading ??= ask().finally(() => {
      reading = null
    })
    await reading
  }
  const why = async (): Promise<string | null> => {
    const jump = jumped()
    await refresh()
    // What disagrees is asked again at once: a clock that was put right is served.
    if (disagrees()) await refresh(0)
    if (jump) return `salto di ${Math.round(jump.drift / 1000)} s`
    return disagrees()
  }
  const disagrees = (): string | null => {
    if (read && Math.abs(read.apart) > CLOCK_TOLERANCE_MS)
      return `distante ${Math.round(read.apart / 1000)} s dal database`
    const behind = Math.max(accepted, read?.newest ?? Number.NEGATIVE_INFINITY) - wall()
    return behind > CLOCK_TOLERANCE_MS ? `indietro di ${Math.round(behind / 1000)} s` : null
  }
  const isDoubtful = async () => {
    const reason = await why()
    const kind = reason?.replace(/-?\d+/, '') ?? null
    if (kind !== told) {
      if (reason) log.error({ motivo: reason }, 'orologio del server in dubbio: npm run idoneo -- orologio')
      else if (told !== null) log.info('orologio del server di nuovo giusto')
    }
    told = kind
    return reason !== null
  }
  return {
    isDoubtful,
    admit: async () => {
      if (await isDoubtful()) return false
      const at = wall()
      accepted = Math.max(accepted, at)
      if (accepted - written >= WRITE_STEP_MS) {
        written = accepted
        await db.query(
          'insert into orologio (ultima) values ($1) on conflict (uno) do update set ultima = greatest(orologio.ultima, excluded.ultima)',
          [new Date(accepted)],
        )
      }
      return true
    },
  }
}
