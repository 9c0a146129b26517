import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '#server/root'
import { PNG } from '../server/concorso/fixtures.ts'
import { isWhole } from './journey.ts'
import { KEY, openPerson, type Replica, type Stage } from './stage.ts'

const NEW_KEY = 'un-altra-chiave-di-prova-lunga-abbastanza'
const BOTH = { attese: 2, eseguite: 2 }

export type Row = { row: string; seen: string; holds: boolean }
type Check = (stage: Stage) => Promise<Omit<Row, 'row'>>

const count = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

/** Thirty wrong passwords of one account, from thirty addresses. */
const guesses: Check = async (stage) => {
  const body = { username: 'indovinata@posta.example', password: 'Sbagliata1', dispositivo: 'web' }
  const tries = Array.from({ length: 30 }, async (_, i) => {
    const { call, close } = openPerson(stage, 600 + i)
    const { status } = await call('POST', '/api/ms_utente/login', { body })
    close()
    return status
  })
  const statuses = await Promise.all(tries)
  const tried = count(statuses, 401)
  return { seen: `${tried} tried, ${count(statuses, 429)} refused`, holds: tried === 10 && count(statuses, 429) === 20 }
}

/** Twelve registrations from one address. */
const registrations: Check = async (stage) => {
  const { call, close } = openPerson(stage, 650)
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const email = `folla${i}@posta.example`
    const autenticazioneVO = { username: email, password: 'Lampione77Verde', dispositivo: 'web' }
    const body = { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO }
    statuses.push((await call('POST', '/api/ms_utente/registrazione', { body })).status)
  }
  close()
  const made = count(statuses, 200)
  return { seen: `${made} made, ${count(statuses, 429)} refused`, holds: made === 5 && count(statuses, 429) === 7 }
}

const keyGood = async ({ port }: Replica, key: string): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/api/config_reload`, { headers: { 'x-api-key': key } })).status === 200

/** A key that is rotated in the file of each replica, and reloaded by one call. */
const rotation: Check = async (stage) => {
  const { call, close } = openPerson(stage, 651)
  for (const { dataDir } of stage.replicas) writeFileSync(join(dataDir, 'idoneo.env'), `ADMIN_API_KEY=${NEW_KEY}\n`)
  const { body } = await call('GET', '/api/config_reload', { key: KEY })
  close()
  const keys = await Promise.all(
    stage.replicas.flatMap((replica) => [keyGood(replica, NEW_KEY), keyGood(replica, KEY).then((good) => !good)]),
  )
  const seen = JSON.stringify(body?.repliche ?? body)
  return { seen, holds: seen === JSON.stringify(BOTH) && keys.every(Boolean) }
}

const caches: Check = async (stage) => {
  const { call, close } = openPerson(stage, 652)
  const seen: string[] = []
  for (const name of ['concorsi_from_cache', 'percorsi_from_cache', 'simulazioni_from_cache', 'flush_all_cache'])
    seen.push(JSON.stringify((await call('DELETE', `/api/ms_cache/${name}`, { key: NEW_KEY })).body?.repliche))
  close()
  return { seen: [...new Set(seen)].join(), holds: seen.every((repliche) => repliche === JSON.stringify(BOTH)) }
}

/** A bank that the command imports beside one replica, asked of both. */
const imported: Check = async (stage) => {
  const file = join(stage.folder, 'banca.csv')
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${i + 1},Domanda numero ${i + 1}?,Sì ${i},No ${i},Forse ${i},B,figura.png`,
  )
  writeFileSync(file, ['numero,domanda,A,B,C,corretta,immagine', ...rows].join('\n'))
  const pictures = join(stage.folder, 'figure')
  mkdirSync(pictures)
  writeFileSync(join(pictures, 'figura.png'), PNG)
  const args = [
    'importa',
    file,
    '--immagini',
    pictures,
    '--titolo',
    'Due repliche',
    '--ente',
    'Prova',
    '--anno',
    '2026',
    '--json',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'dist/server/idoneo.js'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: stage.replicas[0].dataDir, ...stage.env },
  })
  const id = stdout.startsWith('{') ? JSON.parse(stdout).id_concorso : undefined
  if (!id) return { seen: stderr.slice(-200), holds: false }
  const { call, close } = openPerson(stage, 653)
  const { token } = stage.content.accounts[0]!
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const { body } = await call('GET', `/api/ms_concorso/concorso?id_concorso=${id}`, { token })
    for (const url of [body.url_domande, body.url_immagini]) statuses.push((await call('GET', url)).status)
  }
  close()
  const served = count(statuses, 200)
  return { seen: `${served} of 24 packages and zips of pictures`, holds: served === 24 }
}

const named: Check = async ({ replicas }) => {
  const [one, other] = await Promise.all(replicas.map(({ ready }) => ready()))
  const { replica: id, ...program } = one!.body
  const { replica: otherId, ...otherProgram } = other!.body
  const same = JSON.stringify(program) === JSON.stringify(otherProgram)
  return { seen: `${program.versione} ${program.build}, schema ${program.schema}`, holds: same && id !== otherId }
}

/** Mails of the five registrations, each sent by either replica. */
const mails: Check = async ({ replicas }) => {
  const read = async () => {
    const folders = new Set(replicas.map(({ dataDir }) => join(dataDir, 'posta')))
    const texts = [...folders].flatMap((folder) =>
      readdirSync(folder)
        .filter(isWhole)
        .map((name) => readFileSync(join(folder, name), 'utf8')),
    )
    return texts.map((text) => /^To: .*(folla\d+@posta)/m.exec(text)?.[1]).filter((to) => to !== undefined)
  }
  for (let tries = 0; tries < 100 && (await read()).length < 5; tries++) await wait(100)
  const sent = await read()
  return {
    seen: `${sent.length} mails to ${new Set(sent).size} people`,
    holds: sent.length === 5 && new Set(sent).size === 5,
  }
}

/** Rows of docs/operators/replicas.md that hold for two replicas, each tried through the proxy. */
export const ROWS: Record<string, Check> = {
  'replicas name themselves': named,
  'wrong passwords are counted together': guesses,
  'registrations are counted together': registrations,
  'a rotated key reaches both': rotation,
  'emptied caches reach both': caches,
  'an imported bank and its pictures are served by both': imported,
  'each mail leaves once': mails,
}
