import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

let world: Mondo
let folder: string
let id = 0
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'idoneo-banca-'))
  const { out } = await run(
    'importa',
    await file('prima.csv', csv(BASE)),
    '--titolo',
    'Banca',
    '--ente',
    'Comune',
    '--anno',
    '2025',
  )
  id = Number(/id_concorso (\d+)/.exec(out[0] ?? '')?.[1])
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => command(world.deps, ...args)
const file = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
type Line = { n: number; key?: string; text?: string; of?: number }
const BASE: Line[] = Array.from({ length: 20 }, (_, i) => ({ n: i + 1 }))
const csv = (lines: readonly Line[]) =>
  [
    'numero;materia;domanda;A;B;C;corretta',
    ...lines.map(
      ({ n, key = 'A', text, of = n }) =>
        `${n};Diritto;${text ?? `Quale organo decide nel caso numero ${n}?`};il primo di ${of};il secondo di ${of};il terzo di ${of};${key}`,
    ),
  ].join('\n')
const NEXT: Line[] = [
  ...BASE.slice(1, 18),
  { n: 19, key: 'B' },
  { n: 20, text: 'Quale organo decide, di regola, nel caso numero 20?' },
  { n: 21, text: 'In che anno entrò in vigore la riforma?' },
]
const readDomande = async () => {
  const { rows } = await world.deps.db.query<{ id_domanda: number; id_ufficiale: string; corretta: number }>(
    'select id_domanda, id_ufficiale, corretta from domanda where id_concorso = $1 order by posizione',
    [id],
  )
  return rows
}

