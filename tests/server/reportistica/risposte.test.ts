import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Risposta, risposteScaricate } from '#contract/schemas'
import { addBanca } from '../concorso/fixtures.ts'
import { ENGINES, type Mondo, makeWorld } from '../world.ts'

let world: Mondo
let banca: Awaited<ReturnType<typeof addBanca>>
async function open(engine: (typeof ENGINES)[number]) {
  world = await makeWorld({ motore: engine })
  banca = await addBanca(world, { n: 600 })
}

let account = 0
async function persona() {
  const utente = await world.registerVerified(`persona${++account}@prova.it`, 3)
  const { token } = utente
  await world.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
  const base = '/ms_reportistica/risposte_concorso'
  return {
    ...utente,
    put: (payload: unknown[], query = '') => world.call('PUT', `${base}${query}`, { token, payload }),
    get: (query = '') =>
      world.call('GET', `${base}?modalita=ESEGUITA&id_concorso=${banca.id_concorso}${query}`, { token }),
    contatore: async (id_domanda: number) => {
      const { rows } = await world.db.query<{ contatore: number }>(
        'select contatore from statistica where id_utente = $1 and id_domanda = $2',
        [utente.id_utente, id_domanda],
      )
      return rows[0]?.contatore
    },
  }
}

const at = (minuti: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + minuti * 60_000).toISOString()
const record = (id_domanda: number, other: Partial<Risposta> = {}): Risposta => ({
  id_concorso: banca.id_concorso,
  id_domanda,
  livello_conoscenza: 0,
  data_eseguita: at(0),
  risposta_gettonata: 2,
  preferiti: false,
  modalita: ['ESEGUITA'],
  ...other,
})

