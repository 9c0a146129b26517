import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mondo, makeSeededWorld } from '../world.ts'
import { command, countTabelle } from './command.ts'

const FISSI = { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 }

let world: Mondo
let folder: string
beforeAll(async () => {
  world = await makeSeededWorld()
  folder = await mkdtemp(join(tmpdir(), 'idoneo-simulazione-'))
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true, force: true })
})

let account = 0
async function publish(documento: unknown, id_concorso: number) {
  const file = join(folder, `s${++account}.json`)
  await writeFile(file, JSON.stringify(documento))
  return command(world.deps, 'simulazione', file, '--concorso', String(id_concorso), '--json')
}

describe('simulazione on the starter content', () => {
  let banca = 0
  beforeAll(async () => {
    const { rows } = await world.db.query<{ id: number }>(
      `select id_concorso as id from concorso where slug = 'diritto-costituzionale'`,
    )
    banca = rows[0]?.id ?? 0
  })
  const documento = {
    descrizione: 'Due sezioni',
    durata: '00:20:00',
    materie: [
      { materia: 'Parlamento', numero: 6 },
      { materia: 'Principi fondamentali', numero: 3 },
    ],
    sezioni: [
      { nome: 'Organi', materie: ['Parlamento'], quote_difficolta: [2, 2, 2], punti: FISSI },
      { nome: 'Principi', materie: ['Principi fondamentali'], domande: 3, punti: FISSI },
    ],
    ammissione: { minimo: 5 },
  }

  test('publishes a fixed draw, section by section, with the quotas of difficulty', async () => {
    const result = await publish(documento, banca)
    expect([result.codice, result.err]).toEqual([0, []])
    const { estrazione, id_simulazione, numero_domande } = result.json()
    expect(numero_domande).toBe(9)
    const { rows } = await world.db.query<{ nome: string; difficolta: number }>(
      `select m.nome, d.difficolta from unnest($1::bigint[]) with ordinality as e(id_domanda, posto)
       join domanda d using (id_domanda) join materia m using (id_materia) order by e.posto`,
      [estrazione],
    )
    expect(rows.map((r) => r.nome)).toEqual([...Array(6).fill('Parlamento'), ...Array(3).fill('Principi fondamentali')])
    const quote = [1, 2, 3].map((d) => rows.slice(0, 6).filter((r) => r.difficolta === d).length)
    expect(quote).toEqual([2, 2, 2])

    const ancora = await publish({ ...documento, descrizione: 'Due sezioni' }, banca)
    expect([ancora.codice, ancora.err.join()]).toEqual([1, expect.stringContaining(`(${id_simulazione})`)])
    const { token } = await world.registerVerified('lista@prova.it', 3)
    const list = await world.call('GET', `/ms_concorso/simulazioni?id_concorso=${banca}&attiva=true`, { token })
    expect(list.corpo.elementi).toContainEqual(
      expect.objectContaining({
        id_simulazione,
        descrizione: 'Due sezioni',
        sbarramento: 5,
        numero_domande: 9,
        concorsi: [
          { id_concorso: banca, concorso: 'Diritto costituzionale', versione: expect.any(String), numero_domande: 125 },
        ],
      }),
    )
  })

  test.each([
    ['a subject of no bank', { materie: [{ materia: 'Astrologia', numero: 1 }], sezioni: undefined }, 'Astrologia'],
    ['too many questions', { materie: [{ materia: 'Parlamento', numero: 999 }], sezioni: undefined }, 'la banca ne ha'],
    ['no time', { durata: undefined }, 'manca la durata'],
    [
      'timers of some sections only',
      { sezioni: [{ nome: 'A', durata: '00:10:00' }, { nome: 'B' }] },
      'sezioni[1].durata: manca: se una sezione ha la sua durata, la hanno tutte',
    ],
    ['a threshold above the best score', { ammissione: { minimo: 7 } }, 'supera il punteggio massimo 6.75'],
    ['a subject of no section', { sezioni: [documento.sezioni[0]] }, 'non è in nessuna sezione'],
    [
      'quotas that do not add up',
      { sezioni: [{ ...documento.sezioni[0], quote_difficolta: [2, 2, 3] }, documento.sezioni[1]] },
      'vuole 7 quesiti',
    ],
    ['rules without sense', { durata: '99' }, 'la durata è HH:MM:SS'],
    ['another shape', { materie: 'tutte' }, 'materie'],
  ])('refuses %s with a sentence, and writes nothing', async (_, other, sentence) => {
    const before = await countTabelle(world.deps)
    const result = await publish({ ...documento, descrizione: 'Altra', ...other }, banca)
    expect([result.codice, result.err.join('\n')]).toEqual([1, expect.stringContaining(sentence)])
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test('a last day is published with it; one that has passed, or is none, publishes nothing', async () => {
    const result = await publish({ ...documento, descrizione: 'A termine', scadenza: '2026-12-31' }, banca)
    expect([result.codice, result.err]).toEqual([0, []])
    const { id_simulazione, data_scadenza } = result.json()
    expect(data_scadenza).toBe('2026-12-31T22:59:59.999Z')
    const { rows } = await world.db.query<{ regole: object }>(
      'select regole from simulazione where id_simulazione = $1',
      [id_simulazione],
    )
    expect(rows[0]?.regole).not.toHaveProperty('scadenza')
    const before = await countTabelle(world.deps)
    for (const [expiry, sentence] of [
      ['2026-11-20', 'è già passata'],
      ['domani', 'AAAA-MM-GG'],
      ['2026-02-30', 'AAAA-MM-GG'],
    ]) {
      const rifiutata = await publish({ ...documento, descrizione: 'Tardi', scadenza: expiry }, banca)
      expect([rifiutata.codice, rifiutata.err.join()]).toEqual([1, expect.stringContaining(sentence as string)])
    }
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test('closed, withdrawn and reopened: who began goes on, nobody else begins, and a start of the server changes nothing', async () => {
    const { id_simulazione: id } = (await publish({ ...documento, descrizione: 'Si chiude' }, banca)).json()
    const cambia = async (...args: string[]) => {
      const result = await command(world.deps, 'simulazione', ...args, '--json')
      return result.codice === 0 ? result.json() : [result.codice, result.err[0]]
    }
    const { token } = await world.registerVerified('chiude@prova.it', 3)
    const { token: after } = await world.registerVerified('dopo@prova.it', 3)
    const avvia = async (chi: string) =>
      (await world.call('GET', `/ms_concorso/simulazione?id_simulazione=${id}`, { token: chi })).corpo
    const listata = async () =>
      (await world.call('GET', `/ms_concorso/simulazioni?id_concorso=${banca}&attiva=true`)).corpo.elementi.find(
        (s: { id_simulazione: number }) => s.id_simulazione === id,
      )
    const { gettone } = await avvia(token)
    const now = world.orologio.now().toISOString()
    expect(await cambia('chiudi', String(id))).toEqual({ id_simulazione: id, attiva: true, data_scadenza: now })
    world.orologio.advance(1_000)
    // Closed twice, it ended when it ended.
    expect(await cambia('chiudi', String(id))).toMatchObject({ data_scadenza: now })
    expect(await listata()).toMatchObject({ attiva: true, data_scadenza: now })
    expect([(await avvia(token)).gettone, (await avvia(after)).codice]).toEqual([gettone, 'NON_TROVATO'])
    const fino = '2026-12-31T22:59:59.999Z'
    expect(await cambia('riapri', String(id), '--fino', '2026-12-31')).toMatchObject({ data_scadenza: fino })
    expect((await avvia(after)).data_scadenza).toBe(fino)
    expect(await cambia('ritira', String(id))).toEqual({ id_simulazione: id, attiva: false, data_scadenza: fino })
    expect(await listata()).toBeUndefined()
    expect((await avvia(token)).gettone).toBe(gettone)
    expect(await cambia('riapri', String(id))).toEqual({ id_simulazione: id, attiva: true, data_scadenza: null })

    const { rows } = await world.db.query<{ id: number }>(
      `select id_simulazione as id from simulazione where slug = 'costituzionale-40-quesiti'`,
    )
    const seminata = String(rows[0]?.id)
    await cambia('ritira', seminata)
    expect(await cambia('chiudi', seminata)).toMatchObject({ attiva: false })
    await cambia('riapri', seminata)
    expect(await cambia('chiudi', seminata)).toMatchObject({ attiva: true })
    await cambia('riapri', seminata)
  })

  test('what cannot be changed is refused with a sentence', async () => {
    const prova = async (...args: string[]) => {
      const { codice: code, err } = await command(world.deps, 'simulazione', ...args)
      return [code, err[0]]
    }
    expect(await prova('chiudi')).toEqual([2, expect.stringContaining('vuole il numero di una simulazione')])
    expect(await prova('chiudi', 'x')).toEqual([2, expect.stringContaining('vuole un numero')])
    expect(await prova('ritira', '1', '--fino', '2027-01-01')).toEqual([2, expect.stringContaining('--fino')])
    expect(await prova('riapri', '1', '--fino', 'mai')).toEqual([2, expect.stringContaining('AAAA-MM-GG')])
    expect(await prova('riapri', '1', '--fino', '2026-11-01')).toEqual([1, expect.stringContaining('già passato')])
    expect(await prova('chiudi', '999999')).toEqual([1, expect.stringContaining('999999')])
  })

  test('refuses a bank of nobody; without a bank it is a wrong usage', async () => {
    expect((await publish(documento, 999_999)).err.join()).toContain('999999')
    expect((await command(world.deps, 'simulazione', 'x.json')).codice).toBe(2)
  })
})
