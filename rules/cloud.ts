import { NON_RISPOSTE } from './livello.ts'
import { type BaseStatistica, mergeStatistica } from './merge.ts'
import {
  type BeforeReset,
  beforeReset,
  newStatistica,
  type RispostaRecord,
  resetStatistica,
  restoreStatistica,
  type Statistica,
} from './statistica.ts'

/** Whose progress in a bank stays when the person overwrites one side with the other (spec §4 "user-facing cloud sync", D28). */
export type CloudWinner = 'dispositivo' | 'cloud'

type Content = Pick<Statistica, 'livello_conoscenza' | 'risposta_gettonata' | 'modalita' | 'preferiti'>

/** Same level, answer and favourite; dates aside. */
export const sameProgress = (a: Content, b: Content): boolean =>
  a.livello_conoscenza === b.livello_conoscenza &&
  a.risposta_gettonata === b.risposta_gettonata &&
  a.modalita === b.modalita &&
  a.preferiti === b.preferiti

/** Anything that a person would miss. */
export const hasProgress = (stat: Content): boolean =>
  stat.livello_conoscenza !== NON_RISPOSTE || stat.risposta_gettonata !== null || stat.preferiti === 1

/**
 * What becomes of one question: the record to write on the device (null: none), what the losing side had there (null: nothing), and
 * whether the losing side will have something else.
 */
export type Overwrite = { next: Statistica | null; lost: BeforeReset | null; changes: boolean }

const UNCHANGED: Overwrite = { next: null, lost: null, changes: false }

type Sides = { locale: Statistica | null; remota: RispostaRecord | null; base: BaseStatistica }

/**
 * One question of a bank of which one side overwrites the other. Towards the device the record is the cloud's own, dates included,
 * or as never touched. Towards the cloud it is the device's, dated at `at` or later, so that it wins on the server and from there
 * on every device; where the cloud has something that the device has not, that too is overwritten.
 */
export const overwriteStatistica = (sides: Sides, winner: CloudWinner, at: string): Overwrite =>
  winner === 'cloud' ? fromCloud(sides) : toCloud(sides, at)

function fromCloud({ locale, remota, base }: Sides): Overwrite {
  const mine = locale ?? newStatistica(base)
  const had = hasProgress(mine)
  if (!remota) return had ? { next: resetStatistica(mine), lost: beforeReset(mine), changes: true } : UNCHANGED
  const next = mergeStatistica(locale, remota, { forzato: true, base })
  const changes = !sameProgress(mine, next)
  return { next, lost: changes && had ? beforeReset(mine) : null, changes }
}

function toCloud({ locale, remota, base }: Sides, at: string): Overwrite {
  const mine = locale ?? newStatistica(base)
  if (!remota) {
    if (!hasProgress(mine)) return UNCHANGED
    // What waits goes by itself; what the server once had and has no more has to go again.
    return { next: mine.sincronizzata === 0 ? null : dated(mine, mine, at), lost: null, changes: true }
  }
  const theirs = mergeStatistica(locale, remota, { forzato: true, base })
  if (sameProgress(mine, theirs)) return UNCHANGED
  return { next: dated(theirs, mine, at), lost: hasProgress(theirs) ? beforeReset(theirs) : null, changes: true }
}

/** What `mine` says, later than anything that `theirs` says. */
const dated = (theirs: Statistica, mine: Statistica, at: string): Statistica => ({
  ...restoreStatistica(theirs, beforeReset(mine), at),
  preferiti: mine.preferiti,
})

/** What one side has of a bank. */
export type SideFigures = { livelli: number; preferite: number; ultima: string | null }
/** What an overwrite would change on the losing side: questions, and the levels and favourites that it would lose. */
export type OverwriteFigures = { domande: number; livelli: number; preferite: number }
