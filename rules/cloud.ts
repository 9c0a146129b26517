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

/** Side whose progress in a bank stays when the person overwrites one with the other (spec §4 "user-facing cloud sync", D28). */
export type CloudWinner = 'dispositivo' | 'cloud'

type Content = Pick<Statistica, 'livello_conoscenza' | 'risposta_gettonata' | 'modalita' | 'preferiti'>

/** Same level, answer and favourite; dates aside. */
export const sameProgress = (a: Content, b: Content): boolean =>
  a.livello_conoscenza === b.livello_conoscenza &&
  a.risposta_gettonata === b.risposta_gettonata &&
  a.modalita === b.modalita &&
  a.preferiti === b.preferiti

/** True for progress that a person would miss. */
export const hasProgress = (stat: Content): boolean =>
  stat.livello_conoscenza !== NON_RISPOSTE || stat.risposta_gettonata !== null || stat.preferiti === 1

/**
 * Overwrite of one question: the record to write on the device (null: none), the losing side's former content there (null:
 * nothing), and whether the losing side will change.
 */
export type Overwrite = { next: Statistica | null; lost: BeforeReset | null; changes: boolean }

const UNCHANGED: Overwrite = { next: null, lost: null, changes: false }

type Sides = { locale: Statistica | null; remota: RispostaRecord | null; base: BaseStatistica }

/**
 * Overwrites one question of a bank. Towards the device the record is the cloud's own, dates included, or as never touched.
 * Towards the cloud it is the device's, dated at `at` or later, so that it wins on the server and then on every device. Content
 * of the cloud that the device lacks is overwritten too.
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
    // An unsent record leaves by itself; one that the server lost must be sent again.
    return { next: mine.sincronizzata === 0 ? null : dated(mine, mine, at), lost: null, changes: true }
  }
  const theirs = mergeStatistica(locale, remota, { forzato: true, base })
  if (sameProgress(mine, theirs)) return UNCHANGED
  return { next: dated(theirs, mine, at), lost: hasProgress(theirs) ? beforeReset(theirs) : null, changes: true }
}

/** The content of `mine`, dated after every date of `theirs`. */
const dated = (theirs: Statistica, mine: Statistica, at: string): Statistica => ({
  ...restoreStatistica(theirs, beforeReset(mine), at),
  preferiti: mine.preferiti,
})

/** Content of one side of a bank. */
export type SideFigures = { livelli: number; preferite: number; ultima: string | null }
/** Changes of an overwrite on the losing side: questions, and the levels and favourites that it would lose. */
export type OverwriteFigures = { domande: number; livelli: number; preferite: number }
