import { RECOVERY_CHANNEL } from '#contract/store-care'
import type { Platform } from '../core/platform.ts'
import { indexedDbMirror } from './idb-mirror.ts'

/**
 * Returns the browser's part of recovery: a mirror and the old database where there is IndexedDB, and the announcement
 * to pages.
 */
export function browserCare(): Pick<Platform, 'mirror' | 'indexedDB' | 'announce'> {
  const { indexedDB: factory } = globalThis
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(RECOVERY_CHANNEL)
  return {
    ...(factory && { mirror: indexedDbMirror(factory), indexedDB: factory }),
    announce: (announcement) => channel?.postMessage(announcement),
  }
}
