import { beforeEach, describe, expect, test } from 'vitest'
import { saveRisorse } from '#server/concorso/spiegazioni'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

let account = 0

describe.each(ENGINES)('simulations for a client of the specification alone on %s', (engine: Motore) => {
  const { qui: here, avvia, risposte } = useBanco(engine, 'spec')
  let { mondo: world, token, io: me }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token, io: me } = here())
  })

  test('[EN25] a start carries the resources of its bank, and the addresses of a bank that the account has whole', async () => {
    const slug = 'polizia-cinque-sezioni'
    const { id_concorso, ...bare } = await avvia(slug)
    expect(bare).toMatchObject({ url_domande: null, url_immagini: null })
    const risorse = { url_facebook: 'https://example.org/gruppo', url_corso_online: null, url_corso_dal_vivo: null }
    await saveRisorse(world.db, id_concorso, { ...risorse, url_manuale: null, url_bus_hotel: null, url_news: null })
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const addresses = async () =>
      (await world.call('GET', `/ms_concorso/indirizzi_concorso?id_concorso=${id_concorso}`, { token })).corpo
    const level = (livello: number) =>
      world.db.query('update utente set livello = $2 where id_utente = $1', [me, livello])
    await level(0)
    expect(await avvia(slug)).toMatchObject({ url_domande: null, risorse_aggiuntive_concorso: risorse })
    expect(await addresses()).toEqual({ url_domande: null, url_immagini: null })
    await level(3)
    const { url_domande } = await avvia(slug)
    expect((await world.app.inject({ url: url_domande ?? '' })).statusCode).toBe(200)
    expect((await world.app.inject({ url: (await addresses()).url_domande })).statusCode).toBe(200)
    await world.call('DELETE', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    expect(await avvia(slug)).toMatchObject({ url_domande: null, url_immagini: null })
    // Asking does not put it back on the list.
    expect(await addresses()).toEqual({ url_domande: null, url_immagini: null })
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
    // Without the simulation's id the only open sitting is meant; where two are open, nothing can be.
    const bare = plain.slice(0, 1).map(({ id_simulazione: _, ...r }) => r)
    expect((await send(bare)).status).toBe(204)
    const kept = await world.call('GET', `/ms_reportistica/risposte_simulazione${path}`, { token })
    expect(kept.corpo.elementi).toContainEqual(
      expect.objectContaining({ id_domanda: Number(bare[0]?.id_domanda), risposta: bare[0]?.risposta }),
    )
    await avvia('polizia-cinque-sezioni')
    expect(await send(bare)).toMatchObject({
      status: 400,
      corpo: { codice: 'MISSING_REQUIRED_PARAM', campi: ['id_simulazione'] },
    })
    expect((await send(plain)).status).toBe(204)
    const nobody = (await world.registerVerified(`chiuso${engine}${++account}@prova.it`)).token
    expect(
      (await world.call('PUT', '/ms_reportistica/risposte_simulazione', { token: nobody, payload: bare })).corpo.codice,
    ).toBe('MISSING_REQUIRED_PARAM')
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
