import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { senders } from '#server/background'
import { flushOutbox } from '#server/outbox'
import { entered } from '../social/entered.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'

describe('where recovery is reserved', () => {
  let world: Mondo
  let statements: string[] | null = null
  let n = 0
  beforeAll(async () => {
    world = await makeWorld({
      config: { recuperoRiservato: true },
      deps: ({ db }) => {
        const spy = (sql: string) => {
          // The server's clock is looked at now and then, whatever the call.
          if (statements && !sql.includes('orologio')) statements.push(sql)
        }
        const query: typeof db.query = (sql, ...rest) => {
          spy(sql)
          return db.query(sql, ...rest)
        }
        const tx: typeof db.tx = (work) =>
          db.tx((q) =>
            work({
              ...q,
              script: q.script.bind(q),
              query: (sql, ...rest) => {
                spy(sql)
                return q.query(sql, ...rest)
              },
            }),
          )
        return { db: { ...db, query, tx, script: db.script.bind(db), close: () => db.close() }, wake: async () => {} }
      },
    })
  })
  afterAll(() => world.close())

  const post = (path: string, payload: object, way: object = {}) =>
    world.call('POST', `/ms_utente/${path}`, { payload, ...way })
  const leave = async () => {
    // What was asked for leaves first, and then what it wrote.
    for (let i = 0; i < 2; i++) await flushOutbox(world.deps, senders)
  }
  const mailsTo = (email: string) => world.messaggi.filter(({ to }) => to === email)
  const known = async () => {
    const email = `nota${++n}@posta.example`
    const { rows } = await world.db.query<{ id_utente: number }>(
      'insert into utente (email, password_hash, email_verificata) values ($1, $2, true) returning id_utente',
      [email, await world.deps.passwords.hash(PASSWORD)],
    )
    return { email, id_utente: rows[0]!.id_utente }
  }
  const register = (email: string, vo: object, way: object = {}) =>
    post('registrazione', { email_comunicazioni: email, flag_privacy: 1, autenticazioneVO: vo }, way)

  it('[AU49] a registration is the same for every address: statements, answer and the login after it', async () => {
    const fresh = `nuova${++n}@posta.example`
    const { email } = await known()
    const seen: unknown[] = []
    for (const address of [fresh, email]) {
      statements = []
      const { status, corpo } = await register(address, { username: address, password: 'Girasole-blu-27' })
      const said = statements
      statements = null
      await leave()
      const { corpo: entered } = await post('login', { username: address, password: 'Girasole-blu-27' })
      const { corpo: social } = await world.call('GET', `/ms_utente/social?email=${address}`)
      seen.push({ status, corpo, said, login: entered.codice, social })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toMatchObject({ status: 204, corpo: null, login: 'CREDENZIALI_ERRATE', social: { social: null } })
    expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Hai già un account'])
    const token = /token=([\w-]{43})/.exec(mailsTo(fresh)[0]?.text ?? '')?.[1]
    const confirmed = await post('verifica_email', { token, mio: true, password: 'Girasole-blu-27' })
    expect(confirmed.corpo).toEqual({ esito: 'confermata' })
    expect((await post('login', { username: fresh, password: 'Girasole-blu-27' })).status).toBe(200)
  })

  it('[AU49] two registrations of one address that are carried out together leave one account, of both', async () => {
    const email = `insieme${++n}@posta.example`
    for (const password of ['Girasole-blu-27', 'Papavero-blu-28']) await register(email, { username: email, password })
    await leave()
    expect(mailsTo(email).map(({ subject }) => subject)).not.toContain('Hai già un account')
    const { rows } = await world.db.query('select contesa from utente where email = $1', [email])
    expect(rows).toEqual([{ contesa: true }])
  })

  it('[AU49] the same by a social login whose provider does not vouch for the address', async () => {
    const seen: unknown[] = []
    for (const email of [`sociale${++n}@posta.example`, (await known()).email]) {
      const said = { sub: `riservato-${++n}` }
      const answers: unknown[] = []
      // Twice: the identity of the account that nobody verified yet is none.
      for (let i = 0; i < 2; i++) {
        const { vo, headers } = await entered(world, said)
        answers.push((await register(email, vo, { headers })).status)
        await leave()
        const again = await entered(world, said)
        answers.push((await post('login', again.vo, { headers: again.headers })).corpo.codice)
      }
      seen.push(answers)
    }
    const both = [204, 'UTENTE_NON_TROVATO', 204, 'UTENTE_NON_TROVATO']
    expect(seen).toEqual([both, both])
  })

  it('[AU49] an address that the provider vouches for is the caller’s own', async () => {
    const email = `garantita${++n}@posta.example`
    const { vo, headers } = await entered(world, { sub: `garantito-${n}`, email, verified: true })
    expect((await register(email, vo, { headers })).corpo).toMatchObject({ email_comunicazioni: email })
  })

  it('[AU49] a profile asks for an address that somebody has as for any other', async () => {
    const seen: unknown[] = []
    for (const address of [`libera${++n}@posta.example`, (await known()).email]) {
      const mine = await known()
      const token = (await post('login', { username: mine.email, password: PASSWORD })).corpo.token_api
      const asked = await post('aggiorna_utente', { email_comunicazioni: address, password: PASSWORD }, { token })
      const { corpo } = await world.call('GET', '/ms_utente/utente', { token })
      const again = await post(`invia_verifica_email`, {}, { token })
      await leave()
      seen.push([asked.status, corpo.email_nuova === address, again.corpo?.codice, mailsTo(address).length])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toEqual([204, true, 'RATE_LIMIT_EXCEEDED', 1])
  })
})
