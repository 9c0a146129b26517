import { beforeEach, describe, expect, test } from 'vitest'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

let account = 0

describe.each(ENGINES)('simulations for a client of the specification alone on %s', (engine: Motore) => {
  const { qui: here, avvia, risposte } = useBanco(engine, 'spec')
  let { mondo: world, token }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token } = here())
  })

  test('[SI1] a start carries the bank’s resources, and its addresses where the account has it whole', async () => {
    const slug = 'costituzionale-40-quesiti'
    const without = await avvia(slug)
    expect(without.risorse_aggiuntive_concorso).toHaveProperty('url_facebook')
    expect([without.url_domande, without.url_immagini]).toEqual([null, null])
    const bank = await world.call('GET', `/ms_concorso/concorso?id_concorso=${without.id_concorso}`, { token })
    const { url_domande } = await avvia(slug)
    const hash = (url: string) => new URL(url, 'http://qui').pathname
    expect(hash(String(url_domande))).toBe(hash(bank.corpo.url_domande))
  })

  test('who knows the specification alone answers and delivers without a ticket: the last sitting is meant', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    world.orologio.advance(30 * 60_000)
    const path = `?id_simulazione=${s.id_simulazione}`
    const plain = (await risposte(s, 10)).map((r) => ({
      id_domanda: String(r.id_domanda),
      id_simulazione: String(s.id_simulazione),
      risposta: r.risposta,
    }))
    const send = (payload: object) => world.call('PUT', '/ms_reportistica/risposte_simulazione', { token, payload })
    expect((await send(plain)).status).toBe(204)
    expect((await send(plain.map(({ id_simulazione: _, ...r }) => r))).status).toBe(404)
    const esito = {
      id_simulazione: s.id_simulazione,
      data_simulazione: new Date(world.orologio.now()).toISOString(),
      numero_domande_previste: 40,
      numero_risposte_corrette: 40,
      numero_risposte_errate: 0,
      sorgente: 'MOBILE',
      consegnata: true,
    }
    const deliver = (chi: string) =>
      world.call('PUT', `/ms_reportistica/esiti_simulazione${path}`, { token: chi, payload: esito })
    const once = await deliver(token)
    expect(once.corpo).toMatchObject({ gettone: s.gettone, numero_risposte_corrette: 10, punteggio: 7.5 })
    // An answer lost on its way: the same again changes nothing.
    expect((await deliver(token)).corpo).toEqual(once.corpo)
    const other = (await world.registerVerified(`vecchio${engine}${++account}@prova.it`)).token
    expect((await deliver(other)).status).toBe(404)
  })
})
