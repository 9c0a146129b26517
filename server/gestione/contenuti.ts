import { isDeepStrictEqual } from 'node:util'
import type { ConsoleResponseOf } from '#contract/gestione'
import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { fail, ok } from '#contract/result'
import { keyField } from '#contract/written-entry'
import { listAllBandi, nameBanche, readBando, setRitirato } from '../bandi/publish.ts'
import { listAllContenuti, readContenuto, withdrawContenuto } from '../contenuti/contenuti.ts'
import { publishFile } from '../contenuti/publish-file.ts'
import type { Deps } from '../deps.ts'
import type { ConsoleHandlers } from './handler.ts'

/** Most calls of the list, the last to expire first. */
const MOST_BANDI = 500

async function listEntries(deps: Deps, tipo: TipoPubblicato): Promise<ConsoleResponseOf<'contenuti_gestiti'>> {
  if (tipo === 'bandi') {
    const { rows, totale } = await listAllBandi(deps, MOST_BANDI)
    const elementi = rows.map(({ id_bando, chiave, nome, ente, scadenza, ritirato }) => ({
      id: id_bando,
      chiave,
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
  const elementi = rows.map(({ id_contenuto, chiave, titolo, inserito, dal, al, ritirato }) => ({
    id: id_contenuto,
    chiave,
    titolo,
    inserito: inserito.toISOString(),
    dal,
    al,
    scadenza: null,
    ritirato: ritirato?.toISOString() ?? null,
  }))
  return { elementi, totale: elementi.length }
}

type Voce = Readonly<Record<string, unknown>> & { banche?: readonly number[] }

const readVoce = async (
  { db }: Deps,
  tipo: TipoPubblicato,
  id: number,
  lock: '' | 'for update' = '',
): Promise<Voce | null> =>
  // Cast: a row of the kind, by the names of its fields.
  (await (tipo === 'bandi' ? readBando(db, id, lock) : readContenuto(db, tipo, id, lock))) as Voce | null

/** Returns the fields in which an entry differs from another. */
const changes = (voce: Voce, other: Voce): Voce =>
  Object.fromEntries(Object.entries(voce).filter(([name, value]) => !isDeepStrictEqual(value, other[name] ?? null)))

type Contenuti =
  | 'contenuti_gestiti'
  | 'prova_contenuti'
  | 'pubblica_contenuti'
  | 'contenuto_scritto'
  | 'pubblica_contenuto'
  | 'ritira_contenuto'

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
  contenuto_scritto: async ({ deps, query: { tipo, id } }) => {
    const voce = await readVoce(deps, tipo, id)
    return voce ? ok({ voce, banche: await nameBanche(deps.db, voce.banche ?? []) }) : fail('NON_TROVATO')
  },
  pubblica_contenuto: async ({ deps, body: { tipo, id, letta, voce }, note }) => {
    const before = id === null ? null : await readVoce(deps, tipo, id, 'for update')
    const key = String(voce[keyField(tipo)])
    if (id !== null && (before?.[keyField(tipo)] !== key || !isDeepStrictEqual(before, letta)))
      return fail('NON_TROVATO')
    const { difetti, nuovi } = await publishFile(deps, tipo, Buffer.from(JSON.stringify([voce])), false)
    if (id === null && difetti.length === 0 && nuovi === 0) difetti.push(`${keyField(tipo)}: c’è già`)
    if (difetti.length > 0)
      return fail('RICHIESTA_NON_VALIDA', { campi: ['voce'], dati: { motivo: difetti.join('; ') } })
    const oggetto = `${tipo} ${id ?? key}`
    note(before ? { oggetto, prima: changes(before, voce), dopo: changes(voce, before) } : { oggetto, dopo: voce })
    return ok(null)
  },
  ritira_contenuto: async ({ deps, body: { tipo, id, ritirato }, note }) => {
    const done =
      tipo === 'bandi' ? await setRitirato(deps, id, ritirato) : await withdrawContenuto(deps, tipo, id, ritirato)
    if (!done.ok) return done
    note({ oggetto: `${tipo} ${id}`, prima: { ritirato: done.value !== null }, dopo: { ritirato } })
    return ok(null)
  },
}
