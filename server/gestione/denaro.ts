import type { ConsoleResponseOf } from '#contract/gestione'
import { fail, ok } from '#contract/result'
import { readDay, readDayStart } from '../day.ts'
import type { Deps } from '../deps.ts'
import { countOutbox } from '../outbox.ts'
import { providerOf } from '../payments/checkout.ts'
import { readDifferences } from '../payments/differences.ts'
import { listFailed } from '../payments/failed-events.ts'
import { listEvents, listPurchases, sumPurchases } from '../payments/ledger.ts'
import { refund } from '../payments/refund.ts'
import { alignPurchase, applyAgain, type Settled } from '../payments/webhook.ts'
import { reportAffiliates } from '../utente/affiliates.ts'
import { normalizeEmail } from '../utente/email.ts'
import { maskEmail } from '../utente/person.ts'
import { listPromo, removePromo, savePromo } from '../utente/promo.ts'
import type { ActNote } from './acts.ts'
import type { ConsoleHandlers } from './handler.ts'

const PAGE = 50

async function readMoney(deps: Deps): Promise<ConsoleResponseOf<'denaro'>> {
  const [stati, outbox, events, failed] = await Promise.all([
    sumPurchases(deps.db),
    countOutbox(deps.db, deps.now()),
    listEvents(deps),
    listFailed(deps.db),
  ])
  const refunds = outbox.find(({ tipo }) => tipo === 'rimborso')
  const toWire = <E extends { ricevuto: Date }>(e: E) => ({ ...e, ricevuto: e.ricevuto.toISOString() })
  return {
    stati,
    rimborsi: { attesa: refunds?.attesa ?? 0, abbandonati: refunds?.abbandonate ?? 0 },
    eventi: events.map(toWire),
    eventi_falliti: failed.map(toWire),
    fornitore: providerOf(deps),
  }
}

/** Notes what a reading of the provider changed of a purchase. */
const noteOf = (oggetto: string, note: (more: ActNote) => void) => (settled: Settled) => {
  const toTrace = (stato: string) => ({ acquisto: settled?.id_acquisto, stato })
  note({ oggetto, prima: settled && toTrace(settled.prima), dopo: settled && toTrace(settled.dopo) })
}

type Denaro =
  | 'denaro'
  | 'acquisti_gestiti'
  | 'rimborsa'
  | 'applica_evento'
  | 'differenze'
  | 'allinea_acquisto'
  | 'promo_gestite'
  | 'pubblica_promo'
  | 'togli_promo'
  | 'affiliati'

/** Purchases, refunds, promos, affiliates. */
export const denaroHandlers: ConsoleHandlers<Denaro> = {
  denaro: async ({ deps }) => ok(await readMoney(deps)),
  acquisti_gestiti: async ({ deps, query: { prima_di, ...search } }) => {
    const rows = await listPurchases(deps.db, search, { before: prima_di ?? null, most: PAGE + 1 })
    const elementi = rows.slice(0, PAGE).map((row) => ({
      ...row,
      email: row.email && maskEmail(row.email),
      creato: row.creato.toISOString(),
      pagato: row.pagato?.toISOString() ?? null,
      rimborsato: row.rimborsato?.toISOString() ?? null,
    }))
    return ok({ elementi, prossima: rows.length > PAGE ? (elementi.at(-1)?.id ?? null) : null })
  },
  rimborsa: async ({ deps, body: { id_acquisto }, note }) => {
    const done = await refund(deps, id_acquisto)
    if (!done.ok) return done
    note({
      oggetto: `acquisto ${id_acquisto}`,
      prima: { stato: 'pagato' },
      dopo: { stato: 'rimborsato', ...done.value },
    })
    return ok(null)
  },
  applica_evento: async ({ deps, body: { id_evento }, note }) => {
    const toNote = noteOf(`evento ${id_evento}`, note)
    const done = await applyAgain(deps, id_evento, toNote)
    if (!done.ok) return done
    // A copy of the webhook may have settled it: the row of the act is still to be written.
    toNote(done.value)
    return ok({ id_acquisto: done.value?.id_acquisto ?? null, stato: done.value?.dopo ?? null })
  },
  differenze: async ({ deps }) => {
    const read = await readDifferences(deps)
    return read.ok ? ok({ fornitore: providerOf(deps), lettura: read.value }) : read
  },
  allinea_acquisto: async ({ deps, body: { id_acquisto }, note }) => {
    const done = await alignPurchase(deps, id_acquisto, noteOf(`acquisto ${id_acquisto}`, note))
    return done.ok ? ok({ id_acquisto, stato: done.value?.dopo ?? null }) : done
  },
  promo_gestite: async ({ deps }) => {
    const rows = await listPromo(deps)
    return ok({ elementi: rows.map((row) => ({ ...row, scade: row.scade?.toISOString() ?? null })) })
  },
  pubblica_promo: async ({ deps, body: { fino, ...promo }, note }) => {
    const scade = fino === null ? null : readDay(fino)
    if (scade && scade <= deps.now()) return fail('RICHIESTA_NON_VALIDA', { campi: ['fino'] })
    const email = promo.email === null ? null : normalizeEmail(promo.email)
    const saved = await savePromo(deps, { ...promo, email, scade })
    if (!saved.ok) return saved
    // Keep no address in the audit.
    const { email: _, ...rest } = promo
    const dopo = { ...rest, personale: email !== null, scade }
    note({ oggetto: `promo ${promo.codice}`, ...(saved.value && { prima: saved.value }), dopo })
    return ok(null)
  },
  togli_promo: async ({ deps, query: { codice }, note }) => {
    const removed = await removePromo(deps, codice)
    if (!removed.ok) return removed
    note({ oggetto: `promo ${codice}`, prima: removed.value })
    return ok(null)
  },
  affiliati: async ({ deps, query: { da, a } }) =>
    ok({ elementi: await reportAffiliates(deps, da ? readDayStart(da) : null, a ? readDay(a) : null) }),
}
