import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TipoAvviso } from '#contract/avvisi'
import { sendNotices } from '#server/avvisi/notice-mails'
import { openLogger } from '#server/logger'
import { openMailer } from '#server/mail/mail'
import { addBanca } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

const DAY_MS = 24 * 3600 * 1000

describe('notices by mail', () => {
  let world: Mondo
  let n = 0
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world.close())

  const person = async () => {
    const email = `avvisi${++n}@posta.example`
    const { token_api: token, id_utente_idoneo: id_utente } = await world.register(email, { ricordami: true })
    await world.db.query('update utente set email_verificata = true where id_utente = $1', [id_utente])
    const post = (path: string, payload: object) => world.call('POST', `/ms_utente/${path}`, { payload, token })
    return {
      email,
      token,
      id_utente,
      follow: (tipo: 'bando' | 'ente', chiave: string, valore = true) => post('segui', { tipo, chiave, valore }),
      want: (tipo: TipoAvviso, valore = true) => post('avvisi', { tipo, valore }),
      read: async () => (await world.call('GET', '/ms_utente/avvisi', { token })).corpo,
    }
  }
  /** An open call that expires in so many days; its number. */
  const bando = async (days: number, ente = 'Comune di Prova') => {
    const { rows } = await world.db.query<{ id: number }>(
      `insert into bando (chiave, nome, ente, scadenza, inserito, aggiornato) values ($1, $2, $3, $4, $5, $5) returning id_bando as id`,
      [`b${++n}`, `Bando ${n}`, ente, new Date(world.orologio.now().getTime() + days * DAY_MS), world.orologio.now()],
    )
    return rows[0]!.id
  }
  const banca = (ente: string) => addBanca(world, { n: 1, ente, concorso: `Banca ${++n}` })
  const update = async (id_concorso: number) => {
    await world.db.query('update concorso set versione = $2, data_ultimo_aggiornamento = $3 where id_concorso = $1', [
      id_concorso,
      `versione-${++n}`,
      world.orologio.now(),
    ])
  }
  /** What the round sends to an address: two servers at once, and again. */
  const sent = async (email: string) => {
    const before = world.messaggi.length
    await Promise.all([sendNotices(world.deps), sendNotices(world.deps)])
    await sendNotices(world.deps)
    await world.deps.wake()
    return world.messaggi.slice(before).filter(({ to }) => to === email)
  }

  it('[NT1] nothing is on without a yes', async () => {
    const { email, token, read } = await person()
    const { id_concorso } = await banca('Ente zitto')
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    world.orologio.advance(DAY_MS)
    await update(id_concorso)
    expect(await read()).toMatchObject({ bandi: false, banche: false, enti: false, seguiti: [] })
    expect(await sent(email)).toEqual([])
  })

  it('[NT1][NT2] the deadline of a followed call is told a week and a day before, once each, and anew when it moves', async () => {
    const { email, follow, read, want } = await person()
    const id = await bando(10)
    expect((await follow('bando', String(id))).status).toBe(204)
    expect(await read()).toMatchObject({ bandi: true, seguiti: [{ tipo: 'bando', chiave: String(id) }] })
    expect(await sent(email)).toEqual([])
    world.orologio.advance(4 * DAY_MS)
    const [week, ...more] = await sent(email)
    expect(more).toEqual([])
    expect(week?.subject).toMatch(/^Sta per scadere: Bando/)
    expect(week?.text).toContain(`/simulatore/bandi-in-scadenza?id_bando=${id}`)
    world.orologio.advance(5.5 * DAY_MS)
    expect(await sent(email)).toHaveLength(1)
    const moved = new Date(world.orologio.now().getTime() + 5 * DAY_MS)
    await world.db.query('update bando set scadenza = $2 where id_bando = $1', [id, moved])
    expect(await sent(email)).toHaveLength(1)
    await want('bandi', false)
    world.orologio.advance(4.5 * DAY_MS)
    expect(await sent(email)).toEqual([])
  })

  it('[NT1] who follows a call on its last day is told once; one that expired or was withdrawn is told to nobody', async () => {
    const { email, follow, read } = await person()
    const [today, gone] = [await bando(0.5), await bando(0.5)]
    for (const id of [today, gone]) await follow('bando', String(id))
    await world.db.query('update bando set ritirato = $2 where id_bando = $1', [gone, world.orologio.now()])
    expect(await sent(email)).toHaveLength(1)
    world.orologio.advance(DAY_MS)
    expect(await sent(email)).toEqual([])
    expect((await read()).seguiti).toEqual([])
    expect((await follow('bando', String(today))).corpo.codice).toBe('NON_TROVATO')
    for (const wrong of ['x', '', '-1']) expect((await follow('bando', wrong)).status).toBeGreaterThanOrEqual(400)
  })

  it('[NT1] updates of banks on the list come in one mail, those of removed banks in none', async () => {
    const { email, token, want } = await person()
    const ids: number[] = []
    for (const ente of ['Ente primo', 'Ente secondo', 'Ente terzo']) ids.push((await banca(ente)).id_concorso)
    const [first = 0, second = 0, removed = 0] = ids
    world.orologio.advance(1000)
    for (const id of ids) await world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
    await world.call('DELETE', `/ms_concorso/concorso?id_concorso=${removed}`, { token })
    world.orologio.advance(1000)
    // Before the yes.
    await update(first)
    world.orologio.advance(1000)
    await want('banche')
    expect(await sent(email)).toEqual([])
    world.orologio.advance(1000)
    for (const id of [first, second, removed]) await update(id)
    expect((await sent(email)).map(({ subject }) => subject)).toEqual(['Aggiornate 2 banche del tuo elenco'])
    world.orologio.advance(1000)
    await update(first)
    expect((await sent(email))[0]?.subject).toMatch(/^Banca aggiornata: /)
  })

  it('[NT1][NT2] a new bank of a followed body is told, whatever the case of its name, and its update is not', async () => {
    const { email, follow, read } = await person()
    await bando(30, 'Regione Nuova')
    await banca('Regione Altra')
    expect((await follow('ente', 'Regione NUOVA')).status).toBe(204)
    expect((await follow('ente', 'Nessun ente')).corpo.codice).toBe('NON_TROVATO')
    world.orologio.advance(1000)
    const { id_concorso } = await banca('Regione Nuova')
    expect((await sent(email))[0]?.subject).toMatch(/^Nuova banca: /)
    world.orologio.advance(1000)
    await update(id_concorso)
    expect(await sent(email)).toEqual([])
    await follow('ente', 'regione nuova', false)
    world.orologio.advance(1000)
    await banca('Regione Nuova')
    expect(await sent(email)).toEqual([])
    expect(await read()).toMatchObject({ enti: true, seguiti: [] })
  })

  it('[NT3] each mail has a link and a button that turn its kind off, without a session, and nothing else', async () => {
    const { email, follow, read, want } = await person()
    await want('banche')
    await follow('bando', String(await bando(3)))
    const [mail] = await sent(email)
    const token = /avvisi=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const stop = (token: string) => world.call('POST', '/ms_utente/smetti_avvisi', { payload: { token } })
    for (const forged of ['', 'x', token.slice(0, -2), token.replace('bandi', 'banche'), `1${token}`])
      expect((await stop(forged)).corpo.codice).toBe('LINK_SCADUTO')
    expect((await read()).bandi).toBe(true)
    expect((await stop(token)).status).toBe(204)
    expect((await stop(token)).status).toBe(204)
    expect(await read()).toMatchObject({ bandi: false, banche: true })
    await want('bandi')
    const button = new URL(mail?.unsubscribe ?? '')
    const press = (search: string) =>
      world.app.inject({
        method: 'POST',
        url: button.pathname + search,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'List-Unsubscribe=One-Click',
      })
    expect((await press('?token=x')).statusCode).toBe(410)
    expect((await read()).bandi).toBe(true)
    // A scanner that only opens the address turns nothing off; a person is asked once more by the page.
    const { headers } = await world.app.inject({ method: 'GET', url: button.pathname + button.search })
    expect(headers.location).toBe(`/simulatore/auth/?type=login&avvisi=${button.searchParams.get('token')}`)
    expect((await read()).bandi).toBe(true)
    expect((await press(button.search)).statusCode).toBe(204)
    expect((await read()).bandi).toBe(false)
    const mailer = openMailer(
      { smtpUrl: null, sender: 'Idoneo <quiz@posta.example>', dataDir: world.cartella },
      openLogger('silent'),
    )
    await mailer.send(mail!)
    const [file = ''] = await readdir(join(world.cartella, 'posta'))
    const written = await readFile(join(world.cartella, 'posta', file), 'utf8')
    expect(written).toMatch(/List-Unsubscribe:\s+<http/)
    expect(written).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })
})
