import { StoreFault } from '../guard.ts'

type Manifesto = typeof import('#importers/pacchetto/manifesto')
export type ParseManifest = Manifesto['parseManifest']

/**
 * What reads a manifest by its schema, fetched when a package is: no start of the store waits for it. DOWNLOAD_INTERROTTO when
 * it does not come.
 */
export async function loadParseManifest(): Promise<ParseManifest> {
  try {
    return (await import('#importers/pacchetto/manifesto')).parseManifest
  } catch (error) {
    throw new StoreFault('DOWNLOAD_INTERROTTO', String(error))
  }
}
