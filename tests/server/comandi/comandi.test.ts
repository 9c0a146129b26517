import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeZip } from '#importers/package/zip'
import { readFino } from '#server/comandi/livello'
import { PNG } from '../concorso/banche.ts'
import { BANCHE, copyContenuti } from '../concorso/contenuti.ts'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../mondo.ts'
import { comando, countTabelle } from './comando.ts'

let mondo: Mondo
let cartella: string
beforeAll(async () => {
  mondo = await makeWorld()
  cartella = await mkdtemp(join(tmpdir(), 'idoneo-comandi-'))
})
afterAll(async () => {
  await mondo.close()
  await rm(cartella, { recursive: true, force: true })
})

const run = (...args: string[]) => comando(mondo.deps, ...args)
const file = async (nome: string, contenuto: string | Uint8Array) => {
  await writeFile(join(cartella, nome), contenuto)
  return join(cartella, nome)
}
const SCHEDA = ['--titolo', 'Banca CSV', '--ente', 'Comune di Prova', '--anno', '2025']
const riga = (n: number) =>
  `${n};Materia ${n % 2};Qual è la domanda numero ${n}?;Prima ${n};Seconda ${n};Terza ${n};${'ABC'[n % 3]}`
const csv = (n: number) =>
  ['numero;materia;domanda;A;B;C;corretta', ...Array.from({ length: n }, (_, i) => riga(i + 1))].join('\n')

