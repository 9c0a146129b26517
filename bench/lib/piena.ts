import { makeBatch, openCaller, PUSH } from '#tests/faults/server/caller'
import type { Account, Content } from '#tests/faults/server/process'

// One kind of flood against a server, in a process of its own and behind everybody else for the processor, so that what a person's
// call waits for is the server and not this generator. Ends when its standard input does; the last line says what was answered.

/** Addresses without a call: a file of the built page, and a package with a signed address of the flooding account's session. */
export type Files = { asset: string; pacchetto: string }
export type Scena = Content & { files: Files }

export type Piena = {
  name: string
  together: number
  method: string
  path: string
  session: boolean
  range?: string
  body?: (n: number) => string
}

/** Address blocks of the logins: as many people, whom no limit of one address tells apart from honest ones. */
const BLOCKS = 60

/** Every kind, as many calls at once as `together`; `other` is the account of those that have one. */
export function kindsOf({ accounts, id_concorso, first, files }: Scena): readonly Piena[] {
  const other = accounts[1] as Account
  const instant = { ms: Date.parse('2026-01-01T00:00:00.000Z') }
  const batch = (questions: number, from: number) => {
    instant.ms += 1
    const ids = Array.from({ length: questions }, (_, i) => from + i)
    return makeBatch(other, id_concorso, ids, instant.ms).body
  }
  /** As a device writes them: new ones every time. */
  const events = (n: number) => {
    instant.ms += 1
    const one = (i: number) => ({
      id: `${instant.ms}-${i}`.padEnd(36, '0'),
      tipo: 'RISPOSTA',
      chiave: null,
      id_concorso,
      id_domanda: first + i,
      dati: JSON.stringify({ risposta: 1, esito: 'CORRETTA', modalita: 'ESEGUITA', impronta: `${i}`.padEnd(64, 'a') }),
      ts_client: new Date(instant.ms).toISOString(),
      versione_banca: 'a'.repeat(64),
      dispositivo: 'b'.repeat(36),
      seq: i + 1,
    })
    return JSON.stringify({ eventi: Array.from({ length: n }, (_, i) => one(i)) })
  }
  const pull = (name: string, path: string): Piena => ({
    name,
    together: 100,
    method: 'GET',
    path: `/api${path}`,
    session: true,
  })
  const push = (name: string, from: number): Piena => ({
    name,
    together: 100,
    method: 'PUT',
    path: PUSH,
    session: true,
    body: () => batch(500, from),
  })
  const login = (name: string, together: number, body: (n: number) => string): Piena => ({
    name,
    together,
    method: 'POST',
    path: '/api/ms_utente/login',
    session: false,
    body,
  })
  const file = (name: string, path: string): Piena => ({
    name,
    together: 100,
    method: 'GET',
    path,
    session: false,
  })
  const large = `{${' '.repeat(1_000_000)}`
  return [
    login('login_1mb', 50, () => large),
    push('put_500_refused', first + 1_000_000),
    { ...pull('openapi', '/openapi.json'), session: false },
    { ...pull('search_100_words', `/ms_concorso/concorsi?search=${'parola%20'.repeat(100)}`), session: false },
    push('put_500', first),
    pull('risposte_concorso', `/ms_reportistica/risposte_concorso?id_concorso=${id_concorso}&cursore=0`),
    pull('concorso', `/ms_concorso/concorso?id_concorso=${id_concorso}&sorgente=WEB`),
    pull('classifica', '/ms_reportistica/classifica?id_simulazione=1'),
    file('salute_pronto', '/salute/pronto'),
    file('salute_vivo', '/salute/vivo'),
    file('page', '/simulatore/'),
    file('page_asset', files.asset),
    file('nothing_there', '/altrove'),
    file('package', files.pacchetto),
    { ...file('package_ranges', files.pacchetto), range: 'bytes=0-65535' },
    { ...push('eventi_500', first), path: '/api/ms_reportistica/eventi', body: () => events(500) },
    login('login_300_per_s', 300, (n) =>
      JSON.stringify({ username: `nessuno${n}@example.org`, password: 'Sbagliata1', dispositivo: 'web' }),
    ),
  ]
}

/** Keeps `together` calls under way until `signal`; how often each status was answered. Logins of 300 a second come from many blocks. */
export async function pour(port: number, index: number, kind: Piena, token: string, signal: AbortSignal) {
  const spread = kind.together === 300
  const callers = Array.from({ length: spread ? BLOCKS : 1 }, (_, i) =>
    openCaller(port, 300 + index + i, spread ? 6 : kind.together),
  )
  const said: Record<string, number> = {}
  let n = 0
  const lane = async (i: number) => {
    while (!signal.aborted) {
      n += 1
      const started = performance.now()
      const answer = await callers[i % callers.length]!.send(
        kind.method,
        kind.path,
        kind.session ? token : null,
        kind.body?.(n),
        kind.range ? { range: kind.range } : {},
      ).catch(() => null)
      const status = String(answer?.status ?? 'cut')
      said[status] = (said[status] ?? 0) + 1
      if (spread) await new Promise((done) => setTimeout(done, Math.max(0, 1000 - (performance.now() - started))))
    }
  }
  await Promise.all(Array.from({ length: kind.together }, (_, i) => lane(i)))
  for (const caller of callers) caller.close()
  return said
}
