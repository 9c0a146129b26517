import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld, PASSWORD } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const DAY_MS = 86_400_000

describe('[OP48] official simulations are composed', () => {
  let world: Mondo
  let desk: Desk
  let who: Signed
  let bank: number
  let token: string
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    who = await desk.seat('redattore@posta.example', 'redattore')
    token = (await world.registerVerified('candidata@posta.example', 2)).token
    const domande = Array.from({ length: 12 }, (_, i) =>
      makeDomanda(i + 1, { materia: i < 8 ? 'Diritto' : 'Storia', ...(i === 11 && { corretta: null }) }),
    )
    ;({ id_concorso: bank } = await addBanca(world, { concorso: 'Banca da comporre', domande }))
  })
  afterAll(() => world.close())

  const draft = (more: object = {}) => ({
    descrizione: 'Prova scritta',
    durata: '01:00:00',
    materie: [
      { materia: 'Diritto', numero: 5 },
      { materia: 'Storia', numero: 2 },
    ],
    punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 },
    ammissione: { minimo: 4 },
    ...more,
  })
  const send = (name: 'prova_simulazione' | 'pubblica_simulazione', more: object = {}, id_concorso = bank) =>
    desk.call(name, { corpo: { id_concorso, simulazione: draft(more) } }, who)
  const list = async () => (await desk.call('simulazioni_gestite', {}, who)).corpo.elementi
  const seen = async () =>
    (await world.call('GET', `/ms_concorso/simulazioni?id_concorso=${bank}&attiva=true`, { token })).corpo.elementi
  const change = (corpo: object) => desk.call('cambia_simulazione', { corpo }, who)
  const dayAfter = (days: number) => new Date(world.orologio.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

  it('counts the questions that may be drawn, subject by subject', async () => {
    const { corpo } = await desk.call('materie_componibili', { query: { id_concorso: String(bank) } }, who)
    expect(corpo).toMatchObject({
      concorso: 'Banca da comporre',
      materie: [
        { materia: 'Diritto', domande: 8 },
        { materia: 'Storia', domande: 3 },
      ],
    })
    const none = await desk.call('materie_componibili', { query: { id_concorso: '999999' } }, who)
    expect(none.corpo.codice).toBe('CONCORSO_NON_TROVATO')
  })

  it('tries a draw without writing, with a question of each subject, or says why it cannot', async () => {
    const rows = (await desk.audit()).length
    const { corpo } = await send('prova_simulazione')
    expect(corpo).toMatchObject({ difetti: [], domande: 7 })
    expect(corpo.campione.map((c: { materia: string }) => c.materia)).toEqual(['Diritto', 'Storia'])
    const more = await send('prova_simulazione', {
      materie: [{ materia: 'Storia', numero: 4 }],
      durata: '00:00:00',
      scadenza: '2020-01-01',
    })
    expect(more.corpo).toMatchObject({ domande: 0, campione: [] })
    expect(more.corpo.difetti).toEqual(expect.arrayContaining([expect.stringMatching(/già passata/)]))
    const short = await send('prova_simulazione', { materie: [{ materia: 'Storia', numero: 4 }] })
    expect(short.corpo.difetti).toEqual([expect.stringMatching(/servono 4 quesiti di "Storia".*ne ha 3/)])
    const backwards = await send('prova_simulazione', { apertura: dayAfter(9), scadenza: dayAfter(3) })
    expect(backwards.corpo.difetti).toEqual(['la scadenza viene prima dell’apertura'])
    expect((await send('prova_simulazione', { apertura: 'domani' })).corpo.difetti).toEqual([
      expect.stringMatching(/^apertura vuole una data/),
    ])
    expect((await send('prova_simulazione', {}, 999999)).corpo.difetti).toEqual([
      expect.stringMatching(/non c'è una banca/),
    ])
    expect([await list(), (await desk.audit()).length]).toEqual([[], rows])
  })

  it('publishes as an act what it tried; a twin is refused and writes nothing', async () => {
    const { corpo } = await send('pubblica_simulazione')
    expect((await desk.audit())[0]).toMatchObject({
      chiamata: 'pubblica_simulazione',
      oggetto: `simulazione ${corpo.id}`,
      ruolo: 'redattore',
      dopo: { id_concorso: bank, descrizione: 'Prova scritta' },
    })
    expect(await list()).toMatchObject([{ id: corpo.id, domande: 7, attiva: true, scadenza: null, persone: 0 }])
    expect(await seen()).toMatchObject([{ id_simulazione: corpo.id, numero_domande: 7, sbarramento: 4 }])
    const twin = await send('pubblica_simulazione')
    expect([twin.status, twin.corpo.codice]).toEqual([400, 'RICHIESTA_NON_VALIDA'])
    expect(await list()).toHaveLength(1)
  })

  it('one with a first day is in no list and cannot be begun before it', async () => {
    const dates = { descrizione: 'Programmata', apertura: dayAfter(3), scadenza: dayAfter(5) }
    const { id } = (await send('pubblica_simulazione', dates)).corpo
    expect((await list())[0]).toMatchObject({ id, descrizione: 'Programmata', attiva: true })
    const start = () => world.call('GET', `/ms_concorso/simulazione?id_simulazione=${id}&attiva=true`, { token })
    expect((await seen()).map((s: { descrizione: string }) => s.descrizione)).toEqual(['Prova scritta'])
    expect((await start()).corpo.codice).toBe('NON_TROVATO')
    world.orologio.advance(3 * DAY_MS)
    const payload = { username: 'candidata@posta.example', password: PASSWORD, dispositivo: 'web' }
    token = (await world.call('POST', '/ms_utente/login', { payload })).corpo.token_api
    expect((await seen()).map((s: { descrizione: string }) => s.descrizione)).toContain('Programmata')
    expect((await start()).corpo).toMatchObject({ id_simulazione: id, numero_domande: 7 })
    who = await desk.enter('redattore@posta.example')
    await desk.call('conferma_codice', { corpo: { codice: await desk.nextCode('redattore@posta.example') } }, who)
  })

  it('is closed, withdrawn and reopened, each as an act', async () => {
    const [{ id }] = await list()
    let attiva_prima = true
    for (const [azione, attiva] of [
      ['chiudi', true],
      ['ritira', false],
      ['riapri', true],
    ] as const) {
      expect((await change({ id, azione })).status).toBe(204)
      expect((await desk.audit())[0]).toMatchObject({
        ...{ chiamata: 'cambia_simulazione', prima: { attiva: attiva_prima }, dopo: { attiva } },
      })
      attiva_prima = attiva
    }
    expect((await list())[0]).toMatchObject({ attiva: true, scadenza: null })
    expect((await change({ id: 999999, azione: 'ritira' })).corpo.codice).toBe('NON_TROVATO')
    expect((await change({ id, azione: 'riapri', fino: '2020-01-01' })).corpo.campi).toEqual(['fino'])
  })
})