describe('importa', () => {
  test('[OP7] a CSV becomes a published bank whose package can be downloaded', async () => {
    const { codice, out } = await run(
      'importa',
      await file('banca.csv', csv(30)),
      ...SCHEDA,
      '--profilo',
      'Istruttore',
      '--evidenza',
    )
    expect(codice).toBe(0)
    const id = /id_concorso (\d+)/.exec(out[0] ?? '')?.[1]
    expect(out.map((r) => r.trim())).toEqual(expect.arrayContaining(['30 domande', '0 senza chiave', '2 materie']))
    const { token } = await mondo.registerVerified('csv@prova.it', 3)
    const { corpo } = await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${id}`, { token })
    expect(corpo).toMatchObject({
      concorso: 'Banca CSV',
      ente: { ente: 'Comune di Prova' },
      anno: 2025,
      profilo: 'Istruttore',
      in_evidenza: true,
      numero_domande: 30,
    })
    expect((await download(mondo, corpo.url_domande)).domande.map((d) => d.testo)[0]).toBe(
      'Qual è la domanda numero 1?',
    )
  })

  test.each([
    [['--boh'], 'opzione sconosciuta: --boh'],
    [['--anno'], '--anno vuole un valore'],
    [['--prova=sì'], '--prova non vuole un valore'],
    [['--anno', '2024', '--anno', '2025'], '--anno è ripetuta'],
  ])('[OP7] %j is a wrong usage, told in Italian', async (opzioni, frase) => {
    const { codice, out, err } = await run('importa', 'banca.csv', ...opzioni)
    expect([codice, out, err[0]]).toEqual([2, [], `Uso errato: ${frase}`])
  })

  test('[OP7] --json prints one object on standard output and the rest on standard error', async () => {
    const { codice, out, err, json } = await run(
      'importa',
      await file('b.csv.gz', gzipSync(csv(12))),
      ...SCHEDA,
      '--json',
    )
    expect(codice).toBe(0)
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
    const prima = await countTabelle(mondo.deps)
    const { codice, json } = await run('importa', await file('prova.csv', csv(12)), '--prova', '--json')
    expect(codice).toBe(0)
    expect(json()).toMatchObject({ id_concorso: null, domande: 12 })
    expect(await countTabelle(mondo.deps)).toEqual(prima)
  })

  test.each(['cartella', 'zip'] as const)('[PK7] images come from a %s', async (come) => {
    const testo = `numero;materia;domanda;A;B;corretta;immagine\n1;Segnali;Che segnale è?;Uno;Due;A;1.png\n2;Segnali;E questo?;Tre;Quattro;B;\n`
    let immagini = join(cartella, 'figure')
    if (come === 'cartella') {
      await mkdir(join(immagini, 'sotto'), { recursive: true })
      await writeFile(join(immagini, 'sotto', '1.png'), PNG)
    } else immagini = await file('figure.zip', writeZip([{ nome: 'sotto/1.png', byte: PNG }]))
    const { codice, json } = await run(
      'importa',
      await file('segnali.csv', testo),
      ...SCHEDA,
      '--immagini',
      immagini,
      '--json',
    )
    expect(codice).toBe(0)
    expect(json()).toMatchObject({ domande: 2, con_immagine: 1 })
    const { token } = await mondo.registerVerified(`${come}@prova.it`, 3)
    const { corpo } = await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${json().id_concorso}`, { token })
    expect(corpo.con_immagini).toBe(1)
    expect((await mondo.app.inject({ method: 'GET', url: corpo.url_immagini })).statusCode).toBe(200)
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
  ])('%s', async (_, nome, contenuto) => {
    const prima = await countTabelle(mondo.deps)
    const percorso = await file(nome, contenuto)
    const { codice, err, json, out } = await run('importa', percorso, ...SCHEDA, '--json')
    expect(codice).toBe(1)
    expect(out).toHaveLength(1)
    expect(json()).toMatchObject({ codice: 'FILE_RIFIUTATO', file: percorso })
    expect(json().motivo.length).toBeGreaterThan(5)
    expect(err.at(-1)).toContain(percorso)
    expect(await countTabelle(mondo.deps)).toEqual(prima)
  })

  test('a file that is not there, an image folder that is not there, a zip that is not one', async () => {
    const prima = await countTabelle(mondo.deps)
    const buona = await file('buona.csv', buono)
    for (const args of [
      [join(cartella, 'manca.csv')],
      [buona, '--immagini', join(cartella, 'manca')],
      [buona, '--immagini', await file('finto.zip', 'non un archivio')],
    ]) {
      const { codice, err } = await run('importa', ...args, ...SCHEDA)
      expect(codice).toBe(1)
      expect(err.at(-1)).toMatch(/^Rifiutato: .*(manca|finto)/)
    }
    expect(await countTabelle(mondo.deps)).toEqual(prima)
  })

  test('a failure while the package is stored leaves no row', async () => {
    const prima = await countTabelle(mondo.deps)
    const rotto = { ...mondo.deps.archivio, put: () => Promise.reject(new Error('disco pieno')) }
    const esito = await comando(
      { ...mondo.deps, archivio: rotto },
      'importa',
      await file('ok.csv', buono),
      ...SCHEDA,
      '--json',
    )
    expect(esito.codice).toBe(1)
    expect(esito.json()).toMatchObject({ codice: 'ERRORE_INTERNO', motivo: 'disco pieno' })
    expect(await countTabelle(mondo.deps)).toEqual(prima)
  })
})

