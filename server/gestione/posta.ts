import type { ConsoleResponseOf } from '#contract/gestione'
import { fail, ok } from '#contract/result'
import type { Deps } from '../deps.ts'
import { sendTrialMail } from '../mail/trial.ts'
import { retryAbandoned } from '../outbox.ts'
import { countByUrgency, deleteMail, listOutbox, type OutboxTrace, retryRow } from '../outbox-rows.ts'
import { maskEmail, maskEmails } from '../utente/person.ts'
import { WORKS } from '../works.ts'
import type { ActNote } from './acts.ts'
import { admitRefund } from './gate.ts'
import type { ConsoleHandlers } from './handler.ts'

const PAGE = 50

type Works = ConsoleResponseOf<'posta'>['lavori']
const listWorks = ({ metrics }: Pick<Deps, 'metrics'>): Works =>
  WORKS.map((nome) => {
    const run = metrics.works.last(nome)
    if (!run) return { nome, ultimo: null }
    const { quando, ms, motivo } = run
    return { nome, ultimo: { quando: quando.toISOString(), ms, riuscito: motivo === null, motivo } }
  })

const noteOf = (id: number, prima: OutboxTrace): ActNote => ({ oggetto: `invio ${id}`, prima })

type Posta = 'posta' | 'invii' | 'riprova_invio' | 'riprova_abbandonati' | 'elimina_invio' | 'prova_posta'

/** Mail queue and background work. */
export const postaHandlers: ConsoleHandlers<Posta> = {
  posta: async ({ deps }) =>
    ok({
      elementi: await countByUrgency(deps.db, deps.now()),
      modo: deps.mailer.mode,
      lavori: listWorks(deps),
    }),
  invii: async ({ deps, query: { prima_di, ...filter } }) => {
    const rows = await listOutbox(deps.db, filter, { before: prima_di ?? null, most: PAGE + 1 })
    const elementi = rows.slice(0, PAGE).map((row) => ({
      ...row,
      // The account's page shows its address, and the audit who read it.
      destinatario: row.destinatario && maskEmail(row.destinatario),
      motivo: row.motivo && maskEmails(row.motivo),
      creata: row.creata.toISOString(),
      prossimo: row.prossimo?.toISOString() ?? null,
    }))
    return ok({ elementi, prossima: rows.length > PAGE ? (elementi.at(-1)?.id ?? null) : null })
  },
  riprova_invio: async ({ deps, body: { id }, gestore, note }) => {
    const row = await retryRow(deps, id)
    if (!row) return fail('NON_TROVATO')
    const admitted = row.tipo === 'rimborso' ? admitRefund(gestore) : ok(null)
    if (!admitted.ok) return admitted
    note(noteOf(id, row))
    return ok(null)
  },
  riprova_abbandonati: async ({ deps, gestore, note }) => {
    const kinds = await retryAbandoned(deps)
    const admitted = kinds.includes('rimborso') ? admitRefund(gestore) : ok(null)
    if (!admitted.ok) return admitted
    const rimessi = kinds.length
    note({ dopo: { rimessi } })
    return ok({ rimessi })
  },
  elimina_invio: async ({ deps, body: { id }, note }) => {
    const row = await deleteMail(deps, id)
    if (!row) return fail('NON_TROVATO')
    note(noteOf(id, row))
    return ok(null)
  },
  prova_posta: async ({ deps, body: { a }, note }) => {
    const trial = await sendTrialMail(deps, a)
    note({ dopo: { esito: trial.esito } })
    return ok(trial)
  },
}
