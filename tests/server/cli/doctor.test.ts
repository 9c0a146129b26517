import { afterAll, beforeAll, expect, it } from 'vitest'
import { senders } from '#server/background'
import { ATTESE, enqueue, flushOutbox } from '#server/outbox'
import { keepFailed } from '#server/payments/failed-events'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

const MESSAGE = { to: 'x@posta.example', subject: 'x', text: 'x' }

let world: Mondo
let failure: Error | null = null
beforeAll(async () => {
  world = await makeWorld({
    deps: ({ mailer }) => ({
      mailer: {
        ...mailer,
        mode: 'smtp',
        send: async (m) => (failure ? Promise.reject(failure) : mailer.send(m)),
        verify: async () => {
          if (failure) throw failure
        },
      },
    }),
  })
})
afterAll(() => world.close())

const examine = async () => {
  const { codice, json } = await command(world.deps, 'dottore', '--json')
  const elementi: { esito: string; voce: string; detto: string }[] = json().elementi
  return { codice, of: (voce: string) => elementi.filter((e) => e.voce === voce) }
}

it('[OP27] a sound installation has nothing to mend; an old or missing backup and an address without a server are told', async () => {
  const { codice, of } = await examine()
  expect(codice).toBe(0)
  for (const voce of ['database', 'disco', 'orologio', 'pacchetti', 'posta'])
    expect(of(voce)).toMatchObject([{ esito: 'ok' }])
  expect(of('backup')).toMatchObject([{ esito: 'avviso', detto: 'nessun backup: «backup FILE» ne fa uno' }])
  expect(of('indirizzo')).toMatchObject([{ esito: 'avviso' }])
  const { out } = await command(world.deps, 'dottore')
  expect(out.at(-1)).toMatch(/^Nulla di guasto\. Avvisi: \d+\.$/)
})

it('[OP27] a refused password of the mail server, late and abandoned rows are told with their remedy', async () => {
  failure = Object.assign(new Error('Invalid login: 535'), { code: 'EAUTH' })
  const sentence = 'utente o password di SMTP_URL non sono accettati (Invalid login: 535)'
  await enqueue(world.db, world.deps, 'posta', MESSAGE)
  world.orologio.advance(16 * 60_000)
  const late = await examine()
  expect(late.codice).toBe(1)
  expect(late.of('posta')).toMatchObject([
    { esito: 'guasto', detto: sentence },
    { esito: 'guasto', detto: 'un invio aspetta da 16 minuti: il server è fermo?' },
  ])
  for (const wait of [0, ...ATTESE]) {
    world.orologio.advance(wait)
    await flushOutbox(world.deps, senders)
  }
  expect((await examine()).of('posta')[1]).toMatchObject({
    esito: 'avviso',
    detto: expect.stringContaining('posta riprova'),
  })
  const trial = await command(world.deps, 'posta', 'prova', 'io@posta.example')
  expect([trial.codice, trial.err.join()]).toEqual([1, `Non fatto: la mail di prova non è partita: ${sentence}`])
})

it('[OP58] failed events of the payment provider are counted, with what to do', async () => {
  expect((await examine()).of('denaro')).toMatchObject([{ esito: 'ok' }])
  for (const id of ['evt_a', 'evt_b'])
    await keepFailed(world.db, { id, tipo: 'charge.refunded', ricevuto: world.orologio.now(), motivo: 'x' })
  expect((await examine()).of('denaro')).toEqual([
    {
      esito: 'avviso',
      voce: 'denaro',
      detto: 'eventi del fornitore non riusciti: 2; nella console, in Denaro, «Applica di nuovo» ne chiede uno adesso',
    },
  ])
})

it('[OP27] posta: lists, retries, sends a trial, and refuses what it does not know', async () => {
  expect((await command(world.deps, 'posta')).out).toEqual([
    'posta: in attesa 0 (il più vecchio in ritardo di 0 min), abbandonati 1',
  ])
  failure = null
  expect((await command(world.deps, 'posta', 'riprova')).out).toEqual(['Invii rimessi in partenza: 1'])
  expect(world.messaggi).toMatchObject([MESSAGE])
  expect((await command(world.deps, 'posta')).out).toEqual(['Niente in attesa.'])
  expect((await command(world.deps, 'posta', 'prova', 'io@posta.example')).codice).toBe(0)
  expect(world.messaggi.at(-1)).toMatchObject({ to: 'io@posta.example', subject: 'Prova della posta di Idoneo' })
  for (const args of [['prova'], ['prova', 'x'], ['boh'], ['riprova', 'x'], ['prova', 'a@b.it', 'c']])
    expect((await command(world.deps, 'posta', ...args)).codice).toBe(2)
})
