import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { MOTORI, type Motore } from '../mondo.ts'
import { useBanco } from './banco.ts'

const SLUG = 'costituzionale-40-quesiti'
/** The whole time and the grace of the network. */
const FINE = 61 * 60_000 + 1
let conto = 0

describe.each(MOTORI)('a simulation that nobody delivered on %s', (motore: Motore) => {
  const { qui, id, avvia, consegna, risposte } = useBanco(motore, 'scad')
  let { mondo, token, io }: ReturnType<typeof qui> = qui()
  beforeEach(() => {
    ;({ mondo, token, io } = qui())
  })

  const tieni = (s: SimulazioneAvviata, payload: object[], query = '') =>
    mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}${query}`, { token, payload })
  const leggi = async (chiamata: string, chi = token) =>
    (await mondo.call('GET', `/ms_reportistica/${chiamata}?id_simulazione=${id(SLUG)}`, { token: chi })).corpo
  const esiti = async () => (await leggi('esiti_simulazione')).elementi
  const righe = async () =>
    (
      await mondo.db.query(
        `select corrette, secondi, in_classifica, motivo, automatica, ricevuta = fine as alla_fine
         from esito_simulazione join partecipazione using (id_utente, gettone) where id_utente = $1 order by ricevuta`,
        [io],
      )
    ).righe
  const eseguite = async () =>
    (
      await mondo.db.query<{ n: number }>('select numero_esecuzioni as n from simulazione where id_simulazione = $1', [
        id(SLUG),
      ])
    ).righe[0]?.n as number
  const posti = async () =>
    (
      await mondo.db.query<{ n: number }>(
        'select coalesce(sum(n), 0)::int as n from classifica_punti where id_simulazione = $1',
        [id(SLUG)],
      )
    ).righe[0]?.n as number
  /** Begins, leaves so many right answers with the server, and is never heard of again. */
  const abbandonata = async (giuste: number) => {
    const s = await avvia(SLUG, '', token)
    await tieni(s, await risposte(s, giuste))
    return s
  }

  test('[SI11] the first reading after the end and the grace delivers what the server has, as of the end', async () => {
    const s = await abbandonata(28)
    const prima = await eseguite()
    mondo.orologio.advance(FINE - 1)
    expect(await esiti()).toEqual([])
    mondo.orologio.advance(5 * 3_600_000)
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
    expect(await righe()).toEqual([
      { corrette: 28, secondi: 3600, in_classifica: true, motivo: null, automatica: true, alla_fine: true },
    ])
    expect(await eseguite()).toBe(prima + 1)
  })

  test('any call that reads outcomes delivers it, and two together deliver it once', async () => {
    const calls: ((s: SimulazioneAvviata) => Promise<unknown>)[] = [
      () => leggi('esiti_simulazione'),
      () => leggi('classifica'),
      () => leggi('risposte_simulazione'),
      () => avvia(SLUG, '', token),
      () => mondo.call('GET', '/ms_concorso/simulazioni?id_concorso=1', { token }),
      (s) => consegna(s, {}, token),
      (s) => mondo.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } }),
    ]
    for (const [i, call] of calls.entries()) {
      ;({ token, id_utente: io } = await mondo.registerVerified(`legge${motore}${++conto}@prova.it`))
      const s = await abbandonata(10 + i)
      mondo.orologio.advance(FINE)
      const [prima, partecipanti] = [await eseguite(), await posti()]
      await Promise.all([call(s), call(s), call(s)])
      expect([i, await righe()]).toEqual([
        i,
        [{ corrette: 10 + i, secondi: 3600, in_classifica: true, motivo: null, automatica: true, alla_fine: true }],
      ])
      expect([await eseguite(), await posti()]).toEqual([prima + 1, partecipanti + 1])
    }
  })

  test('the ranking that another account reads has who never came back', async () => {
    await abbandonata(33)
    mondo.orologio.advance(FINE)
    const { token: altro } = await mondo.registerVerified(`altri${motore}${++conto}@prova.it`)
    const prima = await posti()
    expect(await leggi('classifica', altro)).toMatchObject({
      numero_partecipanti: prima + 1,
      posizione_classifica: null,
    })
    expect((await righe())[0]).toMatchObject({ corrette: 33, in_classifica: true })
  })

  test('[SI8] a new start finds the first attempt delivered, and stays outside the ranking', async () => {
    const s = await abbandonata(20)
    mondo.orologio.advance(FINE)
    const nuova = await avvia(SLUG, '', token)
    expect([nuova.gettone === s.gettone, nuova.fuori_classifica]).toEqual([false, true])
    mondo.orologio.advance(30 * 60_000)
    expect((await consegna(nuova, { risposte: await risposte(nuova, 40) }, token)).corpo.motivo).toBe(
      'gia_classificata',
    )
    expect(await righe()).toMatchObject([
      { corrette: 20, in_classifica: true },
      { corrette: 40, in_classifica: false },
    ])
  })

  test('nothing ends while it is paused, and given up stays given up', async () => {
    const regole = (pausa: boolean) =>
      mondo.db.query(`update simulazione set regole = coalesce(regole, '{}') || $1 where slug = $2`, [
        JSON.stringify({ pausa }),
        SLUG,
      ])
    await regole(true)
    try {
      const s = await abbandonata(5)
      await mondo.call('PUT', `/ms_reportistica/sospendi_simulazione?gettone=${s.gettone}&pausa=true`, { token })
      mondo.orologio.advance(8 * 3_600_000)
      expect(await esiti()).toEqual([])
      expect((await avvia(SLUG, '', token)).gettone).toBe(s.gettone)
      mondo.orologio.advance(FINE)
      expect(await esiti()).toMatchObject([{ numero_risposte_corrette: 5 }])
    } finally {
      await regole(false)
    }
    const data = await avvia(SLUG, '', token)
    await consegna(data, { consegnata: false })
    mondo.orologio.advance(FINE)
    expect(await esiti()).toHaveLength(1)
  })

  test('where no mark ever came nothing is delivered, until one comes', async () => {
    const s = await avvia(SLUG, '', token)
    await tieni(
      s,
      s.domande.map(({ id_domanda }) => ({ id_domanda, risposta: null, ms: 10 })),
    )
    mondo.orologio.advance(FINE)
    const partecipanti = await posti()
    expect(await esiti()).toEqual([])
    await tieni(s, await risposte(s, 12))
    expect(await esiti()).toMatchObject([{ numero_risposte_corrette: 12, motivo: 'in_ritardo', automatica: true }])
    expect((await avvia(SLUG, '', token)).fuori_classifica).toBe(true)
    mondo.orologio.advance(FINE)
    const blank = await avvia(SLUG, '', token)
    mondo.orologio.advance(FINE)
    expect((await consegna(blank, {}, token)).corpo).toMatchObject({ punteggio: 0, motivo: 'gia_classificata' })
    expect(await posti()).toBe(partecipanti)
  })

  test('a device that comes late with the same answers gets the result that is there, read or not before', async () => {
    for (const letta of [true, false]) {
      ;({ token, id_utente: io } = await mondo.registerVerified(`stesse${motore}${++conto}@prova.it`))
      const s = await abbandonata(15)
      mondo.orologio.advance(FINE)
      if (letta) await esiti()
      const { corpo } = await consegna(s, { risposte: await risposte(s, 15) }, token)
      expect(corpo).toMatchObject({ numero_risposte_corrette: 15, in_classifica: true, automatica: true })
      expect(await esiti()).toEqual([corpo])
    }
  })

  test('answers that only the device had count when they come, late and outside the ranking, read or not before', async () => {
    for (const letta of [true, false]) {
      ;({ token, id_utente: io } = await mondo.registerVerified(`tarde${motore}${++conto}@prova.it`))
      const s = await abbandonata(15)
      mondo.orologio.advance(FINE)
      const [prima, partecipanti] = [await eseguite(), await posti()]
      if (letta) await esiti()
      const { corpo } = await consegna(s, { risposte: await risposte(s, 30) }, token)
      expect(corpo).toMatchObject({ numero_risposte_corrette: 30, in_classifica: false, motivo: 'in_ritardo' })
      expect(corpo.automatica).toBeUndefined()
      // From now on it is a delivery like any other: another device finds it.
      expect((await consegna(s, { risposte: await risposte(s, 40) }, token)).corpo).toEqual(corpo)
      expect(await esiti()).toEqual([corpo])
      expect([await eseguite(), await posti()]).toEqual([prima + 1, partecipanti])
    }
  })

  test('answers sent late before the delivery that carries none count too, and leave the ranking', async () => {
    for (const letta of [true, false]) {
      ;({ token, id_utente: io } = await mondo.registerVerified(`bozza${motore}${++conto}@prova.it`))
      const s = await abbandonata(15)
      mondo.orologio.advance(FINE)
      if (letta) await esiti()
      // The same answers once more are no news.
      await tieni(s, await risposte(s, 15))
      if (letta) expect((await righe())[0]).toMatchObject({ corrette: 15, in_classifica: true })
      await tieni(s, await risposte(s, 30))
      const { corpo } = await consegna(s, {}, token)
      expect(corpo).toMatchObject({ numero_risposte_corrette: 30, in_classifica: false, motivo: 'in_ritardo' })
      expect(await esiti()).toEqual([corpo])
    }
  })

  test('a sitting given up on a device that had no network until later is given up', async () => {
    const s = await abbandonata(15)
    mondo.orologio.advance(FINE)
    const [prima, partecipanti] = [await eseguite(), await posti()]
    await esiti()
    expect((await consegna(s, { consegnata: false })).corpo).toMatchObject({ motivo: 'non_consegnata' })
    expect(await esiti()).toEqual([])
    expect([await eseguite(), await posti()]).toEqual([prima, partecipanti])
  })

  test('two devices and a reader race after the end: one outcome, never an answer less, at most one place', async () => {
    for (let giro = 0; giro < 6; giro++) {
      ;({ token, id_utente: io } = await mondo.registerVerified(`gara${motore}${++conto}@prova.it`))
      const s = await abbandonata(10)
      mondo.orologio.advance(FINE)
      const [prima, partecipanti] = [await eseguite(), await posti()]
      const [una, due] = await Promise.all([
        consegna(s, { risposte: await risposte(s, 25) }, token),
        consegna(s, { risposte: await risposte(s, 25) }, token),
        leggi('classifica'),
        esiti(),
      ])
      expect(una.corpo).toEqual(due.corpo)
      expect(una.corpo).toMatchObject({ numero_risposte_corrette: 25, motivo: 'in_ritardo' })
      expect(await righe()).toMatchObject([{ corrette: 25, in_classifica: false, automatica: false }])
      expect([await eseguite(), await posti()]).toEqual([prima + 1, partecipanti])
    }
  })

  test('a delivery received in time holds, though the server delivered while it waited its turn', async () => {
    const s = await abbandonata(10)
    const giuste = await risposte(s, 40)
    mondo.orologio.advance(FINE - 1)
    let lascia = () => {}
    const tenuto = new Promise<void>((r) => {
      lascia = r
    })
    let preso = () => {}
    const ha = new Promise<void>((r) => {
      preso = r
    })
    // Somebody holds the account's turn; the delivery comes within the grace and waits.
    const lavoro = mondo.db.tx(async (q) => {
      await q.query('select 1 from utente where id_utente = $1 for update', [io])
      preso()
      await tenuto
      await q.query(
        `insert into esito_simulazione (id_utente, gettone, id_simulazione, data_simulazione, ricevuta, secondi,
           numero_domande_previste, corrette, errate, intermedie, omesse, punti, massimo, sorgente, consegnata,
           tempo_aggiuntivo, in_classifica, automatica)
         values ($1, $2, $3, $4, $4, 3600, 40, 10, 0, 0, 30, 7500, 30000, 'WEB', true, 0, true, true)`,
        [io, s.gettone, s.id_simulazione, s.fine],
      )
    })
    await ha
    const arrivo = consegna(s, { risposte: giuste })
    await expect
      .poll(async () => {
        const { righe: attese } = await mondo.db.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return attese.length
      })
      .toBeGreaterThan(0)
    mondo.orologio.advance(60_000)
    lascia()
    await lavoro
    expect((await arrivo).corpo).toMatchObject({ numero_risposte_corrette: 40, in_classifica: true, motivo: null })
    expect(await righe()).toMatchObject([{ corrette: 40, in_classifica: true, automatica: false }])
  })
})
