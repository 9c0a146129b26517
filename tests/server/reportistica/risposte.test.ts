import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Risposta } from '#contract/schemi'
import { addBanca } from '../concorso/banche.ts'
import { MOTORI, type Mondo, makeWorld } from '../mondo.ts'

let mondo: Mondo
let banca: Awaited<ReturnType<typeof addBanca>>
async function open(motore: (typeof MOTORI)[number]) {
  mondo = await makeWorld({ motore })
  banca = await addBanca(mondo, { n: 600 })
}

let conto = 0
async function persona() {
  const utente = await mondo.registerVerified(`persona${++conto}@prova.it`, 3)
  const { token } = utente
  await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
  const base = '/ms_reportistica/risposte_concorso'
  return {
    ...utente,
    put: (payload: unknown[], query = '') => mondo.call('PUT', `${base}${query}`, { token, payload }),
    get: (query = '') =>
      mondo.call('GET', `${base}?modalita=ESEGUITA&id_concorso=${banca.id_concorso}${query}`, { token }),
    contatore: async (id_domanda: number) => {
      const { righe } = await mondo.db.query<{ contatore: number }>(
        'select contatore from statistica where id_utente = $1 and id_domanda = $2',
        [utente.id_utente, id_domanda],
      )
      return righe[0]?.contatore
    },
  }
}

const at = (minuti: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + minuti * 60_000).toISOString()
const record = (id_domanda: number, altro: Partial<Risposta> = {}): Risposta => ({
  id_concorso: banca.id_concorso,
  id_domanda,
  livello_conoscenza: 0,
  data_eseguita: at(0),
  risposta_gettonata: 2,
  preferiti: false,
  modalita: ['ESEGUITA'],
  ...altro,
})

