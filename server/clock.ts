import { uptime } from 'node:os'
import type { Logger } from 'pino'
import type { ClockWatch, Db } from './deps.ts'

/** Distance, in ms, beyond which two clocks disagree; as far ahead as a device's date may be (reportistica/parse). */
export const CLOCK_TOLERANCE_MS = 5 * 60_000
/** Time, in ms, for which a reading of the database's clock is reused. */
const FRESH_MS = 1_000
/** The newest instant is written at most this often, in ms. */
const WRITE_STEP_MS = 30_000
/** Milliseconds that a clock must run evenly after a jump (as after a suspended machine) before it counts again. */
const SETTLED_MS = 30 * 60_000

/** Compares no clock, for tests that set time at will. */
export const BELIEVED: ClockWatch = { isDoubtful: async () => false, admit: async () => true }

type World = {
  db: Db
  log: Logger
  now: () => Date
  /** Milliseconds of a clock that nobody sets; enables the search for jumps and the database's own clock. */
  steady?: () => number
}

/** Milliseconds since the machine started: sleep counts, and a change of the date moves nothing. */
export const steadyMs = (): number => uptime() * 1000

/** The last reading from the database, `at` by `performance.now()`. */
type Read = { at: number; newest: number; apart: number }
type Jump = { drift: number; since: number }

/** Finds steps of the wall clock against the steady one; returns null while it runs evenly. */
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
 * Compares the server's clock with the newest accepted instant, the machine's steady clock and the database's clock
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
      // An operator (`bringBack`) or a restored backup moved the newest instant back.
      if (newest < written) accepted = written = newest
      read = { at: performance.now(), newest, apart }
    } catch (error) {
      // Skip: a database that is down refuses the call by itself.
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
    // Read the clocks again at once: a corrected clock is served without delay.
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
