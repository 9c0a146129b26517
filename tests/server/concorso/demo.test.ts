import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleDomande } from '#rules/sample'
import { numberBanca } from '#server/pacchetti/numbering'
import { buildFile, publishVersione } from '#server/pacchetti/publish'
import { ENGINES, type Mondo, makeWorld } from '../world.ts'
import { addBanca, makeDomanda } from './fixtures.ts'
import { download } from './pacchetto.ts'

let world: Mondo

let account = 0
const demo = (livello: 0 | 1 | 2 | 3 = 0) => world.registerVerified(`demo${++account}@prova.it`, livello)
const get = (token: string, id: number) => world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
const used = async (token: string) => (await world.call('GET', '/ms_utente/livello', { token })).corpo
const setUsati = (id_utente: number, n: number) =>
  world.db.query('update utente set quiz_usati = $2 where id_utente = $1', [id_utente, n])

describe.each(ENGINES)('demo allowance on %s', (engine) => {
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
  })
  afterAll(() => world.close())

  test('[AC3][AC16][AC18][CO1] a bank of 750 gives 500 questions and not one more', async () => {
    const banca = await addBanca(world, { n: 750 })
    const { token } = await demo()
    const { status, corpo: body } = await get(token, banca.id_concorso)
    expect(status).toBe(200)
    expect(body).toMatchObject({ domande_concesse: 500, numero_domande: 750, stato: 2 })
    const { manifest, domande } = await download(world, body.url_domande)
    expect(manifest).toMatchObject({ domande: 500, domande_totali: 750, versione: body.versione })
    expect(domande).toHaveLength(500)
    expect(await used(token)).toMatchObject({ quiz_usati: 500, quiz_rimasti: 0 })
    expect((await get(token, (await addBanca(world)).id_concorso)).corpo.codice).toBe('DEMO_ESAURITA')
  })

  test('[AC17][D8] the sample is proportional by subject, keeps official positions, and a smaller one is inside a larger', async () => {
    const domande = Array.from({ length: 400 }, (_, i) =>
      makeDomanda(i + 1, { materia: i < 300 ? 'Grande' : 'Piccola' }),
    )
    const banca = await addBanca(world, { domande })
    const [poco, molto] = [await demo(), await demo()]
    await setUsati(poco.id_utente, 400)
    await setUsati(molto.id_utente, 300)
    const small = await download(world, (await get(poco.token, banca.id_concorso)).corpo.url_domande)
    const large = await download(world, (await get(molto.token, banca.id_concorso)).corpo.url_domande)
    expect(small.domande).toHaveLength(100)
    expect(large.domande).toHaveLength(200)
    const idGrande = new Set(large.domande.map((d) => d.id_domanda))
    expect(small.domande.every((d) => idGrande.has(d.id_domanda))).toBe(true)
    const perMateria = banca.materie.map((m) => small.domande.filter((d) => d.id_materia === m.id_materia).length)
    expect(perMateria).toEqual([75, 25])
    for (const d of small.domande) expect(banca.domande[d.posizione - 1]?.id_domanda).toBe(d.id_domanda)
    expect(small.domande.map((d) => d.id_domanda).sort()).toEqual(sampleDomande(banca.domande, 100).sort())
  })

  test('[AC21] asking again, deleting and adding again neither spends twice nor gives back', async () => {
    const banca = await addBanca(world, { n: 30 })
    const { token } = await demo()
    const before = await get(token, banca.id_concorso)
    expect(before.corpo).toMatchObject({ domande_concesse: 30, stato: 1 })
    await get(token, banca.id_concorso)
    await world.call('DELETE', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
    expect(await used(token)).toMatchObject({ quiz_usati: 30, quiz_rimasti: 470 })
    const after = await get(token, banca.id_concorso)
    expect(after.corpo.hash_domande).toBe(before.corpo.hash_domande)
    expect(await used(token)).toMatchObject({ quiz_usati: 30, quiz_rimasti: 470 })
  })

  test('[AC10] what is left is shared among banks, and a bank already had stays open at zero', async () => {
    const [before, second, third] = [
      await addBanca(world, { n: 40 }),
      await addBanca(world, { n: 40 }),
      await addBanca(world),
    ]
    const { token, id_utente } = await demo()
    await setUsati(id_utente, 450)
    expect((await get(token, before.id_concorso)).corpo.domande_concesse).toBe(40)
    expect((await get(token, second.id_concorso)).corpo.domande_concesse).toBe(10)
    expect(await used(token)).toMatchObject({ quiz_usati: 500, quiz_rimasti: 0 })
    const refusal = await get(token, third.id_concorso)
    expect(refusal).toMatchObject({
      status: 403,
      corpo: { codice: 'DEMO_ESAURITA', detail: 'demo o premium esaurita' },
    })
    expect((await get(token, before.id_concorso)).corpo.domande_concesse).toBe(40)
    const own = await world.call('GET', '/ms_concorso/concorsi_utente', { token })
    expect(own.corpo.elementi.map((c: { id_concorso: number }) => c.id_concorso).sort()).toEqual(
      [before.id_concorso, second.id_concorso].sort(),
    )
  })

  test('[AC16] fifty requests at once at 499 give exactly one more question', async () => {
    const banche = await Promise.all(Array.from({ length: 5 }, () => addBanca(world, { n: 10 })))
    const { token, id_utente } = await demo()
    await setUsati(id_utente, 499)
    const risposte = await Promise.all(Array.from({ length: 50 }, (_, i) => get(token, banche[i % 5]!.id_concorso)))
    const date = risposte.filter((r) => r.status === 200)
    expect(new Set(date.map((r) => r.corpo.id_concorso)).size).toBe(1)
    expect(date.every((r) => r.corpo.domande_concesse === 1)).toBe(true)
    expect(risposte.filter((r) => r.status !== 200).every((r) => r.corpo.codice === 'DEMO_ESAURITA')).toBe(true)
    expect(date.length).toBe(10)
    expect(await used(token)).toMatchObject({ quiz_usati: 500, quiz_rimasti: 0 })
  })

  test('[AC19] after the upgrade the whole bank comes, under the same version', async () => {
    const banca = await addBanca(world, { n: 60 })
    const { token, id_utente } = await demo()
    await setUsati(id_utente, 480)
    const parte = (await get(token, banca.id_concorso)).corpo
    expect(parte).toMatchObject({ stato: 2, domande_concesse: 20 })
    await world.db.query('update utente set livello = 3 where id_utente = $1', [id_utente])
    const tutta = (await get(token, banca.id_concorso)).corpo
    expect(tutta).toMatchObject({ stato: 1, domande_concesse: 60, versione: parte.versione })
    const ids = new Set((await download(world, tutta.url_domande)).domande.map((d) => d.id_domanda))
    for (const d of (await download(world, parte.url_domande)).domande) expect(ids.has(d.id_domanda)).toBe(true)
  })

  test.each([1, 2, 3] as const)('[AC4][AC6] tier %i gets the whole bank and spends nothing', async (livello) => {
    const banca = await addBanca(world, { n: 520 })
    const { token, id_utente } = await demo(livello)
    expect((await get(token, banca.id_concorso)).corpo).toMatchObject({ domande_concesse: 520, stato: 1 })
    const { rows } = await world.db.query<{ quiz_usati: number }>(
      'select quiz_usati from utente where id_utente = $1',
      [id_utente],
    )
    expect(rows[0]?.quiz_usati).toBe(0)
  })

  test('[AC14] an expired premium has the demo allowance, and PREMIUM_SCADUTO only when it is used up', async () => {
    const banca = await addBanca(world, { n: 30 })
    const { token, id_utente } = await demo(3)
    await world.db.query('update utente set data_scadenza_premium = $2 where id_utente = $1', [
      id_utente,
      new Date(world.deps.now().getTime() - 1000),
    ])
    expect((await get(token, banca.id_concorso)).corpo.domande_concesse).toBe(30)
    await setUsati(id_utente, 500)
    expect((await get(token, (await addBanca(world)).id_concorso)).corpo.codice).toBe('PREMIUM_SCADUTO')
    expect((await get(token, banca.id_concorso)).status).toBe(200)
  })

  test('a refused bank is not added to the list', async () => {
    const banca = await addBanca(world)
    const { token, id_utente } = await demo()
    await setUsati(id_utente, 500)
    await get(token, banca.id_concorso)
    expect((await world.call('GET', '/ms_concorso/concorsi_utente', { token })).corpo.totale).toBe(0)
    const invio = await world.call('DELETE', `/ms_concorso/concorso?id_concorso=${banca.id_concorso}`, { token })
    expect(invio.corpo.codice).toBe('CONCORSO_NON_TUO')
  })

  test('[AC16] a new version that moves the sample delivers what was delivered and charges only what is new', async () => {
    const previous = Array.from({ length: 60 }, (_, i) => makeDomanda(i + 1, { materia: 'Una' }))
    const banca = await addBanca(world, { domande: previous })
    const { token, id_utente } = await demo()
    await setUsati(id_utente, 480)
    const before = (await download(world, (await get(token, banca.id_concorso)).corpo.url_domande)).domande
    expect(before).toHaveLength(20)

    const aggiunte = Array.from({ length: 60 }, (_, i) => makeDomanda(100 + i, { materia: 'Due' }))
    const next = await numberBanca(world.db, banca.scheda, [...previous, ...aggiunte], [])
    const ready = {
      ...next,
      id_concorso: banca.id_concorso,
      materie: [...banca.materie, ...next.materie.filter((m) => m.materia === 'Due')],
      domande: next.domande.map((d, i) => (i < 60 ? banca.domande[i]! : d)),
    }
    const { rows } = await world.db.query<{ versione: string }>(
      'select versione from concorso where id_concorso = $1',
      [banca.id_concorso],
    )
    expect(await publishVersione(world.deps, ready, await buildFile(world.deps, ready), rows[0]!.versione)).toBe(true)

    const after = (await get(token, banca.id_concorso)).corpo
    expect(after.domande_concesse).toBe(20)
    const ids = (await download(world, after.url_domande)).domande.map((d) => d.id_domanda)
    expect(ids).toEqual(before.map((d) => d.id_domanda))
    expect(await used(token)).toMatchObject({ quiz_usati: 500 })
  })
})
