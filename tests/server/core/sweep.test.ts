import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startRounds } from '#server/background'
import { storeRisposte } from '#server/reportistica/statistiche'
import { NEVER_PROVED, OVER, sweep } from '#server/sweep'
import { addBanca } from '../concorso/fixtures.ts'
import { makeWorld } from '../world.ts'

const DAY = 24 * 3600_000

it('[OP13] [OP15] sessions that ended and accounts that nobody verified go after 30 days, everything else stays', async () => {
  const world = await makeWorld()
  const { token, id_utente } = await world.registerVerified('resta@posta.example')
  const closed = await world.call('POST', '/ms_utente/login', {
    payload: { username: 'resta@posta.example', password: 'Lampione77Verde', dispositivo: 'web' },
  })
  await world.call('POST', '/ms_utente/logout', { token: closed.corpo.token_api })
  await world.register('mai@posta.example')
  // A social login opens nothing before the address was proved.
  const social = await world.register('mai.social@posta.example')
  await world.db.query(
    `insert into identita_social (social, soggetto, id_utente, collegata) values ('GOOGLE', 'mai', $1, $2)`,
    [social.id_utente_idoneo, world.orologio.now()],
  )
  const bought = await world.register('compra@posta.example')
  await world.db.query(
    `insert into acquisto (id_utente, fornitore, id_sessione, durata, mesi, prezzo, creato) values ($1, 'PROVA', 's', '1 mese', 1, 100, $2)`,
    [bought.id_utente_idoneo, world.orologio.now()],
  )
  const answered = await world.register('risponde@posta.example')
  const ora = world.orologio.now()
  await storeRisposte(world.db, {
    id_utente: answered.id_utente_idoneo,
    records: [
      {
        ...{ id_concorso: 1, id_domanda: 1, livello_conoscenza: 1, preferiti: false, modalita: ['ESEGUITA'] },
        data_eseguita: ora.toISOString(),
      },
    ],
    incrementa: true,
    ora,
  })
  const count = async (table: string) => (await world.db.query(`select 1 from ${table}`)).count
  const before = await count('sessione')
  world.orologio.advance(29 * DAY)
  await world.call('GET', '/ms_utente/utente', { token })
  await sweep(world.deps)
  expect([await count('utente'), await count('sessione')]).toEqual([5, before])
  world.orologio.advance(2 * DAY)
  await sweep(world.deps)
  const { rows } = await world.db.query<{ email: string }>('select email from utente order by 1')
  expect(rows.map((r) => r.email)).toEqual(['compra@posta.example', 'resta@posta.example', 'risponde@posta.example'])
  const open = await world.db.query('select 1 from sessione where id_utente = $1 and chiusa is not null', [id_utente])
  expect(open.count).toBe(0)
  expect((await world.call('GET', '/ms_utente/utente', { token })).status).not.toBe(500)
  await world.close()
})

it('[OP14] messages written to files go after 30 days, nothing else of the folder', async () => {
  const world = await makeWorld()
  const folder = join(world.cartella, 'posta')
  await mkdir(folder)
  const nameOf = (days: number) =>
    `${new Date(world.orologio.now().getTime() - days * DAY).toISOString().replaceAll(/[:.]/g, '-')}-1-1.eml`
  for (const name of [nameOf(31), nameOf(29), `${nameOf(40)}.nuovo`, 'appunti.txt'])
    await writeFile(join(folder, name), 'x')
  await sweep(world.deps)
  expect((await readdir(folder)).sort()).toEqual([nameOf(29), 'appunti.txt'].sort())
  await world.close()
})

