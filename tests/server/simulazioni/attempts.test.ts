import { beforeEach, describe, expect, test } from 'vitest'
import { MAX_PER_DAY } from '#server/simulazioni/start'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

let account = 0

describe.each(ENGINES)('attempts at a simulation on %s', (engine: Motore) => {
  const { qui: here, id, avvia, concedi, consegna, risposte } = useBanco(engine, 'tent')
  let { mondo: world, token, io: me }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token, io: me } = here())
  })

  test('[SI8] who has seen the draw has had the attempt: given up or let expire, the next one is not ranked', async () => {
    const slug = 'scuola-50-quesiti'
    for (const lascia of ['abbandona', 'scade'] as const) {
      const { token: chi } = await world.registerVerified(`visto${engine}${++account}@prova.it`)
      const first = await avvia(slug, '', chi)
      expect(first.fuori_classifica).toBe(false)
      // Going on with the same ticket is the same attempt.
      expect((await avvia(slug, '', chi)).fuori_classifica).toBe(false)
      if (lascia === 'abbandona') await consegna(first, { consegnata: false }, chi)
      world.orologio.advance(lascia === 'scade' ? 3 * 3_600_000 : 60_000)
      const second = await avvia(slug, '', chi)
      expect([second.gettone === first.gettone, second.fuori_classifica]).toEqual([false, true])
      world.orologio.advance(50 * 60_000)
      const { corpo: body } = await consegna(second, { risposte: await risposte(second, 40) }, chi)
      expect(body).toMatchObject({ in_classifica: false, motivo: 'gia_vista', numero_risposte_corrette: 40 })
    }
  })

  test('[SI12] begun and given up without end: so many in 24 hours, the open one goes on, and the next day another begins', async () => {
    const slug = 'scuola-50-quesiti'
    const { token: chi } = await world.registerVerified(`molte${engine}${++account}@prova.it`)
    await avvia(slug, '', chi)
    await world.db.query(
      `insert into partecipazione (id_utente, gettone, id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole, aperta)
       select id_utente, gen_random_uuid(), id_simulazione, iniziata, fine, 0, estrazione, regole, false
       from partecipazione, generate_series(2, $1::int) where gettone = (select gettone from partecipazione order by iniziata desc limit 1)`,
      [MAX_PER_DAY],
    )
    expect((await avvia(slug, '', chi)).gettone).toBeTruthy()
    const refused = await avvia('costituzionale-40-quesiti', '', chi)
    expect(refused).toMatchObject({ codice: 'TROPPE_SIMULAZIONI', dati: { massimo: MAX_PER_DAY, secondi: 86_400 } })
    world.orologio.advance(86_400_000)
    await world.db.query(`update sessione set scade = scade + interval '3 days'`)
    expect((await avvia('costituzionale-40-quesiti', '', chi)).gettone).toBeTruthy()
  })

  test('[EX13] what was begun goes on on any device after the simulation is closed, and the list says so; nobody else begins it', async () => {
    const slug = 'costituzionale-40-quesiti'
    const list = async (chi: string | undefined) => {
      const { rows } = await world.db.query<{ id_concorso: number }>(
        'select id_concorso from simulazione where slug = $1',
        [slug],
      )
      const { corpo: body } = await world.call(
        'GET',
        `/ms_concorso/simulazioni?id_concorso=${rows[0]?.id_concorso}&attiva=true`,
        chi === undefined ? {} : { token: chi },
      )
      return body.elementi
        .filter((e: { id_simulazione: number }) => e.id_simulazione === id(slug))
        .map((e: { in_corso?: boolean }) => e.in_corso ?? false)
    }
    const { token: estraneo } = await world.registerVerified(`chiusa${engine}${++account}@prova.it`)
    expect(await list(token)).toEqual([false])
    const s = await avvia(slug)
    expect([await list(token), await list(estraneo), await list(undefined)]).toEqual([[true], [false], [false]])
    world.orologio.advance(10 * 60_000)
    for (const chiusura of ['attiva = false', `data_scadenza = '2020-01-01'`]) {
      await world.db.script(`update simulazione set ${chiusura} where slug = '${slug}'`)
      try {
        expect(await avvia(slug)).toMatchObject({ gettone: s.gettone, fine: s.fine, fuori_classifica: false })
        expect(await avvia(slug, '', estraneo)).toMatchObject({ codice: 'NON_TROVATO' })
        expect(await list(token)).toEqual([true])
        expect(await list(estraneo)).toEqual(chiusura.startsWith('attiva') ? [] : [false])
      } finally {
        await world.db.script(`update simulazione set attiva = true, data_scadenza = null where slug = '${slug}'`)
      }
    }
    const { corpo: body } = await consegna(s, { risposte: await risposte(s, 20) })
    expect(body.in_classifica).toBe(true)
    expect(await list(token)).toEqual([false])
  })

  test('a bank published again during a sitting moves no question to another section, and loses no place', async () => {
    const slug = 'ripam-40-quesiti-situazionali'
    const chi = (await world.registerVerified(`posti${engine}${++account}@prova.it`)).token
    const s = await avvia(slug, '', chi)
    const giuste = await risposte(s, 40)
    world.orologio.advance(50 * 60_000)
    const [before, last] = [s.domande[0], s.domande.at(-1)] as [(typeof s.domande)[0], (typeof s.domande)[0]]
    await world.db.script(`
      create table tolta as select * from domanda where id_domanda = ${before.id_domanda};
      update domanda set id_materia = null, difficolta = 3 where id_domanda <> ${last.id_domanda};
      delete from domanda where id_domanda = ${before.id_domanda};`)
    try {
      const ripresa = await avvia(slug, '', chi)
      expect(ripresa.domande).toEqual(
        s.domande.slice(1).map((d) => ({ ...d, id_materia: expect.toBeOneOf([null, d.id_materia]) })),
      )
      const { corpo: body } = await consegna(s, { risposte: giuste }, chi)
      // The question that is gone counts for nobody; all the others as they began.
      expect(body).toMatchObject({
        punteggio: s.regole.massimo ? s.regole.massimo - 0.75 : 29.25,
        numero_risposte_corrette: 39,
      })
    } finally {
      await world.db.script('insert into domanda overriding system value select * from tolta; drop table tolta')
    }
  })

  test('[SI10] an answer of a section that arrives long after the section’s end counts, and leaves the ranking', async () => {
    const { rows } = await world.db.query<{ regole: object }>(
      `select regole from simulazione where slug = 'polizia-cinque-sezioni'`,
    )
    const regole = rows[0]?.regole as { sezioni: object[] }
    const times = { ...regole, durata: undefined, sezioni: regole.sezioni.map((s) => ({ ...s, durata: '00:10:00' })) }
    const cambia = (r: object) =>
      world.db.query(`update simulazione set regole = $1 where slug = 'polizia-cinque-sezioni'`, [JSON.stringify(r)])
    await cambia(times)
    try {
      for (const [minuti, motivo] of [
        [10, null],
        [12, 'in_ritardo'],
      ] as const) {
        const { token: chi } = await world.registerVerified(`sezioni${engine}${++account}@prova.it`)
        const s = await avvia('polizia-cinque-sezioni', '', chi)
        const prime = (await risposte(s, 100)).filter((_, i) => s.domande[i]?.sezione === 0)
        world.orologio.advance(minuti * 60_000)
        await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
          token: chi,
          payload: prime,
        })
        world.orologio.advance((49 - minuti) * 60_000)
        const { corpo: body } = await consegna(s, {}, chi)
        expect(body).toMatchObject({ motivo, in_classifica: motivo === null, numero_risposte_corrette: prime.length })
      }
    } finally {
      await world.db.query(`delete from utente where email like 'sezioni%'`)
      await cambia(regole)
    }
  })

  test('[EX13] place, letters, flags and marks come back for another device; one left behind erases nothing', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const tieni = (query: string, payload: object[]) =>
      world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}${query}`, { token, payload })
    const [a, b] = s.domande.map((d) => String(d.id_domanda)) as [string, string]
    await tieni('&indice=7&mescola=false', [
      { id_domanda: a, risposta: 3, ms: 900, cambi: 2, da_rivedere: true, escluse: [1, 2] },
      { id_domanda: b, risposta: 1, ms: 100, cambi: 0 },
    ])
    // The first device, whose last word is older, looked at it for longer.
    expect((await tieni('', [{ id_domanda: a, risposta: 2, ms: 90_000, cambi: 1, da_rivedere: true }])).status).toBe(
      204,
    )
    const { corpo: body } = await world.call(
      'GET',
      `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
      { token },
    )
    expect(body).toMatchObject({ gettone: s.gettone, indice: 7, mescola: false })
    expect(body.elementi.slice(0, 2)).toMatchObject([
      { risposta: 3, ms: 90_000, cambi: 2, da_rivedere: true },
      { risposta: 1, ms: 100, cambi: 0 },
    ])
    expect((await tieni('&indice=-1', [])).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
  })

  test('[EX13] a flag and a strike taken off stay off, whatever a device left behind says; old rows still read', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const [a, b] = s.domande.map((d) => String(d.id_domanda)) as [string, string]
    const tieni = async (...payload: object[]) => {
      const { status } = await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
        token,
        payload,
      })
      expect(status).toBe(204)
      const { corpo: body } = await world.call(
        'GET',
        `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
        { token },
      )
      return body.elementi
        .slice(0, 2)
        .map(({ id_domanda: _id, id_simulazione: _s, ...r }: Record<string, unknown>) => r)
    }
    const vuota = { risposta: null, ms: 0, cambi: 0 }
    await world.db.query('update partecipazione set risposte = $1 where gettone = $2', [
      JSON.stringify({ [a]: { r: 1, ms: 5, c: 0, v: true, e: [2] }, [b]: { r: null, ms: 7, c: 0, v: true } }),
      s.gettone,
    ])
    expect(await tieni()).toEqual([
      { risposta: 1, ms: 5, cambi: 0, da_rivedere: true, escluse: [2] },
      { ...vuota, ms: 7, da_rivedere: true },
    ])
    const tolta = { id_domanda: a, risposta: 1, ms: 9, cambi: 0, cambi_rivedi: 1, cambi_escluse: 1 }
    const after = { risposta: 1, ms: 9, cambi: 0, cambi_rivedi: 1, cambi_escluse: 1 }
    expect((await tieni(tolta))[0]).toEqual(after)
    // A copy of before it was taken off, the one that takes it off once more, and the flag put again elsewhere.
    expect((await tieni({ ...tolta, cambi_rivedi: 0, cambi_escluse: 0, da_rivedere: true, escluse: [2] }))[0]).toEqual(
      after,
    )
    expect((await tieni(tolta))[0]).toEqual(after)
    expect((await tieni({ ...tolta, cambi_rivedi: 2, da_rivedere: true }))[0]).toEqual({
      ...after,
      da_rivedere: true,
      cambi_rivedi: 2,
    })
  })

  test('[CA6] extra time belongs to the account: every device reads it, nobody writes another’s, and half is the most', async () => {
    await concedi(30)
    const parsed = async () => (await world.call('GET', '/ms_utente/utente', { token })).corpo.tempo_aggiuntivo
    expect(await parsed()).toBe(30)
    const { token: other } = await world.registerVerified(`tempo${engine}${++account}@prova.it`)
    const send = (payload: object, query = '', chi = token) =>
      world.call('POST', `/ms_utente/aggiorna_utente${query}`, { token: chi, payload })
    expect((await send({ tempo_aggiuntivo: 50 }, `?id_utente_idoneo=${me}`, other)).status).toBeGreaterThanOrEqual(400)
    for (const storto of [51, -1, 7.5, '30'])
      expect((await send({ tempo_aggiuntivo: storto })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await send({ livello: 4 })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await send({})).status).toBe(204)
    expect(await parsed()).toBe(30)
  })

  test('[EX14] a pause stops a simulation’s time on the server, where its rules allow one, and the end moves by it', async () => {
    const slug = 'costituzionale-40-quesiti'
    const cambia = (pause: boolean) =>
      world.db.query(`update simulazione set regole = coalesce(regole, '{}') || $1 where slug = $2`, [
        JSON.stringify({ pausa: pause }),
        slug,
      ])
    const sospendi = (gettone: string, pause: boolean, chi = token) =>
      world.call('PUT', `/ms_reportistica/sospendi_simulazione?gettone=${gettone}&pausa=${pause}`, { token: chi })
    const severa = await avvia(slug)
    expect(severa.pausa).toBe(false)
    expect((await sospendi(severa.gettone, true)).corpo.codice).toBe('REGOLE_NON_LO_PERMETTONO')
    await cambia(true)
    try {
      const chi = (await world.registerVerified(`pausa${engine}${++account}@prova.it`)).token
      const s = await avvia(slug, '', chi)
      expect(s.pausa).toBe(true)
      const minuti = (n: number) => world.orologio.advance(n * 60_000)
      const later = (n: number) => new Date(Date.parse(s.fine) + n * 60_000).toISOString()
      minuti(20)
      expect((await sospendi(s.gettone, true)).corpo.codice).toBe('NON_TROVATO')
      expect((await sospendi(s.gettone, true, chi)).corpo).toMatchObject({ in_pausa: true, fine: s.fine })
      minuti(90)
      expect((await sospendi(s.gettone, true, chi)).corpo).toMatchObject({ in_pausa: true, fine: later(90) })
      for (let i = 0; i < 2; i++)
        expect((await sospendi(s.gettone, false, chi)).corpo).toMatchObject({ in_pausa: false, fine: later(90) })
      // A second pause, and another device that goes on: the same ticket, with the time that is left.
      minuti(10)
      await sospendi(s.gettone, true, chi)
      minuti(60)
      const ripresa = await avvia(slug, '', chi)
      expect(ripresa).toMatchObject({ gettone: s.gettone, fine: later(150), fuori_classifica: false })
      expect(Date.parse(ripresa.adesso) - Date.parse(ripresa.iniziata)).toBe(30 * 60_000)
      minuti(29)
      const { corpo: body } = await consegna(s, { risposte: await risposte(s, 40) }, chi)
      expect(body).toMatchObject({ in_classifica: true, motivo: null })
      const { rows } = await world.db.query('select secondi from esito_simulazione where gettone = $1', [s.gettone])
      expect(rows).toEqual([{ secondi: 59 * 60 }])
      expect((await sospendi(s.gettone, true, chi)).corpo.codice).toBe('NON_TROVATO')
    } finally {
      await world.db.query(`delete from utente where email like 'pausa%'`)
      await cambia(false)
    }
  })

  test('the answers of a sitting tell how it ended, for the devices that still have it open', async () => {
    const esito = async (s: { id_simulazione: number }) =>
      (await world.call('GET', `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`, { token }))
        .corpo.esito
    const s = await avvia('costituzionale-40-quesiti')
    expect(await esito(s)).toBeNull()
    await consegna(s, { consegnata: false })
    expect(await esito(s)).toBe('abbandonata')
    world.orologio.advance(60_000)
    const altra = await avvia('costituzionale-40-quesiti')
    await consegna(altra)
    expect(await esito(s)).toBe('consegnata')
  })
})
