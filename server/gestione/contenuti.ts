import type { ConsoleResponseOf } from '#contract/gestione'
import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { fail, ok } from '#contract/result'
import { listAllBandi, setRitirato } from '../bandi/publish.ts'
import { listAllContenuti, withdrawContenuto } from '../contenuti/contenuti.ts'
import { publishFile } from '../contenuti/publish-file.ts'
import type { Deps } from '../deps.ts'
import type { ConsoleHandlers } from './handler.ts'

/** Most calls of the list, the last to expire first. */
const MOST_BANDI = 500

async function listEntries(deps: Deps, tipo: TipoPubblicato): Promise<ConsoleResponseOf<'contenuti_gestiti'>> {
  if (tipo === 'bandi') {
    const { rows, totale } = await listAllBandi(deps, MOST_BANDI)
    const elementi = rows.map(({ id_bando, nome, ente, scadenza, ritirato }) => ({
      id: id_bando,
      titolo: `${ente}: ${nome}`,
      inserito: null,
      dal: null,
      al: null,
      scadenza: scadenza.toISOString(),
      ritirato: ritirato?.toISOString() ?? null,
    }))
    return { elementi, totale }
  }
  const rows = await listAllContenuti(deps, tipo)
  const elementi = rows.map(({ id_contenuto, titolo, inserito, dal, al, ritirato }) => ({
    id: id_contenuto,
    titolo,
    inserito: inserito.toISOString(),
    dal,
    al,
    scadenza: null,
    ritirato: ritirato?.toISOString() ?? null,
  }))
  return { elementi, totale: elementi.length }
}

type Contenuti = 'contenuti_gestiti' | 'prova_contenuti' | 'pubblica_contenuti' | 'ritira_contenuto'

/** Calls, news, groups, banners, store. */
export const contenutiGestitiHandlers: ConsoleHandlers<Contenuti> = {
  contenuti_gestiti: async ({ deps, query }) => ok(await listEntries(deps, query.tipo)),
  prova_contenuti: async ({ deps, body: { tipo, file } }) =>
    ok(await publishFile(deps, tipo, Buffer.from(file, 'base64'), true)),
  pubblica_contenuti: async ({ deps, body: { tipo, file }, note }) => {
    const { difetti, ...counts } = await publishFile(deps, tipo, Buffer.from(file, 'base64'), false)
    if (difetti.length > 0) return fail('RICHIESTA_NON_VALIDA', { campi: ['file'] })
    note({ oggetto: tipo, dopo: counts })
    return ok(counts)
  },
  ritira_contenuto: async ({ deps, body: { tipo, id, ritirato }, note }) => {
    const isFound =
      tipo === 'bandi' ? await setRitirato(deps, id, ritirato) : await withdrawContenuto(deps, tipo, id, ritirato)
    if (!isFound) return fail('NON_TROVATO')
    note({ oggetto: `${tipo} ${id}`, dopo: { ritirato } })
    return ok(null)
  },
}
