import { proxy, ref } from 'valtio'
import type { AggiornamentoBanca } from '#contract/database'
import type { Failure } from '#contract/result'
import { createCounter } from '../platform/ids.ts'
import { currentUserId } from './session.ts'

/** What a way out of the dialog does; the names are those of text/errori. */
export type NoticeActions = Readonly<Record<string, () => void>>
type Toast = { id: number; text: string; annulla?: () => void; fine?: () => void }
/** `of`: the account that was signed in, to which its actions belong. `write`: the notice is about failed writes. */
type ErrorNotice = { id: number; error: Failure; actions: NoticeActions; of: number | null; write: boolean }

/** An update that waits for the person's word: what it changes, in which bank (D19). */
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
/** Whose call failed: an account that leaves makes those under way fail, and is gone by then. */
const authors = new WeakMap<Failure, number | null>()
export const setAuthor = (error: Failure, of: number | null): void => void authors.set(error, of)

/** What came by itself while another notice was on screen. */
const later: { toast: Omit<Toast, 'id'>; of: number | null }[] = []

const isOwn = ({ of }: { of: number | null }) => of === null || currentUserId() === null || of === currentUserId()

/** Another account signed in, here or in another tab: what was to be tried again or taken back was not its own. */
export function dropOthersNotices(): void {
  notices.errors = notices.errors.filter(isOwn)
  later.splice(0, later.length, ...later.filter(isOwn))
  if (notices.toast && !isOwn(notices.toast)) notices.toast = null
}

function push(error: Failure, actions: NoticeActions, write: boolean): void {
  const of = authors.has(error) ? (authors.get(error) ?? null) : currentUserId()
  if (isOwn({ of })) notices.errors.push({ id: ids(), error: ref(error), actions: ref(actions), of, write })
}

/** Shows a failure in the dialog; the same code is not queued twice. */
export function showError(error: Failure, actions: NoticeActions = {}): void {
  if (!notices.errors.some((a) => a.error.codice === error.codice)) push(error, actions, false)
}

/** The same of a write: where the dialog tells one of its kind already, trying again does both. Closed without, neither is done. */
export function showUnwritten(error: Failure, retry: () => void): void {
  // A read that failed has the same code and another sentence.
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

/** Shows a short notice that nobody asked for: once the one on screen is over, so that it takes nothing from under the eyes. */
export function showToastLater(toast: Omit<Toast, 'id'>): void {
  if (notices.toast) later.push({ toast, of: currentUserId() })
  else showToast(toast)
}

/** Shows a short notice. `fine` runs when time is over, `annulla` when the person takes it back: one of them, none when another account signs in. */
export function showToast({ text, annulla: undo, fine: done }: Omit<Toast, 'id'>): void {
  notices.toast?.actions.fine?.()
  const actions = ref({ ...(undo && { annulla: undo }), ...(done && { fine: done }) })
  notices.toast = { id: ids(), text, actions, of: currentUserId() }
}

/** Ends the toast; `annullato` when its button was pressed. */
export function closeToast(undone: boolean): void {
  const toast = notices.toast
  notices.toast = null
  if (undone) toast?.actions.annulla?.()
  else toast?.actions.fine?.()
  const next = later.shift()
  if (next) showToast(next.toast)
}
