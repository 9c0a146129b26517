import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseContent } from '#importers/content/schema'
import { readFolder } from '#server/content/read'
import { keepRichiesta } from '#server/contenuti/richieste'
import { seedNotizie } from '#server/contenuti/seed'
import { command, countTabelle } from '../cli/command.ts'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'

let world: Mondo
let folder: string
let token: string
let banca: number
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'idoneo-contenuti-'))
  token = (await world.registerVerified('contenuti@prova.it')).token
  banca = (await addBanca(world, { concorso: 'Banca', ente: 'Ente', anno: 2026, domande: [makeDomanda(1)] }))
    .id_concorso
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

const file = async (content: unknown) => {
  const path = join(folder, `${Math.random()}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
const publish = async (tipo: string, entries: unknown, ...more: string[]) =>
  command(world.deps, 'contenuto', tipo, 'importa', await file(entries), '--json', ...more)
const ask = async (method: string, path: string) => {
  const { status, corpo } = await world.call(method, path, { token })
  expect(status).toBe(200)
  return corpo
}

test('[PV7] published results of a bank are entered, read, replaced and taken away', async () => {
  const file = join(folder, 'esiti.csv')
  const set = (...args: string[]) => command(world.deps, 'esiti', ...args)
  const read = () => ask('GET', `/ms_concorso/graduatoria?id_concorso=${banca}`)
  const usual = ['--titolo', 'Ente 2023', '--posti', '10']
  const write = (rows: readonly string[]) => writeFile(file, rows.join('\n'))
  await write([
    'codice;punteggio',
    ...Array.from({ length: 60 }, (_, i) => `C${i};${(i / 2).toFixed(2).replace('.', ',')}`),
  ])
  expect(await read()).toEqual({ elementi: [], totale: 0 })
  expect((await set(String(banca), file, ...usual, '--prova', '--json')).json()).toMatchObject({ scritti: false })
  expect(await read()).toEqual({ elementi: [], totale: 0 })
  expect((await set(String(banca), file, ...usual, '--json')).json()).toEqual({
    ...{ id_concorso: banca, candidati: 60, posti: 10, ultimo_posto: 25, scritti: true },
  })
  const [list] = (await read()).elementi
  expect(list).toMatchObject({ titolo: 'Ente 2023', posti: 10, candidati: 60, massimo: 30_000 })
  expect([list.oltre[0], list.oltre[150], list.oltre[300]]).toEqual([59, 29, 0])
  expect((await set(String(banca), file, '--titolo', 'Ente 2023', '--posti', '3')).codice).toBe(0)
  expect((await read()).elementi[0].posti).toBe(3)
  // Unreadable files change nothing.
  await write(['codice;punteggio', ...Array.from({ length: 60 }, (_, i) => `C${i};${i}`)])
  const refused = await set(String(banca), file, ...usual)
  expect([refused.codice, refused.err.join()]).toEqual([1, expect.stringContaining('riga 33')])
  await write(['1;2'])
  expect((await set(String(banca), file, ...usual)).err.join()).toContain('almeno 50')
  expect((await set(String(banca), file)).codice).toBe(2)
  expect((await set(String(banca), file, '--titolo', 'X', '--posti', '0')).codice).toBe(2)
  expect((await read()).elementi[0].posti).toBe(3)
  expect((await set('togli', String(banca))).codice).toBe(0)
  expect((await set('togli', String(banca))).codice).toBe(1)
  expect(await read()).toEqual({ elementi: [], totale: 0 })
})

describe('[CA33][EN39] the store', () => {
  const items = [
    {
      chiave: 'libro',
      titolo: 'Manuale',
      tipo_prezzo: 'fisso',
      prezzo: 2490,
      link: 'https://libri.example/1',
      banche: [0],
    },
    { chiave: 'dispensa', titolo: 'Dispensa', tipo_prezzo: 'gratuito', link: 'https://libri.example/2' },
    {
      chiave: 'lezione',
      titolo: 'Lezione',
      tipo_prezzo: 'variabile',
      prezzo: 1000,
      link: 'https://libri.example/3',
      descrizione: 'A ore',
    },
  ]
  test('is an empty list, then the items with their kind of price', async () => {
    expect(await ask('POST', '/ms_concorso/store')).toEqual({ elementi: [], totale: 0 })
    const ready = items.map((i) => (i.banche ? { ...i, banche: [banca] } : i))
    expect((await publish('articoli', ready)).json()).toMatchObject({ voci: 3, nuovi: 3, prova: false })
    const { elementi, totale } = await ask('POST', '/ms_concorso/store')
    expect(totale).toBe(3)
    expect(elementi.find((a: { titolo: string }) => a.titolo === 'Manuale')).toEqual({
      id_articolo: expect.any(Number),
      titolo: 'Manuale',
      descrizione: null,
      tipo_prezzo: 'fisso',
      prezzo: 2490,
      link: 'https://libri.example/1',
      banche: [{ id_concorso: banca, concorso: 'Banca' }],
    })
    expect((await publish('articoli', ready)).json()).toMatchObject({ nuovi: 0, aggiornati: 0, uguali: 3 })
    expect((await publish('articoli', [{ ...items[1], titolo: 'Dispensa nuova' }])).json()).toMatchObject({
      aggiornati: 1,
    })
  })

  test.each([
    [{ ...items[0], prezzo: null, banche: [] }, /prezzo/],
    [{ ...items[1], prezzo: 100 }, /prezzo/],
    [{ ...items[1], link: 'http://libri.example' }, /link/],
    [{ ...items[1], link: 'javascript:alert(1)' }, /link/],
    [{ ...items[1], titolo: '' }, /titolo/],
    [{ ...items[1], sconosciuto: 1 }, /sconosciuto/],
    [{ ...items[1], banche: [999_999] }, /999999/],
  ])('refuses %j and writes nothing', async (entry, said) => {
    const before = await countTabelle(world.deps)
    const { codice, err } = await publish('articoli', [{ ...items[2], chiave: 'altra' }, entry])
    expect([codice, err.join('\n')]).toEqual([1, expect.stringMatching(said)])
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test('an entry is withdrawn and comes back, a rehearsal writes nothing', async () => {
    const before = await ask('POST', '/ms_concorso/store')
    const id = String(before.elementi[0].id_articolo)
    expect((await command(world.deps, 'contenuto', 'articoli', 'ritira', id)).codice).toBe(0)
    expect((await ask('POST', '/ms_concorso/store')).totale).toBe(2)
    expect((await command(world.deps, 'contenuto', 'articoli')).out.join('\n')).toContain('(ritirata)')
    expect((await command(world.deps, 'contenuto', 'articoli', 'ripristina', id)).codice).toBe(0)
    expect((await publish('articoli', [{ ...items[1], chiave: 'quarta' }], '--prova')).json()).toMatchObject({
      nuovi: 1,
      prova: true,
    })
    expect(await ask('POST', '/ms_concorso/store')).toEqual(before)
  })
})

test('[CN5] the starter news are there, the newest first, and what was withdrawn stays so', async () => {
  const { contenuti } = parseContent(await readFolder())
  const starter = contenuti.notizie.map(({ notizia }) => notizia)
  await seedNotizie(world.db, starter, world.deps.now())
  const entry = {
    chiave: 'oggi',
    titolo: 'Di oggi',
    sommario: 'S',
    paragrafi: ['Uno', 'Due'],
    pubblicata_il: '2026-12-01',
  }
  await publish('notizie', [entry])
  const news = await ask('GET', '/ms_concorso/notizie')
  expect(news.totale).toBe(starter.length + 1)
  expect(news.elementi[0]).toMatchObject({ titolo: 'Di oggi', paragrafi: ['Uno', 'Due'], banche: [] })
  await command(world.deps, 'contenuto', 'notizie', 'ritira', String(news.elementi[1].id_notizia))
  await seedNotizie(world.db, starter, world.deps.now())
  expect((await ask('GET', '/ms_concorso/notizie')).totale).toBe(starter.length)
})

test('[CN4][BA10] a group has a place, and a menu names the sections that hold something', async () => {
  await world.db.query('delete from contenuto')
  const sezioni = async () => (await ask('GET', '/ms_utente/livello')).sezioni
  expect(await sezioni()).toEqual([])
  const group = { chiave: 'g', nome: 'G', descrizione: 'D', regole: [] }
  expect((await publish('gruppi', [group])).codice).toBe(1)
  await world.db.query(
    `insert into contenuto (tipo, chiave, dati, inserito, aggiornato)
     values ('gruppi', 'prima', '{"nome":"P","descrizione":"D","regole":[],"posti":null,"link":null}', $1, $1)`,
    [world.deps.now()],
  )
  expect((await ask('GET', '/ms_concorso/gruppi_studio')).totale).toBe(0)
  expect(await sezioni()).toEqual([])
  expect((await publish('gruppi', [{ ...group, link: 'https://gruppo.example/' }])).codice).toBe(0)
  expect((await ask('GET', '/ms_concorso/gruppi_studio')).elementi).toMatchObject([{ nome: 'G', posti: null }])
  await publish('articoli', [{ chiave: 'a', titolo: 'A', tipo_prezzo: 'gratuito', link: 'https://a.example/' }])
  expect(await sezioni()).toEqual(['store', 'gruppi'])
  await world.db.query('update contenuto set ritirato = $1', [world.deps.now()])
  expect(await sezioni()).toEqual([])
})

test('[CA47][EN40] banners are those of the day, streamed, by both addresses', async () => {
  const at = (dal: string | null, al: string | null) => ({
    chiave: `dal-${dal ?? 'sempre'}`,
    titolo: `Dal ${dal}`,
    dal,
    al,
    link: '/store',
  })
  await publish('banner', [at(null, null), at('2026-11-22', null), at('2026-11-01', '2026-11-21')])
  world.orologio.set('2026-11-21T22:59:00.000Z')
  const titles = async (path: string) =>
    (await world.call('GET', path)).corpo.elementi.map((b: { titolo: string }) => b.titolo).sort()
  expect(await titles('/getBanners')).toEqual(['Dal 2026-11-01', 'Dal null'])
  world.orologio.set('2026-11-21T23:00:00.000Z')
  const { intestazioni, corpo } = await world.call('GET', '/?method=getBanners&token=x&apikey=y')
  expect(corpo.elementi.map((b: { titolo: string }) => b.titolo).sort()).toEqual(['Dal 2026-11-22', 'Dal null'])
  expect(corpo.elementi[0]).not.toHaveProperty('dal')
  // Nobody knows its length before it is over.
  expect(intestazioni['content-length']).toBeUndefined()
  expect(String(intestazioni['content-type'])).toContain('application/json')
})

test('[CA24] the six additional resources of a bank are set one by one, and taken away', async () => {
  const set = (...args: string[]) => command(world.deps, 'risorse', String(banca), ...args)
  const read = () => ask('GET', `/ms_concorso/risorse_aggiuntive?id_concorso=${banca}`)
  const all = {
    '--facebook': 'facebook',
    '--corso-online': 'corso_online',
    '--corso-dal-vivo': 'corso_dal_vivo',
    '--manuale': 'manuale',
    '--bus-hotel': 'bus_hotel',
    '--news': 'news',
  }
  for (const [option, name] of Object.entries(all))
    expect((await set(option, `https://${name.replace('_', '-')}.example/`)).codice).toBe(0)
  const resources = await read()
  expect(Object.values(resources)).toHaveLength(6)
  for (const name of Object.values(all)) expect(resources[`url_${name}`]).toMatch(/^https:/)
  expect((await set('--news', 'no', '--json')).json()).toEqual({ ...resources, url_news: null })
  expect((await set('--news', 'http://x.example')).codice).toBe(2)
  expect((await command(world.deps, 'risorse', '999999', '--news', 'no')).codice).toBe(1)
  expect((await set()).out).toContain('news: —')
})

