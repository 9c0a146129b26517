import { beforeEach, describe, expect, test } from 'vitest'
import { MOTORI, type Motore } from '../mondo.ts'
import { useBanco } from './banco.ts'

let conto = 0

describe.each(MOTORI)('attempts at a simulation on %s', (motore: Motore) => {
  const { qui, id, avvia, concedi, consegna, risposte } = useBanco(motore, 'tent')
  let { mondo, token, io }: ReturnType<typeof qui> = qui()
  beforeEach(() => {
    ;({ mondo, token, io } = qui())
  })

  test('[SI8] who has seen the draw has had the attempt: given up or let expire, the next one is not ranked', async () => {
    const slug = 'scuola-50-quesiti'
    for (const lascia of ['abbandona', 'scade'] as const) {
      const { token: chi } = await mondo.registerVerified(`visto${motore}${++conto}@prova.it`)
      const primo = await avvia(slug, '', chi)
      expect(primo.fuori_classifica).toBe(false)
      // Going on with the same ticket is the same attempt.
      expect((await avvia(slug, '', chi)).fuori_classifica).toBe(false)
      if (lascia === 'abbandona') await consegna(primo, { consegnata: false }, chi)
      mondo.orologio.advance(lascia === 'scade' ? 3 * 3_600_000 : 60_000)
      const secondo = await avvia(slug, '', chi)
      expect([secondo.gettone === primo.gettone, secondo.fuori_classifica]).toEqual([false, true])
      mondo.orologio.advance(50 * 60_000)
      const { corpo } = await consegna(secondo, { risposte: await risposte(secondo, 40) }, chi)
      expect(corpo).toMatchObject({ in_classifica: false, motivo: 'gia_vista', numero_risposte_corrette: 40 })
    }
  })

  test('[EX13] what was begun goes on on any device after the simulation is closed, and the list says so; nobody else begins it', async () => {
    const slug = 'costituzionale-40-quesiti'
    const elenco = async (chi: string | undefined) => {
      const { righe } = await mondo.db.query<{ id_concorso: number }>(
        'select id_concorso from simulazione where slug = $1',
        [slug],
      )
      const { corpo } = await mondo.call(
        'GET',
        `/ms_concorso/simulazioni?id_concorso=${righe[0]?.id_concorso}&attiva=true`,
        chi === undefined ? {} : { token: chi },
      )
      return corpo.elementi
        .filter((e: { id_simulazione: number }) => e.id_simulazione === id(slug))
        .map((e: { in_corso?: boolean }) => e.in_corso ?? false)
    }
    const { token: estraneo } = await mondo.registerVerified(`chiusa${motore}${++conto}@prova.it`)
    expect(await elenco(token)).toEqual([false])
    const s = await avvia(slug)
    expect([await elenco(token), await elenco(estraneo), await elenco(undefined)]).toEqual([[true], [false], [false]])
    mondo.orologio.advance(10 * 60_000)
    for (const chiusura of ['attiva = false', `data_scadenza = '2020-01-01'`]) {
      await mondo.db.script(`update simulazione set ${chiusura} where slug = '${slug}'`)
      try {
        expect(await avvia(slug)).toMatchObject({ gettone: s.gettone, fine: s.fine, fuori_classifica: false })
        expect(await avvia(slug, '', estraneo)).toMatchObject({ codice: 'NON_TROVATO' })
        expect(await elenco(token)).toEqual([true])
        expect(await elenco(estraneo)).toEqual(chiusura.startsWith('attiva') ? [] : [false])
      } finally {
        await mondo.db.script(`update simulazione set attiva = true, data_scadenza = null where slug = '${slug}'`)
      }
    }
    const { corpo } = await consegna(s, { risposte: await risposte(s, 20) })
    expect(corpo.in_classifica).toBe(true)
    expect(await elenco(token)).toEqual([false])
  })

  test('a bank published again during a sitting moves no question to another section, and loses no place', async () => {
    const slug = 'ripam-40-quesiti-situazionali'
    const chi = (await mondo.registerVerified(`posti${motore}${++conto}@prova.it`)).token
    const s = await avvia(slug, '', chi)
    const giuste = await risposte(s, 40)
    mondo.orologio.advance(50 * 60_000)
    const [prima, ultima] = [s.domande[0], s.domande.at(-1)] as [(typeof s.domande)[0], (typeof s.domande)[0]]
    await mondo.db.script(`
      create temp table tolta as select * from domanda where id_domanda = ${prima.id_domanda};
      update domanda set id_materia = null, difficolta = 3 where id_domanda <> ${ultima.id_domanda};
      delete from domanda where id_domanda = ${prima.id_domanda};`)
    try {
      const ripresa = await avvia(slug, '', chi)
      expect(ripresa.domande).toEqual(
        s.domande.slice(1).map((d) => ({ ...d, id_materia: expect.toBeOneOf([null, d.id_materia]) })),
      )
      const { corpo } = await consegna(s, { risposte: giuste }, chi)
      // The question that is gone counts for nobody; all the others as they began.
      expect(corpo).toMatchObject({
        punteggio: s.regole.massimo ? s.regole.massimo - 0.75 : 29.25,
        numero_risposte_corrette: 39,
      })
    } finally {
      await mondo.db.script('insert into domanda overriding system value select * from tolta; drop table tolta')
    }
  })

  test('[SI10] an answer of a section that arrives long after the section’s end counts, and leaves the ranking', async () => {
    const { righe } = await mondo.db.query<{ regole: object }>(
      `select regole from simulazione where slug = 'polizia-cinque-sezioni'`,
    )
    const regole = righe[0]?.regole as { sezioni: object[] }
    const tempi = { ...regole, durata: undefined, sezioni: regole.sezioni.map((s) => ({ ...s, durata: '00:10:00' })) }
    const cambia = (r: object) =>
      mondo.db.query(`update simulazione set regole = $1 where slug = 'polizia-cinque-sezioni'`, [JSON.stringify(r)])
    await cambia(tempi)
    try {
      for (const [minuti, motivo] of [
        [10, null],
        [12, 'in_ritardo'],
      ] as const) {
        const { token: chi } = await mondo.registerVerified(`sezioni${motore}${++conto}@prova.it`)
        const s = await avvia('polizia-cinque-sezioni', '', chi)
        const prime = (await risposte(s, 100)).filter((_, i) => s.domande[i]?.sezione === 0)
        mondo.orologio.advance(minuti * 60_000)
        await mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
          token: chi,
          payload: prime,
        })
        mondo.orologio.advance((49 - minuti) * 60_000)
        const { corpo } = await consegna(s, {}, chi)
        expect(corpo).toMatchObject({ motivo, in_classifica: motivo === null, numero_risposte_corrette: prime.length })
      }
    } finally {
      await mondo.db.query(`delete from utente where email like 'sezioni%'`)
      await cambia(regole)
    }
  })

  test('[EX13] place, letters, flags and marks come back for another device; one left behind erases nothing', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const tieni = (query: string, payload: object[]) =>
      mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}${query}`, { token, payload })
    const [a, b] = s.domande.map((d) => String(d.id_domanda)) as [string, string]
    await tieni('&indice=7&mescola=false', [
      { id_domanda: a, risposta: 3, ms: 900, cambi: 2, da_rivedere: true, escluse: [1, 2] },
      { id_domanda: b, risposta: 1, ms: 100, cambi: 0 },
    ])
    // The first device, whose last word is older, looked at it for longer.
    expect((await tieni('', [{ id_domanda: a, risposta: 2, ms: 90_000, cambi: 1, da_rivedere: true }])).status).toBe(
      204,
    )
    const { corpo } = await mondo.call(
      'GET',
      `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
      { token },
    )
    expect(corpo).toMatchObject({ gettone: s.gettone, indice: 7, mescola: false })
    expect(corpo.elementi.slice(0, 2)).toMatchObject([
      { risposta: 3, ms: 90_000, cambi: 2, da_rivedere: true },
      { risposta: 1, ms: 100, cambi: 0 },
    ])
    expect((await tieni('&indice=-1', [])).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
  })

  test('[EX13] a flag and a strike taken off stay off, whatever a device left behind says; old rows still read', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const [a, b] = s.domande.map((d) => String(d.id_domanda)) as [string, string]
    const tieni = async (...payload: object[]) => {
      const { status } = await mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
        token,
        payload,
      })
      expect(status).toBe(204)
      const { corpo } = await mondo.call(
        'GET',
        `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
        { token },
      )
      return corpo.elementi
        .slice(0, 2)
        .map(({ id_domanda: _id, id_simulazione: _s, ...r }: Record<string, unknown>) => r)
    }
    const vuota = { risposta: null, ms: 0, cambi: 0 }
    await mondo.db.query('update partecipazione set risposte = $1 where gettone = $2', [
      JSON.stringify({ [a]: { r: 1, ms: 5, c: 0, v: true, e: [2] }, [b]: { r: null, ms: 7, c: 0, v: true } }),
      s.gettone,
    ])
    expect(await tieni()).toEqual([
      { risposta: 1, ms: 5, cambi: 0, da_rivedere: true, escluse: [2] },
      { ...vuota, ms: 7, da_rivedere: true },
    ])
    const tolta = { id_domanda: a, risposta: 1, ms: 9, cambi: 0, cambi_rivedi: 1, cambi_escluse: 1 }
    const dopo = { risposta: 1, ms: 9, cambi: 0, cambi_rivedi: 1, cambi_escluse: 1 }
    expect((await tieni(tolta))[0]).toEqual(dopo)
    // A copy of before it was taken off, the one that takes it off once more, and the flag put again elsewhere.
    expect((await tieni({ ...tolta, cambi_rivedi: 0, cambi_escluse: 0, da_rivedere: true, escluse: [2] }))[0]).toEqual(
      dopo,
    )
    expect((await tieni(tolta))[0]).toEqual(dopo)
    expect((await tieni({ ...tolta, cambi_rivedi: 2, da_rivedere: true }))[0]).toEqual({
      ...dopo,
      da_rivedere: true,
      cambi_rivedi: 2,
    })
  })

  test('[CA6] extra time belongs to the account: every device reads it, nobody writes another’s, and half is the most', async () => {
    await concedi(30)
    const letto = async () => (await mondo.call('GET', '/ms_utente/utente', { token })).corpo.tempo_aggiuntivo
    expect(await letto()).toBe(30)
    const { token: altro } = await mondo.registerVerified(`tempo${motore}${++conto}@prova.it`)
    const manda = (payload: object, query = '', chi = token) =>
      mondo.call('POST', `/ms_utente/aggiorna_utente${query}`, { token: chi, payload })
    expect((await manda({ tempo_aggiuntivo: 50 }, `?id_utente_idoneo=${io}`, altro)).status).toBeGreaterThanOrEqual(400)
    for (const storto of [51, -1, 7.5, '30'])
      expect((await manda({ tempo_aggiuntivo: storto })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await manda({ livello: 3 })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await manda({})).status).toBe(204)
    expect(await letto()).toBe(30)
  })

  test('[EX14] a pause stops a simulation’s time on the server, where its rules allow one, and the end moves by it', async () => {
    const slug = 'costituzionale-40-quesiti'
    const cambia = (pausa: boolean) =>
      mondo.db.query(`update simulazione set regole = coalesce(regole, '{}') || $1 where slug = $2`, [
        JSON.stringify({ pausa }),
        slug,
      ])
    const sospendi = (gettone: string, pausa: boolean, chi = token) =>
      mondo.call('PUT', `/ms_reportistica/sospendi_simulazione?gettone=${gettone}&pausa=${pausa}`, { token: chi })
    const severa = await avvia(slug)
    expect(severa.pausa).toBe(false)
    expect((await sospendi(severa.gettone, true)).corpo.codice).toBe('REGOLE_NON_LO_PERMETTONO')
    await cambia(true)
    try {
      const chi = (await mondo.registerVerified(`pausa${motore}${++conto}@prova.it`)).token
      const s = await avvia(slug, '', chi)
      expect(s.pausa).toBe(true)
      const minuti = (n: number) => mondo.orologio.advance(n * 60_000)
      const dopo = (n: number) => new Date(Date.parse(s.fine) + n * 60_000).toISOString()
      minuti(20)
      expect((await sospendi(s.gettone, true)).corpo.codice).toBe('NON_TROVATO')
      expect((await sospendi(s.gettone, true, chi)).corpo).toMatchObject({ in_pausa: true, fine: s.fine })
      minuti(90)
      expect((await sospendi(s.gettone, true, chi)).corpo).toMatchObject({ in_pausa: true, fine: dopo(90) })
      for (let i = 0; i < 2; i++)
        expect((await sospendi(s.gettone, false, chi)).corpo).toMatchObject({ in_pausa: false, fine: dopo(90) })
      // A second pause, and another device that goes on: the same ticket, with the time that is left.
      minuti(10)
      await sospendi(s.gettone, true, chi)
      minuti(60)
      const ripresa = await avvia(slug, '', chi)
      expect(ripresa).toMatchObject({ gettone: s.gettone, fine: dopo(150), fuori_classifica: false })
      expect(Date.parse(ripresa.adesso) - Date.parse(ripresa.iniziata)).toBe(30 * 60_000)
      minuti(29)
      const { corpo } = await consegna(s, { risposte: await risposte(s, 40) }, chi)
      expect(corpo).toMatchObject({ in_classifica: true, motivo: null })
      const { righe } = await mondo.db.query('select secondi from esito_simulazione where gettone = $1', [s.gettone])
      expect(righe).toEqual([{ secondi: 59 * 60 }])
      expect((await sospendi(s.gettone, true, chi)).corpo.codice).toBe('NON_TROVATO')
    } finally {
      await mondo.db.query(`delete from utente where email like 'pausa%'`)
      await cambia(false)
    }
  })

  test('the answers of a sitting tell how it ended, for the devices that still have it open', async () => {
    const esito = async (s: { id_simulazione: number }) =>
      (await mondo.call('GET', `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`, { token }))
        .corpo.esito
    const s = await avvia('costituzionale-40-quesiti')
    expect(await esito(s)).toBeNull()
    await consegna(s, { consegnata: false })
    expect(await esito(s)).toBe('abbandonata')
    mondo.orologio.advance(60_000)
    const altra = await avvia('costituzionale-40-quesiti')
    await consegna(altra)
    expect(await esito(s)).toBe('consegnata')
  })
})
