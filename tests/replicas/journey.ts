import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { openPerson, type Stage } from './stage.ts'

const MAIL_MS = 30_000
const PASSWORDS = ['Lampione77Verde', 'Brontolo-2222'] as const

/** Returns whether a file of the mail folder is written to its end. */
export const isWhole = (name: string): boolean => name.endsWith('.eml')

/** Token in the newest link of mails to an address, whichever replica wrote them. */
async function readToken({ replicas }: Stage, email: string, path: string): Promise<string> {
  const pattern = new RegExp(`${path}[^\\s]*token=([\\w-]+)`)
  for (const until = Date.now() + MAIL_MS; Date.now() < until; await wait(100))
    for (const folder of new Set(replicas.map(({ dataDir }) => join(dataDir, 'posta'))))
      for (const name of (await readdir(folder).catch(() => [])).filter(isWhole).sort().reverse()) {
        const mail = await PostalMime.parse(await readFile(join(folder, name)))
        const found = mail.to?.[0]?.address === email ? pattern.exec(mail.text ?? '')?.[1] : undefined
        if (found) return found
      }
  throw new Error(`no mail with ${path} for ${email}`)
}

function expectStatus(what: string, { status, text }: { status: number; text: string }, wanted: number): void {
  if (status !== wanted) throw new Error(`${what}: ${status} ${text.slice(0, 200)}`)
}

type Call = ReturnType<typeof openPerson>['call']

/** Registers, confirms by mail, signs in on a second device; returns the tokens of both. */
async function enter(stage: Stage, call: Call, email: string): Promise<[string, string]> {
  const registered = await call('POST', '/api/ms_utente/registrazione', {
    body: {
      email_comunicazioni: email,
      flag_privacy: 1,
      autenticazioneVO: { username: email, password: PASSWORDS[0], dispositivo: 'web' },
    },
  })
  expectStatus('registration', registered, 200)
  const first = registered.body.token_api as string
  const token = await readToken(stage, email, 'verifica_email')
  expectStatus(
    'confirmation',
    await call('POST', '/api/ms_utente/verifica_email', { token: first, body: { token, mio: true } }),
    200,
  )
  const body = { username: email, password: PASSWORDS[0], dispositivo: 'web' }
  const signed = await call('POST', '/api/ms_utente/login', { body })
  expectStatus('login', signed, 200)
  await stage.db.query('update utente set livello = 3 where email = $1', [email])
  return [first, signed.body.token_api]
}