describe('livello', () => {
  const livelloDi = async (token: string) => (await mondo.call('GET', '/ms_utente/livello', { token })).corpo

  test('[OP7][AC13] grants a tier by number or by name, with an expiry', async () => {
    const { token } = await mondo.registerVerified('livello@prova.it')
    expect((await run('livello', ' Livello@Prova.it', 'premium', '--fino', '2027-12-31')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 3, data_scadenza_premium: '2027-12-31T22:59:59.999Z' })
    expect((await run('livello', 'livello@prova.it', '1')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 1, data_scadenza_premium: null, quiz_rimasti: null })
    expect((await run('livello', 'livello@prova.it', 'demo')).codice).toBe(0)
    expect(await livelloDi(token)).toMatchObject({ livello: 0, quiz_rimasti: 500 })
  })

  test('an expiry day lasts until its end in Italy, in summer and in winter', () => {
    expect(readFino('2027-07-01').toISOString()).toBe('2027-07-01T21:59:59.999Z')
    expect(readFino('2027-01-01').toISOString()).toBe('2027-01-01T22:59:59.999Z')
    expect(readFino('2027-01-01T10:00:00.000+01:00').toISOString()).toBe('2027-01-01T09:00:00.000Z')
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
    const buona = await run('verifica')
    expect(buona.codice).toBe(0)
    expect(buona.out.at(-1)).toMatch(/banche, 0 guaste/)
    const { righe } = await mondo.db.query<{ id_concorso: number; pacchetto: string }>(
      'select id_concorso, pacchetto from concorso order by id_concorso limit 2',
    )
    const [prima, seconda] = righe as [(typeof righe)[0], (typeof righe)[0]]
    const percorso = mondo.deps.archivio.path(prima.pacchetto)
    const byte = await readFile(percorso)
    byte[byte.length >> 1]! ^= 1
    await writeFile(percorso, byte)
    await mondo.db.query(
      'delete from domanda where id_domanda in (select min(id_domanda) from domanda where id_concorso = $1)',
      [seconda.id_concorso],
    )
    const guasta = await run('verifica')
    expect(guasta.codice).toBe(1)
    expect(guasta.out.join('\n')).toContain(`GUASTO ${prima.id_concorso}`)
    expect(guasta.out.join('\n')).toContain(`GUASTO ${seconda.id_concorso}`)
    expect(guasta.out.join('\n')).toContain('impronta')
    await rm(percorso)
    expect((await run('verifica')).out.join('\n')).toContain('il file manca')
  })

  test('[OP7] semina publishes the content, says when nothing changed, and fails on what has a defect', async () => {
    const contenuti = await copyContenuti()
    const semina = () => run('semina', contenuti)
    expect((await semina()).out.filter((r) => r.includes(': nuova, '))).toHaveLength(BANCHE.length)
    const seconda = await semina()
    expect(seconda.codice).toBe(0)
    expect(seconda.out.filter((r) => r.includes(': invariata, '))).toHaveLength(BANCHE.length)
    await writeFile(join(contenuti, 'banche', BANCHE[1]!, 'domande.json'), '[]')
    const terza = await semina()
    expect(terza.codice).toBe(1)
    expect(terza.out.join('\n')).toContain(`banche/${BANCHE[1]}/domande.json`)
    await rm(contenuti, { recursive: true, force: true })
  })

  test('migra says when nothing is missing', async () => {
    expect(await run('migra')).toMatchObject({ codice: 0, out: ['Il database è già aggiornato.'] })
  })

  test('chiave prints a new key, and the key alone, on standard output', async () => {
    const [prima, seconda] = [await run('chiave'), await run('chiave')]
    expect(prima.out).toHaveLength(1)
    expect(prima.out[0]).toMatch(/^[\w-]{43}$/)
    expect(prima.out[0]).not.toBe(seconda.out[0])
  })

  test('[OP8] aiuto lists every command', async () => {
    const { codice, out } = await run('aiuto')
    expect(codice).toBe(0)
    for (const nome of ['importa', 'semina', 'migra', 'livello', 'verifica', 'chiave', 'aiuto'])
      expect(out.join('\n')).toMatch(new RegExp(`^ {2}${nome}\\b`, 'm'))
  })

  test('[OP9] wrong usage is exit code 2 and points to the help', async () => {
    for (const args of [
      [],
      ['inventato'],
      ['importa'],
      ['importa', 'a.csv'],
      ['importa', 'a.csv', 'b.csv', ...SCHEDA],
      ['importa', 'a.csv', ...SCHEDA, '--anno', 'duemila'],
      ['importa', 'a.csv', ...SCHEDA, '--ignota'],
      ['importa', 'a.csv', '--titolo', ' ', '--ente', 'E', '--anno', '2025'],
      ['verifica', 'tutto'],
      ['semina', 'x', 'y'],
    ]) {
      const { codice, err, out } = await run(...args)
      expect([args, codice]).toEqual([args, 2])
      expect(err.join('\n')).toContain('aiuto')
      expect(out).toEqual([])
    }
  })

  test('nothing but finished files is left in the archive', async () => {
    const nomi = await readdir(join(mondo.cartella, 'pacchetti'))
    expect(nomi.filter((n) => !/^[0-9a-f]{64}\.zip$/.test(n))).toEqual([])
  })
})
