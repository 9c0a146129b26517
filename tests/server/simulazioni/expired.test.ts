import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

const SLUG = 'costituzionale-40-quesiti'
/** The whole time and the grace of the network. */
const FINE = 61 * 60_000 + 1
let account = 0

describe.each(ENGINES)('a simulation that nobody delivered on %s', (engine: Motore) => {
  const { qui: here, id, avvia, consegna, risposte } = useBanco(engine, 'scad')
  let { mondo: world, token, io: me }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token, io: me } = here())
  })

  const tieni = (s: SimulazioneAvviata, payload: object[], query = '') =>
    world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}${query}`, { token, payload })
  const parse = async (chiamata: string, chi = token) =>
    (await world.call('GET', `/ms_reportistica/${chiamata}?id_simulazione=${id(SLUG)}`, { token: chi })).corpo
  const esiti = async () => (await parse('esiti_simulazione')).elementi
  const rows = async () =>
    (
      await world.db.query(
        `select corrette, secondi, in_classifica, motivo, automatica, ricevuta = fine as alla_fine
         from esito_simulazione join partecipazione using (id_utente, gettone) where id_utente = $1 order by ricevuta`,
        [me],
      )
    ).rows
  const eseguite = async () =>
    (
      await world.db.query<{ n: number }>('select numero_esecuzioni as n from simulazione where id_simulazione = $1', [
        id(SLUG),
      ])
    ).rows[0]?.n as number
  const slots = async () =>
    (
      await world.db.query<{ n: number }>(
        'select coalesce(sum(n), 0)::int as n from classifica_punti where id_simulazione = $1',
        [id(SLUG)],
      )
    ).rows[0]?.n as number
  /** Begins, leaves so many right answers with the server, and is never heard of again. */
  const abbandonata = async (giuste: number) => {
    const s = await avvia(SLUG, '', token)
    await tieni(s, await risposte(s, giuste))
    return s
  }

  test('[SI11] the first reading after the end and the grace delivers what the server has, as of the end', async () => {
    const s = await abbandonata(28)
    const before = await eseguite()
    world.orologio.advance(FINE - 1)
    expect(await esiti()).toEqual([])
    world.orologio.advance(5 * 3_600_000)
    const [esito] = await esiti()
    expect(esito).toMatchObject({
      gettone: s.gettone,
      data_simulazione: s.fine,
      numero_risposte_corrette: 28,
      numero_non_risposte: 12,
      punteggio: 21,
      superata: true,
      consegnata: true,
      automatica: true,
      in_classifica: true,
      motivo: null,
    })
    expect(await esiti()).toEqual([esito])
    expect(await rows()).toEqual([
      { corrette: 28, secondi: 3600, in_classifica: true, motivo: null, automatica: true, alla_fine: true },
    ])
    expect(await eseguite()).toBe(before + 1)
  })

  test('any call that reads outcomes delivers it, and two together deliver it once', async () => {
    const calls: ((s: SimulazioneAvviata) => Promise<unknown>)[] = [
      () => parse('esiti_simulazione'),
      () => parse('classifica'),
      () => parse('risposte_simulazione'),
      () => avvia(SLUG, '', token),
      () => world.call('GET', '/ms_concorso/simulazioni?id_concorso=1', { token }),
      (s) => consegna(s, {}, token),
      (s) => world.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } }),
    ]
    for (const [i, call] of calls.entries()) {
      ;({ token, id_utente: me } = await world.registerVerified(`legge${engine}${++account}@prova.it`))
      const s = await abbandonata(10 + i)
      world.orologio.advance(FINE)
      const [before, partecipanti] = [await eseguite(), await slots()]
      await Promise.all([call(s), call(s), call(s)])
      expect([i, await rows()]).toEqual([
        i,
        [{ corrette: 10 + i, secondi: 3600, in_classifica: true, motivo: null, automatica: true, alla_fine: true }],
      ])
      expect([await eseguite(), await slots()]).toEqual([before + 1, partecipanti + 1])
    }
  })

  test('the ranking that another account reads has who never came back', async () => {
    await abbandonata(33)
    world.orologio.advance(FINE)
    const { token: other } = await world.registerVerified(`altri${engine}${++account}@prova.it`)
    const before = await slots()
    expect(await parse('classifica', other)).toMatchObject({
      numero_partecipanti: before + 1,
      posizione_classifica: null,
    })
    expect((await rows())[0]).toMatchObject({ corrette: 33, in_classifica: true })
  })

  test('[SI8] a new start finds the first attempt delivered, and stays outside the ranking', async () => {
    const s = await abbandonata(20)
    world.orologio.advance(FINE)
    const next = await avvia(SLUG, '', token)
    expect([next.gettone === s.gettone, next.fuori_classifica]).toEqual([false, true])
    world.orologio.advance(30 * 60_000)
    expect((await consegna(next, { risposte: await risposte(next, 40) }, token)).corpo.motivo).toBe('gia_classificata')
    expect(await rows()).toMatchObject([
      { corrette: 20, in_classifica: true },
      { corrette: 40, in_classifica: false },
    ])
  })

  test('nothing ends while it is paused, and given up stays given up', async () => {
    const regole = (pause: boolean) =>
      world.db.query(`update simulazione set regole = coalesce(regole, '{}') || $1 where slug = $2`, [
        JSON.stringify({ pausa: pause }),
        SLUG,
      ])
    await regole(true)
    try {
      const s = await abbandonata(5)
      await world.call('PUT', `/ms_reportistica/sospendi_simulazione?gettone=${s.gettone}&pausa=true`, { token })
      world.orologio.advance(8 * 3_600_000)
      expect(await esiti()).toEqual([])
      expect((await avvia(SLUG, '', token)).gettone).toBe(s.gettone)
      world.orologio.advance(FINE)
      expect(await esiti()).toMatchObject([{ numero_risposte_corrette: 5 }])
    } finally {
      await regole(false)
    }
    const data = await avvia(SLUG, '', token)
    await consegna(data, { consegnata: false })
    world.orologio.advance(FINE)
    expect(await esiti()).toHaveLength(1)
  })

  test('where no mark ever came nothing is delivered, until one comes', async () => {
    const s = await avvia(SLUG, '', token)
    await tieni(
      s,
      s.domande.map(({ id_domanda }) => ({ id_domanda, risposta: null, ms: 10 })),
    )
    world.orologio.advance(FINE)
    const partecipanti = await slots()
    expect(await esiti()).toEqual([])
    await tieni(s, await risposte(s, 12))
    expect(await esiti()).toMatchObject([{ numero_risposte_corrette: 12, motivo: 'in_ritardo', automatica: true }])
    expect((await avvia(SLUG, '', token)).fuori_classifica).toBe(true)
    world.orologio.advance(FINE)
    const blank = await avvia(SLUG, '', token)
    world.orologio.advance(FINE)
    expect((await consegna(blank, {}, token)).corpo).toMatchObject({ punteggio: 0, motivo: 'gia_classificata' })
    expect(await slots()).toBe(partecipanti)
  })

  test('a device that comes late with the same answers gets the result that is there, read or not before', async () => {
    for (const parsed of [true, false]) {
      ;({ token, id_utente: me } = await world.registerVerified(`stesse${engine}${++account}@prova.it`))
      const s = await abbandonata(15)
      world.orologio.advance(FINE)
      if (parsed) await esiti()
      const { corpo: body } = await consegna(s, { risposte: await risposte(s, 15) }, token)
      expect(body).toMatchObject({ numero_risposte_corrette: 15, in_classifica: true, automatica: true })
      expect(await esiti()).toEqual([body])
    }
  })

  test('answers that only the device had count when they come, late and outside the ranking, read or not before', async () => {
    for (const parsed of [true, false]) {
      ;({ token, id_utente: me } = await world.registerVerified(`tarde${engine}${++account}@prova.it`))
      const s = await abbandonata(15)
      world.orologio.advance(FINE)
      const [before, partecipanti] = [await eseguite(), await slots()]
      if (parsed) await esiti()
      const { corpo: body } = await consegna(s, { risposte: await risposte(s, 30) }, token)
      expect(body).toMatchObject({ numero_risposte_corrette: 30, in_classifica: false, motivo: 'in_ritardo' })
      expect(body.automatica).toBeUndefined()
      // From now on it is a delivery like any other: another device finds it.
      expect((await consegna(s, { risposte: await risposte(s, 40) }, token)).corpo).toEqual(body)
      expect(await esiti()).toEqual([body])
      expect([await eseguite(), await slots()]).toEqual([before + 1, partecipanti])
    }
  })

  test('answers sent late before the delivery that carries none count too, and leave the ranking', async () => {
    for (const parsed of [true, false]) {
      ;({ token, id_utente: me } = await world.registerVerified(`bozza${engine}${++account}@prova.it`))
      const s = await abbandonata(15)
      world.orologio.advance(FINE)
      if (parsed) await esiti()
      // The same answers once more are no news.
      await tieni(s, await risposte(s, 15))
      if (parsed) expect((await rows())[0]).toMatchObject({ corrette: 15, in_classifica: true })
      await tieni(s, await risposte(s, 30))
      const { corpo: body } = await consegna(s, {}, token)
      expect(body).toMatchObject({ numero_risposte_corrette: 30, in_classifica: false, motivo: 'in_ritardo' })
      expect(await esiti()).toEqual([body])
    }
  })

  test('a sitting given up on a device that had no network until later is given up', async () => {
    const s = await abbandonata(15)
    world.orologio.advance(FINE)
    const [before, partecipanti] = [await eseguite(), await slots()]
    await esiti()
    expect((await consegna(s, { consegnata: false })).corpo).toMatchObject({ motivo: 'non_consegnata' })
    expect(await esiti()).toEqual([])
    expect([await eseguite(), await slots()]).toEqual([before, partecipanti])
  })

  test('two devices and a reader race after the end: one outcome, never an answer less, at most one place', async () => {
    for (let round = 0; round < 6; round++) {
      ;({ token, id_utente: me } = await world.registerVerified(`gara${engine}${++account}@prova.it`))
      const s = await abbandonata(10)
      world.orologio.advance(FINE)
      const [before, partecipanti] = [await eseguite(), await slots()]
      const [una, due] = await Promise.all([
        consegna(s, { risposte: await risposte(s, 25) }, token),
        consegna(s, { risposte: await risposte(s, 25) }, token),
        parse('classifica'),
        esiti(),
      ])
      expect(una.corpo).toEqual(due.corpo)
      expect(una.corpo).toMatchObject({ numero_risposte_corrette: 25, motivo: 'in_ritardo' })
      expect(await rows()).toMatchObject([{ corrette: 25, in_classifica: false, automatica: false }])
      expect([await eseguite(), await slots()]).toEqual([before + 1, partecipanti])
    }
  })

  test('a delivery received in time holds, though the server delivered while it waited its turn', async () => {
    const s = await abbandonata(10)
    const giuste = await risposte(s, 40)
    world.orologio.advance(FINE - 1)
    let lascia = () => {}
    const kept = new Promise<void>((r) => {
      lascia = r
    })
    let preso = () => {}
    const ha = new Promise<void>((r) => {
      preso = r
    })
    // Somebody holds the account's turn; the delivery comes within the grace and waits.
    const work = world.db.tx(async (q) => {
      await q.query('select 1 from utente where id_utente = $1 for update', [me])
      preso()
      await kept
      await q.query(
        `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi,
           numero_domande_previste, corrette, errate, intermedie, omesse, punti, massimo, sorgente, consegnata,
           tempo_aggiuntivo, in_classifica, automatica)
         values ($1, $2, $3, $4, $4, 3600, 40, 10, 0, 0, 30, 7500, 30000, 'WEB', true, 0, true, true)`,
        [me, s.gettone, s.id_simulazione, s.fine],
      )
    })
    await ha
    const arrival = consegna(s, { risposte: giuste })
    await expect
      .poll(async () => {
        const { rows: waiting } = await world.db.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return waiting.length
      })
      .toBeGreaterThan(0)
    world.orologio.advance(60_000)
    lascia()
    await work
    expect((await arrival).corpo).toMatchObject({ numero_risposte_corrette: 40, in_classifica: true, motivo: null })
    expect(await rows()).toMatchObject([{ corrette: 40, in_classifica: true, automatica: false }])
  })
})