/** Adds a bank and downloads its package, whole and from the middle. */
async function download(call: Call, token: string, id_concorso: number): Promise<void> {
  const bank = await call('GET', `/api/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
  expectStatus('bank', bank, 200)
  for (let i = 0; i < 4; i++) expectStatus('package', await call('GET', bank.body.url_domande), 200)
  const addresses = await call('GET', `/api/ms_concorso/indirizzi_concorso?id_concorso=${id_concorso}`, { token })
  expectStatus('addresses', addresses, 200)
  expectStatus('package by its new address', await call('GET', addresses.body.url_domande), 200)
}

/** Pushes records and events on one device, and pulls them on the other. */
async function synchronise(
  call: Call,
  [from, to]: [string, string],
  id_concorso: number,
  ids: number[],
): Promise<void> {
  const now = new Date().toISOString()
  const records = ids.map((id_domanda) => ({
    id_concorso,
    id_domanda,
    livello_conoscenza: -1,
    data_eseguita: now,
    risposta_gettonata: 1,
    preferiti: false,
    modalita: ['ESEGUITA'],
    data_livello: now,
  }))
  const push = '/api/ms_reportistica/risposte_concorso'
  expectStatus('push', await call('PUT', `${push}?incrementa_contatore=true`, { token: from, body: records }), 204)
  const pulled = await call('GET', `${push}?modalita=ESEGUITA&id_concorso=${id_concorso}`, { token: to })
  expectStatus('pull', pulled, 200)
  const missing = ids.filter(
    (id) => !pulled.text.includes(`"id_domanda":${id}`) && !pulled.text.includes(`"id_domanda":"${id}"`),
  )
  if (missing.length > 0) throw new Error(`pull: ${missing.length} of ${ids.length} records missing`)
  const eventi = ids.map((id_domanda, i) => ({
    id: `${from.slice(0, 8)}-${i}`,
    tipo: 'RISPOSTA',
    chiave: null,
    id_concorso,
    id_domanda,
    dati: '{"risposta":1}',
    ts_client: now,
    versione_banca: 'v',
    dispositivo: from.slice(0, 8),
    seq: i + 1,
  }))
  expectStatus('events', await call('PUT', '/api/ms_reportistica/eventi', { token: from, body: { eventi } }), 200)
  const journal = await call('GET', '/api/ms_reportistica/eventi?cursore=0', { token: to })
  expectStatus('journal', journal, 200)
  const found = journal.body.eventi.map(({ id }: { id: string }) => id).join()
  if (found !== eventi.map(({ id }) => id).join()) throw new Error('journal: not the events that were sent')
}

/** Begins an official simulation, hands it in twice, and finds one outcome. */
async function simulate(stage: Stage, call: Call, token: string): Promise<void> {
  const { rows } = await stage.db.query<{ id: string }>(
    'select id_simulazione as id from simulazione order by 1 limit 1',
  )
  const id = rows[0]?.id
  const begun = await call('GET', `/api/ms_concorso/simulazione?id_simulazione=${id}&attiva=true`, { token })
  expectStatus('simulation', begun, 200)
  const body = {
    gettone: begun.body.gettone,
    data_simulazione: new Date().toISOString(),
    sorgente: 'WEB',
    consegnata: true,
    risposte: [],
  }
  const handIn = () => call('PUT', `/api/ms_reportistica/esiti_simulazione?id_simulazione=${id}`, { token, body })
  const [one, two] = [await handIn(), await handIn()]
  expectStatus('outcome', one, 200)
  if (two.text !== one.text) throw new Error('outcome: the same ticket had two')
}

/** Ends every session by a recovered password, enters again, and leaves. */
async function recover(stage: Stage, call: Call, email: string, old: string): Promise<void> {
  expectStatus('recovery', await call('GET', `/api/ms_utente/recupera_password?username=${email}`), 204)
  const token = await readToken(stage, email, 'recupera-password')
  const body = { token, password: PASSWORDS[1] }
  expectStatus('new password', await call('POST', '/api/ms_utente/recupera_password', { body }), 204)
  for (let i = 0; i < 4; i++)
    expectStatus('ended session', await call('GET', '/api/ms_utente/utente', { token: old }), 401)
  const signed = await call('POST', '/api/ms_utente/login', {
    body: { username: email, password: PASSWORDS[1], dispositivo: 'web' },
  })
  expectStatus('login after recovery', signed, 200)
  expectStatus('logout', await call('POST', '/api/ms_utente/logout', { token: signed.body.token_api }), 204)
  expectStatus('after logout', await call('GET', '/api/ms_utente/utente', { token: signed.body.token_api }), 401)
}

/** A person's road through the API, each call on a replica that nginx draws; throws at the first call that is not as it should be. */
export async function runJourney(stage: Stage, n: number): Promise<void> {
  const person = openPerson(stage, 300 + n)
  const email = `persona${n}@posta.example`
  try {
    const { rows } = await stage.db.query<{ id_concorso: number; ids: number[] }>(
      `select id_concorso::int, (array_agg(id_domanda::int order by id_domanda))[1:20] as ids
       from domanda join concorso using (id_concorso) where concorso.pacchetto is not null and id_concorso > 0 group by 1 order by 1 limit 1`,
    )
    const { id_concorso, ids } = rows[0]!
    const tokens = await enter(stage, person.call, email)
    await download(person.call, tokens[1], id_concorso)
    await synchronise(person.call, tokens, id_concorso, ids)
    await simulate(stage, person.call, tokens[0])
    await recover(stage, person.call, email, tokens[0])
  } finally {
    person.close()
  }
}
