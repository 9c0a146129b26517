import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PercorsoContent } from '#contract/content'
import { rispostePercorsoScaricate } from '#contract/schemas'
import { command } from '../cli/command.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { download } from './pacchetto.ts'

let world: Mondo
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'idoneo-percorso-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** A tree of seven levels with one branch more at the first: 1 → 11 → 111 … and 2. */
const SEVEN = [1, 11, 111, 1111, 11111, 111111, 1111111]
const nest = ([id = 0, ...below]: number[]): PercorsoContent['sotto_percorsi'][number] => ({
  id_sotto_percorso: id,
  nome: `Nodo ${id}`,
  ...(below.length > 0 && { sotto_percorsi: [nest(below)] }),
})
const tree = (slug: string, other: Partial<PercorsoContent> = {}): PercorsoContent => ({
  slug,
  argomento: `Percorso ${slug}`,
  descrizione: 'Per le prove.',
  premium: false,
  verificata_il: '2026-11-21',
  sotto_percorsi: [nest(SEVEN), { id_sotto_percorso: 2, nome: 'Nodo 2' }],
  ...other,
})
const write = async (name: string, text: string) => {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}
const csv = (rows: readonly [node: string, n: number][]) =>
  [
    'numero;materia;domanda;A;B;C;corretta',
    ...rows.map(
      ([node, n]) => `${n};"${node}";Quale organo decide nel caso ${n}?;il primo ${n};il secondo ${n};il terzo ${n};A`,
    ),
  ].join('\n')
/** The bottom by its semicolons, the other by its name. */
const ROWS: [string, number][] = Array.from({ length: 30 }, (_, i) => [i % 3 === 0 ? 'Nodo 2' : SEVEN.join(';'), i + 1])

async function publish(percorso: PercorsoContent, rows = ROWS) {
  const albero = await write(`${percorso.slug}.json`, JSON.stringify(percorso))
  return command(world.deps, 'percorso', 'importa', albero, await write(`${percorso.slug}.csv`, csv(rows)), '--json')
}
const call = (metodo: 'GET' | 'PUT' | 'DELETE', path: string, token?: string, payload?: object) =>
  world.call(metodo, path, { ...(token ? { token } : {}), ...(payload ? { payload } : {}) })
const record = (id_argomento: number, id_domanda: number, other: object = {}) => ({
  id_argomento,
  id_domanda,
  id_sotto_percorso: '2;;;;;;',
  livello_conoscenza: 1,
  data_eseguita: '2026-11-20T10:00:00.000+01:00',
  preferiti: false,
  modalita: ['ESEGUITA'],
  ...other,
})

