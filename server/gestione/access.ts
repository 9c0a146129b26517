import type { SessioneGestione } from '#contract/gestione/accesso'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { composePasskey } from '../mail/factor-messages.ts'
import { type Act, writeAct } from '../operator/audit.ts'
import { enqueue } from '../outbox.ts'
import { normalizeEmail } from '../utente/email.ts'
import { findUtente, findUtenteByEmail } from '../utente/profilo.ts'
import { checkCode, confirmSecondFactor, makeSecret, readSecondFactor, spendCode } from '../utente/second-factor.ts'
import { dropEnrolmentCode, enrol } from './enrolment.ts'
import type { ConsoleHandlers } from './handler.ts'
import { addPasskey, beginPasskey, challengePasskey, listPasskeys, provePasskey, removePasskey } from './passkeys.ts'
import { closeConsoleSession, confirmSession, type Gestore, openConsoleSession, SESSION_MS } from './sessions.ts'

/** Returns the session for its page. */
async function describeSession(deps: Deps, gestore: Gestore): Promise<SessioneGestione> {
  const { dal, codici_rimasti } = await readSecondFactor(deps, gestore.id_utente)
  return {
    email: gestore.email,
    ruolo: gestore.ruolo,
    confermata: gestore.confermata?.toISOString() ?? null,
    scade: new Date(gestore.creata.getTime() + SESSION_MS).toISOString(),
    passkey: await listPasskeys(deps.db, gestore.id_utente),
    codici: dal !== null,
    codici_rimasti,
    iscritta: gestore.iscritta,
  }
}

type Origin = Pick<Act, 'blocco' | 'id_richiesta'>
type Entrant = Pick<Gestore, 'id_utente' | 'ruolo'>

/** Records an act on the caller's own access, in its transaction. */
const record = (
  q: Queryable,
  deps: Deps,
  { id_utente, ruolo }: Entrant,
  atto: string,
  origin: Origin,
  dopo?: unknown,
) =>
  writeAct(q, deps, {
    via: 'gestione',
    atto,
    id_gestore: id_utente,
    ruolo,
    oggetto: `utente ${id_utente}`,
    ...(dopo === undefined ? {} : { dopo }),
    ...origin,
  })

/**
 * Proves a password and opens a session that its second factor has yet to confirm. CREDENZIALI_ERRATE also for an unknown
 * address, after the same time; ACCOUNT_DISABILITATO; VIETATO without a role.
 */
async function signIn(deps: Deps, username: string, password: string, origin: Origin) {
  const row = await findUtenteByEmail(deps.db, normalizeEmail(username))
  const valid = await deps.passwords.verify(row?.password_hash ?? null, password)
  if (!row || !valid || !row.email_verificata) return fail('CREDENZIALI_ERRATE')
  if (row.stato !== 'attivo' || row.da_eliminare) return fail('ACCOUNT_DISABILITATO')
  const { ruolo } = row
  if (!ruolo) return fail('VIETATO')
  const creata = deps.now()
  const opened = await deps.db.tx(async (q) => {
    await record(q, deps, { id_utente: row.id_utente, ruolo }, 'accedi', origin)
    return openConsoleSession(q, deps, row)
  })
  const gestore = { id_sessione: 0, id_utente: row.id_utente, email: row.email, ruolo, creata, ultimo_uso: creata }
  const sessione = await describeSession(deps, {
    ...gestore,
    confermata: null,
    fresca: false,
    fattori: 0,
    iscritta: false,
  })
  return ok({ value: { segreto: opened.segreto, sessione }, cookie: opened.token })
}

/** Gives the second factor by a code of the authenticator or of the recovery ones. CODICE_ERRATO. */
async function confirmByCode(deps: Deps, gestore: Gestore, typed: string, origin: Origin): Promise<Result<Gestore>> {
  const row = await findUtente(deps.db, gestore.id_utente)
  if (!row) return fail('TOKEN_NON_VALIDO')
  const right = await checkCode(deps, row, typed)
  if (!right.ok) return right
  const code = right.value
  if (code === null) return fail('CODICE_ERRATO')
  const done = await deps.db.tx(async (q): Promise<Result<Gestore>> => {
    if (!(await spendCode(q, deps, row, code))) return fail('CODICE_ERRATO')
    await record(q, deps, gestore, 'conferma_codice', origin, { recupero: 'number' in code })
    return ok(await confirmSession(q, deps, gestore))
  })
  if (done.ok) await deps.wake()
  return done
}

