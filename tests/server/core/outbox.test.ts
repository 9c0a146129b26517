import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { runRound, senders } from '#server/background'
import { openLogger } from '#server/logger'
import { openMailer } from '#server/mail/mail'
import { AT_ONCE, ATTESE, countOutbox, enqueue, flushOutbox, retryAbandoned } from '#server/outbox'
import { makeWorld } from '../world.ts'

const MESSAGE = { to: 'anna@posta.example', subject: 'Prova', text: 'Ciao' }

/** A real SMTP server that refuses the first `refusals` messages. */
async function startSmtp(refusals: number) {
  const received: string[] = []
  let left = refusals
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (left > 0) {
          left -= 1
          return done(Object.assign(new Error('greylisted'), { responseCode: 451 }))
        }
        received.push(Buffer.concat(parts).toString())
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => new Promise<void>((done) => server.close(done)) }
}

describe('the outbox', () => {
  it('[OP11] a mail that the server refuses leaves later, once, whole, and nobody waited for it', async () => {
    const smtp = await startSmtp(2)
    const mondo = await makeWorld({
      deps: (deps) => ({
        mailer: openMailer(
          { smtpUrl: smtp.url, sender: 'Idoneo <non-rispondere@idoneo.example>', dataDir: '' },
          openLogger('silent'),
        ),
        config: deps.config,
      }),
    })
    await mondo.register('lenta@posta.example')
    expect(smtp.received).toHaveLength(0)
    await flushOutbox(mondo.deps, senders)
    expect(smtp.received).toHaveLength(0)
    mondo.orologio.advance(ATTESE[0])
    await flushOutbox(mondo.deps, senders)
    expect(smtp.received).toHaveLength(0)
    mondo.orologio.advance(ATTESE[1])
    await Promise.all([flushOutbox(mondo.deps, senders), flushOutbox(mondo.deps, senders)])
    expect(smtp.received).toHaveLength(1)
    const mail = await PostalMime.parse(smtp.received[0] ?? '')
    expect(mail).toMatchObject({
      subject: 'Conferma il tuo indirizzo e-mail',
      to: [{ address: 'lenta@posta.example' }],
    })
    expect(mail.text).toContain('verifica_email?token=')
    expect(mail.html).toContain('verifica_email?token=')
    expect((await mondo.db.query('select 1 from uscita')).count).toBe(0)
    expect(mondo.righe.join('')).not.toContain('token=')
    await mondo.close()
    mondo.deps.mailer.close()
    await smtp.close()
  })

  it('[OP37] notices wait for the mails that open a door, even once they have begun to leave', async () => {
    const sent: string[] = []
    const mondo = await makeWorld({
      deps: (deps) => ({
        mailer: {
          ...deps.mailer,
          send: async ({ subject }) => {
            sent.push(subject)
            if (sent.length === 1) await enqueue(mondo.db, deps, 'posta', { ...MESSAGE, subject: 'password' })
          },
        },
      }),
    })
    for (let i = 0; i < 30; i++)
      await enqueue(mondo.db, mondo.deps, 'posta', { ...MESSAGE, subject: 'bando' }, null, { urgent: false })
    mondo.orologio.advance(1_000)
    await enqueue(mondo.db, mondo.deps, 'posta', { ...MESSAGE, subject: 'conferma' })
    await flushOutbox(mondo.deps, senders)
    expect(sent).toHaveLength(32)
    expect(sent.indexOf('conferma')).toBeLessThan(AT_ONCE)
    expect(sent.indexOf('password')).toBeLessThan(2 * AT_ONCE)
    await mondo.close()
  })

  it('a mail of a transaction that fails never leaves', async () => {
    const mondo = await makeWorld()
    await expect(
      mondo.db.tx(async (q) => {
        await enqueue(q, mondo.deps, 'posta', MESSAGE)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    await flushOutbox(mondo.deps, senders)
    expect(mondo.messaggi).toEqual([])
    await mondo.close()
  })

  it('one that never leaves is given up at the end, loudly, and stays', async () => {
    const mondo = await makeWorld({
      deps: ({ mailer }) => ({ mailer: { ...mailer, send: () => Promise.reject(new Error('no route')) } }),
    })
    await enqueue(mondo.db, mondo.deps, 'posta', MESSAGE)
    for (const wait of [0, ...ATTESE]) {
      mondo.orologio.advance(wait)
      expect(await flushOutbox(mondo.deps, senders)).toBe(1)
    }
    mondo.orologio.advance(30 * 24 * 3600 * 1000)
    expect(await flushOutbox(mondo.deps, senders)).toBe(0)
    expect(mondo.righe.join('')).toContain('invio non riuscito: abbandonato')
    expect((await mondo.db.query(`select 1 from uscita where errore = 'no route'`)).count).toBe(1)
    expect(await countOutbox(mondo.db, mondo.orologio.now())).toEqual([
      { tipo: 'posta', attesa: 0, abbandonate: 1, minuti: 0 },
    ])
    expect(await retryAbandoned(mondo.deps)).toEqual(['posta'])
    expect(await countOutbox(mondo.db, mondo.orologio.now())).toMatchObject([{ attesa: 1, abbandonate: 0 }])
    await mondo.close()
  })

  it('ten processes send a hundred mails once each', async () => {
    const mondo = await makeWorld()
    for (let i = 0; i < 100; i++) await enqueue(mondo.db, mondo.deps, 'posta', { ...MESSAGE, subject: `n. ${i}` })
    await Promise.all(Array.from({ length: 10 }, () => flushOutbox(mondo.deps, senders)))
    expect(new Set(mondo.messaggi.map((m) => m.subject)).size).toBe(100)
    expect(mondo.messaggi).toHaveLength(100)
    await mondo.close()
  })
})

describe('the mailing contact', () => {
  it('[CA49] [CC5] [CC6] [CC10] [CO13] follows consent and tier, and a provider that refuses is logged and tried again', async () => {
    const asked: { path: string | undefined; key: string | undefined; body: Record<string, unknown> }[] = []
    let status = 201
    const server = createServer(async (request, response) => {
      let text = ''
      for await (const part of request) text += part
      asked.push({ path: request.url, key: request.headers['api-key']?.toString(), body: JSON.parse(text) })
      response.writeHead(status).end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const mondo = await makeWorld({ config: { contatti: { url: `http://127.0.0.1:${port}`, key: 'chiave-contatti' } } })
    const { token, id_utente } = await mondo.registerVerified('contatto@posta.example')
    expect(asked).toEqual([])
    const consent = (valore: boolean) =>
      mondo.call('POST', '/ms_utente/cambia_consenso', { token, payload: { tipo: 'commerciale', valore } })
    status = 500
    expect((await consent(true)).status).toBe(204)
    expect(mondo.righe.some((r) => r.includes('REMOTE_REQUEST_FAILED'))).toBe(true)
    status = 201
    mondo.orologio.advance(ATTESE[0])
    await flushOutbox(mondo.deps, senders)
    expect(asked.at(-1)).toEqual({
      path: '/contacts',
      key: 'chiave-contatti',
      body: {
        email: 'contatto@posta.example',
        ext_id: String(id_utente),
        attributes: { PREMIUM: false },
        listIds: [4],
        updateEnabled: true,
      },
    })
    await mondo
      .call('POST', '/ms_utente/pagamento', {
        token,
        payload: { durata: 'premium-3', accetta_condizioni: true, esecuzione_immediata: true },
      })
      .then(({ corpo }) =>
        mondo.app.inject({
          method: 'POST',
          url: new URL(corpo.url).pathname,
          payload: 'esito=paga',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      )
    expect(asked.at(-1)?.body).toMatchObject({ attributes: { PREMIUM: true } })
    await consent(false)
    expect(asked.at(-1)?.body).toMatchObject({ emailBlacklisted: true })
    expect(mondo.righe.join('')).not.toContain('chiave-contatti')
    await mondo.close()
    server.close()
  })
})

describe('the round', () => {
  it('tells once who is about to lose premium, and wants to know', async () => {
    const mondo = await makeWorld()
    const end = (giorni: number) => new Date(mondo.orologio.now().getTime() + giorni * 24 * 3600 * 1000)
    for (const [nome, giorni, flag] of [
      ['presto', 5, 1],
      ['muta', 5, 0],
      ['tardi', 20, 1],
    ] as const) {
      const { id_utente } = await mondo.registerVerified(`${nome}@posta.example`, 3)
      await mondo.db.query('update utente set data_scadenza_premium = $2, flag_notifiche = $3 where id_utente = $1', [
        id_utente,
        end(giorni),
        flag,
      ])
    }
    const told = () => mondo.messaggi.filter((m) => m.subject === 'Il tuo Premium sta per finire').map((m) => m.to)
    await runRound(mondo.deps)
    await runRound(mondo.deps)
    expect(told()).toEqual(['presto@posta.example'])
    mondo.orologio.advance(14 * 24 * 3600 * 1000)
    await runRound(mondo.deps)
    expect(told()).toEqual(['presto@posta.example', 'tardi@posta.example'])
    await mondo.close()
  })
})
