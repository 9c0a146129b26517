import { parseIso } from './dates.ts'

/** Account tier [AC13]: 0 demo, 1 premium lite (legacy), 2 premium legacy, 3 premium. */
export type LivelloUtente = 0 | 1 | 2 | 3
export const DEMO = 0
export const PREMIUM_LITE = 1
export const PREMIUM_LEGACY = 2
export const PREMIUM = 3

/** Quizzes of a demo account [CO1]. */
const DEMO_LIMIT = 500

export type AccessRights = {
  /** Distinct questions that the server may deliver; null without limit. */
  limite_quiz: number | null
  spiegazioni: boolean
  pdf: boolean
  materie_premium: boolean
  /** The tier ends at the account's expiry date. */
  scade: boolean
  /** An upgrade is offered. */
  aggiornabile: boolean
}

/** Rights of each tier (D7): the only table, which page and server share [AC15]. */
export const ACCESS_RIGHTS: Readonly<Record<LivelloUtente, AccessRights>> = {
  0: {
    limite_quiz: DEMO_LIMIT,
    spiegazioni: false,
    pdf: false,
    materie_premium: false,
    scade: false,
    aggiornabile: true,
  },
  1: { limite_quiz: null, spiegazioni: false, pdf: false, materie_premium: false, scade: false, aggiornabile: true },
  2: { limite_quiz: null, spiegazioni: false, pdf: true, materie_premium: true, scade: true, aggiornabile: true },
  3: { limite_quiz: null, spiegazioni: true, pdf: true, materie_premium: true, scade: true, aggiornabile: false },
}

/**
 * The tier in force now [AC14]: an expired premium or legacy account is demo again. `now` in ms since 1970. Without an expiry
 * date the tier does not end, with an unreadable one it has ended.
 */
export function effectiveLivello(livello: LivelloUtente, scadenza: string | null, now: number): LivelloUtente {
  if (!ACCESS_RIGHTS[livello].scade || scadenza === null) return livello
  return (parseIso(scadenza) ?? -Infinity) > now ? livello : DEMO
}

/** True when a tier with an end has passed it: the refusal is then PREMIUM_SCADUTO instead of DEMO_ESAURITA. */
export const isLivelloExpired = (livello: LivelloUtente, scadenza: string | null, now: number): boolean =>
  effectiveLivello(livello, scadenza, now) !== livello
