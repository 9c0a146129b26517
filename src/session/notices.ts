import { proxy, ref } from 'valtio'
import type { AggiornamentoBanca } from '#contract/database'
import type { Failure } from '#contract/result'
import { createCounter } from '../platform/ids.ts'
import { currentUserId } from './session.ts'

/** Actions of the dialog's buttons; the names are those of `ErrorAction` in text/error-message.ts. */
export type NoticeActions = Readonly<Record<string, () => void>>
type Toast = { id: number; text: string; annulla?: () => void; fine?: () => void }
/** A failure in the dialog. `of`: the account signed in then, which its actions belong to. `write`: the notice is about failed writes. */
type ErrorNotice = { id: number; error: Failure; actions: NoticeActions; of: number | null; write: boolean }

/** An update that waits for the person's consent: its changes and its bank (D19). */
export type UpdateQuestion = {
  id_concorso: number
  name: string
  changes: AggiornamentoBanca
  answer: (yes: boolean) => void
}

/** Failures and updates wait their turn for the dialog 'Attenzione'; one toast is shown at a time. */
export const notices = proxy({
  errors: [] as ErrorNotice[],
  updates: [] as UpdateQuestion[],
  toast: null as { id: number; text: string; actions: Pick<Toast, 'annulla' | 'fine'>; of: number | null } | null,
})

const ids = createCounter()
/** Account of each failed call. An account that leaves makes its running calls fail, and is signed out by then. */
const authors = new WeakMap<Failure, number | null>()
export const setAuthor = (error: Failure, of: number | null): void => void authors.set(error, of)

/** Unrequested toasts that arrived while another one was on screen. */
const later: { toast: Omit<Toast, 'id'>; of: number | null }[] = []

const isOwn = ({ of }: { of: number | null }) => of === null || currentUserId() === null || of === currentUserId()

/** Drops the notices of other accounts when an account signs in, here or in another tab. Their retry and undo are not its own. */
export function dropOthersNotices(): void {
  notices.errors = notices.errors.filter(isOwn)
  later.splice(0, later.length, ...later.filter(isOwn))
  if (notices.toast && !isOwn(notices.toast)) notices.toast = null
}

function push(error: Failure, actions: NoticeActions, write: boolean): void {
  const of = authors.has(error) ? (authors.get(error) ?? null) : currentUserId()
  if (isOwn({ of })) notices.errors.push({ id: ids(), error: ref(error), actions: ref(actions), of, write })
}

/** Shows a failure in the dialog; an equal code is not queued twice. */
export function showError(error: Failure, actions: NoticeActions = {}): void {
  if (!notices.errors.some((a) => a.error.codice === error.codice)) push(error, actions, false)
}

/** Shows a failed write. When the dialog has one of its kind already, its retry does both; closed without, neither is done. */
export function showUnwritten(error: Failure, retry: () => void): void {
  // Match writes only, because a failed read has an equal code and another sentence.
  const existing = notices.errors.find((a) => a.write && a.error.codice === error.codice)
  if (!existing) {
    push(error, { riprova: retry }, true)
    return
  }
  const before = existing.actions.riprova
  const all = () => {
    before?.()
    retry()
  }
  Object.assign(existing, { actions: ref({ ...existing.actions, riprova: all }) })
}

export function closeError(): void {
  notices.errors.shift()
}

/** Shows an unrequested toast, after the present one ends, so that the person can finish reading. */
export function showToastLater(toast: Omit<Toast, 'id'>): void {
  if (notices.toast) later.push({ toast, of: currentUserId() })
  else showToast(toast)
}

/**
 * Shows a toast. `fine` runs when its time is over, `annulla` when the person undoes it; neither when another account signs in. One that
 * can be undone keeps its time: a toast without undo waits for its end, whatever screen it comes from.
 */
export function showToast(toast: Omit<Toast, 'id'>): void {
  if (notices.toast?.actions.annulla && !toast.annulla) {
    showToastLater(toast)
    return
  }
  const { text, annulla: undo, fine: done } = toast
  notices.toast?.actions.fine?.()
  const actions = ref({ ...(undo && { annulla: undo }), ...(done && { fine: done }) })
  notices.toast = { id: ids(), text, actions, of: currentUserId() }
}

/** Ends the toast; `undone` when its button was pressed. */
export function closeToast(undone: boolean): void {
  const toast = notices.toast
  notices.toast = null
  if (undone) toast?.actions.annulla?.()
  else toast?.actions.fine?.()
  const next = later.shift()
  if (next) showToast(next.toast)
}