describe('a path published by the command', () => {
  let id = 0
  let token: string
  beforeAll(async () => {
    const told = await publish(tree('libero'))
    expect(told.err.filter((r) => r.startsWith('Rifiutato'))).toEqual([])
    expect(told.json()).toMatchObject({ domande: 30, esito: 'nuovo' })
    id = told.json().id_argomento
    token = (await world.registerVerified('percorsi@posta.example', 3)).token
  })

  test('[CA26] [EN12] [CO12] is listed for everybody with its tree of seven levels, and is no bank', async () => {
    const { corpo } = await call('GET', '/ms_concorso/percorsi?search=libero')
    expect(corpo.totale).toBe(1)
    expect(corpo.elementi[0]).toMatchObject({ id_argomento: id, argomento: 'Percorso libero', premium: false })
    let level = corpo.elementi[0].sotto_percorsi
    for (const node of SEVEN) {
      expect(level[node]).toMatchObject({ id_sotto_percorso: node, nome: `Nodo ${node}` })
      level = level[node].sotto_percorsi
    }
    expect(level).toEqual({})
    expect((await call('GET', '/ms_concorso/concorsi')).corpo.elementi).toEqual([])
    expect((await call('GET', '/ms_concorso/enti')).corpo.elementi).toEqual([])
  })

  test('[CA27] [CA28] [EN11] [BK7] is added with its package, whose subjects are its nodes, once however often it is asked', async () => {
    const first = await call('GET', `/ms_concorso/percorso?id_argomento=${id}&sorgente=WEB`, token)
    expect(first.corpo).toMatchObject({ id_argomento: id, numero_domande: 30, domande_concesse: 30, stato: 1 })
    await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)
    const mine = await call('GET', '/ms_concorso/percorsi_utente', token)
    expect(mine.corpo.elementi.map((p: { id_argomento: number }) => p.id_argomento)).toEqual([id])
    expect((await call('GET', '/ms_concorso/concorsi_utente', token)).corpo.elementi).toEqual([])
    const file = await download(world, first.corpo.url_domande)
    expect(file.manifest).toMatchObject({ id_concorso: -id, domande: 30 })
    expect(file.domande.map((d) => d.id_materia)).toEqual([
      ...Array.from({ length: 20 }, () => -1111111),
      ...Array.from({ length: 10 }, () => -2),
    ])
  })

  test('[CA38] [CA35] [VA22] [EN29] records go and come by path and node, apart from those of banks', async () => {
    const file = await download(
      world,
      (await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)).corpo.url_domande,
    )
    const [one, two] = file.domande.slice(-2).map((d) => d.id_domanda) as [number, number]
    const put = await call('PUT', '/ms_reportistica/risposte_percorso', token, [
      record(id, one),
      record(id, two, { id_sotto_percorso: null }),
      record(id, 999_999),
      record(id + 1000, one),
      record(id, file.domande[0]!.id_domanda, { id_sotto_percorso: 987_654 }),
    ])
    const lost = await call('PUT', '/ms_reportistica/risposte_percorso', token, [
      record(id, one, { id_sotto_percorso: 987_654 }),
    ])
    expect(lost).toMatchObject({
      status: 400,
      corpo: { codice: 'RICHIESTA_NON_VALIDA', campi: ['0.id_sotto_percorso'] },
    })
    expect(put.corpo.rifiutate).toEqual([
      { id_domanda: 999_999, codice: 'DOMANDA_NON_TROVATA' },
      { id_domanda: one, codice: 'PERCORSO_NON_TUO' },
      { id_domanda: file.domande[0]!.id_domanda, codice: 'RICHIESTA_NON_VALIDA' },
    ])
    const { corpo } = await call(
      'GET',
      `/ms_reportistica/risposte_percorso?modalita=ESEGUITA&id_argomento=${id}&cursore=0`,
      token,
    )
    expect(corpo.risposte).toMatchObject([
      { id_argomento: id, id_sotto_percorso: '2', id_materia: null, id_domanda: one, livello_conoscenza: 1 },
      { id_argomento: id, id_sotto_percorso: null, id_domanda: two },
    ])
    expect(rispostePercorsoScaricate.parse(corpo)).toEqual(corpo)
    expect(corpo.risposte[0]).not.toHaveProperty('id_concorso')
    const { rows } = await world.db.query('select contesto, id_contesto from statistica where id_domanda = $1', [one])
    expect(rows).toEqual([{ contesto: 1, id_contesto: id }])
    const others = await call(
      'GET',
      `/ms_reportistica/dettaglio_risposte_gettonate?id_domanda=${one}&id_argomento=${id}`,
      token,
    )
    expect(others.corpo).toMatchObject({ persone: 0 })
    expect((await call('GET', `/ms_reportistica/dettaglio_risposte_gettonate?id_domanda=${one}`, token)).status).toBe(
      400,
    )
  })

  test('[CA15] [RS1] a reset of a node takes those below it and no other, one of nodes by name those alone', async () => {
    const file = await download(
      world,
      (await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)).corpo.url_domande,
    )
    const deep = file.domande[0]?.id_domanda as number
    await call('PUT', '/ms_reportistica/risposte_percorso', token, [
      record(id, deep, { id_sotto_percorso: SEVEN.join(';') }),
    ])
    const reset = async (which: string): Promise<Map<number, number>> => {
      const query = `id_argomento=${id}&${which}`
      expect((await call('DELETE', `/ms_utente/reportistica_utente?${query}`, token)).status).toBe(204)
      const { corpo } = await call('GET', `/ms_reportistica/risposte_percorso?id_argomento=${id}`, token)
      type Level = { id_domanda: number; livello_conoscenza: number }
      return new Map(corpo.risposte.map((r: Level) => [r.id_domanda, r.livello_conoscenza]))
    }
    const known = (levels: Map<number, number>) => [...levels.values()].filter((l) => l === 1).length
    const alone = await reset('nodi=1;11')
    expect([alone.get(deep), known(alone)]).toEqual([1, 3])
    const below = await reset('id_sotto_percorso=1;11;;;;;')
    expect([below.get(deep), known(below)]).toEqual([-99, 2])
    // The other record names no node.
    expect(known(await reset('nodi=11;2'))).toBe(1)
  })

  test('[CA29] leaves the list and comes back with its records; whoever never had it is told so', async () => {
    expect((await call('DELETE', `/ms_concorso/percorso?id_argomento=${id}`, token)).status).toBe(204)
    expect((await call('GET', '/ms_concorso/percorsi_utente', token)).corpo.elementi).toEqual([])
    expect(await call('DELETE', `/ms_concorso/percorso?id_argomento=${id + 1000}`, token)).toMatchObject({
      status: 403,
      corpo: { codice: 'PERCORSO_NON_TUO' },
    })
    await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)
    const { corpo } = await call('GET', `/ms_reportistica/risposte_percorso?id_argomento=${id}`, token)
    expect(corpo.risposte).toHaveLength(3)
    expect(await call('GET', `/ms_concorso/percorso?id_argomento=${id + 1000}`, token)).toMatchObject({
      status: 404,
      corpo: { codice: 'PERCORSO_NON_TROVATO' },
    })
    expect((await call('GET', '/ms_concorso/percorso?id_argomento=-1', token)).status).toBe(400)
  })

  test('[D19] published again, moved to another node and with a question more, it keeps the ids of what is the same', async () => {
    const before = await download(
      world,
      (await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)).corpo.url_domande,
    )
    const told = await publish(tree('libero', { argomento: 'Percorso libero, riveduto' }), [...ROWS, ['Nodo 1', 31]])
    expect(told.json()).toMatchObject({ id_argomento: id, domande: 31, esito: 'aggiornato' })
    const after = await download(
      world,
      (await call('GET', `/ms_concorso/percorso?id_argomento=${id}`, token)).corpo.url_domande,
    )
    expect(after.manifest.versione).not.toBe(before.manifest.versione)
    expect(after.domande[0]?.id_materia).toBe(-1)
    const ids = new Set(after.domande.map((d) => d.id_domanda))
    expect(before.domande.every((d) => ids.has(d.id_domanda))).toBe(true)
    const listed = await call('GET', '/ms_concorso/percorsi?search=riveduto')
    expect(listed.corpo.elementi[0]).toMatchObject({ id_argomento: id, numero_domande: 31 })
  })
})

