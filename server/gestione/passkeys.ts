import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { closeConsoleSessions, countFactors, type Gestore } from './sessions.ts'

/** Life of a challenge, in ms: a person finds the phone or the key meanwhile. */
const CHALLENGE_MS = 5 * 60_000

type Row = { id_passkey: string; chiave_pubblica: Buffer; contatore: number; trasporti: AuthenticatorTransport[] }

const ROWS =
  'select id_passkey, chiave_pubblica, contatore, trasporti from passkey where id_utente = $1 order by creata'

async function findPasskeys(q: Queryable, id_utente: number): Promise<Row[]> {
  return (await q.query<Row>(ROWS, [id_utente])).rows
}

const toDescriptor = ({ id_passkey: id, trasporti: transports }: Row) => ({ id, transports })

/** Site that a passkey belongs to, from the public address. */
function siteOf({ config }: Pick<Deps, 'config'>): { origin: string; rpID: string } {
  const { origin, hostname } = new URL(config.publicUrl)
  return { origin, rpID: hostname }
}

async function keepChallenge({ db, now }: Deps, { id_sessione }: Gestore, challenge: string): Promise<void> {
  await db.query('update sessione_gestione set sfida = $2, sfida_scade = $3 where id_sessione = $1', [
    id_sessione,
    challenge,
    new Date(now().getTime() + CHALLENGE_MS),
  ])
}

/** Takes the challenge of a session away, so that it is answered once; null when there is none or it is over. */
async function takeChallenge({ db, now }: Deps, { id_sessione }: Gestore): Promise<string | null> {
  const { rows } = await db.query<{ sfida: string | null; vale: boolean }>(
    `update sessione_gestione s set sfida = null from sessione_gestione prima
     where s.id_sessione = $1 and s.sfida is not null and prima.id_sessione = s.id_sessione
     returning prima.sfida, coalesce(prima.sfida_scade > $2, false) as vale`,
    [id_sessione, now()],
  )
  return rows[0]?.vale ? rows[0].sfida : null
}

/** Lists the passkeys of an account, the oldest first. */
export async function listPasskeys(q: Queryable, id_utente: number) {
  const { rows } = await q.query<{ id: string; nome: string; creata: Date; ultimo_uso: Date }>(
    'select id_passkey as id, nome, creata, ultimo_uso from passkey where id_utente = $1 order by creata, id_passkey',
    [id_utente],
  )
  return rows.map((r) => ({ ...r, creata: r.creata.toISOString(), ultimo_uso: r.ultimo_uso.toISOString() }))
}

/** Begins the second factor by a passkey; NON_TROVATO where the account has none. */
export async function challengePasskey(deps: Deps, gestore: Gestore): Promise<Result<Record<string, unknown>>> {
  const known = await findPasskeys(deps.db, gestore.id_utente)
  if (known.length === 0) return fail('NON_TROVATO')
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).rpID,
    allowCredentials: known.map(toDescriptor),
    // Accept keys without a PIN: the password is the other factor.
    userVerification: 'preferred',
    timeout: CHALLENGE_MS,
  })
  await keepChallenge(deps, gestore, options.challenge)
  return ok({ ...options })
}

/** Checks a passkey's response to the session's challenge; returns its id. CODICE_ERRATO. */
export async function provePasskey(deps: Deps, gestore: Gestore, response: { id: string }): Promise<Result<string>> {
  const challenge = await takeChallenge(deps, gestore)
  const row = (await findPasskeys(deps.db, gestore.id_utente)).find(({ id_passkey }) => id_passkey === response.id)
  if (challenge === null || !row) return fail('CODICE_ERRATO')
  const { origin, rpID } = siteOf(deps)
  const checked = await verifyAuthenticationResponse({
    // Cast: the library checks each field that it reads.
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: {
      ...toDescriptor(row),
      publicKey: new Uint8Array(row.chiave_pubblica),
      counter: row.contatore,
    },
    requireUserVerification: false,
  }).catch((error: Error) => {
    deps.log.info({ err: error, utente: gestore.id_utente }, 'passkey rifiutata')
    return null
  })
  if (!checked?.verified) return fail('CODICE_ERRATO')
  const { count } = await deps.db.query(
    `update passkey set contatore = $3, ultimo_uso = $4 where id_passkey = $1 and id_utente = $2`,
    [row.id_passkey, gestore.id_utente, checked.authenticationInfo.newCounter, deps.now()],
  )
  return count > 0 ? ok(row.id_passkey) : fail('CODICE_ERRATO')
}

/** Begins a new passkey of the account. */
export async function beginPasskey(deps: Deps, gestore: Gestore): Promise<Result<Record<string, unknown>>> {
  const options = await generateRegistrationOptions({
    rpName: 'Idoneo, gestione',
    rpID: siteOf(deps).rpID,
    userName: gestore.email,
    userID: new TextEncoder().encode(`utente ${gestore.id_utente}`),
    excludeCredentials: (await findPasskeys(deps.db, gestore.id_utente)).map(toDescriptor),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    timeout: CHALLENGE_MS,
  })
  await keepChallenge(deps, gestore, options.challenge)
  return ok({ ...options })
}

/** Checks a new passkey against the session's challenge; returns the write of its row. CODICE_ERRATO, VIETATO for a known one. */
export async function addPasskey(
  deps: Deps,
  gestore: Gestore,
  { nome, credenziale }: { nome: string; credenziale: { id: string } },
): Promise<Result<(q: Queryable) => Promise<Result<null>>>> {
  const challenge = await takeChallenge(deps, gestore)
  if (challenge === null) return fail('CODICE_ERRATO')
  const { origin, rpID } = siteOf(deps)
  const checked = await verifyRegistrationResponse({
    // Cast: the library checks each field that it reads.
    response: credenziale as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  }).catch((error: Error) => {
    deps.log.info({ err: error, utente: gestore.id_utente }, 'passkey rifiutata')
    return null
  })
  if (!checked?.verified) return fail('CODICE_ERRATO')
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential
  return ok(async (q) => {
    const { count } = await q.query(
      `insert into passkey (id_passkey, id_utente, chiave_pubblica, contatore, trasporti, nome, creata, ultimo_uso)
       values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (id_passkey) do nothing`,
      [id, gestore.id_utente, Buffer.from(publicKey), counter, transports, nome, deps.now()],
    )
    return count > 0 ? ok(null) : fail('VIETATO')
  })
}

/**
 * Removes a passkey and ends the account's other sessions, inside a transaction; returns its name. NON_TROVATO; VIETATO for the
 * last second factor of the account.
 */
export async function removePasskey({ db }: Deps, gestore: Gestore, id: string): Promise<Result<string>> {
  const { id_utente, id_sessione } = gestore
  // Two removals at once would each see the other's passkey.
  await db.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  if ((await countFactors(db, id_utente)) <= 1) return fail('VIETATO')
  await closeConsoleSessions(db, id_utente, id_sessione)
  const { rows } = await db.query<{ nome: string }>(
    'delete from passkey where id_passkey = $1 and id_utente = $2 returning nome',
    [id, gestore.id_utente],
  )
  return rows[0] ? ok(rows[0].nome) : fail('NON_TROVATO')
}