describe.each(MOTORI)('answers to the server on %s', (motore) => {
  beforeAll(() => open(motore))
  afterAll(() => mondo.close())

  test('[CA37][CA40][CO15] records are stored with 204 and come back with their own text of the date', async () => {
    const { put, get } = await persona()
    const data_eseguita = '2026-11-20T11:00:00.123+01:00'
    const inviato = record(banca.ids[0]!, { data_eseguita, id_materia: 7, id_argomento: '1;2;;;;;', preferiti: true })
    expect(await put([inviato])).toMatchObject({ status: 204, corpo: null })
    const { corpo } = await get()
    expect(corpo.risposte).toHaveLength(1)
    expect(corpo.risposte[0]).toMatchObject({ ...inviato, data_livello: null, data_preferiti: null })
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
    const nuovo = record(id, { livello_conoscenza: 1, data_eseguita: at(9) })
    await put([nuovo, record(id, { livello_conoscenza: -2, data_eseguita: at(8) })])
    expect((await get()).corpo.risposte).toHaveLength(1)
    expect((await get()).corpo.risposte[0]).toMatchObject({ livello_conoscenza: 1, data_eseguita: at(9) })
  })

  test('a device clock years ahead is held to five minutes from now', async () => {
    const { put, get } = await persona()
    const [id] = banca.ids as [number]
    await put([
      record(id, { data_eseguita: '2036-01-01T00:00:00.000+01:00', data_livello: '2036-01-01T00:00:00.000+01:00' }),
    ])
    const letta = (await get()).corpo.risposte[0]
    const limite = mondo.deps.now().getTime() + 5 * 60_000
    expect(Date.parse(letta.data_eseguita)).toBe(limite)
    expect(letta.data_eseguita).toMatch(/\+01:00$/)
    expect(Date.parse(letta.data_livello)).toBe(limite)
  })

  test('bad records are refused by name and the others are stored', async () => {
    const { put, get } = await persona()
    const [prima, seconda] = banca.ids as [number, number]
    const risposta = await put([
      record(prima),
      { ...record(seconda), livello_conoscenza: 7 },
      record(999_999_999),
      { ...record(seconda), id_concorso: 999_999 },
      { ...record(seconda), data_eseguita: '2026-02-30T10:00:00.000Z' },
      { ...record(seconda), id_argomento: 'a\u0000b' },
      'non un record',
    ])
    expect(risposta.status).toBe(200)
    expect(risposta.corpo.rifiutate).toEqual([
      { id_domanda: seconda, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: 999_999_999, codice: 'DOMANDA_NON_TROVATA' },
      { id_domanda: seconda, codice: 'CONCORSO_NON_TUO' },
      { id_domanda: seconda, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: seconda, codice: 'RICHIESTA_NON_VALIDA' },
      { id_domanda: 0, codice: 'RICHIESTA_NON_VALIDA' },
    ])
    expect((await get()).corpo.risposte.map((r: Risposta) => r.id_domanda)).toEqual([prima])
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
    const altra = await addBanca(mondo)
    const { put, id_utente } = await persona()
    const risposta = await put(altra.ids.map((id) => ({ ...record(id), id_concorso: altra.id_concorso })))
    expect(risposta).toMatchObject({ status: 403, corpo: { codice: 'CONCORSO_NON_TUO' } })
    const { righe } = await mondo.db.query<{ n: number }>('select count(*) as n from statistica where id_utente = $1', [
      id_utente,
    ])
    expect(righe[0]?.n).toBe(0)
  })

  test('[BK8] answers of a bank that left the list are still taken', async () => {
    const { put, token } = await persona()
    await mondo.call('DELETE', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
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

describe.each(MOTORI)('answers from the server on %s', (motore) => {
  beforeAll(() => open(motore))
  afterAll(() => mondo.close())

  test('[CA34] data limits by the instant of execution, and without it everything comes', async () => {
    const { put, get } = await persona()
    await put([record(banca.ids[0]!, { data_eseguita: at(0) }), record(banca.ids[1]!, { data_eseguita: at(10) })])
    expect((await get()).corpo.risposte).toHaveLength(2)
    const da = encodeURIComponent('2026-11-20T11:10:00.000+01:00')
    expect((await get(`&data=${da}`)).corpo.risposte.map((r: Risposta) => r.id_domanda)).toEqual([banca.ids[1]])
    expect((await get('&data=ieri')).corpo).toMatchObject({ codice: 'RICHIESTA_NON_VALIDA', campi: ['data'] })
  })

  test('a cursor brings what changed since, favourites and readings included', async () => {
    const { put, get } = await persona()
    const [prima, seconda, terza] = banca.ids as [number, number, number]
    await put([record(prima)])
    const { cursore } = (await get('&cursore=0')).corpo
    await put([
      record(seconda, {
        modalita: [],
        preferiti: true,
        livello_conoscenza: -99,
        data_preferiti: at(1),
        data_eseguita: at(1),
      }),
    ])
    await put([
      record(terza, { modalita: ['LETTA'], livello_conoscenza: -99, data_letta: at(2), data_eseguita: at(2) }),
    ])
    const nuove = (await get(`&cursore=${cursore}`)).corpo
    expect(nuove.risposte.map((r: Risposta) => r.id_domanda)).toEqual([seconda, terza])
    expect(nuove.cursore).toBeGreaterThan(cursore)
  })

  test('without a cursor a history of 6,000 comes whole; with one it comes in pages of 5,000', {
    timeout: 60_000,
  }, async () => {
    const grande = await addBanca(mondo, { n: 6_000 })
    const { token } = await persona()
    await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${grande.id_concorso}`, { token })
    for (let i = 0; i < 6_000; i += 500) {
      const payload = grande.ids.slice(i, i + 500).map((id) => ({ ...record(id), id_concorso: grande.id_concorso }))
      expect((await mondo.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })).status).toBe(204)
    }
    const get = async (query: string) =>
      (
        await mondo.call('GET', `/ms_reportistica/risposte_concorso?id_concorso=${grande.id_concorso}${query}`, {
          token,
        })
      ).corpo
    expect((await get('')).risposte).toHaveLength(6_000)
    const prima = await get('&cursore=0')
    const seconda = await get(`&cursore=${prima.cursore}`)
    expect([prima.risposte.length, seconda.risposte.length]).toEqual([5_000, 1_000])
    const visti = new Set([...prima.risposte, ...seconda.risposte].map((r: Risposta) => r.id_domanda))
    expect(visti.size).toBe(6_000)
  })

  test('answers of another account never come', async () => {
    const [io, altro] = [await persona(), await persona()]
    await io.put([record(banca.ids[0]!)])
    expect((await altro.get()).corpo.risposte).toEqual([])
  })

  test('[D5] a bank that the account never had is 403', async () => {
    const altra = await addBanca(mondo)
    const { token } = await persona()
    const risposta = await mondo.call('GET', `/ms_reportistica/risposte_concorso?id_concorso=${altra.id_concorso}`, {
      token,
    })
    expect(risposta).toMatchObject({ status: 403, corpo: { codice: 'CONCORSO_NON_TUO' } })
  })
})