it('[OP16] sittings given up or left empty go after 90 days; the first, the delivered and the open ones stay', async () => {
  const world = await makeWorld()
  const { id_utente } = await world.registerVerified('seduta@posta.example')
  const { id_concorso } = await addBanca(world, { n: 2 })
  const { rows } = await world.db.query<{ id: number }>(
    `insert into simulazione (id_concorso, descrizione, durata, numero_domande, punteggio_risposte_corrette,
       punteggio_risposte_sbagliate, punteggio_non_risposte)
     values ($1, 'Prova', '60', 1, 1000, 0, 0) returning id_simulazione as id`,
    [id_concorso],
  )
  const id = rows[0]?.id
  const start = world.orologio.now().getTime()
  const add = async (n: number, aperta: boolean, consegnata: boolean | null) => {
    const gettone = `00000000-0000-4000-8000-00000000000${n}`
    await world.db.query(
      `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, aperta)
       values ($1, $2, $3, $4, $5, 0, '{}', '{}', $6)`,
      [id_utente, gettone, id, new Date(start + n), new Date(start + n + 1000), aperta],
    )
    if (consegnata !== null)
      await world.db.query(
        `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi, numero_domande_previste,
           corrette, errate, intermedie, omesse, punti, massimo, sorgente, consegnata, tempo_aggiuntivo, in_classifica)
         values ($1, $2, $3, $4, $4, 1, 1, 0, 0, 0, 1, 0, 1, 'WEB', $5, 0, false)`,
        [id_utente, gettone, id, new Date(start + n), consegnata],
      )
  }
  await add(1, false, false)
  await add(2, false, false)
  await add(3, false, null)
  await add(4, false, true)
  await add(5, true, null)
  const left = async () => {
    const found = await world.db.query<{ g: string }>('select gettone::text as g from partecipazione order by 1')
    return found.rows.map(({ g }) => Number(g.at(-1)))
  }
  world.orologio.advance(89 * DAY)
  await sweep(world.deps)
  expect(await left()).toEqual([1, 2, 3, 4, 5])
  world.orologio.advance(2 * DAY)
  await sweep(world.deps)
  expect(await left()).toEqual([1, 4, 5])
  await world.close()
})

it('[OP17] what a reset took away goes after 90 days, and the oldest of it earlier where it is more than an account keeps', async () => {
  const world = await makeWorld()
  const { id_utente, token } = await world.registerVerified('azzerata@posta.example')
  await world.db.query(
    `insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti, data_eseguita, data_eseguita_testo, seq)
     values ($1, 0, 1, 1, 1, false, $2, $3, 1)`,
    [id_utente, world.orologio.now(), world.orologio.now().toISOString()],
  )
  await world.db.query(
    `insert into statistica_storico (id_utente, contesto, id_contesto, id_domanda, record, causa, archiviata)
     select $1, 0, 1, n, '{}', 'azzeramento', $2 from generate_series(1, 200000) n`,
    [id_utente, world.orologio.now()],
  )
  expect((await world.call('DELETE', '/ms_utente/reportistica_utente', { token })).status).toBe(204)
  const oldest = 'select min(id_storico)::int as primo, count(*)::int as quanti from statistica_storico'
  expect((await world.db.query(oldest)).rows).toEqual([{ primo: 2, quanti: 200_000 }])
  await world.db.query('delete from statistica_storico where id_storico <= 200000')
  const kept = async () => (await world.db.query('select 1 from statistica_storico')).count
  world.orologio.advance(89 * DAY)
  await sweep(world.deps)
  expect(await kept()).toBe(1)
  world.orologio.advance(2 * DAY)
  await sweep(world.deps)
  expect(await kept()).toBe(0)
  await world.close()
})

it('each round of deletions finds its rows by an index', async () => {
  const world = await makeWorld()
  const scanned: string[] = []
  await world.db.tx(async (q) => {
    await q.script('set local enable_seqscan = off')
    for (const sql of [...OVER, NEVER_PROVED].filter((text) =>
      /from (sessione|statistica_storico|gettone|partecipazione|utente) /.test(text),
    )) {
      const { rows } = await q.query<Record<string, string>>(`explain ${sql}`, [world.orologio.now()])
      const plan = rows.map((row) => Object.values(row)[0]).join('\n')
      const table = / from (\w+)/.exec(sql)?.[1] ?? ''
      if (!plan.includes('Index') || plan.includes(`Seq Scan on ${table}`)) scanned.push(`${table}\n${plan}`)
    }
  })
  expect(scanned).toEqual([])
  await world.close()
})

it('the rounds of a server begin with deliveries and a sweep', async () => {
  const world = await makeWorld()
  // Before the hour of the daily backup.
  world.orologio.set('2026-11-20T23:30:00.000Z')
  await startRounds(world.deps)()
  const { works } = world.deps.metrics
  expect([works.last('giro')?.motivo, works.last('pulizia')?.motivo, works.last('backup')]).toEqual([null, null, null])
  await world.close()
})