test('[OP10] a tree or a file that is wrong is refused by name, and nothing is written', async () => {
  const twice = await publish(tree('doppio', { sotto_percorsi: [nest([50]), nest([50])] }), [['50', 1]])
  expect(twice).toMatchObject({ codice: 1 })
  expect(twice.json().motivo).toContain('50')
  const taken = await publish(tree('altrui'))
  expect(taken.json().motivo).toContain('è già del percorso')
  const lost = await publish(tree('perso', { sotto_percorsi: [nest([60])] }), [
    ['60', 1],
    ['Nodo 61', 2],
  ])
  expect(lost.json().motivo).toContain('riga 3')
  const { rows } = await world.db.query(`select 1 from percorso where slug in ('doppio', 'altrui', 'perso')`)
  expect(rows).toEqual([])
})

test('[AC13] [CA28] a premium path is refused to a demo account and to one that expired, each with its code; a free one spends the allowance', async () => {
  const { id_argomento: premium } = (
    await publish(tree('premium', { premium: true, sotto_percorsi: [nest([70])] }), [['70', 1]])
  ).json()
  const demo = await world.registerVerified('demo-percorsi@posta.example', 0)
  const refused = await call('GET', `/ms_concorso/percorso?id_argomento=${premium}`, demo.token)
  expect(refused).toMatchObject({
    status: 403,
    corpo: { codice: 'PREMIUM_RICHIESTO', dati: { funzione: 'materie_premium' } },
  })
  const expired = await world.registerVerified('scaduta-percorsi@posta.example', 3)
  await world.db.query(`update utente set data_scadenza_premium = '2026-01-01' where id_utente = $1`, [
    expired.id_utente,
  ])
  const late = await call('GET', `/ms_concorso/percorso?id_argomento=${premium}`, expired.token)
  expect(late).toMatchObject({ status: 403, corpo: { codice: 'PREMIUM_SCADUTO' } })
  const free = (await call('GET', '/ms_concorso/percorsi?search=riveduto')).corpo.elementi[0].id_argomento
  await world.db.query('update utente set quiz_usati = $2 where id_utente = $1', [
    demo.id_utente,
    world.deps.config.quizDemo - 12,
  ])
  const part = await call('GET', `/ms_concorso/percorso?id_argomento=${free}`, demo.token)
  expect(part.corpo).toMatchObject({ stato: 2, domande_concesse: 12, numero_domande: 31 })
  const sample = await download(world, part.corpo.url_domande)
  expect(sample.manifest).toMatchObject({ domande: 12, domande_totali: 31, id_concorso: -free })
})

test('[OP7] the command lists paths, takes one off every list and puts it back', async () => {
  const [first] = (await command(world.deps, 'percorso', 'elenco', '--json')).json()
  const count = async () => (await call('GET', '/ms_concorso/percorsi')).corpo.totale
  const before = await count()
  expect((await command(world.deps, 'percorso', 'ritira', String(first.id_argomento))).codice).toBe(0)
  expect(await count()).toBe(before - 1)
  expect((await command(world.deps, 'percorso', 'ripristina', String(first.id_argomento))).codice).toBe(0)
  expect(await count()).toBe(before)
  expect((await command(world.deps, 'percorso', 'importa')).codice).toBe(2)
})