describe.each(ENGINES)('answers to the server on %s', (engine) => {
  beforeAll(() => open(engine))
  afterAll(() => world.close())

  test('[CA37][CA40][CO15] records are stored with 204 and come back with their own text of the date', async () => {
    const { put, get } = await persona()
    const data_eseguita = '2026-11-20T11:00:00.123+01:00'
    const inviato = record(banca.ids[0]!, { data_eseguita, id_materia: 7, id_argomento: '1;2;;;;;', preferiti: true })
    expect(await put([inviato])).toMatchObject({ status: 204, corpo: null })
    const { corpo: body } = await get()
    expect(body.risposte).toHaveLength(1)
    expect(body.risposte[0]).toMatchObject({ ...inviato, data_livello: null, data_preferiti: null })
  })

  test('[CA37] incrementa_contatore is true by default and counts only answers that are newer', async () => {
    const { put, contatore } = await persona()
    const [id] = banca.ids as [number]
    await put([record(id, { data_eseguita: at(1) })])
    expect(await contatore(id)).toBe(1)
    await put([record(id, { data_eseguita: at(1) })])
    expect(await contatore(id)).toBe(1)
    await put([record(id, { data_eseguita: at(0) })])
    expect(await contatore(id)).toBe(1)
    await put([record(id, { data_eseguita: at(2) })], '?incrementa_contatore=false')
    expect(await contatore(id)).toBe(1)
    await put([record(id, { data_eseguita: at(3) })], '?incrementa_contatore=true')
    expect(await contatore(id)).toBe(2)
  })

  test('[EN14] a favourite of one device and a later answer of another both stay', async () => {
    const { put, get } = await persona()
    const [id] = banca.ids as [number]
    await put([
      record(id, {
        livello_conoscenza: -1,
        preferiti: true,
        data_eseguita: at(5),
        data_livello: at(1),
        data_preferiti: at(5),
      }),
    ])
    await put([
      record(id, {
        livello_conoscenza: 1,
        preferiti: false,
        data_eseguita: at(6),
        data_livello: at(6),
        data_preferiti: null,
      }),
    ])
    expect((await get()).corpo.risposte[0]).toMatchObject({
      livello_conoscenza: 1,
      preferiti: true,
      data_eseguita: at(6),
    })
  })

  test('a retry changes nothing and reaches no other device again', async () => {
    const { put, get } = await persona()
    const records = banca.ids.slice(0, 20).map((id) => record(id))
    await put(records)
    const { cursore } = (await get('&cursore=0')).corpo
    await put(records)
    expect((await get(`&cursore=${cursore}`)).corpo).toEqual({ risposte: [], cursore })
  })

  test('the same question twice in one call is merged, whatever the order', async () => {
    const { put, get } = await persona()
    const [id] = banca.ids as [number]
    const next = record(id, { livello_conoscenza: 1, data_eseguita: at(9) })
    await put([next, record(id, { livello_conoscenza: -2, data_eseguita: at(8) })])
    expect((await get()).corpo.risposte).toHaveLength(1)
    expect((await get()).corpo.risposte[0]).toMatchObject({ livello_conoscenza: 1, data_eseguita: at(9) })
  })

  test('a device clock years ahead is held to five minutes from now', async () => {
    const { put, get } = await persona()
    const [id] = banca.ids as [number]
    await put([
      record(id, { data_eseguita: '2036-01-01T00:00:00.000+01:00', data_livello: '2036-01-01T00:00:00.000+01:00' }),
    ])
    const parsed = (await get()).corpo.risposte[0]
    const limit = world.deps.now().getTime() + 5 * 60_000
    expect(Date.parse(parsed.data_eseguita)).toBe(limit)
    expect(parsed.data_eseguita).toMatch(/\+01:00$/)
    expect(Date.parse(parsed.data_livello)).toBe(limit)
  })

  test('bad records are refused by name and the others are stored', async () => {
    const { put, get } = await persona()
    const [before, second] = banca.ids as [number, number]
    const risposta = await put([
      record(before),
      { ...record(second), livello_conoscenza: 7 },
      record(999_999_999),
      { ...record(second), id_concorso: 999_999 },
      { ...record(second), data_eseguita: '2026-02-30T10:00:00.000Z' },
      { ...record(second), id_argomento: 'a\u0000b' },
      'non un record',
    ])
    expect(risposta.status).toBe(200)
    expect(risposta.corpo.rifiutate).toEqual([
      { id_domanda: second, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: 999_999_999, codice: 'DOMANDA_NON_TROVATA' },
      { id_domanda: second, codice: 'CONCORSO_NON_TUO' },
      { id_domanda: second, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: second, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: 0, codice: 'RICHIESTA_NON_VALIDA' },
    ])
    expect((await get()).corpo.risposte.map((r: Risposta) => r.id_domanda)).toEqual([before])
  })

  test('a call of malformed records alone is 400 with the fields', async () => {
    const { put } = await persona()
    const risposta = await put([{ ...record(banca.ids[0]!), preferiti: 'sì' }, { id_domanda: 3 }])
    expect(risposta.status).toBe(400)
    expect(risposta.corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect(risposta.corpo.campi).toContain('0.preferiti')
    expect(risposta.corpo.campi).toContain('1.id_concorso')
  })

  test('[D5] answers for a bank that the account never had are 403 and nothing is stored', async () => {
    const altra = await addBanca(world)
    const { put, id_utente } = await persona()
    const risposta = await put(altra.ids.map((id) => ({ ...record(id), id_concorso: altra.id_concorso })))
    expect(risposta).toMatchObject({ status: 403, corpo: { codice: 'CONCORSO_NON_TUO' } })
    const { rows } = await world.db.query<{ n: number }>('select count(*) as n from statistica where id_utente = $1', [
      id_utente,
    ])
    expect(rows[0]?.n).toBe(0)
  })

  test('[BK8] answers of a bank that left the list are still taken', async () => {
    const { put, token } = await persona()
    await world.call('DELETE', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
    expect((await put([record(banca.ids[0]!)])).status).toBe(204)
  })

  test('more than 500 records, or none, are refused whole', async () => {
    const { put } = await persona()
    expect((await put(banca.ids.slice(0, 501).map((id) => record(id)))).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await put([])).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await put(banca.ids.slice(0, 500).map((id) => record(id)))).status).toBe(204)
  })

  test('eight devices pushing the same questions in other orders lose nothing and never deadlock', async () => {
    const { put, get } = await persona()
    const ids = banca.ids.slice(0, 200)
    const invii = Array.from({ length: 40 }, (_, k) => {
      const mischiati = ids
        .map((id, i) => ({ id, peso: (i * 7919 + k * 104_729) % 1009 }))
        .sort((a, b) => a.peso - b.peso)
      return put(mischiati.map(({ id }) => record(id, { data_eseguita: at(k), livello_conoscenza: k === 39 ? 1 : -1 })))
    })
    expect((await Promise.all(invii)).every((r) => r.status === 204)).toBe(true)
    const { risposte, cursore } = (await get()).corpo
    expect(risposte).toHaveLength(200)
    expect(risposte.every((r: Risposta) => r.livello_conoscenza === 1 && r.data_eseguita === at(39))).toBe(true)
    expect((await get(`&cursore=${cursore}`)).corpo.risposte).toEqual([])
  })
})

