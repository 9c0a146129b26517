import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

const toFile = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')
const NEWS = {
  chiave: 'prima',
  titolo: 'Prima notizia',
  sommario: 'In breve',
  paragrafi: ['Per esteso'],
  pubblicata_il: '2026-11-20',
}
const BANDI = 'nome;ente;scadenza;pagina_ufficiale\nDieci posti;Comune di Prova;31/12/2026;https://bando.example/1\n'

describe('[OP48] Contenuti', () => {
  let world: Mondo
  let desk: Desk
  let who: Signed
  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    who = await desk.seat('redattore@posta.example', 'redattore')
  })
  afterAll(() => world.close())

  const send = async (name: 'prova_contenuti' | 'pubblica_contenuti', tipo: string, value: unknown) =>
    desk.call(name, { corpo: { tipo, file: toFile(value) } }, who)
  const list = async (tipo: string) => (await desk.call('contenuti_gestiti', { query: { tipo } }, who)).corpo.elementi
  const count = async () => (await desk.audit()).length

  it('tries a file without writing, then publishes it as an act', async () => {
    const rows = await count()
    expect((await send('prova_contenuti', 'notizie', [NEWS])).corpo).toEqual({
      nuovi: 1,
      aggiornati: 0,
      uguali: 0,
      difetti: [],
    })
    expect([await list('notizie'), await count()]).toEqual([[], rows])
    expect((await send('pubblica_contenuti', 'notizie', [NEWS])).corpo).toMatchObject({ nuovi: 1 })
    expect(await list('notizie')).toMatchObject([{ titolo: NEWS.titolo, ritirato: null }])
    expect((await desk.audit())[0]).toMatchObject({
      chiamata: 'pubblica_contenuti',
      ruolo: 'redattore',
      oggetto: 'notizie',
      dopo: { nuovi: 1 },
    })
    expect((await world.call('GET', '/ms_concorso/notizie')).corpo.elementi).toMatchObject([{ titolo: NEWS.titolo }])
  })

  it('names the defects of a file, and publishes nothing of it', async () => {
    const rows = await count()
    for (const [tipo, value, defect] of [
      ['notizie', [NEWS, { ...NEWS, chiave: 'altra', titolo: '' }], /^voce 2: titolo/],
      ['notizie', 'non json', /^non è JSON/],
      ['notizie', [{ ...NEWS, chiave: 'con-banca', banche: [999] }], /banche dati 999/],
      ['banner', [{ chiave: 'x', titolo: 'X', dal: '2027-02-01', al: '2027-01-01' }], /^voce 1: al: viene prima/],
      ['bandi', 'nome;ente;scadenza;pagina_ufficiale\nX;Y;mai;https://bando.example/2\n', /^riga \d+: scadenza/],
    ] as const) {
      const { difetti } = (await send('prova_contenuti', tipo, value)).corpo
      expect(difetti[0]).toMatch(defect)
      expect((await send('pubblica_contenuti', tipo, value)).corpo).toMatchObject({ codice: 'RICHIESTA_NON_VALIDA' })
    }
    expect([(await list('notizie')).length, await count()]).toEqual([1, rows])
  })

  it('withdraws a call and puts it back, each an act', async () => {
    expect((await send('pubblica_contenuti', 'bandi', BANDI)).corpo).toMatchObject({ nuovi: 1 })
    const [{ id, titolo, scadenza }] = await list('bandi')
    expect([titolo, scadenza]).toEqual(['Comune di Prova: Dieci posti', expect.stringMatching(/^2026-12-31/)])
    for (const ritirato of [true, false]) {
      expect((await desk.call('ritira_contenuto', { corpo: { tipo: 'bandi', id, ritirato } }, who)).status).toBe(204)
      expect((await list('bandi'))[0].ritirato !== null).toBe(ritirato)
      expect((await desk.audit())[0]).toMatchObject({
        chiamata: 'ritira_contenuto',
        oggetto: `bandi ${id}`,
        prima: { ritirato: !ritirato },
        dopo: { ritirato },
      })
    }
    const rows = await count()
    const gone = await desk.call('ritira_contenuto', { corpo: { tipo: 'gruppi', id, ritirato: true } }, who)
    expect([gone.corpo.codice, await count()]).toEqual(['NON_TROVATO', rows])
  })

  it('shows the days of a scheduled banner', async () => {
    await send('pubblica_contenuti', 'banner', [
      { chiave: 'natale', titolo: 'Auguri', dal: '2026-12-24', al: '2026-12-26' },
    ])
    expect(await list('banner')).toMatchObject([{ titolo: 'Auguri', dal: '2026-12-24', al: '2026-12-26' }])
  })
  describe('one entry, as the form sends it', () => {
    const written = async (tipo: string, id: number) =>
      (await desk.call('contenuto_scritto', { query: { tipo, id: String(id) } }, who)).corpo
    const one = async (tipo: string, voce: object, id: number | null = null, seen?: object) => {
      const letta = seen ?? (id === null ? null : ((await written(tipo, id)).voce ?? {}))
      return desk.call('pubblica_contenuto', { corpo: { tipo, id, letta, voce } }, who)
    }
    const GRUPPO = {
      ...{ chiave: 'sera', nome: 'Gruppo della sera', descrizione: 'Dalle otto alle dieci', regole: ['Si tace'] },
      ...{ posti: 12, link: 'https://gruppo.example/sera', banche: [] },
    }

    it('[OP57] is published, read as it was written, and replaced under its key, each one act', async () => {
      expect((await one('gruppi', GRUPPO)).status).toBe(204)
      const [{ id, chiave }] = await list('gruppi')
      expect([chiave, await written('gruppi', id)]).toEqual(['sera', { voce: GRUPPO, banche: [] }])
      expect((await desk.audit())[0]).toMatchObject({ chiamata: 'pubblica_contenuto', oggetto: 'gruppi sera' })
      const rows = await count()
      expect((await one('gruppi', { ...GRUPPO, posti: 20 }, id)).status).toBe(204)
      expect([(await list('gruppi')).length, (await written('gruppi', id)).voce.posti, await count()]).toEqual([
        ...[1, 20, rows + 1],
      ])
      expect((await desk.audit())[0]).toMatchObject({
        ...{ oggetto: `gruppi ${id}`, prima: { posti: 12 }, dopo: { posti: 20 } },
      })
    })

    it('[OP57] is refused with its defects, and writes nothing', async () => {
      const [{ id }] = await list('gruppi')
      const rows = await count()
      const because = async (voce: object, of: number | null) => {
        const { corpo } = await one('gruppi', voce, of)
        return corpo.dati?.motivo ?? corpo.codice
      }
      expect(await because({ ...GRUPPO, link: 'gruppo', nome: '' }, id)).toBe(
        'voce 1: nome: manca; voce 1: link: non è un indirizzo https',
      )
      const banner = { chiave: 'x', titolo: 'X', dal: '2027-02-01', al: '2027-01-01' }
      expect((await one('banner', banner)).corpo.dati.motivo).toBe('voce 1: al: viene prima del giorno in cui comincia')
      expect(await because({ ...GRUPPO, banche: [999] }, id)).toBe('non ci sono le banche dati 999')
      expect(await because({ ...GRUPPO, posti: 30 }, null)).toBe('chiave: c’è già')
      expect(await because({ ...GRUPPO, chiave: 'altra' }, id)).toBe('NON_TROVATO')
      expect(await because(GRUPPO, 999)).toBe('NON_TROVATO')
      expect([(await written('gruppi', id)).voce.posti, await count()]).toEqual([20, rows])
    })

    it('[OP57] is refused over a text that the form did not read, and the other text stays', async () => {
      for (const [tipo, first, second] of [
        ['notizie', { sommario: 'Di chi ha salvato prima' }, { paragrafi: ['Di chi ha salvato dopo'] }],
        ['bandi', { posti: 11 }, { descrizione: 'Di chi ha salvato dopo' }],
      ] as const) {
        const [{ id }] = await list(tipo)
        const { voce: seen } = await written(tipo, id)
        expect((await one(tipo, { ...seen, ...first }, id, seen)).status).toBe(204)
        const rows = await count()
        expect((await one(tipo, { ...seen, ...second }, id, seen)).corpo.codice).toBe('NON_TROVATO')
        const { voce: present } = await written(tipo, id)
        expect([present, await count()]).toEqual([{ ...seen, ...first }, rows])
        expect((await one(tipo, { ...present, ...second }, id, present)).status).toBe(204)
        expect((await written(tipo, id)).voce).toEqual({ ...seen, ...first, ...second })
      }
    })

    it('[OP57] of two that save at once, one is refused', async () => {
      const [{ id }] = await list('gruppi')
      const { voce: seen } = await written('gruppi', id)
      const sent = await Promise.all([41, 42].map((posti) => one('gruppi', { ...seen, posti }, id, seen)))
      expect(sent.map(({ status }) => status).sort()).toEqual([204, 404])
    })

    it('[OP57] a call keeps its deadline, and a withdrawn one stays withdrawn', async () => {
      const bando = {
        ...{ nome: 'Due posti', ente: 'Comune di Prova', scadenza: '2026-12-31T12:30', posti: 2, in_evidenza: true },
        ...{ pagina_ufficiale: 'https://bando.example/due', tipo_ente: null, banche: [], regione: 'Lazio' },
      }
      expect((await one('bandi', bando)).status).toBe(204)
      const { id } = (await list('bandi')).find((c: { chiave: string }) => c.chiave === bando.pagina_ufficiale)
      await desk.call('ritira_contenuto', { corpo: { tipo: 'bandi', id, ritirato: true } }, who)
      const { voce } = await written('bandi', id)
      expect(voce).toMatchObject({ scadenza: '2026-12-31T11:30:00.000Z', area_geografica: 'centro', in_evidenza: true })
      expect((await one('bandi', { ...voce, posti: 3 }, id)).status).toBe(204)
      expect((await desk.audit())[0]).toMatchObject({ prima: { posti: 2 }, dopo: { posti: 3 } })
      expect((await list('bandi')).find((c: { id: number }) => c.id === id).ritirato).not.toBeNull()
      expect((await one('bandi', { ...bando, scadenza: 'mai' })).corpo.dati.motivo).toMatch(/^riga 1: scadenza/)
    })
  })
})
