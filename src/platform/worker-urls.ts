import banca from '../../workers/import.worker.ts?worker&url'
import print from '../../workers/print.worker.ts?worker&url'
import sql from '../../workers/sql.worker.ts?worker&url'
import archivio from '../../workers/store.worker.ts?worker&url'

/** Files of the page that may become a worker's code. */
const URLS = { archivio, banca, print, sql, sw: `${import.meta.env.BASE_URL}sw.js` }
export type WorkerName = keyof typeof URLS

type TrustedTypesFactory = {
  createPolicy: (
    name: string,
    r: { createScriptURL: (u: string) => string },
  ) => { createScriptURL: (u: string) => string }
}
const trusted = {
  policy: null as { createScriptURL: (u: string) => string } | null,
}

/** Returns the address of a worker. The page's policy requires Trusted Types. Only these addresses may become one. */
export function workerUrl(name: WorkerName): string {
  const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes
  trusted.policy ??=
    factory?.createPolicy('app', {
      createScriptURL: (u) => {
        if (!Object.values(URLS).includes(u)) throw new TypeError('unknown worker')
        return u
      },
    }) ?? null
  return trusted.policy ? trusted.policy.createScriptURL(URLS[name]) : URLS[name]
}
