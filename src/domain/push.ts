import type { Result } from '#contract/result'
import { fail, ok } from '#contract/result'
import { call } from '../api/client.ts'

/** State of notices in this browser. `no`: the browser has no push, or the page was loaded by plain http. */
export type BrowserNotices = 'no' | 'negata' | 'spenta' | 'accesa'

const registrationOf = async (): Promise<ServiceWorkerRegistration | null> =>
  'PushManager' in window && 'Notification' in window
    ? ((await navigator.serviceWorker?.getRegistration()) ?? null)
    : null

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Returns this browser's state for the account; `known` has the hashes of its browsers' addresses. */
export async function readPush(known: readonly string[]): Promise<BrowserNotices> {
  const registration = await registrationOf()
  if (!registration) return 'no'
  if (Notification.permission === 'denied') return 'negata'
  const subscription = await registration.pushManager.getSubscription()
  if (!subscription) return 'spenta'
  const hash = hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint)))
  return known.includes(hash) ? 'accesa' : 'spenta'
}

/**
 * Asks the browser for permission, at a tap, and registers at the server. Fails with NOTIFICHE_NEGATE where the person, or the
 * browser's service, refuses.
 */
export async function turnPushOn(chiave: string): Promise<Result<null>> {
  const registration = await registrationOf()
  if (!registration || (await Notification.requestPermission()) !== 'granted') return fail('NOTIFICHE_NEGATE')
  const made = await registration.pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: chiave })
    .catch(() => null)
  const { keys, endpoint } = made?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return fail('NOTIFICHE_NEGATE')
  return call('iscrivi_push', { corpo: { indirizzo: endpoint, p256dh: keys.p256dh, auth: keys.auth } })
}

/** Removes this browser from the server, and its address from the browser. */
export async function turnPushOff(): Promise<Result<null>> {
  const subscription = await (await registrationOf())?.pushManager.getSubscription()
  if (!subscription) return ok(null)
  const told = await call('togli_push', { corpo: { indirizzo: subscription.endpoint } })
  if (told.ok) await subscription.unsubscribe().catch(() => false)
  return told
}
