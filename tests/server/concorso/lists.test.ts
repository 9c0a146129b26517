import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mondo, makeWorld } from '../world.ts'
import { addBanca, makeDomanda } from './fixtures.ts'

let world: Mondo
let comune: Awaited<ReturnType<typeof addBanca>>
beforeAll(async () => {
  world = await makeWorld()
  comune = await addBanca(world, {
    concorso: 'Istruttore amministrativo',
    ente: 'Comune di Forlì',
    anno: 2024,
    profilo: 'Istruttore',
    in_evidenza: true,
    domande: [
      makeDomanda(1, { spiegazione: 'Perché sì.', fonte: 'Costituzione, art. 1' }),
      makeDomanda(2, { spiegazione: null }),
    ],
  })
  await addBanca(world, { concorso: 'Perché "100%" è_bello', ente: 'Àncora S.p.A.', anno: 2023, profilo: 'Èsperto' })
  await addBanca(world, {
    concorso: 'Agente di polizia',
    ente: 'Ministero dell’Interno',
    anno: 2025,
    profilo: 'Agente',
  })
  await world.db.query(`insert into ente (ente) values ('Ente senza banche')`)
})
afterAll(() => world.close())

type Voce = { concorso: string; ente: { id_ente: number } | string; id_concorso: number }
const names = async (query = '') =>
  (await world.call('GET', `/ms_concorso/concorsi${query}`)).corpo.elementi.map((c: Voce) => c.concorso)
const cerca = (text: string) => names(`?search=${encodeURIComponent(text)}`)

