import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

/** Values of people and secrets, planted wherever text stands. */
const PLANTED = {
  email: 'ginevra.piantata@posta.example',
  nome: 'Ginevra Piantata',
  ip: '203.0.113.77',
  ip6: '2001:db8::beef',
  gettone: 'Z9q8W7e6R5t4Y3u2I1o0P9a8S7d6F5g4',
  casa: 'casa-di-ginevra',
}
const ALL = Object.values(PLANTED).join(' ')

let world: Mondo
let desk: Desk
let who: Signed
beforeAll(async () => {
  const environment: Record<string, string> = {
    ADMIN_API_KEY: PLANTED.gettone,
    ASSISTENZA: PLANTED.email,
    MITTENTE: `${PLANTED.nome} <${PLANTED.email}>`,
    CONTATTI_URL: `https://${PLANTED.casa}.example/${PLANTED.gettone}`,
    QUIZ_DEMO: '500',
  }
  world = await makeWorld({ environment })
  world.deps.environment = () => ({ LIMITI: 'aperti', ...environment })
  desk = openDesk(world)
  who = await desk.seat(PLANTED.email, 'gestore')
  const folder = join(world.cartella, PLANTED.casa)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'idoneo-2026-01-02.backup'), ALL)
  Object.assign(world.deps.config, { backup: { folder, hour: 3, keep: 2, key: PLANTED.gettone } })
  await addBanca(world, { concorso: PLANTED.nome, domande: [makeDomanda(1, { testo: ALL })] })
  for (const [reason, next] of [
    [`550 5.1.1 <${PLANTED.email}> ${PLANTED.nome} unknown`, null],
    [`connect ECONNREFUSED ${PLANTED.ip}:25`, null],
    [ALL, null],
  ])
    await world.db.query(
      `insert into uscita (tipo, carico, creata, prossimo, urgente, tentativi, errore) values ('posta', $1, now(), $2, true, 3, $3)`,
      [JSON.stringify({ a: PLANTED.email, testo: ALL }), next, reason],
    )
  await world.db.query(`insert into evento_fallito (id_evento, tipo, ricevuto, motivo) values ($1, 'x', now(), $2)`, [
    PLANTED.gettone,
    ALL,
  ])
  await world.deps.metrics.works
    .run('giro', world.deps.now, async () => {
      throw new Error(ALL)
    })
    .catch(() => {})
  // Whatever else holds text: each column of each table, where its constraints take the values.
  const { rows } = await world.db.query<{ t: string; c: string; type: string }>(
    `select table_name as t, column_name as c, data_type as type from information_schema.columns
     where table_schema = current_schema() and data_type in ('text', 'jsonb') and is_generated = 'NEVER'
       and not (table_name = 'migrazione') and not (table_name = 'utente' and column_name in ('email', 'ruolo', 'stato', 'password_hash'))
       and not (table_name in ('sessione_gestione', 'secondo_fattore', 'uscita'))`,
  )
  for (const { t, c, type } of rows)
    await world.db
      .query(`update ${t} set ${c} = $1`, [type === 'jsonb' ? JSON.stringify([ALL]) : ALL])
      .catch(() => undefined)
})
afterAll(() => world.close())

it('[OP54] the bundle has what a fault needs and nothing of people, and is an act', async () => {
  const { status, corpo } = await desk.call('diagnosi', {}, who)
  expect(status).toBe(200)
  const text = JSON.stringify(corpo)
  for (const value of [...Object.values(PLANTED), ...PLANTED.nome.split(' '), 'posta.example'])
    expect([value, text.toLowerCase().includes(value.toLowerCase())]).toEqual([value, false])
  expect(text).not.toMatch(/@|\d+\.\d+\.\d+\.\d+|https?:|\/tmp|\/home/)
  expect(corpo).toMatchObject({
    node: process.version,
    database: { motore: expect.any(String), schema: expect.stringMatching(/^\d{4}_/) },
    configurazione: { valida: true },
    eventi_falliti: 1,
    lavori: [{ nome: 'giro', riuscito: false }],
    backup: { giornaliero: true, sigillati: true, file: [{ byte: ALL.length }] },
  })
  const setting = (nome: string) => corpo.configurazione.elementi.find((v: { nome: string }) => v.nome === nome)
  expect(setting('QUIZ_DEMO')).toMatchObject({ provenienza: 'variabile', valore: '500' })
  expect(setting('ASSISTENZA')).toMatchObject({ provenienza: 'variabile', segreto: false, valore: null })
  expect(setting('ADMIN_API_KEY')).toMatchObject({ provenienza: 'variabile', segreto: true, valore: null })
  expect(corpo.coda.errori).toEqual(
    expect.arrayContaining([
      { tipo: 'posta', codice: '550', n: 1 },
      { tipo: 'posta', codice: 'ECONNREFUSED', n: 1 },
      { tipo: 'posta', codice: 'altro', n: 1 },
    ]),
  )
  expect(corpo.tabelle.map((t: { nome: string }) => t.nome)).toContain('utente')
  expect(corpo.controlli).toContainEqual({ voce: 'database', esito: 'ok' })
  const row = (await world.db.query('select chiamata, ruolo from registro_operatore order by id_riga desc limit 1'))
    .rows
  expect(row).toEqual([{ chiamata: 'diagnosi', ruolo: 'gestore' }])
})
