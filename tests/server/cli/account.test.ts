import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommand } from '#server/cli/run'
import { type Mondo, makeWorld } from '../world.ts'

describe('commands about accounts and money', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  async function run(...args: string[]) {
    const out: string[] = []
    const err: string[] = []
    const code = await runCommand(args, {
      out: (row) => out.push(row),
      err: (row) => err.push(row),
      withDeps: (work) => work(world.deps),
      migrate: async () => [],
      listMissing: async () => [],
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }

  it('[OP12] promo publishes a code for everybody or for one account, lists it and removes it', async () => {
    await world.registerVerified('promo@posta.example')
    // A code is typed in any capitals: two that differ by them alone would be one to who pays.
    for (const [codice, sconto] of [
      ['studio', '10'],
      ['STUDIO', '20'],
    ] as const)
      expect((await run('promo', 'aggiungi', codice, '--titolo', 'Studia', '--sconto', sconto)).code).toBe(0)
    const own = ['--titolo', 'Tuo', '--per', 'Promo@posta.example', '--link', 'https://negozio.example/libro']
    expect((await run('promo', 'aggiungi', 'TUO', ...own, '--fino', '2026-12-31')).code).toBe(0)
    const { elementi } = JSON.parse((await run('promo', '--json')).out)
    expect(elementi).toMatchObject([
      { codice: 'STUDIO', sconto: 20, email: null, usi: 0 },
      { codice: 'TUO', sconto: null, email: 'promo@posta.example', scade: '2026-12-31T22:59:59.999Z' },
    ])
    expect((await run('promo', 'aggiungi', 'X', '--titolo', 'X', '--per', 'nessuno@posta.example')).code).toBe(1)
    for (const wrong of [
      ['promo', 'aggiungi', '<b>', '--titolo', 'X'],
      ['promo', 'aggiungi', 'X'],
      ['promo', 'aggiungi', 'X', '--titolo', 'X', '--sconto', '100'],
      ['promo', 'aggiungi', 'X', '--titolo', 'X', '--link', 'javascript:alert(1)'],
      ['promo', 'cambia', 'X'],
    ])
      expect((await run(...wrong)).code).toBe(2)
    expect((await run('promo', 'togli', 'studio')).code).toBe(0)
    expect((await run('promo', 'togli', 'studio')).code).toBe(1)
  })

  it('[PR6] affiliati reports what each code brought, without refunds and trials', async () => {
    const join = async (email: string, codice_affiliato: string) => {
      const { corpo } = await world.call('POST', '/ms_utente/registrazione', {
        payload: {
          email_comunicazioni: email,
          flag_privacy: 1,
          codice_affiliato,
          autenticazioneVO: { username: email, password: 'Lampione77Verde' },
        },
      })
      return corpo.id_utente_idoneo as number
    }
    const [a, b] = [await join('uno@posta.example', 'scuola'), await join('due@posta.example', 'scuola')]
    await join('tre@posta.example', 'altra')
    const buy = (id: number, prezzo: number, stato: string, fornitore = 'STRIPE') =>
      world.db.query(
        `insert into acquisto (id_utente, fornitore, id_sessione, durata, mesi, prezzo, stato, creato, pagato, codice_affiliato)
         values ($1, $2, gen_random_uuid()::text, 'premium-3', 3, $3, $4, $5, $5, 'scuola')`,
        [id, fornitore, prezzo, stato, world.orologio.now()],
      )
    await buy(a, 999, 'pagato')
    await buy(b, 1499, 'pagato')
    await buy(b, 1499, 'rimborsato')
    await buy(b, 1499, 'pagato', 'PROVA')
    await world.db.query('delete from utente where id_utente = $1', [a])
    expect(JSON.parse((await run('affiliati', '--json')).out).elementi).toEqual([
      { codice: 'scuola', registrazioni: 1, verificate: 0, acquisti: 2, importo: 2498 },
      { codice: 'altra', registrazioni: 1, verificate: 0, acquisti: 0, importo: 0 },
    ])
    expect((await run('affiliati', '--da', '2026-11-22')).out).toBe('Nessun codice affiliato.')
    expect((await run('affiliati', '--da', 'ieri')).code).toBe(2)
  })

  it('esporta writes the zip of an account, assistenza lists what people wrote, elimina deletes only when told twice', async () => {
    const { token } = await world.registerVerified('cliente@posta.example')
    await world.call('POST', '/ms_utente/assistenza', {
      token,
      payload: { argomento: 'ALTRO', testo: 'aiuto\u001b[2J' },
    })
    const file = join(world.cartella, 'dati.zip')
    expect((await run('esporta', 'cliente@posta.example', '--in', file)).code).toBe(0)
    const { entries } = await unzip(new Uint8Array(await readFile(file)))
    expect(await entries['utente.csv']?.text()).toContain('cliente@posta.example')
    const listed = (await run('assistenza')).out
    expect(listed).toContain('cliente@posta.example')
    expect(listed).not.toContain('\u001b')
    expect((await run('elimina', 'cliente@posta.example')).code).toBe(2)
    expect((await run('elimina', 'cliente@posta.example', '--conferma')).code).toBe(0)
    expect((await run('elimina', 'cliente@posta.example', '--conferma')).code).toBe(1)
    expect((await run('esporta', 'cliente@posta.example')).code).toBe(1)
  })
})