describe.each(ENGINES)('answers from the server on %s', (engine) => {
  beforeAll(() => open(engine))
  afterAll(() => world.close())

  test('[CA34] data limits by the instant of execution, and without it everything comes', async () => {
    const { put, get } = await persona()
    await put([record(banca.ids[0]!, { data_eseguita: at(0) }), record(banca.ids[1]!, { data_eseguita: at(10) })])
    expect((await get()).corpo.risposte).toHaveLength(2)
    const da = encodeURIComponent('2026-11-20T11:10:00.000+01:00')
    expect((await get(`&data=${da}`)).corpo.risposte.map((r: Risposta) => r.id_domanda)).toEqual([banca.ids[1]])
    expect((await get('&data=ieri')).corpo).toMatchObject({ codice: 'RICHIESTA_NON_VALIDA', campi: ['data'] })
  })

  test('an answer is what the contract says, to the letter', async () => {
    const { put, get } = await persona()
    const strange = record(banca.ids[0]!, {
      id_materia: 7,
      id_argomento: '1;2;;;;;',
      id_sotto_percorso: '12',
      data_livello: '2026-11-20T11:00:00.120+01:00',
      data_letta: at(2),
      modalita: ['ESEGUITA', 'LETTA'],
    })
    expect((await put([strange])).corpo).toBeNull()
    await put([record(banca.ids[1]!, { risposta_gettonata: null, modalita: [] })])
    const { corpo, intestazioni } = await get('&cursore=0')
    expect(intestazioni['content-type']).toMatch(/^application\/json/)
    expect(risposteScaricate.parse(corpo)).toEqual(corpo)
    expect(corpo.risposte[0]).toEqual({
      ...strange,
      data_livello: '2026-11-20T10:00:00.120Z',
      data_preferiti: null,
      data_ascoltata: null,
    })
    expect(corpo.risposte[1]).toMatchObject({ id_materia: null, risposta_gettonata: null, modalita: [] })
  })

  test('a cursor brings what changed since, favourites and readings included', async () => {
    const { put, get } = await persona()
    const [before, second, third] = banca.ids as [number, number, number]
    await put([record(before)])
    const { cursore } = (await get('&cursore=0')).corpo
    await put([
      record(second, {
        modalita: [],
        preferiti: true,
        livello_conoscenza: -99,
        data_preferiti: at(1),
        data_eseguita: at(1),
      }),
    ])
    await put([
      record(third, { modalita: ['LETTA'], livello_conoscenza: -99, data_letta: at(2), data_eseguita: at(2) }),
    ])
    const added = (await get(`&cursore=${cursore}`)).corpo
    expect(added.risposte.map((r: Risposta) => r.id_domanda)).toEqual([second, third])
    expect(added.cursore).toBeGreaterThan(cursore)
  })

  test('without a cursor a history of 6,000 comes whole; with one it comes in pages of 5,000', {
    timeout: 60_000,
  }, async () => {
    const large = await addBanca(world, { n: 6_000 })
    const { token } = await persona()
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${large.id_concorso}`, { token })
    for (let i = 0; i < 6_000; i += 500) {
      const payload = large.ids.slice(i, i + 500).map((id) => ({ ...record(id), id_concorso: large.id_concorso }))
      expect((await world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })).status).toBe(204)
    }
    const get = async (query: string) =>
      (
        await world.call('GET', `/ms_reportistica/risposte_concorso?id_concorso=${large.id_concorso}${query}`, {
          token,
        })
      ).corpo
    expect((await get('')).risposte).toHaveLength(6_000)
    const before = await get('&cursore=0')
    const second = await get(`&cursore=${before.cursore}`)
    expect([before.risposte.length, second.risposte.length]).toEqual([5_000, 1_000])
    const visti = new Set([...before.risposte, ...second.risposte].map((r: Risposta) => r.id_domanda))
    expect(visti.size).toBe(6_000)
  })

  test('answers of another account never come', async () => {
    const [me, other] = [await persona(), await persona()]
    await me.put([record(banca.ids[0]!)])
    expect((await other.get()).corpo.risposte).toEqual([])
  })

  test('[D5] a bank that the account never had is 403', async () => {
    const altra = await addBanca(world)
    const { token } = await persona()
    const risposta = await world.call('GET', `/ms_reportistica/risposte_concorso?id_concorso=${altra.id_concorso}`, {
      token,
    })
    expect(risposta).toMatchObject({ status: 403, corpo: { codice: 'CONCORSO_NON_TUO' } })
  })
})
