import { beforeEach, describe, expect, test } from 'vitest'
import type { EsitoSimulazione } from '#contract/simulazioni'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

let account = 0

describe.each(ENGINES)('simulations on %s', (engine: Motore) => {
  const { qui: here, ids, id, avvia, concedi, consegna, risposte } = useBanco(engine, 'sim')
  let { mondo: world, token, io: me }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token, io: me } = here())
  })

  test('[SI5] every official simulation of the content begins with rules that can be used and a whole draw', async () => {
    for (const slug of ids.keys()) {
      const s = await avvia(slug)
      expect([slug, s.domande.length]).toEqual([slug, s.numero_domande])
      const sezioni = s.regole.sezioni?.length ?? 1
      expect(new Set(s.domande.map((d) => d.sezione)).size).toBe(sezioni)
      expect(s.domande.every((d) => d.difficolta >= 1)).toBe(true)
      const esito = (await consegna(s, { risposte: await risposte(s, s.numero_domande) })).corpo
      expect([slug, esito.punteggio]).toEqual([slug, s.regole.massimo ?? esito.punteggio_massimo])
    }
  })

  test('[SC16] the list carries the rules that hold, without the subjects of the sections', async () => {
    const { rows } = await world.db.query<{ id_concorso: number }>(
      'select id_concorso from simulazione where id_simulazione = $1',
      [id('polizia-cinque-sezioni')],
    )
    const { corpo: body } = await world.call('GET', `/ms_concorso/simulazioni?id_concorso=${rows[0]?.id_concorso}`, {
      token,
    })
    const una = body.elementi.find((s: { id_simulazione: number }) => s.id_simulazione === id('polizia-cinque-sezioni'))
    expect(una.regole).toMatchObject({ durata: '01:40:00', ammissione: { minimo: 114, minimo_per_sezione: 19 } })
    expect(una.regole.sezioni).toHaveLength(5)
    expect(una.regole.sezioni[0]).toMatchObject({ sbarramento: 19, punti: { tipo: 'per_difficolta' } })
    expect(JSON.stringify(una.regole)).not.toContain('materie')
    const avviata = await avvia('polizia-cinque-sezioni')
    expect(avviata.regole.sezioni?.[0]?.materie).not.toEqual([])
  })

  test('[SI10] the end is fixed at the start, with extra time; beginning again wins nothing', async () => {
    await concedi(30)
    // Another device, or somebody who writes addresses by hand, asks for more.
    const s = await avvia('ripam-40-quesiti-situazionali', '&tempo_aggiuntivo=50')
    expect(Date.parse(s.fine) - Date.parse(s.iniziata)).toBe(78 * 60_000)
    world.orologio.advance(10 * 60_000)
    await concedi(50)
    const ancora = await avvia('ripam-40-quesiti-situazionali')
    expect(ancora.tempo_aggiuntivo).toBe(30)
    expect([ancora.gettone, ancora.fine]).toEqual([s.gettone, s.fine])
  })

  test('[SI7] the server counts again: forged counts change nothing, the same ticket twice is one outcome', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    world.orologio.advance(30 * 60_000)
    const uno = await consegna(s, { risposte: await risposte(s, 28) })
    expect(uno.status).toBe(200)
    expect(uno.corpo).toMatchObject({
      punteggio: 21,
      numero_risposte_corrette: 28,
      numero_non_risposte: 12,
      superata: true,
      in_classifica: true,
    })
    expect((await consegna(s, { risposte: await risposte(s, 40) })).corpo).toEqual(uno.corpo)
  })

  test('answers sent before count when delivery carries none', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    world.orologio.advance(30 * 60_000)
    const prime = await risposte(s, 10)
    const { status } = await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
      token,
      payload: prime,
    })
    expect(status).toBe(204)
    expect((await consegna(s)).corpo.punteggio).toBe(7.5)
    const parsedAll = await world.call(
      'GET',
      `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
      {
        token,
      },
    )
    expect(parsedAll.corpo).toMatchObject({ gettone: s.gettone, totale: 40 })
    expect(parsedAll.corpo.elementi.filter((r: { risposta: number | null }) => r.risposta !== null)).toHaveLength(10)
  })

  test('[SI8] only a first, timely and plausible delivery is ranked, and no later one of the account', async () => {
    const prova = async (minuti: number, other: object = {}, chi = token): Promise<EsitoSimulazione> => {
      const s = await avvia('scuola-50-quesiti', '', chi)
      world.orologio.advance(minuti * 60_000)
      return (await consegna(s, { risposte: await risposte(s, 40), ...other }, chi)).corpo
    }
    const next = async () => (await world.registerVerified(`primo${engine}${++account}@prova.it`)).token
    const [frettoloso, lento] = [await next(), await next()]
    expect(await prova(0.1, {}, frettoloso)).toMatchObject({ in_classifica: false, motivo: 'tempi_implausibili' })
    // Its review has shown the answers of this draw.
    expect(await prova(50, {}, frettoloso)).toMatchObject({ in_classifica: false, motivo: 'gia_classificata' })
    expect(await prova(102, {}, lento)).toMatchObject({ in_classifica: false, motivo: 'in_ritardo' })
    expect(await prova(50)).toMatchObject({ in_classifica: true, motivo: null })
    expect(await prova(50, { consegnata: false })).toMatchObject({ in_classifica: false, motivo: 'non_consegnata' })
    expect(await prova(50)).toMatchObject({ in_classifica: false, motivo: 'gia_classificata' })
    const storia = (
      await world.call('GET', `/ms_reportistica/esiti_simulazione?id_simulazione=${id('scuola-50-quesiti')}`, { token })
    ).corpo
    // The one that was given up is no attempt.
    expect(storia).toMatchObject({ totale: 2, punteggio_medio: 80 })
    const { rows } = await world.db.query('select 1 from esito_simulazione where id_utente = $1 and in_classifica', [
      me,
    ])
    expect(rows).toHaveLength(1)
  })

  test('[SI7] a device that never saw the answers does not erase them; one that took a mark away does', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    world.orologio.advance(30 * 60_000)
    const prime = await risposte(s, 30)
    await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, { token, payload: prime })
    const empty = s.domande.map((d, i) => ({ id_domanda: d.id_domanda, risposta: null, ...(i === 0 && { cambi: 1 }) }))
    expect((await consegna(s, { risposte: empty })).corpo).toMatchObject({
      numero_risposte_corrette: 29,
      in_classifica: true,
    })
  })

  test('another simulation’s id is refused before anything is stored', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const altra = { ...s, id_simulazione: id('scuola-50-quesiti') }
    expect((await consegna(altra)).corpo.codice).toBe('NON_TROVATO')
    const { rows } = await world.db.query('select 1 from esito_simulazione where id_utente = $1', [me])
    expect(rows).toEqual([])
  })

  test('two devices that deliver together are ranked once', async () => {
    const slug = 'ministeri-60-quesiti'
    const uno = await avvia(slug)
    world.orologio.advance(20 * 60_000)
    // A second sitting of the same account, as if begun before the first was known.
    await world.db.query(
      `insert into partecipazione select id_utente, gen_random_uuid(), id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole
       from partecipazione where gettone = $1`,
      [uno.gettone],
    )
    const { rows } = await world.db.query<{ gettone: string }>(
      'select gettone from partecipazione where id_utente = $1',
      [me],
    )
    const corpi = await Promise.all(
      rows.map((r) => consegna({ ...uno, gettone: r.gettone }).then((c) => c.corpo.in_classifica)),
    )
    expect(corpi.sort()).toEqual([false, true])
  })

  test('[SI2] [SI9] ties share a position; the mean, the threshold and the group of equal time', async () => {
    const slug = 'polizia-cinque-sezioni'
    const facts: [string, number][] = []
    for (const [giuste, extra] of [
      [100, 0],
      [60, 0],
      [60, 30],
      [10, 0],
    ] as const) {
      const { token: chi } = await world.registerVerified(`rank${engine}${++account}@prova.it`)
      await concedi(extra, chi)
      const s = await avvia(slug, '', chi)
      world.orologio.advance(40 * 60_000)
      const { corpo: body } = await consegna(s, { risposte: await risposte(s, giuste) }, chi)
      facts.push([chi, body.punteggio])
    }
    const seen = await Promise.all(
      facts.map(
        async ([chi]) =>
          (await world.call('GET', `/ms_reportistica/classifica?id_simulazione=${id(slug)}`, { token: chi })).corpo,
      ),
    )
    const n = 4
    expect(seen.map((v) => v.posizione_classifica)).toEqual([1, 2, 2, 4])
    expect(seen[1].pari_merito).toBe(2)
    expect(seen[2].stesso_tempo).toMatchObject({
      tempo_aggiuntivo: 30,
      numero_partecipanti: 1,
      posizione_classifica: 1,
    })
    expect(seen[3].distribuzione.reduce((sum: number, f: { n: number }) => sum + f.n, 0)).toBe(n)
    // Bands begin at whole points, and few people stand in few of them.
    expect(seen[3].distribuzione.length).toBeLessThanOrEqual(11)
    for (const { da } of seen[3].distribuzione) expect(Number.isInteger(da)).toBe(true)
    const estranea = (await world.call('GET', `/ms_reportistica/classifica?id_simulazione=${id(slug)}`, { token }))
      .corpo
    expect(estranea).toMatchObject({ posizione_classifica: null, punteggio: null, numero_partecipanti: n })
  })

  test('an account that is deleted leaves the ranking', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    world.orologio.advance(30 * 60_000)
    await consegna(s, { risposte: await risposte(s, 3) })
    const parse = async (chi: string) =>
      (await world.call('GET', `/ms_reportistica/classifica?id_simulazione=${s.id_simulazione}`, { token: chi })).corpo
        .numero_partecipanti
    const before = await parse(token)
    const { token: other } = await world.registerVerified(`resta${engine}${++account}@prova.it`)
    await world.db.query('delete from utente where id_utente = $1', [me])
    expect(await parse(other)).toBe(before - 1)
  })

  test('a challenge: the same draw, and the comparison only to who has delivered', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    world.orologio.advance(20 * 60_000)
    await consegna(s, { risposte: await risposte(s, 30) })
    const { codice: code } = (
      await world.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } })
    ).corpo
    const parse = async (chi: string) =>
      (await world.call('GET', `/ms_reportistica/sfida?codice=${code}`, { token: chi })).corpo
    const { token: other } = await world.registerVerified(`sfida${engine}${++account}@prova.it`)
    expect(await parse(other)).toMatchObject({ mia: false, io: null, sfidante: null, avversari: [] })
    const sua = await avvia(slug, `&sfida=${code}`, other)
    expect(sua.domande).toEqual(s.domande)
    world.orologio.advance(20 * 60_000)
    await consegna(sua, { risposte: await risposte(sua, 20) }, other)
    expect(await parse(other)).toMatchObject({
      io: { punteggio: 15, corrette: 20 },
      sfidante: { punteggio: 22.5 },
      avversari: [],
    })
    expect(await parse(token)).toMatchObject({ mia: true, io: { punteggio: 22.5 }, avversari: [{ punteggio: 15 }] })
    expect(JSON.stringify(await parse(token))).not.toContain('@')
  })

  test('a challenge counts the seconds by the server’s clock, and tells which side is not to be compared', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    world.orologio.advance(30 * 60_000)
    // The page says that it was delivered as soon as it began.
    await consegna(s, { risposte: await risposte(s, 30), data_simulazione: s.iniziata })
    const { codice: code } = (
      await world.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } })
    ).corpo
    const { token: other } = await world.registerVerified(`alla-pari${engine}${++account}@prova.it`)
    const parse = async (chi: string) =>
      (await world.call('GET', `/ms_reportistica/sfida?codice=${code}`, { token: chi })).corpo
    const vista = await avvia(slug, '', other)
    world.orologio.advance(60_000)
    await consegna(vista, { consegnata: false }, other)
    const sua = await avvia(slug, `&sfida=${code}`, other)
    world.orologio.advance(20 * 60_000)
    await consegna(sua, { risposte: await risposte(sua, 20) }, other)
    // Delivered offline in time, received late: when it says, never before the start nor after the end.
    const { token: tardivo } = await world.registerVerified(`tardivo${engine}${++account}@prova.it`)
    const tarda = await avvia(slug, `&sfida=${code}`, tardivo)
    world.orologio.advance(5 * 3_600_000)
    const data_simulazione = new Date(Date.parse(tarda.iniziata) + 45 * 60_000).toISOString()
    await consegna(tarda, { risposte: await risposte(tarda, 10), data_simulazione }, tardivo)
    const { io: lato, avversari } = await parse(token)
    expect(lato).toMatchObject({ secondi: 30 * 60, motivo: null })
    expect(avversari.map((l: { secondi: number; motivo: string }) => [l.secondi, l.motivo])).toEqual([
      [45 * 60, 'in_ritardo'],
      [20 * 60, 'gia_vista'],
    ])
    expect(await parse(other)).toMatchObject({ io: { motivo: 'gia_vista' }, sfidante: { motivo: null } })
  })

  test('a challenge taken up with the sitting already open compares, and its author finds it again', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    await consegna(s, { risposte: await risposte(s, 30) })
    const storia = async () =>
      (await world.call('GET', `/ms_reportistica/esiti_simulazione?id_simulazione=${s.id_simulazione}`, { token }))
        .corpo.elementi
    expect((await storia())[0].sfida_lanciata).toBeUndefined()
    const { codice: code } = (
      await world.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } })
    ).corpo
    expect((await storia())[0].sfida_lanciata).toBe(code)
    const { token: other } = await world.registerVerified(`aperta${engine}${++account}@prova.it`)
    const handle = await avvia(slug, '', other)
    const sua = await avvia(slug, `&sfida=${code}`, other)
    expect([sua.gettone, sua.fine]).toEqual([handle.gettone, handle.fine])
    await consegna(sua, { risposte: await risposte(sua, 20) }, other)
    const { corpo: body } = await world.call('GET', `/ms_reportistica/sfida?codice=${code}`, { token: other })
    expect(body).toMatchObject({ io: { corrette: 20 }, sfidante: { corrette: 30 } })
  })

  test('bad input is refused with its code and changes nothing', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const { token: other } = await world.registerVerified(`ladro${engine}${++account}@prova.it`)
    expect((await consegna(s, {}, other)).corpo.codice).toBe('NON_TROVATO')
    expect((await consegna(s, { gettone: 'x' })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await consegna(s, { risposte: [{ id_domanda: '0x1' }] })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await world.call('GET', '/ms_concorso/simulazione?id_simulazione=999999', { token })).corpo.codice).toBe(
      'NON_TROVATO',
    )
    expect((await world.call('GET', `/ms_concorso/simulazione?id_simulazione=${s.id_simulazione}`)).status).toBe(401)
    expect((await world.call('GET', '/ms_reportistica/classifica?id_simulazione=999999', { token })).corpo.codice).toBe(
      'NON_TROVATO',
    )
    // Answers to questions that are not of the draw count for nothing.
    const { corpo: body } = await consegna(s, {
      risposte: [{ id_domanda: 999_999, risposta: 1 }],
      data_simulazione: '2099-01-01T00:00:00.000Z',
    })
    expect(body).toMatchObject({ punteggio: 0, numero_non_risposte: 40 })
    expect(Date.parse(body.data_simulazione)).toBeLessThanOrEqual(world.orologio.now().getTime())
  })

  test('a trial delivered with a date that no calendar has is kept, with the server’s date', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const { status, corpo } = await consegna(s, { risposte: [], data_simulazione: '2026-02-30T25:00:00.000Z' })
    expect(status).toBe(200)
    expect(Date.parse(corpo.data_simulazione)).toBe(world.orologio.now().getTime())
  })

  test('of more than a hundred reports at the same time a hundred are kept, and copies of one are one', async () => {
    const { token, id_utente } = await world.registerVerified('segnala.molto@posta.example')
    const s = await avvia('costituzionale-40-quesiti')
    const where = `/segnalaquiz?id_user=${id_utente}&id_domanda=${s.domande[0]?.id_domanda}&rcode=ALTRO`
    const kept = () => world.db.query('select 1 from segnalazione where id_utente = $1', [id_utente])
    await Promise.all(Array.from({ length: 10 }, () => world.call('POST', where, { token })))
    expect((await kept()).count).toBe(1)
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, i) => world.call('POST', where, { token, payload: { nota: String(i) } })),
    )
    expect((await kept()).count).toBe(100)
    expect(answers.filter((a) => a.corpo?.codice === 'RATE_LIMIT_EXCEEDED')).toHaveLength(21)
  })

  test('[VA14] a question is reported once for each reason, with account, question and a reason that is known', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const where = `/segnalaquiz?id_user=${me}&id_domanda=${s.domande[0]?.id_domanda}`
    for (const [query, campi] of [
      ['', ['id_user', 'id_domanda', 'rcode']],
      ['?rcode=CHIAVE_ERRATA', ['id_user', 'id_domanda']],
      [`?id_domanda=1&rcode=CHIAVE_ERRATA`, ['id_user']],
      [`?id_user=${me}&id_domanda=1`, ['rcode']],
    ] as const)
      expect((await world.call('POST', `/segnalaquiz${query}`, { token })).corpo).toMatchObject({
        codice: 'MISSING_REQUIRED_PARAM',
        campi,
      })
    const another = `/segnalaquiz?id_user=${me + 1}&id_domanda=1&rcode=CHIAVE_ERRATA`
    expect((await world.call('POST', another, { token })).corpo.codice).toBe('VIETATO')
    expect(
      (await world.call('POST', `/segnalaquiz?id_user=${me}&id_domanda=999999&rcode=CHIAVE_ERRATA`, { token })).corpo
        .codice,
    ).toBe('DOMANDA_NON_TROVATA')
    for (const storto of ['BANANA', 'chiave_errata', "ALTRO';--"])
      expect((await world.call('POST', `${where}&rcode=${encodeURIComponent(storto)}`, { token })).corpo).toMatchObject(
        {
          codice: 'RICHIESTA_NON_VALIDA',
          campi: ['rcode'],
        },
      )
    for (let i = 0; i < 2; i++)
      expect(
        (await world.call('POST', `${where}&rcode=CHIAVE_ERRATA`, { token, payload: { nota: 'comma sbagliato' } }))
          .status,
      ).toBe(204)
    const { rows } = await world.db.query('select motivo, nota from segnalazione where id_utente = $1', [me])
    expect(rows).toEqual([{ motivo: 'CHIAVE_ERRATA', nota: 'comma sbagliato' }])
  })

  test('[CA46] a report as the specification writes it, token and apikey in the query, which no log has', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const report = (secret: string) =>
      world.call(
        'POST',
        `/?method=segnalaquiz&id_user=${me}&id_domanda=${s.domande[0]?.id_domanda}&rcode=ALTRO&token=${secret}&apikey=chiave`,
      )
    expect((await report('x'.repeat(43))).corpo.codice).toBe('TOKEN_NON_VALIDO')
    expect((await report(token)).status).toBe(204)
    expect(world.righe.join('')).not.toContain(token)
    // Every other call wants its header.
    expect((await world.call('GET', `/ms_utente/utente?token=${token}`)).status).toBe(401)
  })
})
