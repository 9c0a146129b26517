import { type EventoGiornale, evento } from '#contract/giornale'
import { ok } from '#contract/result'
import { isWhole } from '#contract/voci'
import { APERTA, SEDUTA } from '#rules/giornale'
import { readEpoch } from '../db/epoch.ts'
import type { Handlers } from '../handler.ts'
import { mapInTurns } from '../in-turns.ts'
import { listEventi, storeEventi } from './store.ts'

const MIB = 1024 * 1024

const idOf = (value: unknown): string => {
  const id = (value as { id?: unknown } | null)?.id
  return typeof id === 'string' ? id.slice(0, 200) : ''
}

/** Returns whether every text is whole characters: the database refuses half of one, and the whole push with it. */
const isWritable = (event: EventoGiornale): boolean => Object.values(event).every((v) => !/\p{Cs}/u.test(String(v)))

/** Separates valid events from refused ones; of a repeated id the first counts. */
async function sortEventi(values: readonly unknown[]) {
  const accepted = new Map<string, EventoGiornale>()
  const refused: { id: string; codice: string }[] = []
  await mapInTurns(values, (value) => {
    const parsed = evento.safeParse(value)
    if (!parsed.success || !isWritable(parsed.data) || !isWhole(parsed.data))
      refused.push({ id: idOf(value), codice: 'RICHIESTA_NON_VALIDA' })
    else if (!accepted.has(parsed.data.id)) accepted.set(parsed.data.id, parsed.data)
  })
  // An ended sitting removes the versions of when it was under way, also those of this push.
  const ended = new Set([...accepted.values()].flatMap((e) => (e.tipo === SEDUTA ? [e.chiave] : [])))
  return { accepted: [...accepted.values()].filter((e) => e.tipo !== APERTA || !ended.has(e.chiave)), refused }
}

export const giornaleHandlers: Handlers<'eventi' | 'invia_eventi'> = {
  eventi: async ({ deps: { db }, session: { id_utente }, query: { cursore, aperte = false } }) => {
    // Read the epoch first: after a restore in between, the device asks again for the older page.
    const epoca = (await readEpoch(db)).toString('base64url')
    const page = await listEventi(db, { id_utente, cursore, aperte })
    return ok({ json: `{"eventi":${page.eventi},"cursore":${page.cursore},"epoca":${JSON.stringify(epoca)}}` })
  },

  invia_eventi: async ({ deps: { db, config, metrics, now }, session: { id_utente }, body }) => {
    const { accepted, refused } = await sortEventi(body.eventi)
    const spazio = config.giornaleMb * MIB
    const given = await storeEventi(db, { id_utente, eventi: accepted, ora: now(), spazio })
    if (!given.ok) return given
    for (const { tipo } of accepted) metrics.events.inc({ kind: tipo })
    return ok({ rifiutati: refused, numeri: given.value })
  },
}
