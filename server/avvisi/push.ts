import { createECDH, createHash } from 'node:crypto'
import webpush from 'web-push'
import { fail, ok, type Result } from '#contract/result'
import { readSecret } from '../db/secrets.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { enqueue, type NoticePush } from '../outbox.ts'

/** Push services of the browsers. A request cannot make this server write to another host. */
const SERVICES =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/
/** Browsers of one account. */
const MAX_BROWSERS = 10
const WAIT_MS = 20_000
/** Seconds for which the push service keeps an unfetched notice. */
const TTL_S = 24 * 3600

/**
 * Returns the keys that identify this installation to browsers. The first use makes them for all servers (RFC 8292).
 */
export async function readVapid(deps: Deps): Promise<{ publicKey: string; privateKey: string }> {
  const secret = await readSecret(deps.db, 'vapid', deps.random)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(secret)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
}

const hash = (address: string): Buffer => createHash('sha256').update(address).digest()

/** The browsers of an account, as hashes of their addresses. */
export async function listBrowsers(q: Queryable, id_utente: number): Promise<string[]> {
  const { rows } = await q.query<{ impronta: Buffer }>(
    'select impronta from push_iscrizione where id_utente = $1 order by creata',
    [id_utente],
  )
  return rows.map(({ impronta }) => impronta.toString('hex'))
}

type Subscription = { indirizzo: string; p256dh: string; auth: string }

/**
 * Shows the account's notices on this device from now on [NT4]; the oldest browser beyond ten is removed.
 * RICHIESTA_NON_VALIDA for another host.
 */
export async function subscribe(
  deps: Deps,
  { id_utente, id_dispositivo }: Session,
  { indirizzo, p256dh, auth }: Subscription,
): Promise<Result<null>> {
  const url = URL.canParse(indirizzo) ? new URL(indirizzo) : null
  if (url?.protocol !== 'https:' || url.port !== '' || !SERVICES.test(url.hostname))
    return fail('RICHIESTA_NON_VALIDA', { campi: ['indirizzo'] })
  await deps.db.tx(async (q) => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    await q.query('delete from push_iscrizione where impronta = $1', [hash(indirizzo)])
    await q.query(
      `insert into push_iscrizione (id_utente, impronta, indirizzo, p256dh, auth, id_dispositivo, creata)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
      [id_utente, hash(indirizzo), indirizzo, p256dh, auth, id_dispositivo, deps.now()],
    )
    await q.query(
      `delete from push_iscrizione where id_utente = $1 and impronta in
         (select impronta from push_iscrizione where id_utente = $1 order by creata desc offset ${MAX_BROWSERS})`,
      [id_utente],
    )
  })
  return ok(null)
}

/** Stops the account's notices on this browser; repeatable without effect. */
export async function unsubscribe({ db }: Deps, id_utente: number, indirizzo: string): Promise<Result<null>> {
  await db.query('delete from push_iscrizione where id_utente = $1 and impronta = $2', [id_utente, hash(indirizzo)])
  return ok(null)
}

/** Enqueues the same notice, inside a transaction, for every browser in which the account is signed in. */
export async function enqueuePush(
  q: Queryable,
  deps: Deps,
  id_utente: number,
  notice: Omit<NoticePush, 'impronta'>,
): Promise<void> {
  const { rows } = await q.query<{ impronta: Buffer }>(
    `select impronta from push_iscrizione p where id_utente = $1 and exists (select 1 from sessione s
       where s.id_utente = p.id_utente and s.id_dispositivo = p.id_dispositivo and s.chiusa is null and s.scade > $2)`,
    [id_utente, deps.now()],
  )
  for (const { impronta } of rows)
    await enqueue(q, deps, 'push', { ...notice, impronta: impronta.toString('hex') }, id_utente, { urgent: false })
}

/**
 * Sends one notice, and deletes a browser that its service has dropped. Throws where the service rejects the notice.
 */
export async function sendPush(deps: Deps, { impronta, ...notice }: NoticePush): Promise<void> {
  const { rows } = await deps.db.query<Subscription>(
    'select indirizzo, p256dh, auth from push_iscrizione where impronta = $1',
    [Buffer.from(impronta, 'hex')],
  )
  const [to] = rows
  if (!to) return
  const request = webpush.generateRequestDetails(
    { endpoint: to.indirizzo, keys: { p256dh: to.p256dh, auth: to.auth } },
    JSON.stringify(notice),
    { vapidDetails: { subject: contactOf(deps), ...(await readVapid(deps)) }, TTL: TTL_S },
  )
  const answer = await fetch(request.endpoint, {
    method: request.method,
    headers: request.headers as Record<string, string>,
    body: new Uint8Array(request.body),
    signal: AbortSignal.timeout(WAIT_MS),
    redirect: 'error',
  })
  await answer.body?.cancel()
  if (answer.status === 404 || answer.status === 410)
    await deps.db.query('delete from push_iscrizione where impronta = $1', [Buffer.from(impronta, 'hex')])
  else if (!answer.ok) throw new Error(`il servizio delle notifiche ha risposto ${answer.status}`)
}

/**
 * The contact for a push service: the installation's address where the service accepts it, else the operator's mailbox.
 */
const contactOf = ({ config }: Deps): string =>
  config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.assistenza}`
