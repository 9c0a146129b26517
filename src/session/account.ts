import { proxy, subscribe } from 'valtio'
import { currentUserId, session } from './session.ts'

const scope = { controller: new AbortController() }
const resets = new Set<() => void>()

/** The scope of whoever is signed in: aborted when another account comes, or this one leaves. */
export const accountSignal = (): AbortSignal => scope.controller.signal

/** State of an account, as screens read it: `initial` again for the next one, so that nobody sees what another left [AU6]. */
export function accountState<T extends object>(initial: () => T): T {
  return accountMemory(initial, proxy(initial()))
}

/** The same of what no screen reads. */
export function accountMemory<T extends object>(initial: () => T, memory: T = initial()): T {
  resets.add(() => void Object.assign(memory, initial()))
  return memory
}

/** Ends the scope of an account and forgets what is kept of it. */
export function endAccount(): void {
  const { controller } = scope
  scope.controller = new AbortController()
  controller.abort()
  for (const reset of resets) reset()
}

/**
 * Ends the scope whenever the account changes: at a sign-in, a sign-out, a forced exit.
 *
 * @param changed what the page does besides
 * @returns how to stop
 */
export function followAccount(changed: () => void = () => undefined): () => void {
  let known = currentUserId()
  const look = () => {
    const current = currentUserId()
    if (current === known) return
    known = current
    // Whoever signs in next is asked anew, and nobody is asked about their own data.
    if (current === null || session.other_user?.id_utente === current) session.other_user = null
    endAccount()
    changed()
  }
  return subscribe(session, look, true)
}
