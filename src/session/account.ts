import { proxy, subscribe } from 'valtio'
import { currentUserId, session } from './session.ts'

const scope = { controller: new AbortController() }
const resets = new Set<() => void>()

/** Returns the scope of the signed-in account: aborted when another account signs in, or this one leaves. */
export const accountSignal = (): AbortSignal => scope.controller.signal

/** Creates account state for screens. The next account starts from `initial`, so that no person sees another's data [AU6]. */
export function accountState<T extends object>(initial: () => T): T {
  return accountMemory(initial, proxy(initial()))
}

/** Creates account state that no screen reads. */
export function accountMemory<T extends object>(initial: () => T, memory: T = initial()): T {
  resets.add(() => void Object.assign(memory, initial()))
  return memory
}

/** Ends the scope of an account and resets its state. */
export function endAccount(): void {
  const { controller } = scope
  scope.controller = new AbortController()
  controller.abort()
  for (const reset of resets) reset()
}

/**
 * Ends the scope whenever the account changes: at a sign-in, a sign-out, a forced exit.
 *
 * @param changed further work of the page
 * @returns function that stops the watch
 */
export function followAccount(changed: () => void = () => undefined): () => void {
  let known = currentUserId()
  const look = () => {
    const current = currentUserId()
    if (current === known) return
    known = current
    // Drop the question when the account leaves, since the next sign-in asks again. Drop it for the account itself, which needs none.
    if (current === null || session.other_user?.id_utente === current) session.other_user = null
    endAccount()
    changed()
  }
  return subscribe(session, look, true)
}