type Access =
  | 'accedi'
  | 'sessione'
  | 'esci'
  | 'iscrivi'
  | 'conferma_codice'
  | 'sfida_passkey'
  | 'conferma_passkey'
  | 'avvia_passkey'
  | 'aggiungi_passkey'
  | 'togli_passkey'
  | 'avvia_codici'
  | 'aggiungi_codici'

/** Sign-in and second factor. Wrong codes are counted, so these calls write their own rows of the audit. */
export const accessHandlers: ConsoleHandlers<Access> = {
  accedi: ({ deps, body, origin }) => signIn(deps, body.username, body.password, origin),
  sessione: async ({ deps, gestore }) => ok(await describeSession(deps, gestore)),
  esci: async ({ deps, gestore, origin }) => {
    await deps.db.tx(async (q) => {
      await closeConsoleSession(q, gestore.id_sessione)
      await record(q, deps, gestore, 'esci', origin)
    })
    return ok({ value: null, cookie: null })
  },
  iscrivi: async ({ deps, gestore, body, origin }) => {
    const enrolled = await enrol(deps, gestore, body.codice)
    if (!enrolled.ok) return enrolled
    await record(deps.db, deps, gestore, 'iscrivi', origin)
    return ok(await describeSession(deps, enrolled.value))
  },
  conferma_codice: async ({ deps, gestore, body, origin }) => {
    const done = await confirmByCode(deps, gestore, body.codice, origin)
    return done.ok ? ok(await describeSession(deps, done.value)) : done
  },
  sfida_passkey: ({ deps, gestore }) => challengePasskey(deps, gestore),
  conferma_passkey: async ({ deps, gestore, body, origin }) => {
    const proved = await provePasskey(deps, gestore, body.credenziale)
    if (!proved.ok) return proved
    const confirmed = await deps.db.tx(async (q) => {
      await record(q, deps, gestore, 'conferma_passkey', origin, { passkey: proved.value })
      return confirmSession(q, deps, gestore)
    })
    return ok(await describeSession(deps, confirmed))
  },
  avvia_passkey: ({ deps, gestore }) => beginPasskey(deps, gestore),
  aggiungi_passkey: async ({ deps, gestore, body, origin }) => {
    const made = await addPasskey(deps, gestore, body)
    if (!made.ok) return made
    const done = await deps.db.tx(async (q): Promise<Result<Gestore>> => {
      const written = await made.value(q)
      if (!written.ok) return written
      await dropEnrolmentCode(q, gestore.id_utente)
      await record(q, deps, gestore, 'aggiungi_passkey', origin, { nome: body.nome })
      await enqueue(q, deps, 'posta', composePasskey(gestore.email, body.nome, 'aggiunta'), gestore.id_utente)
      return ok(await confirmSession(q, deps, gestore))
    })
    if (!done.ok) return done
    await deps.wake()
    return ok(await describeSession(deps, done.value))
  },
  togli_passkey: async ({ deps, gestore, query, note }) => {
    const removed = await removePasskey(deps, gestore, query.id)
    if (!removed.ok) return removed
    note({ oggetto: `utente ${gestore.id_utente}`, prima: { nome: removed.value } })
    await enqueue(deps.db, deps, 'posta', composePasskey(gestore.email, removed.value, 'tolta'), gestore.id_utente)
    await deps.wake()
    return ok(await describeSession(deps, gestore))
  },
  avvia_codici: ({ deps, gestore }) => makeSecret(deps, gestore),
  aggiungi_codici: async ({ deps, gestore, body, origin }) => {
    let confirmed = gestore
    const on = await confirmSecondFactor(
      deps,
      { id_utente: gestore.id_utente, id_sessione: 0 },
      body.codice,
      async (q) => {
        await dropEnrolmentCode(q, gestore.id_utente)
        await record(q, deps, gestore, 'aggiungi_codici', origin)
        confirmed = await confirmSession(q, deps, gestore)
      },
    )
    return on.ok ? ok({ ...on.value, sessione: await describeSession(deps, confirmed) }) : on
  },
}
