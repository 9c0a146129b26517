import { beforeEach, describe, expect, test } from 'vitest'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { ENGINES, type Motore } from '../world.ts'
import { useBanco } from './fixtures.ts'

const SLUG = 'costituzionale-40-quesiti'

describe.each(ENGINES)('the rules of moves hold on the server, whatever page sends: %s', (engine: Motore) => {
  const { qui: here, altroDispositivo, conRegole, avvia, consegna } = useBanco(engine, 'mosse')
  let { mondo: world, token }: ReturnType<typeof here> = here()
  beforeEach(() => {
    ;({ mondo: world, token } = here())
  })

  /** Sends marks by place, as a draft of the device whose token it is. */
  const tieni = async (s: SimulazioneAvviata, marche: Record<number, object>, { query = '', chi = token } = {}) => {
    const payload = Object.entries(marche).map(([slot, r]) => ({
      id_domanda: s.domande[Number(slot)]?.id_domanda,
      ...r,
    }))
    const { status } = await world.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}${query}`, {
      token: chi,
      payload,
    })
    expect(status).toBe(204)
  }
  const parsedAll = async (s: SimulazioneAvviata) => {
    const { corpo: body } = await world.call(
      'GET',
      `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
      { token },
    )
    const segnate = body.elementi.map((e: { risposta: number | null }) => e.risposta) as (number | null)[]
    return { indice: body.indice, segnate, cambi: body.elementi[0].cambi }
  }

  test('[SI7] without corrections the first mark that arrives is kept: not changed, not erased, nor at delivery', () =>
    conRegole(SLUG, { correzioni: 'mai' }, async () => {
      const s = await avvia(SLUG)
      // A blank that says it was changed does not stand in the way of the mark that follows.
      await tieni(s, { 0: { risposta: null, cambi: 9 } })
      await tieni(s, { 0: { risposta: 2, cambi: 0 } })
      for (const r of [{ risposta: 3 }, { risposta: 4, cambi: 7 }, { risposta: null, cambi: 9 }])
        await tieni(s, { 0: r })
      expect(await parsedAll(s)).toMatchObject({ segnate: [2, ...Array(39).fill(null)], cambi: 0 })
      // Two devices that marked the same place apart: the first that arrives.
      const other = await altroDispositivo()
      await tieni(s, { 1: { risposta: 1, cambi: 0 } }, { chi: other })
      await tieni(s, { 1: { risposta: 3, cambi: 0 }, 2: { risposta: 4, cambi: 0 } })
      world.orologio.advance(20 * 60_000)
      const risposte = [0, 1, 2].map((i) => ({ id_domanda: s.domande[i]?.id_domanda, risposta: 3, cambi: 2 }))
      expect((await consegna(s, { risposte })).status).toBe(200)
      expect((await parsedAll(s)).segnate.slice(0, 3)).toEqual([2, 1, 4])
    }))

  test('[SI7] going only forward, a device marks nothing behind the place that it told', () =>
    conRegole(SLUG, { navigazione: 'solo_avanti' }, async () => {
      const s = await avvia(SLUG)
      await tieni(s, { 0: { risposta: 2, cambi: 0 } }, { query: '&indice=5' })
      // Left blank, marked later; marked, changed later; the place where it is; the next ones.
      const poi = { 0: { risposta: 3, cambi: 1 }, 3: { risposta: 1 }, 5: { risposta: 2 }, 8: { risposta: 1 } }
      await tieni(s, poi, { query: '&indice=2' })
      expect(await parsedAll(s)).toMatchObject({
        indice: 5,
        segnate: [2, null, null, null, null, 2, null, null, 1, ...Array(31).fill(null)],
      })
      // A mark tells the place too, when nobody says where the page is.
      await tieni(s, { 7: { risposta: 1 } })
      world.orologio.advance(20 * 60_000)
      const risposte = [3, 7, 9].map((i) => ({ id_domanda: s.domande[i]?.id_domanda, risposta: 1 }))
      expect((await consegna(s, { risposte })).status).toBe(200)
      const { segnate } = await parsedAll(s)
      expect([3, 7, 9].map((i) => segnate[i])).toEqual([null, null, 1])
    }))

  test('[D25] going only forward, what another device marked without a network still counts', () =>
    conRegole(SLUG, { navigazione: 'solo_avanti' }, async () => {
      const s = await avvia(SLUG)
      await tieni(s, { 0: { risposta: 1 } }, { query: '&indice=1' })
      const other = await altroDispositivo()
      await tieni(s, { 6: { risposta: 2 } }, { query: '&indice=7', chi: other })
      // The first one was offline meanwhile; its store has taken the further place over.
      const offline = { 0: { risposta: 1 }, 1: { risposta: 3 }, 2: { risposta: 4 }, 6: { risposta: 2 } }
      await tieni(s, offline, { query: '&indice=7' })
      expect(await parsedAll(s)).toMatchObject({ indice: 7 })
      expect((await parsedAll(s)).segnate.slice(0, 7)).toEqual([1, 3, 4, null, null, null, 2])
      // And a third one that comes only at the delivery.
      const third = await altroDispositivo()
      world.orologio.advance(20 * 60_000)
      const risposte = [{ id_domanda: s.domande[3]?.id_domanda, risposta: 1 }]
      expect((await consegna(s, { risposte }, third)).corpo.in_classifica).toBe(true)
      expect((await parsedAll(s)).segnate[3]).toBe(1)
    }))

  test('a mark that is none of the question’s answers is not kept, nor is such a strike', async () => {
    const s = await avvia(SLUG)
    const { rows } = await world.db.query<{ quante: number }>(
      'select cardinality(risposte) as quante from domanda where id_domanda = $1',
      [s.domande[0]?.id_domanda],
    )
    const count = rows[0]?.quante as number
    expect(count).toBeLessThan(5)
    await tieni(s, { 0: { risposta: count, cambi: 0 } })
    await tieni(s, { 0: { risposta: 5, cambi: 1, escluse: [1, 5] }, 1: { risposta: 5 } })
    const { corpo: body } = await world.call(
      'GET',
      `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`,
      { token },
    )
    expect(body.elementi.slice(0, 2)).toMatchObject([{ risposta: count, cambi: 0, escluse: [1] }, { risposta: null }])
  })
})
