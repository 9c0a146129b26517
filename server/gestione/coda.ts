import { RUOLI_CODA, TIPI_CODA } from '#contract/gestione/coda'
import { ok } from '#contract/result'
import { closeEntry, mergeEntries, replyTo, takeEntry } from '../coda/acts.ts'
import { readEntry } from '../coda/detail.ts'
import { type Entry, listQueue } from '../coda/entries.ts'
import type { ConsoleHandlers } from './handler.ts'

const nameOf = ({ tipo, id }: Entry): string => `${tipo === 'domanda' ? 'segnalazione' : `richiesta di ${tipo}`} ${id}`

type Calls = 'coda' | 'voce_coda' | 'prendi_voce' | 'rispondi_voce' | 'chiudi_voce' | 'unisci_voci'

/** The queue of what people ask. Texts of mails stay out of the audit: they go with their account. */
export const codaHandlers: ConsoleHandlers<Calls> = {
  coda: async ({ deps, gestore, query }) => {
    const tipi = query.tipo ? [query.tipo] : TIPI_CODA.filter((tipo) => RUOLI_CODA[tipo].includes(gestore.ruolo))
    return ok(await listQueue(deps.db, { ...query, tipi }, gestore.id_utente))
  },
  voce_coda: ({ deps, gestore, query, note }) => {
    note({ oggetto: nameOf(query) })
    return readEntry(deps.db, query, gestore.id_utente)
  },
  prendi_voce: async ({ deps, gestore, body, note }) => {
    const holder = body.prendi ? gestore.id_utente : null
    const taken = await takeEntry(deps, body, holder)
    if (!taken.ok) return taken
    note({ oggetto: nameOf(body), prima: { presa_da: taken.value }, dopo: { presa_da: holder } })
    return readEntry(deps.db, body, gestore.id_utente)
  },
  rispondi_voce: async ({ deps, gestore, body, note }) => {
    const sent = await replyTo(deps, body, body, gestore.id_utente)
    if (!sent.ok) return sent
    note({ oggetto: nameOf(body), dopo: { mail: sent.value } })
    return readEntry(deps.db, body, gestore.id_utente)
  },
  chiudi_voce: async ({ deps, gestore, body, note }) => {
    const closed = await closeEntry(deps, body, body, gestore.id_utente)
    if (!closed.ok) return closed
    const { holder, chiuse } = closed.value
    note({
      oggetto: nameOf(body),
      prima: { esito: null, presa_da: holder },
      dopo: { esito: body.esito, chiuse },
    })
    return readEntry(deps.db, body, gestore.id_utente)
  },
  unisci_voci: async ({ deps, gestore, body, note }) => {
    const merged = await mergeEntries(deps, body, body.doppie)
    if (!merged.ok) return merged
    note({ oggetto: nameOf(body), dopo: { doppie: body.doppie } })
    return readEntry(deps.db, { ...body, id: merged.value }, gestore.id_utente)
  },
}
