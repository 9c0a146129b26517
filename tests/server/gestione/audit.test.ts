import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fail, ok } from '#contract/result'
import { runAct, runLongAct } from '#server/gestione/acts'
import { command } from '../cli/command.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const ACT = { via: 'gestione', atto: 'prova', blocco: 'locale' }

describe('[OP42] audit', () => {
  let world: Mondo
  let desk: Desk
  let who: Signed
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    who = await desk.seat('gestore@posta.example', 'gestore')
  })
  afterAll(() => world.close())

  const promos = async () => (await world.db.query('select 1 from promo')).count
  const rows = async () => (await world.db.query(`select 1 from registro_operatore where chiamata = 'prova'`)).count
  const addPromo = (code: string) => `insert into promo (codice, titolo, creata) values ('${code}', 'Prova', now())`

  it.each([
    ['runAct', runAct],
    ['runLongAct', runLongAct],
  ])('%s: an act and its row are there both or neither', async (_, run) => {
    const before = { promos: await promos(), rows: await rows() }
    const code = `P${before.promos}`
    const done = await run(world.deps, ACT, async (deps, note) => {
      await deps.db.tx((q) => q.query(addPromo(code)))
      note({ oggetto: 'promo', dopo: { code } })
      return ok(null)
    })
    expect(done.ok).toBe(true)
    expect({ promos: await promos(), rows: await rows() }).toEqual({ promos: before.promos + 1, rows: before.rows + 1 })

    const refused = await run(world.deps, ACT, async (deps) => deps.db.tx(async () => fail('NON_TROVATO')))
    expect(refused.ok).toBe(false)
    await expect(
      run(world.deps, ACT, (deps) =>
        deps.db.tx(async (q) => {
          await q.query(addPromo(`${code}b`))
          throw new Error('rotto')
        }),
      ),
    ).rejects.toThrow('rotto')
    // A row that cannot be written takes the act with it.
    const impossible = { ...ACT, blocco: null as never }
    await expect(
      run(world.deps, impossible, async (deps) => {
        await deps.db.tx((q) => q.query(addPromo(`${code}c`)))
        return ok(null)
      }),
    ).rejects.toThrow(/ip/)
    expect({ promos: await promos(), rows: await rows() }).toEqual({ promos: before.promos + 1, rows: before.rows + 1 })
  })

  it('a refusal takes back what was written before it', async () => {
    const before = await promos()
    const done = await runAct(world.deps, ACT, async (deps) => {
      await deps.db.tx((q) => q.query(addPromo('RIFIUTATO')))
      return fail('UTENTE_NON_TROVATO')
    })
    expect([done, await promos()]).toEqual([fail('UTENTE_NON_TROVATO'), before])
  })

  it('a transaction of the use case that is taken back leaves the act’s own alone', async () => {
    const before = await promos()
    await runAct(world.deps, ACT, async (deps) => {
      await deps.db.tx((q) => q.query(addPromo('DOPPIO')))
      await deps.db.tx((q) => q.query(addPromo('DOPPIO'))).catch(() => undefined)
      return ok(null)
    })
    expect(await promos()).toBe(before + 1)
  })

  it('no row changes, and none goes before its two years', async () => {
    await expect(world.db.query(`update registro_operatore set chiamata = 'altro'`)).rejects.toThrow(/append only/)
    await expect(world.db.query('delete from registro_operatore')).rejects.toThrow(/append only/)
    await world.db.query(
      `insert into registro_operatore (quando, chiave, chiamata, ip) values (now() - interval '25 months', 'x', 'vecchia', 'x')`,
    )
    const old = await world.db.query(`delete from registro_operatore where chiamata = 'vecchia'`)
    expect(old.count).toBe(1)
  })

  it('sign-in, second factor and exit are acts of the account, with the request that did them', async () => {
    const email = 'altro@posta.example'
    const other = await desk.seat(email, 'redattore')
    await desk.call('esci', {}, other)
    const { rows: found } = await world.db.query<{ chiamata: string; id_richiesta: string | null }>(
      `select chiamata, id_richiesta from registro_operatore r join utente u on u.id_utente = r.id_gestore
       where u.email = $1 order by id_riga`,
      [email],
    )
    expect(found.map((r) => r.chiamata)).toEqual(['accedi', 'iscrivi', 'aggiungi_codici', 'esci'])
    expect(found.every((r) => r.id_richiesta)).toBe(true)
    expect((await desk.call('sessione', {}, other)).corpo.codice).toBe('TOKEN_NON_VALIDO')
  })

  it('a command that acts is a row too, with the account’s number; one that reads or finds nothing is none', async () => {
    const { id_utente } = await world.registerVerified('comandata@posta.example')
    const rowsOf = async () =>
      (
        await world.db.query<{ chiamata: string; oggetto: string | null; dopo: { argomenti: string[] } }>(
          `select chiamata, oggetto, dopo from registro_operatore where chiave = 'comando' order by id_riga`,
        )
      ).rows
    const run = (...args: string[]) => command(world.deps, ...args)
    expect((await run('livello', 'comandata@posta.example', 'premium')).codice).toBe(0)
    expect(await rowsOf()).toEqual([
      {
        chiamata: 'comando livello',
        oggetto: `utente ${id_utente}`,
        dopo: { argomenti: [`utente ${id_utente}`, 'premium'] },
      },
    ])
    expect((await run('livello', 'nessuno@posta.example', 'premium')).codice).toBe(1)
    expect((await run('promo')).codice).toBe(0)
    expect((await run('promo', 'togli', 'MAI')).codice).toBe(1)
    expect(await rowsOf()).toHaveLength(1)
    await run('promo', 'aggiungi', 'ESTATE', '--titolo', 'Estate', '--sconto', '10')
    await run('ruolo', 'comandata@posta.example', 'assistenza')
    await run('elimina', 'comandata@posta.example', '--conferma')
    expect((await rowsOf()).map((r) => [r.chiamata, r.oggetto])).toEqual([
      ['comando livello', `utente ${id_utente}`],
      ['comando promo', null],
      ['comando ruolo', `utente ${id_utente}`],
      ['comando elimina', `utente ${id_utente}`],
    ])
    expect(JSON.stringify(await rowsOf())).not.toContain('comandata')
  })

  it('the audit is read by filters and pages, the newest first, and exported with a row of its own', async () => {
    const found = await desk.call('registro', { query: { chi: 'Gestore@posta.example', atto: 'acc' } }, who)
    expect(found.corpo.elementi).toMatchObject([{ chi: 'gestore@posta.example', ruolo: 'gestore', atto: 'accedi' }])
    for (let i = 0; i < 60; i++) await runAct(world.deps, { ...ACT, atto: 'pagina' }, async () => ok(null))
    const first = await desk.call('registro', { query: { atto: 'pagina' } }, who)
    const next = await desk.call('registro', { query: { atto: 'pagina', prima_di: String(first.corpo.prossima) } }, who)
    expect([first.corpo.elementi.length, next.corpo.elementi.length, next.corpo.prossima]).toEqual([50, 10, null])
    const ids = [...first.corpo.elementi, ...next.corpo.elementi].map((v: { id: number }) => v.id)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
    expect((await desk.call('registro', { query: { da: '2020-01-01', a: '2020-12-31' } }, who)).corpo.elementi).toEqual(
      [],
    )
    const file = await desk.call('esporta_registro', { query: { atto: 'pagina' } }, who)
    expect(file.headers['content-disposition']).toBe('attachment; filename="registro.csv"')
    expect(String(file.corpo).trim().split('\r\n')).toHaveLength(61)
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'esporta_registro', dopo: { righe: 60 } })
  })
})