describe('banca', () => {
  test('ritira takes it off the list and ripristina puts it back', async () => {
    const { token } = await world.registerVerified('ritira@prova.it', 3)
    const listed = async () => {
      const { corpo } = await world.call('GET', '/ms_concorso/concorsi?search=Banca', { token })
      return JSON.stringify(corpo).includes(`"id_concorso":${id}`)
    }
    expect(await listed()).toBe(true)
    expect((await run('banca', 'ritira', String(id))).codice).toBe(0)
    expect(await listed()).toBe(false)
    expect((await run('banca', 'ripristina', String(id))).codice).toBe(0)
    expect(await listed()).toBe(true)
  })

  test('aggiorna shows what changes and writes nothing until it is confirmed', async () => {
    const before = await readDomande()
    const { codice, out } = await run('banca', 'aggiorna', String(id), await file('seconda.csv', csv(NEXT)), '--json')
    expect(codice).toBe(0)
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      id_concorso: id,
      invariate: 17,
      modificate: [{ id_ufficiale: '20' }],
      chiave_cambiata: [{ id_ufficiale: '19' }],
      aggiunte: [{ id_ufficiale: '21' }],
      tolte: [{ id_ufficiale: '1' }],
      scritta: false,
    })
    expect(await readDomande()).toEqual(before)
    const { out: lines } = await run('banca', 'aggiorna', String(id), join(folder, 'seconda.csv'))
    expect(lines.join('\n')).toContain('«il primo di 19» → «il secondo di 19»')
    expect(lines.at(-1)).toContain('--conferma')
  })

  test('aggiorna --conferma keeps the ids of the questions that stay, torna brings the version before back', async () => {
    const before = await readDomande()
    expect((await run('banca', 'aggiorna', String(id), join(folder, 'seconda.csv'), '--conferma')).codice).toBe(0)
    const after = await readDomande()
    expect(after.slice(0, 19).map((d) => d.id_domanda)).toEqual(before.slice(1).map((d) => d.id_domanda))
    expect(after.find((d) => d.id_ufficiale === '19')?.corretta).toBe(2)
    const { token } = await world.registerVerified('torna@prova.it', 3)
    const { corpo } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
    expect((await download(world, corpo.url_domande)).domande).toHaveLength(20)

    const { out } = await run('banca', 'versioni', String(id), '--json')
    const { versioni } = JSON.parse(out[0] ?? '') as { versioni: { numero: number; attuale: boolean }[] }
    expect(versioni.map((v) => [v.numero, v.attuale])).toEqual([
      [1, false],
      [2, true],
    ])
    expect((await run('banca', 'torna', String(id), '1')).codice).toBe(0)
    expect(await readDomande()).toEqual(before)
    expect((await run('verifica')).codice).toBe(0)
  })

  test('who has a withdrawn bank keeps it, marked, and another device may bring it; nobody else may', async () => {
    const [own, other] = [
      await world.registerVerified('tiene@prova.it', 3),
      await world.registerVerified('altri@prova.it', 3),
    ]
    const grant = (token: string) => world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
    const mine = async () => {
      const { corpo } = await world.call('GET', '/ms_concorso/concorsi_utente', { token: own.token })
      return corpo.elementi.map((c: { id_concorso: number; ritirata?: boolean }) => [
        c.id_concorso,
        c.ritirata ?? false,
      ])
    }
    expect((await grant(own.token)).status).toBe(200)
    expect(await mine()).toEqual([[id, false]])
    expect((await run('banca', 'ritira', String(id))).codice).toBe(0)
    expect(await mine()).toEqual([[id, true]])
    const again = await grant(own.token)
    expect(again.status).toBe(200)
    expect((await download(world, again.corpo.url_domande)).domande).toHaveLength(20)
    expect((await grant(other.token)).corpo.codice).toBe('CONCORSO_NON_TROVATO')
    expect((await run('banca', 'ripristina', String(id))).codice).toBe(0)
    expect(await mine()).toEqual([[id, false]])
    expect((await grant(other.token)).status).toBe(200)
  })

  test.each([
    ['every key is another', BASE.map((l) => ({ ...l, key: 'B' })), 'chiavi_cambiate', '20 domande su 20'],
    ['no question has a key', BASE.map((l) => ({ ...l, key: '' })), 'senza_chiavi', 'nessuna domanda'],
    [
      'it is another bank',
      BASE.map(({ n }) => ({ n, text: `Che cosa prevede la norma ${n * 7}?` })),
      'altre_domande',
      '20 domande su 20',
    ],
    ['most questions are gone', BASE.slice(0, 6), 'altre_domande', '14 domande su 20'],
  ])('aggiorna stops when %s, confirmed or not, and goes on when told', async (name, lines, reason, said) => {
    const [before, path] = [await readDomande(), await file(`${reason}-${lines.length}.csv`, csv(lines as Line[]))]
    for (const more of [[], ['--conferma']]) {
      const { codice, err } = await run('banca', 'aggiorna', String(id), path, ...more)
      expect(codice, name).toBe(1)
      expect(err.join('\n')).toContain(said)
      expect(err.join('\n')).toContain('--molto-diversa')
    }
    const { json } = await run('banca', 'aggiorna', String(id), path, '--json')
    expect(json()).toMatchObject({ ferma: [reason], scritta: false })
    expect(await readDomande()).toEqual(before)
    expect((await run('banca', 'aggiorna', String(id), path, '--conferma', '--molto-diversa')).codice).toBe(0)
    expect(await readDomande()).not.toEqual(before)
    const { out } = await run('banca', 'versioni', String(id), '--json')
    const first = (JSON.parse(out[0] ?? '') as { versioni: { numero: number }[] }).versioni[0]?.numero
    expect((await run('banca', 'torna', String(id), String(first))).codice).toBe(0)
    expect(await readDomande()).toEqual(before)
  })

  test('aggiorna tells subjects and numbers that change', async () => {
    const text = csv(BASE).replace('20;Diritto', '20;Contabilità').replace('19;Diritto', '119;Diritto')
    const { codice, json } = await run('banca', 'aggiorna', String(id), await file('altre.csv', text), '--json')
    expect(codice).toBe(0)
    expect(json()).toMatchObject({
      invariate: 20,
      materia_cambiata: [{ id_ufficiale: '20' }],
      numero_cambiato: [{ id_ufficiale: '119' }],
    })
    const { out } = await run('banca', 'aggiorna', String(id), join(folder, 'altre.csv'))
    expect(out.join('\n')).toContain('«Diritto» → «Contabilità»')
    expect(out.at(-1)).toContain('--conferma')
  })

  test('salute tells what is wrong with a bank, in lines, in JSON and as a page', async () => {
    const lines = [...BASE, { n: 21, text: 'Quale organo decide nel caso numero 7?', key: 'B', of: 7 }, { n: 23 }]
    const { out } = await run(
      'importa',
      await file('salute.csv', csv(lines)),
      '--titolo',
      'Salute',
      '--ente',
      'Comune',
      '--anno',
      '2024',
    )
    const sick = /id_concorso (\d+)/.exec(out[0] ?? '')?.[1] ?? ''
    const page = join(folder, 'salute.html')
    const { codice, json } = await run('banca', 'salute', sick, '--json', '--html', page)
    expect(codice).toBe(0)
    expect(json()).toMatchObject({
      domande: 22,
      without_key: 0,
      traps: [[6, 20]],
      missing_numbers: [22],
      positions: [21, 1, 0, 0, 0],
      missing_images: [],
    })
    const html = await readFile(page, 'utf8')
    expect(html).toContain('<svg role="img"')
    expect(html).toContain('Trappole: quasi le stesse parole, un’altra risposta esatta (1)')
    expect((await run('banca', 'salute', sick)).out.join('\n')).toContain('A 21, B 1')
  })

  test('[OP60] salute --riconta counts the choices of people anew, and does nothing while the server counts', async () => {
    const [question] = await readDomande()
    const told = async (...more: string[]) => (await run('banca', 'salute', String(id), ...more)).out.join('\n')
    expect(await told()).not.toContain('sbagliano su')
    await world.db.query('insert into scelte_domanda (id_domanda, scelta, n) values ($1, 2, 40)', [
      question?.id_domanda,
    ])
    expect(await told()).toContain('100 % sbagliano su 40')
    await world.db.tx(async (q) => {
      await q.query('select pg_advisory_xact_lock($1)', [0x49444e53])
      const { codice, err } = await run('banca', 'salute', String(id), '--riconta')
      expect([codice, err.join()]).toEqual([
        1,
        'Il server sta già contando le scelte. Nulla è cambiato: ripeti il comando tra qualche minuto.',
      ])
    })
    expect(await told('--riconta')).not.toContain('sbagliano su')
  })

  test('refuses what does not exist', async () => {
    expect((await run('banca', 'ritira', '999999')).codice).toBe(1)
    expect((await run('banca', 'torna', String(id), '99')).codice).toBe(1)
    expect((await run('banca', 'aggiorna', String(id), await file('nulla.csv', 'a;b\n1;2\n'))).codice).toBe(1)
    expect((await run('banca')).codice).toBe(2)
    expect((await run('banca', 'aggiorna', String(id))).codice).toBe(2)
  })
})
