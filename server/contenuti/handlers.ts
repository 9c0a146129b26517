import { banner } from '#contract/contenuti'
import { parseWith } from '#contract/parse'
import { ok } from '#contract/result'
import type { Handlers } from '../handler.ts'
import { listArticoli, listBanner, listGruppi, listNotizie } from './contenuti.ts'
import { keepRichiesta } from './richieste.ts'

const listed = <T>(elementi: T[]) => ok({ elementi, totale: elementi.length })

/** Streams a list as JSON, one element a piece, without fields that the contract lacks. */
function* streamList<T>(items: readonly T[], strip: (item: T) => unknown): Generator<string> {
  yield '{"elementi":['
  for (const [i, item] of items.entries()) yield `${i === 0 ? '' : ','}${JSON.stringify(strip(item))}`
  yield `],"totale":${items.length}}`
}

/** Store, study groups, news, banners, requests for banks. */
export const contenutiHandlers: Handlers<'store' | 'gruppi_studio' | 'notizie' | 'getBanners' | 'richiedi_banca'> = {
  store: async ({ deps }) => listed(await listArticoli(deps.db)),
  gruppi_studio: async ({ deps }) => listed(await listGruppi(deps.db)),
  notizie: async ({ deps }) => listed(await listNotizie(deps.db)),
  getBanners: async ({ deps }) => {
    const strip = (item: unknown) => {
      const parsed = parseWith(banner, item)
      return parsed.ok ? parsed.value : null
    }
    return ok({ stream: streamList(await listBanner(deps), strip), type: 'application/json; charset=utf-8' })
  },
  richiedi_banca: ({ deps, session, body }) => keepRichiesta(deps, session.id_utente, body),
}
