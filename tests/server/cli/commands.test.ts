import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { readUntil } from '#server/cli/livello'
import { BANCHE, copyContenuti } from '../concorso/content.ts'
import { PNG } from '../concorso/fixtures.ts'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command, countTabelle } from './command.ts'

let world: Mondo
let folder: string
beforeAll(async () => {
  world = await makeWorld()
  folder = await mkdtemp(join(tmpdir(), 'idoneo-comandi-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => command(world.deps, ...args)
const file = async (name: string, contenuto: string | Uint8Array) => {
  await writeFile(join(folder, name), contenuto)
  return join(folder, name)
}
const DETAILS = ['--titolo', 'Banca CSV', '--ente', 'Comune di Prova', '--anno', '2025']
const row = (n: number) =>
  `${n};Materia ${n % 2};Qual è la domanda numero ${n}?;Prima ${n};Seconda ${n};Terza ${n};${'ABC'[n % 3]}`
const csv = (n: number) =>
  ['numero;materia;domanda;A;B;C;corretta', ...Array.from({ length: n }, (_, i) => row(i + 1))].join('\n')

describe('importa', () => {
  test('[OP7] a CSV becomes a published bank whose package can be downloaded', async () => {
    const { codice: code, out } = await run(
      'importa',
      await file('banca.csv', csv(30)),
      ...DETAILS,
      '--profilo',
      'Istruttore',
      '--evidenza',
    )
    expect(code).toBe(0)
    const id = /id_concorso (\d+)/.exec(out[0] ?? '')?.[1]
    expect(out.map((r) => r.trim())).toEqual(expect.arrayContaining(['30 domande', '0 senza chiave', '2 materie']))
    const { token } = await world.registerVerified('csv@prova.it', 3)
    const { corpo: body } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
    expect(body).toMatchObject({
      concorso: 'Banca CSV',
      ente: { ente: 'Comune di Prova' },
      anno: 2025,
      profilo: 'Istruttore',
      in_evidenza: true,
      numero_domande: 30,
    })
    expect((await download(world, body.url_domande)).domande.map((d) => d.testo)[0]).toBe('Qual è la domanda numero 1?')
  })

  test.each([
    [['--boh'], 'opzione sconosciuta: --boh'],
    [['--anno'], '--anno vuole un valore'],
    [['--prova=sì'], '--prova non vuole un valore'],
    [['--anno', '2024', '--anno', '2025'], '--anno è ripetuta'],
  ])('[OP7] %j is a wrong usage, told in Italian', async (options, sentence) => {
    const { codice: code, out, err } = await run('importa', 'banca.csv', ...options)
    expect([code, out, err[0]]).toEqual([2, [], `Uso errato: ${sentence}`])
  })

  test('[OP7] --json prints one object on standard output and the rest on standard error', async () => {
    const {
      codice: code,
      out,
      err,
      json,
    } = await run('importa', await file('b.csv.gz', gzipSync(csv(12))), ...DETAILS, '--json')
    expect(code).toBe(0)
    expect(out).toHaveLength(1)
    expect(json()).toMatchObject({ domande: 12, con_immagine: 0, senza_chiave: 0, avvisi: [] })
    expect(json().id_concorso).toBeGreaterThan(0)
    expect(json().materie).toEqual([
      { materia: 'Materia 1', domande: 6 },
      { materia: 'Materia 0', domande: 6 },
    ])
    expect(err.length).toBeGreaterThan(0)
  })

  test('--prova reports and writes nothing, without title, body and year', async () => {
    const before = await countTabelle(world.deps)
    const { codice: code, json } = await run('importa', await file('prova.csv', csv(12)), '--prova', '--json')
    expect(code).toBe(0)
    expect(json()).toMatchObject({ id_concorso: null, domande: 12 })
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test.each(['cartella', 'zip'] as const)('[PK7] images come from a %s', async (come) => {
    const text = `numero;materia;domanda;A;B;corretta;immagine\n1;Segnali;Che segnale è?;Uno;Due;A;1.png\n2;Segnali;E questo?;Tre;Quattro;B;\n`
    let immagini = join(folder, 'figure')
    if (come === 'cartella') {
      await mkdir(join(immagini, 'sotto'), { recursive: true })
      await writeFile(join(immagini, 'sotto', '1.png'), PNG)
    } else immagini = await file('figure.zip', writeZip([{ nome: 'sotto/1.png', byte: PNG }]))
    const { codice: code, json } = await run(
      'importa',
      await file('segnali.csv', text),
      ...DETAILS,
      '--immagini',
      immagini,
      '--json',
    )
    expect(code).toBe(0)
    expect(json()).toMatchObject({ domande: 2, con_immagine: 1 })
    const { token } = await world.registerVerified(`${come}@prova.it`, 3)
    const { corpo: body } = await world.call('GET', `/ms_concorso/concorso?id_concorso=${json().id_concorso}`, {
      token,
    })
    expect(body.con_immagini).toBe(1)
    expect((await world.app.inject({ method: 'GET', url: body.url_immagini })).statusCode).toBe(200)
  })
})

describe('[OP10] refused files change nothing', () => {
  const buono = csv(200)
  test.each([
    ['garbage', 'rumore.csv', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919) % 256))],
    ['an empty file', 'vuoto.csv', ''],
    ['a truncated gzip', 'tronco.csv.gz', gzipSync(buono).subarray(0, 400)],
    ['a truncated JSON', 'tronco.json', '[{"domanda": "Uno?", "risposte": ["a", "b"'],
    ['a truncated workbook', 'tronco.xlsx', Buffer.from('PK\u0003\u0004rotto')],
    ['a text that is no bank', 'lettera.csv', 'Gentile candidato,\nla informiamo che la prova è rinviata.\n'],
  ])('%s', async (_, name, contenuto) => {
    const before = await countTabelle(world.deps)
    const percorso = await file(name, contenuto)
    const { codice: code, err, json, out } = await run('importa', percorso, ...DETAILS, '--json')
    expect(code).toBe(1)
    expect(out).toHaveLength(1)
    expect(json()).toMatchObject({ codice: 'FILE_RIFIUTATO', file: percorso })
    expect(json().motivo.length).toBeGreaterThan(5)
    expect(err.at(-1)).toContain(percorso)
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test('a file that is not there, an image folder that is not there, a zip that is not one', async () => {
    const before = await countTabelle(world.deps)
    const valid = await file('buona.csv', buono)
    for (const args of [
      [join(folder, 'manca.csv')],
      [valid, '--immagini', join(folder, 'manca')],
      [valid, '--immagini', await file('finto.zip', 'non un archivio')],
    ]) {
      const { codice: code, err } = await run('importa', ...args, ...DETAILS)
      expect(code).toBe(1)
      expect(err.at(-1)).toMatch(/^Rifiutato: .*(manca|finto)/)
    }
    expect(await countTabelle(world.deps)).toEqual(before)
  })

  test('a failure while the package is stored leaves no row', async () => {
    const before = await countTabelle(world.deps)
    const rotto = { ...world.deps.packageFiles, put: () => Promise.reject(new Error('disco pieno')) }
    const result = await command(
      { ...world.deps, packageFiles: rotto },
      'importa',
      await file('ok.csv', buono),
      ...DETAILS,
      '--json',
    )
    expect(result.codice).toBe(1)
    expect(result.json()).toMatchObject({ codice: 'ERRORE_INTERNO', motivo: 'disco pieno' })
    expect(await countTabelle(world.deps)).toEqual(before)
  })
})

describe('livello', () => {
  const livelloDi = async (token: string) => (await world.call('GET', '/ms_utente/livello', { token })).corpo

  test('[OP7][AC13] grants a tier by number or by name, with an expiry', async () => {
    const { token } = await world.registerVerified('livello@prova.it')
    expect((await run('livello', ' Livello@Prova.it', 'premium', '--fino', '2027-12-31')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 3, data_scadenza_premium: '2027-12-31T22:59:59.999Z' })
    expect((await run('livello', 'livello@prova.it', '1')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 1, data_scadenza_premium: null, quiz_rimasti: null })
    expect((await run('livello', 'livello@prova.it', 'demo')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 0, quiz_rimasti: 500 })
  })

  test('an expiry day lasts until its end in Italy, in summer and in winter', () => {
    expect(readUntil('2027-07-01').toISOString()).toBe('2027-07-01T21:59:59.999Z')
    expect(readUntil('2027-01-01').toISOString()).toBe('2027-01-01T22:59:59.999Z')
    expect(readUntil('2027-01-01T10:00:00.000+01:00').toISOString()).toBe('2027-01-01T09:00:00.000Z')
  })

  test('an unknown address is a failure, a wrong tier or date a wrong usage', async () => {
    const ignoto = await run('livello', 'nessuno@prova.it', '3')
    expect(ignoto.codice).toBe(1)
    expect(ignoto.err[0]).toContain('nessuno@prova.it')
    for (const args of [
      ['a@b.it', '4'],
      ['a@b.it', 'oro'],
      ['a@b.it'],
      [],
      ['a@b.it', '3', '--fino', '2027-02-30'],
      ['a@b.it', '1', '--fino', '2027-01-01'],
    ])
      expect((await run('livello', ...args)).codice).toBe(2)
  })
})

describe('the other commands', () => {
  test('verifica is content with what was published and names what was damaged', async () => {
    const valid = await run('verifica')
    expect(valid.codice).toBe(0)
    expect(valid.out.at(-1)).toMatch(/banche, 0 guaste/)
    const { rows } = await world.db.query<{ id_concorso: number; pacchetto: string }>(
      'select id_concorso, pacchetto from concorso order by id_concorso limit 2',
    )
    const [before, second] = rows as [(typeof rows)[0], (typeof rows)[0]]
    const percorso = join(world.cartella, 'pacchetti', before.pacchetto)
    const bytes = await readFile(percorso)
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(percorso, bytes)
    await world.db.query(
      'delete from domanda where id_domanda in (select min(id_domanda) from domanda where id_concorso = $1)',
      [second.id_concorso],
    )
    const guasta = await run('verifica')
    expect(guasta.codice).toBe(1)
    expect(guasta.out.join('\n')).toContain(`GUASTO ${before.id_concorso}`)
    expect(guasta.out.join('\n')).toContain(`GUASTO ${second.id_concorso}`)
    expect(guasta.out.join('\n')).toContain('impronta')
    await rm(percorso)
    expect((await run('verifica')).out.join('\n')).toContain('il file manca')
  })

  test('[OP7] semina publishes the content, says when nothing changed, and fails on what has a defect', async () => {
    const content = await copyContenuti()
    const semina = () => run('semina', content)
    expect((await semina()).out.filter((r) => r.includes(': nuova, '))).toHaveLength(BANCHE.length)
    const second = await semina()
    expect(second.codice).toBe(0)
    expect(second.out.filter((r) => r.includes(': invariata, '))).toHaveLength(BANCHE.length)
    await writeFile(join(content, 'banche', BANCHE[1]!, 'domande.json'), '[]')
    const third = await semina()
    expect(third.codice).toBe(1)
    expect(third.out.join('\n')).toContain(`banche/${BANCHE[1]}/domande.json`)
    await rm(content, { recursive: true, force: true })
  })

  test('migra says when nothing is missing', async () => {
    for (const args of [['migra'], ['migra', '--prova']])
      expect(await run(...args)).toMatchObject({ codice: 0, out: ['Il database è già aggiornato.'] })
  })

  test('[OP34] migra --prova lists what is missing with the versions that go on working, and applies nothing', async () => {
    const { rows } = await world.db.query<{ riga: string }>(
      'delete from migrazione where numero = (select max(numero) from migrazione) returning row_to_json(migrazione)::text as riga',
    )
    const { nome, numero } = JSON.parse(rows[0]!.riga)
    const { codice: code, out } = await run('migra', '--prova')
    expect([code, out]).toEqual([
      0,
      [expect.stringMatching(`^${nome}: dopo, lavorano solo le versioni dallo schema \\d+`)],
    ])
    expect((await world.db.query('select 1 from migrazione where numero = $1', [numero])).count).toBe(0)
    await world.db.query('insert into migrazione select * from json_populate_record(null::migrazione, $1::json)', [
      rows[0]!.riga,
    ])
  })

  test('chiave prints a new key, and the key alone, on standard output', async () => {
    const [before, second] = [await run('chiave'), await run('chiave')]
    expect(before.out).toHaveLength(1)
    expect(before.out[0]).toMatch(/^[\w-]{43}$/)
    expect(before.out[0]).not.toBe(second.out[0])
  })

  test('[OP36] --versione says the version, build and schema that readiness says', async () => {
    const { corpo } = await world.call('GET', '/salute/pronto')
    const { codice: code, out } = await run('--versione')
    expect([code, out]).toEqual([0, [`Idoneo ${corpo.versione}, build ${corpo.build}, schema ${corpo.schema}`]])
  })

  test('[OP8] aiuto lists every command', async () => {
    const { codice: code, out } = await run('aiuto')
    expect(code).toBe(0)
    for (const name of ['importa', 'semina', 'migra', 'livello', 'verifica', 'chiave', 'aiuto'])
      expect(out.join('\n')).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
  })

  test('[OP9] wrong usage is exit code 2 and points to the help', async () => {
    for (const args of [
      [],
      ['inventato'],
      ['importa'],
      ['importa', 'a.csv'],
      ['importa', 'a.csv', 'b.csv', ...DETAILS],
      ['importa', 'a.csv', ...DETAILS, '--anno', 'duemila'],
      ['importa', 'a.csv', ...DETAILS, '--ignota'],
      ['importa', 'a.csv', '--titolo', ' ', '--ente', 'E', '--anno', '2025'],
      ['verifica', 'tutto'],
      ['semina', 'x', 'y'],
    ]) {
      const { codice: code, err, out } = await run(...args)
      expect([args, code]).toEqual([args, 2])
      expect(err.join('\n')).toContain('aiuto')
      expect(out).toEqual([])
    }
  })

  test('nothing but finished files is left in the archive', async () => {
    const names = await readdir(join(world.cartella, 'pacchetti'))
    expect(names.filter((n) => !/^[0-9a-f]{64}\.zip$/.test(n))).toEqual([])
  })
})
