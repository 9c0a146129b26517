import { CANALE_RECUPERO } from '#contract/cura'
import type { Platform } from '../core/platform.ts'
import { indexedDbMirror } from './idb-mirror.ts'

/** What the care of a store needs of a browser: a mirror and the old database where there is IndexedDB, a way to tell. */
export function browserCare(): Pick<Platform, 'mirror' | 'indexedDB' | 'announce'> {
  const { indexedDB: factory } = globalThis
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CANALE_RECUPERO)
  return {
    ...(factory && { mirror: indexedDbMirror(factory), indexedDB: factory }),
    announce: (announcement) => channel?.postMessage(announcement),
  }
}
