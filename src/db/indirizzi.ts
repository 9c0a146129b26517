import archivio from '../../workers/db.worker.ts?worker&url'
import sql from '../../workers/sql.worker.ts?worker&url'

/** Files of the page that may become a worker's code. */
const INDIRIZZI = { archivio, sql, sw: `${import.meta.env.BASE_URL}sw.js` }
export type Lavoratore = keyof typeof INDIRIZZI

type Fabbrica = {
  createPolicy: (
    nome: string,
    r: { createScriptURL: (u: string) => string },
  ) => { createScriptURL: (u: string) => string }
}
let politica: { createScriptURL: (u: string) => string } | null = null

/** Address of a worker. The page's policy asks for Trusted Types: these are the only addresses that may become one. */
export function workerUrl(nome: Lavoratore): string {
  const fabbrica = (globalThis as { trustedTypes?: Fabbrica }).trustedTypes
  politica ??=
    fabbrica?.createPolicy('app', {
      createScriptURL: (u) => {
        if (!Object.values(INDIRIZZI).includes(u)) throw new TypeError('unknown worker')
        return u
      },
    }) ?? null
  return politica ? politica.createScriptURL(INDIRIZZI[nome]) : INDIRIZZI[nome]
}