describe('[RB1] a request for a missing bank', () => {
  let id_utente: number
  beforeAll(async () => {
    // The clock has gone on: a session of today.
    const account = await world.registerVerified('chiede@prova.it')
    token = account.token
    id_utente = account.id_utente
  })
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const send = (n: number, more: object = {}) =>
    world.call('POST', '/ms_concorso/richiedi_banca', {
      token,
      payload: { id_richiesta: id(n), ente: 'Comune di Prova', ...more },
    })
  const listed = async (...args: string[]) => (await command(world.deps, 'richieste', ...args, '--json')).json()

  test('is kept once however often it is sent, and the operator reads it', async () => {
    const full = {
      profilo: 'Istruttore',
      anno: 2026,
      nota: 'Due righe\n\u001b[31mrosse',
      link: 'https://bando.example/',
    }
    expect((await send(1, full)).status).toBe(204)
    expect((await send(1, full)).status).toBe(204)
    const { elementi, totale } = await listed()
    expect(totale).toBe(1)
    expect(elementi[0]).toMatchObject({ ente: 'Comune di Prova', ...full })
    expect(JSON.stringify(elementi)).not.toContain('@prova.it')
    const { out } = await command(world.deps, 'richieste')
    expect(out.join('')).not.toMatch(/\p{Cc}/u)
    expect(out.at(-1)).toBe('1 di 1 richieste')
  })

  test('is put aside and comes back', async () => {
    expect((await command(world.deps, 'richieste', 'chiudi', id(1))).codice).toBe(0)
    expect((await listed()).totale).toBe(0)
    expect((await listed('--tutte')).totale).toBe(1)
    expect((await command(world.deps, 'richieste', 'riapri', id(1))).codice).toBe(0)
    expect((await listed()).totale).toBe(1)
    expect((await command(world.deps, 'richieste', 'chiudi', 'nessuna')).codice).toBe(1)
  })

  test.each([
    [{ ente: ' ' }],
    [{ link: 'ftp://x.example' }],
    [{ anno: 12 }],
    [{ nota: 'x'.repeat(1_001) }],
    [{ id_richiesta: '1' }],
  ])('with %j is refused', async (wrong) => {
    const { status, corpo } = await send(90, wrong)
    expect([status, corpo.codice]).toEqual([400, 'RICHIESTA_NON_VALIDA'])
  })

  test('ten a day, also when they come together; the one sent again is still fine, and tomorrow there is room', async () => {
    const results = await Promise.all(Array.from({ length: 14 }, (_, i) => send(i + 2)))
    expect(results.filter((r) => r.status === 204)).toHaveLength(9)
    const refused = results.find((r) => r.status !== 204)
    expect(refused?.corpo).toMatchObject({ codice: 'RATE_LIMIT_EXCEEDED', dati: { secondi: expect.any(Number) } })
    expect((await send(1)).status).toBe(204)
    world.orologio.advance(25 * 3_600_000)
    const tomorrow = { id_richiesta: id(40), ente: 'Ente', profilo: null, anno: null, nota: null, link: null }
    expect(await keepRichiesta(world.deps, id_utente, tomorrow)).toEqual({ ok: true, value: null })
  })
})

test.each([
  [['contenuto'], 2],
  [['contenuto', 'poesie'], 2],
  [['contenuto', 'notizie', 'importa'], 2],
  [['contenuto', 'notizie', 'cancella'], 2],
  [['contenuto', 'notizie', 'ritira', '999'], 1],
  [['risorse'], 2],
  [['richieste', 'brucia'], 2],
])('%j ends with %s', async (args, code) => {
  expect((await command(world.deps, ...(args as string[]))).codice).toBe(code)
})
