import { createECDH, createHash } from 'node:crypto'
import webpush from 'web-push'
import { fail, ok, type Result } from '#contract/result'
import { readSecret } from '../db/secrets.ts'
import type { Deps, Queryable } from '../deps.ts'
import type { Session } from '../handler.ts'
import { enqueue, type NoticePush } from '../outbox.ts'

/** Push services of the browsers: no request chooses another host that this server writes to. */
const SERVICES =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|[\w-]+\.notify\.windows\.com)$/
/** Browsers of one account. */
const MAX_BROWSERS = 10
const WAIT_MS = 20_000
/** How long the push service keeps what a browser did not fetch, in seconds. */
const TTL_S = 24 * 3600

/** The keys by which browsers know this installation, made at the first use and the same for every server (RFC 8292). */
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

/** This device shows the account's notices from now on [NT4]; the oldest browser beyond ten goes. RICHIESTA_NON_VALIDA for another host. */
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

/** This browser shows the account's notices no more; as often as one likes. */
export async function unsubscribe({ db }: Deps, id_utente: number, indirizzo: string): Promise<Result<null>> {
  await db.query('delete from push_iscrizione where id_utente = $1 and impronta = $2', [id_utente, hash(indirizzo)])
  return ok(null)
}

/** Inside a transaction: the same notice to every browser of the account in which it is signed in. */
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
    await enqueue(q, deps, 'push', { ...notice, impronta: impronta.toString('hex') }, id_utente)
}

/** Sends one notice; a browser that its service no longer knows is forgotten. Throws where the service did not take it. */
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

/** Whom a push service may write to: the installation's address where it is one that it takes, else the operator's mailbox. */
const contactOf = ({ config }: Deps): string =>
  config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.assistenza}`