describe('lists', () => {
  test('[PP2] there is no question to try where no starter bank is published', async () => {
    const { corpo: body } = await world.call('GET', '/ms_concorso/domanda_prova')
    expect(body).toEqual({ domanda: null })
  })

  test('[CA19][EN8][EN10] banks come with body, subjects and counts, featured first, then by year', async () => {
    const { corpo: body, status } = await world.call('GET', '/ms_concorso/concorsi')
    expect(status).toBe(200)
    expect(body.elementi.map((c: Voce) => c.concorso)).toEqual([
      'Istruttore amministrativo',
      'Agente di polizia',
      'Perché "100%" è_bello',
    ])
    expect(body.elementi[0]).toMatchObject({
      ente: { ente: 'Comune di Forlì' },
      anno: 2024,
      profilo: 'Istruttore',
      numero_domande: 2,
      materie: [
        { materia: 'Materia 1', numero: 1 },
        { materia: 'Materia 2', numero: 1 },
      ],
    })
    expect(body).toMatchObject({ totale: 3, anni: [2025, 2024, 2023], profili: ['Agente', 'Èsperto', 'Istruttore'] })
  })

  test('[SC15] body, year, profile and featured filter', async () => {
    const enti = (await world.call('GET', '/ms_concorso/enti?search=interno')).corpo.elementi
    expect(await names(`?id_ente=${enti[0].id_ente}`)).toEqual(['Agente di polizia'])
    expect(await names('?anno=2023')).toEqual(['Perché "100%" è_bello'])
    expect(await names(`?profilo=${encodeURIComponent('Èsperto')}`)).toEqual(['Perché "100%" è_bello'])
    expect(await names('?in_evidenza=true')).toEqual(['Istruttore amministrativo'])
    expect(await names('?anno=2023&in_evidenza=true')).toEqual([])
  })

  test('[SC13] search is blind to case, accents and typographic apostrophes, and wants every word', async () => {
    expect(await cerca('PERCHE')).toEqual(['Perché "100%" è_bello'])
    expect(await cerca('forli istruttore')).toEqual(['Istruttore amministrativo'])
    expect(await cerca("dell'interno")).toEqual(['Agente di polizia'])
    expect(await cerca('ancora 2023')).toEqual(['Perché "100%" è_bello'])
    expect(await cerca('polizia forli')).toEqual([])
    // Words of the same family, where nothing has the words themselves [SC27].
    expect(await cerca('amministrazione istruttori')).toEqual(['Istruttore amministrativo'])
    expect(await cerca('amministrazione polizia')).toEqual([])
  })

  test('what a person types in a search is text, never a pattern', async () => {
    expect(await cerca('100%')).toEqual(['Perché "100%" è_bello'])
    expect(await cerca('%')).toEqual(['Perché "100%" è_bello'])
    expect(await cerca('e_b')).toEqual(['Perché "100%" è_bello'])
    expect(await cerca("'; drop table concorso; --")).toEqual([])
    expect(await cerca('\\')).toEqual([])
  })

  test('[CO19] lists have pages of 10, of 100 at most, and the total beyond the last page', async () => {
    const other = await makeWorld()
    try {
      for (let i = 0; i < 12; i++) await addBanca(other, { n: 1, concorso: `Banca ${i}` })
      const get = async (query: string) => (await other.call('GET', `/ms_concorso/concorsi${query}`)).corpo
      expect((await get('')).elementi).toHaveLength(10)
      expect((await get('?start=10')).elementi).toHaveLength(2)
      expect((await get('?size=5000')).elementi).toHaveLength(12)
      expect(await get('?start=50')).toMatchObject({ elementi: [], totale: 12 })
      const all = [...(await get('?size=7')).elementi, ...(await get('?start=7&size=7')).elementi]
      expect(new Set(all.map((c: Voce) => c.id_concorso)).size).toBe(12)

      // Eleven newer ones hold the words as well: the bank whose name was typed still comes first.
      await addBanca(other, { n: 1, concorso: 'Bànca 1', anno: 1999 })
      for (let i = 0; i < 11; i++)
        await addBanca(other, { n: 1, concorso: `1ª banca ${i}`, anno: 2026, in_evidenza: true })
      expect((await get('?search=banca%201')).elementi[0].concorso).toMatch(/^B[àa]nca 1$/)
      expect(
        (await get('?search=b%C3%A0nca%20%201')).elementi
          .slice(0, 2)
          .map((c: Voce) => c.concorso)
          .sort(),
      ).toEqual(['Banca 1', 'Bànca 1'])
    } finally {
      await other.close()
    }
  })

  test('[CA23] bodies are those with a published bank, in Italian alphabetical order', async () => {
    const { corpo: body } = await world.call('GET', '/ms_concorso/enti')
    expect(body.elementi.map((e: { ente: string }) => e.ente)).toEqual([
      'Àncora S.p.A.',
      'Comune di Forlì',
      'Ministero dell’Interno',
    ])
    expect(body.totale).toBe(3)
  })

  test('a bank that is withdrawn or not built yet is nowhere', async () => {
    const ritirata = await addBanca(world, { concorso: 'Ritirata', anno: 1999 })
    await world.db.query(`update concorso set stato = 'ritirato' where id_concorso = $1`, [ritirata.id_concorso])
    expect(await cerca('ritirata')).toEqual([])
    expect((await world.call('GET', '/ms_concorso/concorsi')).corpo.anni).not.toContain(1999)
    const { token } = await world.registerVerified('ritirata@prova.it', 3)
    const risposta = await world.call('GET', `/ms_concorso/concorso?id_concorso=${ritirata.id_concorso}`, { token })
    expect(risposta).toMatchObject({ status: 404, corpo: { codice: 'CONCORSO_NON_TROVATO' } })
  })

  test('[CA32] uptime is a number of seconds', async () => {
    const { corpo: body } = await world.call('GET', '/ms_concorso/uptime')
    expect(Number.isInteger(body)).toBe(true)
  })

  test('[CA24] additional resources are null until somebody enters them', async () => {
    const get = () => world.call('GET', `/ms_concorso/risorse_aggiuntive?id_concorso=${comune.id_concorso}`)
    expect((await get()).corpo).toMatchObject({ url_facebook: null, url_news: null })
    await world.db.query('insert into risorsa_aggiuntiva (id_concorso, url_manuale) values ($1, $2)', [
      comune.id_concorso,
      'https://libri.example/manuale',
    ])
    expect((await get()).corpo.url_manuale).toBe('https://libri.example/manuale')
    const nessuna = await world.call('GET', '/ms_concorso/risorse_aggiuntive?id_concorso=999999')
    expect(nessuna.corpo.codice).toBe('CONCORSO_NON_TROVATO')
  })
})

