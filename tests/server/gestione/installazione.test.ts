import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areBackupsHeld, holdingBackups } from '#server/backup/daily'
import { command } from '../cli/command.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const EMAIL = 'gestore@posta.example'
const LONG = { timeout: 60_000 }
const SECRET = 'chiave-di-ventiquattro-caratteri'

describe('[OP48] Installazione', () => {
  let world: Mondo
  let desk: Desk
  let who: Signed
  /** A statement that begins so lasts a minute. */
  let slow: string | null = null
  const environment: Record<string, string> = { QUIZ_DEMO: '500', ADMIN_API_KEY: SECRET }
  beforeAll(async () => {
    world = await makeWorld({
      environment,
      deps: ({ db }) => ({
        db: {
          ...db,
          tx: (work) =>
            db.tx((q) =>
              work({
                ...q,
                query: async (sql, params, name) => {
                  if (slow !== null && sql.startsWith(slow)) await q.query('select pg_sleep(60)')
                  return q.query(sql, params, name)
                },
              }),
            ),
        },
      }),
    })
    world.deps.environment = () => ({ LIMITI: 'aperti', ...environment })
    desk = openDesk(world)
    who = await desk.seat(EMAIL, 'gestore')
  })
  afterAll(() => world.close())

  const setFolder = (folder: string | null) =>
    Object.assign(world.deps.config, { backup: { folder, hour: 3, keep: 2, key: null } })
  const read = async () => (await desk.call('installazione', {}, who)).corpo
  const works = async () => (await desk.call('copie', {}, who)).corpo.lavori
  const confirm = async () => desk.call('conferma_codice', { corpo: { codice: await desk.nextCode(EMAIL) } }, who)

  it('lists each setting with where it comes from, and no secret', async () => {
    const { elementi, errore } = (await read()).configurazione
    const of = (nome: string) => elementi.find((v: { nome: string }) => v.nome === nome)
    expect(errore).toBeNull()
    expect(of('QUIZ_DEMO')).toEqual({ nome: 'QUIZ_DEMO', provenienza: 'variabile', segreto: false, valore: '500' })
    expect(of('ADMIN_API_KEY')).toMatchObject({ provenienza: 'variabile', segreto: true, valore: null })
    expect(of('SMTP_URL')).toMatchObject({ provenienza: 'predefinito', segreto: true, valore: null })
    expect(of('PORT')).toMatchObject({ provenienza: 'predefinito', valore: null })
    environment.CONTATTI_URL = 'https://chi:parola@contatti.example'
    expect(JSON.stringify(await read())).not.toMatch(/ventiquattro|parola/)
    delete environment.CONTATTI_URL
  })

  it('tells of each key where it comes from and whether a reload takes a new one, with a hash of long random ones alone', async () => {
    const own = { BACKUP_CHIAVE: `backup-${SECRET}`, SMTP_URL: `smtp://chi:${SECRET}@posta.example` }
    Object.assign(environment, own, { METRICHE_CHIAVE: `metriche-${SECRET}` })
    const { corpo } = await desk.call('installazione', {}, who)
    const of = (nome: string) => corpo.configurazione.chiavi.find((c: { nome: string }) => c.nome === nome)
    const set = { provenienza: 'variabile', impronta: expect.stringMatching(/^[0-9a-f]{8}$/) }
    expect(of('ADMIN_API_KEY')).toEqual({ nome: 'ADMIN_API_KEY', ...set, ricarica: true })
    expect(of('METRICHE_CHIAVE')).toEqual({ nome: 'METRICHE_CHIAVE', ...set, ricarica: false })
    expect(of('STRIPE_CHIAVE')).toMatchObject({ provenienza: 'predefinito', impronta: null, ricarica: true })
    for (const nome of Object.keys(own)) expect(of(nome)).toMatchObject({ provenienza: 'variabile', impronta: null })
    expect(JSON.stringify(corpo)).not.toContain('ventiquattro')
    for (const nome of ['METRICHE_CHIAVE', ...Object.keys(own)]) delete environment[nome]
  })

  it('reads the configuration again, as an act; one with an error changes nothing and says why', async () => {
    environment.QUIZ_DEMO = '7'
    const { corpo } = await desk.call('ricarica', { corpo: {} }, who)
    expect(corpo).toEqual({ cambiate: expect.arrayContaining(['adminApiKey', 'quizDemo']), errore: null })
    expect(world.deps.config.quizDemo).toBe(7)
    expect((await desk.audit())[0]).toMatchObject({ chiamata: 'ricarica', dopo: { cambiate: corpo.cambiate } })
    environment.QUIZ_DEMO = 'molti'
    const refused = await desk.call('ricarica', { corpo: {} }, who)
    expect(refused.corpo).toMatchObject({ cambiate: [], errore: expect.stringMatching(/^QUIZ_DEMO deve essere/) })
    expect(world.deps.config.quizDemo).toBe(7)
    expect((await read()).configurazione).toEqual({ elementi: [], chiavi: [], errore: refused.corpo.errore })
    environment.QUIZ_DEMO = '500'
  })

  it('begins a backup and finds it again at its end, on whatever replica', async () => {
    setFolder(null)
    expect((await desk.call('backup_ora', { corpo: {} }, who)).corpo.codice).toBe('NON_TROVATO')
    setFolder(join(world.cartella, 'copie'))
    expect(await works()).toEqual([])
    expect((await desk.call('backup_ora', { corpo: {} }, who)).status).toBe(204)
    await expect.poll(async () => (await works())[0]?.stato, LONG).toBe('riuscito')
    expect(await works()).toMatchObject([
      { lavoro: 'backup_ora', file: null, esito: { righe: expect.any(Number), figure_mancanti: [], motivo: null } },
    ])
    const { corpo } = await desk.call('copie', {}, who)
    expect(corpo.elementi).toMatchObject([{ nome: 'idoneo-2026-11-21.backup' }])
    const [end, begin] = await desk.audit()
    expect([end?.chiamata, begin?.chiamata]).toEqual(['backup_ora finito', 'comando backup'])
    const acts = (await desk.audit()).map((a) => a.chiamata)
    expect(acts.filter((a) => a === 'backup_ora')).toHaveLength(1)
  })

  it('rehearses a restore with a fresh second factor; a file that is not there is refused', async () => {
    world.orologio.advance(5 * 60_000)
    const rehearse = (file: string) => desk.call('prova_ripristino', { corpo: { file } }, who)
    expect((await rehearse('idoneo-2026-11-21.backup')).corpo.codice).toBe('CODICE_RICHIESTO')
    await confirm()
    expect((await rehearse('idoneo-2020-01-01.backup')).corpo.codice).toBe('NON_TROVATO')
    expect((await rehearse('../idoneo-2026-11-21.backup')).status).toBe(400)
    const promos = await command(world.deps, 'promo', '--json')
    expect((await rehearse('idoneo-2026-11-21.backup')).status).toBe(204)
    await expect
      .poll(async () => (await works()).find((w: { lavoro: string }) => w.lavoro === 'prova_ripristino')?.stato, LONG)
      .toBe('riuscito')
    expect((await command(world.deps, 'promo', '--json')).out).toEqual(promos.out)
    expect((await desk.audit())[0]).toMatchObject({
      chiamata: 'prova_ripristino finito',
      oggetto: 'idoneo-2026-11-21.backup',
      dopo: { motivo: null },
    })
  })

  it.each([
    ['backup_ora', 'declare backup_righe', {}],
    ['prova_ripristino', 'truncate', { file: 'idoneo-2026-11-21.backup' }],
  ] as const)(
    '%s is cancelled in the middle of a statement, on whatever replica, and leaves nothing',
    async (work, statement, corpo) => {
      const files = async () => (await readdir(join(world.cartella, 'copie'))).sort()
      const before = await files()
      const state = async () => (await works()).find((w: { lavoro: string }) => w.lavoro === work)
      const cancel = () => desk.call('annulla_lavoro', { corpo: { lavoro: work } }, who)
      expect((await cancel()).corpo.codice).toBe('NON_TROVATO')
      slow = statement
      await confirm()
      expect((await desk.call(work, { corpo }, who)).status).toBe(204)
      expect((await state()).stato).toBe('in_corso')
      expect((await cancel()).status).toBe(204)
      expect((await state()).stato).toBe('annullamento')
      expect((await cancel()).corpo.codice).toBe('NON_TROVATO')
      await expect.poll(async () => (await state()).stato, { timeout: 10_000 }).toBe('annullato')
      slow = null
      expect(await files()).toEqual(before)
      const { count } = await world.db.query(`select 1 from pg_namespace where nspname = 'ripristino_prova'`)
      expect(count).toBe(0)
      const [end, asked] = await desk.audit()
      expect(end).toMatchObject({ chiamata: `${work} finito`, dopo: { annullato: true } })
      expect(asked).toMatchObject({ chiamata: 'annulla_lavoro', dopo: { lavoro: work } })
    },
  )

  it('refuses the second of two backups asked for at once', async () => {
    const both = await Promise.all([1, 2].map(() => desk.call('backup_ora', { corpo: {} }, who)))
    expect(both.map(({ status, corpo }) => corpo?.codice ?? status).sort()).toEqual([204, 'SERVIZIO_NON_PRONTO'])
    const backup = async () => (await works()).find((w: { lavoro: string }) => w.lavoro === 'backup_ora')
    await expect.poll(async () => (await backup()).stato, LONG).toBe('riuscito')
    expect((await desk.audit()).filter((a) => a.chiamata === 'backup_ora')).toHaveLength(3)
  })

  it('begins no second work while one runs, and tells one that the server did not end', async () => {
    let end = () => {}
    const ended = new Promise<void>((done) => {
      end = done
    })
    const held = holdingBackups(world.deps, () => ended)
    const rows = (await desk.audit()).length
    await expect.poll(() => areBackupsHeld(world.db)).toBe(true)
    expect((await desk.call('backup_ora', { corpo: {} }, who)).corpo.codice).toBe('SERVIZIO_NON_PRONTO')
    await world.db.query(
      `insert into registro_operatore (quando, chiave, chiamata, ip, id_richiesta) values ($1, 'gestione', 'backup_ora', 'x', 'r')`,
      [new Date(world.orologio.now().getTime() - 60_000)],
    )
    const backup = async () => (await works()).find((w: { lavoro: string }) => w.lavoro === 'backup_ora')
    expect(await backup()).toMatchObject({ stato: 'in_corso', finito: null })
    end()
    await held
    expect(await backup()).toMatchObject({ stato: 'interrotto', esito: null })
    expect((await desk.audit()).length).toBe(rows + 1)
  })
})
