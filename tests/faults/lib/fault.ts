import type { Plant } from './plant.ts'

/** What a fault programme gets. Everything random in it comes from `seed`; `log` writes one line of progress. */
export type FaultArgs = {
  /** How many times the fault strikes. */
  n: number
  seed: number
  log: (line: string) => void
  /** The first life of a programme whose lives can be lived alone (damage): what it found is looked at again in seconds. */
  from?: number | undefined
  /** Defects put into the product's source for this run only, to see that the programme catches them. */
  plants?: readonly Plant[]
  /** Stops at the first loss: enough to see that a planted defect is caught. */
  first?: boolean
}

/** What a fault programme answers. `tried` = `survived` + `lost`. */
export type FaultResult = {
  tried: number
  survived: number
  /** Strikes after which something acknowledged was missing, or something was half there. */
  lost: number
  /** What was found, one line each, at most a few. */
  findings?: readonly string[]
  /** Further figures of that programme, printed as they are. */
  figures?: Readonly<Record<string, number | string>>
}

/** A fault programme: `tests/faults/NAME.ts` exports it as `run`. */
export type Run = (args: FaultArgs) => Promise<FaultResult>

/** Larger counts, and the defects that are planted to try the tests themselves: `npm run test:notte`. */
export const NIGHT = process.env.NOTTE === '1'

/** The programmes with how often they strike in `npm test` and at night (docs/FAULTS.md). */
export const FAULTS = {
  kill: { ci: 8, night: 150 },
  power: { ci: 75, night: 8_000 },
  tabs: { ci: 10, night: 150 },
  damage: { ci: 30, night: 3_000 },
  packages: { ci: 30, night: 2_100 },
  richieste: { ci: 400, night: 40_000 },
  server: { ci: 20, night: 100 },
  /** MiB of the folder. */
  backup: { ci: 200, night: 1_000 },
} as const

export type FaultName = keyof typeof FAULTS
export const isFault = (name: string): name is FaultName => Object.hasOwn(FAULTS, name)