describe('the account’s banks', () => {
  test('[BK1][BK7][CA20][CA22] a bank is added once, listed, and removed', async () => {
    const { token } = await world.registerVerified('lista@prova.it', 3)
    const get = () =>
      world.call('GET', `/ms_concorso/concorso?id_concorso=${comune.id_concorso}&sorgente=WEB`, { token })
    const own = async () => (await world.call('GET', '/ms_concorso/concorsi_utente', { token })).corpo
    expect(await own()).toEqual({ elementi: [], totale: 0 })
    await get()
    await get()
    expect((await own()).elementi).toMatchObject([{ id_concorso: comune.id_concorso, stato: 0, domande_concesse: 2 }])
    const togli = () => world.call('DELETE', `/ms_concorso/concorso?id_concorso=${comune.id_concorso}`, { token })
    expect((await togli()).status).toBe(204)
    expect((await own()).totale).toBe(0)
    expect((await togli()).status).toBe(204)
    await get()
    expect((await own()).totale).toBe(1)
  })

  test('[BK3] the list of a demo account says how much of each bank it may have', async () => {
    const large = await addBanca(world, { n: 30, concorso: 'Grande' })
    const { token, id_utente } = await world.registerVerified('parte@prova.it')
    await world.db.query('update utente set quiz_usati = 490 where id_utente = $1', [id_utente])
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${large.id_concorso}`, { token })
    const { corpo: body } = await world.call('GET', '/ms_concorso/concorsi_utente', { token })
    expect(body.elementi).toMatchObject([{ stato: 2, domande_concesse: 10, numero_domande: 30 }])
  })

  test('an unknown bank is CONCORSO_NON_TROVATO', async () => {
    const { token } = await world.registerVerified('ignota@prova.it', 3)
    const risposta = await world.call('GET', '/ms_concorso/concorso?id_concorso=999999', { token })
    expect(risposta).toMatchObject({ status: 404, corpo: { codice: 'CONCORSO_NON_TROVATO' } })
  })
})

describe('explanations', () => {
  const spiega = (token: string, id: number) =>
    world.call('GET', `/ms_concorso/spiegazione_web?id_domanda=${id}`, {
      token,
      headers: { accept: 'application/json' },
    })

  test('[AC7][CA25][PK12] premium reads the explanation of its own bank, with its source', async () => {
    const { token } = await world.registerVerified('premium@prova.it', 3)
    const [con, senza] = comune.ids as [number, number]
    expect((await spiega(token, con)).corpo.codice).toBe('CONCORSO_NON_TUO')
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${comune.id_concorso}`, { token })
    expect((await spiega(token, con)).corpo).toEqual({
      id_domanda: con,
      spiegazione: 'Perché sì.',
      fonte: 'Costituzione, art. 1',
    })
    expect(await spiega(token, senza)).toMatchObject({ status: 404, corpo: { codice: 'SPIEGAZIONE_ASSENTE' } })
    expect(await spiega(token, 999_999)).toMatchObject({ status: 404, corpo: { codice: 'DOMANDA_NON_TROVATA' } })
  })

  test('[CA25] who names no JSON gets the bare explanation, and a refusal as ever', async () => {
    const { token } = await world.registerVerified('testo@prova.it', 3)
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${comune.id_concorso}`, { token })
    const read = (id: number | undefined, accept: string) =>
      world.app.inject({
        url: `/api/ms_concorso/spiegazione_web?id_domanda=${id}`,
        headers: { authorization: `Bearer ${token}`, accept },
      })
    const [con, senza] = comune.ids
    for (const accept of ['text/plain', '*/*', '']) {
      const text = await read(con, accept)
      expect([text.statusCode, text.headers['content-type'], text.body]).toEqual([
        200,
        'text/plain; charset=utf-8',
        'Perché sì.',
      ])
    }
    expect((await read(con, 'application/json, text/plain, */*')).json().spiegazione).toBe('Perché sì.')
    expect((await read(senza, 'text/plain')).json().codice).toBe('SPIEGAZIONE_ASSENTE')
  })

  test('[AC7][PK12] premium keeps the explanations of a whole bank of its own, page by page', async () => {
    const { token } = await world.registerVerified('intere@prova.it', 3)
    const all = (query: string) => world.call('GET', `/ms_concorso/spiegazioni?${query}`, { token })
    const bank = `id_concorso=${comune.id_concorso}`
    expect(await all(bank)).toMatchObject({ status: 403, corpo: { codice: 'CONCORSO_NON_TUO' } })
    await world.call('GET', `/ms_concorso/concorso?${bank}`, { token })
    const { corpo } = await all(bank)
    expect(corpo).toEqual({
      elementi: [{ id_domanda: comune.ids[0], spiegazione: 'Perché sì.', fonte: 'Costituzione, art. 1' }],
      dopo: null,
    })
    expect((await all(`${bank}&dopo=${comune.ids[0]}`)).corpo.elementi).toEqual([])
    expect(await all('dopo=0')).toMatchObject({ status: 400, corpo: { codice: 'MISSING_REQUIRED_PARAM' } })
    expect(await all('id_argomento=999999')).toMatchObject({ corpo: { codice: 'CONCORSO_NON_TUO' } })
  })

  test.each([0, 1, 2] as const)('[AC5][AC6] tier %i is refused with PREMIUM_RICHIESTO', async (livello) => {
    const { token } = await world.registerVerified(`livello${livello}@prova.it`, livello)
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${comune.id_concorso}`, { token })
    expect(await spiega(token, comune.ids[0]!)).toMatchObject({
      status: 403,
      corpo: { codice: 'PREMIUM_RICHIESTO', dati: { funzione: 'spiegazioni', livello } },
    })
  })
})
