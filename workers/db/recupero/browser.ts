import { CANALE_RECUPERO } from '#contract/cura'
import type { Platform } from '../drivers/platform.ts'
import { indexedDbSpecchio } from '../specchio/indexeddb.ts'

/** What the care of a store needs of a browser: a mirror and the old database where there is IndexedDB, a way to tell. */
export function browserCura(): Pick<Platform, 'specchio' | 'indexedDB' | 'announce'> {
  const { indexedDB: factory } = globalThis
  const canale = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CANALE_RECUPERO)
  return {
    ...(factory && { specchio: indexedDbSpecchio(factory), indexedDB: factory }),
    announce: (annuncio) => canale?.postMessage(annuncio),
  }
}
