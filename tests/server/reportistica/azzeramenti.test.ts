import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Risposta } from '#contract/schemas'
import { BELIEVED } from '#server/clock'
import { addBanca } from '../concorso/fixtures.ts'
import { ENGINES, type Mondo, makeWorld } from '../world.ts'

const RESET_AT = '2026-11-20T10:00:00.000Z'
const at = (minutes: number) => new Date(Date.parse(RESET_AT) + minutes * 60_000).toISOString()

describe.each(ENGINES)('a reset and what comes after it on %s (decision 0081)', (engine) => {
  let world: Mondo
  let banks: Awaited<ReturnType<typeof addBanca>>[]
  let account = 0
  beforeAll(async () => {
    world = await makeWorld({ motore: engine, deps: () => ({ clock: BELIEVED }) })
    banks = [await addBanca(world, { n: 5 }), await addBanca(world, { n: 5 })]
  })
  afterAll(() => world.close())

  const record = (bank: number, place: number, minutes: number, other: Partial<Risposta> = {}): Risposta => ({
    id_concorso: banks[bank]!.id_concorso,
    id_domanda: banks[bank]!.ids[place]!,
    id_materia: 7,
    livello_conoscenza: 1,
    data_eseguita: at(minutes),
    data_livello: at(minutes),
    risposta_gettonata: 2,
    preferiti: false,
    modalita: ['ESEGUITA'],
    ...other,
  })
  async function person() {
    const { token } = await world.registerVerified(`azzera${++account}@prova.it`, 3)
    for (const { id_concorso } of banks)
      await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    const reset = async (query = '', minutes = 0) => {
      world.orologio.set(at(minutes))
      expect((await world.call('DELETE', `/ms_utente/reportistica_utente${query}`, { token })).status).toBe(204)
      world.orologio.set(at(600))
    }
    const put = async (...payload: Risposta[]) =>
      expect((await world.call('PUT', '/ms_reportistica/risposte_concorso', { token, payload })).status).toBe(204)
    const levels = async (bank = 0, cursore = 0) => {
      const query = `modalita=ESEGUITA&id_concorso=${banks[bank]!.id_concorso}&cursore=${cursore}`
      const { corpo } = await world.call('GET', `/ms_reportistica/risposte_concorso?${query}`, { token })
      return (corpo.risposte as Risposta[]).map((r) => [r.livello_conoscenza, r.preferiti, r.risposta_gettonata])
    }
    return { reset, put, levels, token }
  }
  const GONE = [-99, false, null]

  test('[RS1] an answer of before it that no server had is reset when it comes, one of after it stays', async () => {
    const { reset, put, levels } = await person()
    await reset()
    await put(record(0, 0, -5))
    expect(await levels()).toEqual([GONE])
    await put(record(0, 1, 5))
    expect(await levels()).toEqual([GONE, [1, false, 2]])
    await put(record(0, 0, 6))
    expect((await levels()).toSorted()).toEqual([
      [1, false, 2],
      [1, false, 2],
    ])
  })

  test('[RS3] each half by its own instant, and records without any whole', async () => {
    const { reset, put, levels } = await person()
    await reset()
    await put(record(0, 0, 5, { data_livello: at(-5), preferiti: true, data_preferiti: at(5) }))
    await put(record(0, 1, 5, { preferiti: true, data_preferiti: at(-5) }))
    await put(record(0, 2, -5, { data_livello: null, preferiti: true }))
    await put(record(0, 3, 5, { data_livello: null, preferiti: true }))
    expect(await levels()).toEqual([[-99, true, null], [1, false, 2], GONE, [1, true, 2]])
  })

  test('its device hears of it: the record is newer than all that it had asked for', async () => {
    const { reset, put, levels, token } = await person()
    await put(record(0, 0, -30))
    const query = `modalita=ESEGUITA&id_concorso=${banks[0]!.id_concorso}&cursore=0`
    const { cursore } = (await world.call('GET', `/ms_reportistica/risposte_concorso?${query}`, { token })).corpo
    await reset()
    await put(record(0, 0, -5), record(0, 1, -5))
    expect(await levels(0, cursore)).toEqual([GONE, GONE])
  })

  test('only in its scope, of which the last one counts', async () => {
    const { reset, put, levels } = await person()
    const bank = `?id_concorso=${banks[0]!.id_concorso}`
    await reset(`${bank}&id_materia=7`, -20)
    await reset(`${bank}&id_materia=7`)
    await put(record(0, 0, -5), record(0, 1, -5, { id_materia: 8 }))
    await put(record(1, 0, -5))
    expect(await levels()).toEqual([GONE, [1, false, 2]])
    expect(await levels(1)).toEqual([[1, false, 2]])
    const { rows } = await world.db.query<{ n: number }>(
      "select jsonb_array_length(azzeramenti) as n from utente where azzeramenti <> '[]' order by id_utente desc limit 1",
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('of the newest 200 scopes', async () => {
    const { reset, put, levels } = await person()
    const others = Array.from({ length: 250 }, (_, i) => ({ concorso: i + 1_000_000, quando: at(-1_000 + i) }))
    await world.db.query(
      `update utente set azzeramenti = $1::jsonb where id_utente = (select max(id_utente) from utente)`,
      [JSON.stringify(others)],
    )
    await reset()
    const { rows } = await world.db.query<{ n: number; oldest: number }>(
      `select count(*)::int as n, min((a ->> 'concorso')::int) as oldest
       from utente, jsonb_array_elements(azzeramenti) a where id_utente = (select max(id_utente) from utente)`,
    )
    expect(rows).toEqual([{ n: 200, oldest: 1_000_051 }])
    await put(record(0, 0, -5))
    expect(await levels()).toEqual([GONE])
  })

  test('what one reset had emptied is not filled by an answer that another one covers', async () => {
    const { reset, put, levels } = await person()
    await put(record(0, 0, -30))
    await reset('', -20)
    await reset()
    await put(record(0, 0, -10))
    expect(await levels()).toEqual([GONE])
  })

  test('a push that waits for a reset sees it', async () => {
    const { reset, put, levels } = await person()
    for (let i = 0; i < 5; i++) await Promise.all([reset(), put(record(0, i, -5))])
    expect(await levels()).toEqual([GONE, GONE, GONE, GONE, GONE])
  })
})
