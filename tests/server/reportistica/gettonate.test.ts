import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countChoices } from '#server/reportistica/choices'
import { addBanca, addPercorso } from '../concorso/fixtures.ts'
import { ENGINES, type Mondo, makeWorld } from '../world.ts'

let world: Mondo
let banca: Awaited<ReturnType<typeof addBanca>>

const chiedi = (token: string | undefined, id_domanda: number, id_concorso = banca.id_concorso) =>
  world.call(
    'GET',
    `/ms_reportistica/dettaglio_risposte_gettonate?id_domanda=${id_domanda}&id_concorso=${id_concorso}&id_argomento=`,
    token === undefined ? {} : { token },
  )

/** Accounts that have the bank and answered one question; null: left blank. */
async function answer(id_domanda: number, risposte: readonly (number | null)[]) {
  await world.db.query(
    `with nuovi as (
       insert into utente (email, password_hash)
       select 'g' || gen_random_uuid() || '@prova.it', 'x'
       from generate_series(1, $3::int) returning id_utente
     ), numerati as (select id_utente, row_number() over () as i from nuovi), presi as (
       insert into concorso_utente (id_utente, id_concorso, aggiunto) select id_utente, $1, now() from nuovi
     )
     insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti,
       risposta_gettonata, data_eseguita, data_eseguita_testo, seq)
     select id_utente, 0, $1, $2, 0, false, ($4::int[])[i], now(), '2026-11-20T10:00:00.000Z', 1 from numerati`,
    [banca.id_concorso, id_domanda, risposte.length, risposte],
  )
  await countChoices(world.deps, { anew: true })
}

describe.each(ENGINES)('what the others answered on %s', (engine) => {
  let token: string
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
    banca = await addBanca(world, { n: 10 })
    const me = await world.registerVerified('io@prova.it', 3)
    token = me.token
    await world.call('GET', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
  })
  afterAll(() => world.close())

  test('a question numbered 0 is no question, and is refused as such', async () => {
    expect((await chiedi(token, 0)).status).toBe(400)
  })

  test('[CA45][EN50] is counted by printed position over all accounts, from twenty people on', async () => {
    const id = banca.ids[0]!
    await answer(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 2, 2, 2, 2, 2, null, null])
    expect((await chiedi(token, id)).corpo).toEqual({
      id_domanda: id,
      persone: 19,
      risposta_gettonata: null,
      risposte: null,
    })
    await answer(id, [3])
    expect((await chiedi(token, id)).corpo).toEqual({
      id_domanda: id,
      persone: 20,
      risposta_gettonata: 1,
      risposte: [
        { risposta: 1, n: 10 },
        { risposta: 2, n: 5 },
        { risposta: 3, n: 5 },
      ],
    })
  })

  test('of another question, another bank or another context is not counted', async () => {
    const { corpo: body } = await chiedi(token, banca.ids[1]!)
    expect(body).toMatchObject({ persone: 0, risposte: null })
    const other = await addBanca(world, { n: 2, concorso: 'Altra banca' })
    await answer(
      other.ids[0]!,
      Array.from({ length: 20 }, () => 1),
    )
    expect((await chiedi(token, other.ids[0]!)).corpo).toMatchObject({ persone: 0, risposte: null })
  })

  test('of a path is counted by its questions', async () => {
    const { id_argomento, ids } = await addPercorso(world)
    const path = (id_domanda: number) =>
      world.call(
        'GET',
        `/ms_reportistica/dettaglio_risposte_gettonate?id_domanda=${id_domanda}&id_argomento=${id_argomento}`,
        {
          token,
        },
      )
    expect((await path(ids[0]!)).corpo.codice).toBe('PERCORSO_NON_TUO')
    await world.call('GET', `/ms_concorso/percorso?id_argomento=${id_argomento}`, { token })
    await answer(
      ids[0]!,
      Array.from({ length: 20 }, () => 2),
    )
    expect((await path(ids[0]!)).corpo).toMatchObject({ persone: 20, risposte: [{ risposta: 2, n: 20 }] })
  })

  test('is told to who has the bank, and to nobody without a session', async () => {
    const outside = await world.registerVerified('fuori@prova.it', 3)
    expect((await chiedi(outside.token, banca.ids[0]!)).corpo.codice).toBe('CONCORSO_NON_TUO')
    expect((await chiedi(undefined, banca.ids[0]!)).status).toBe(401)
  })
})
