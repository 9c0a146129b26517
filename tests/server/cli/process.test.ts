import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#server/root'

// The command as an operator runs it: a process of its own, on the embedded database of a DATA_DIR of its own.

let folder: string
let csv: string
let server: ChildProcess | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idoneo-processo-'))
  csv = join(folder, 'banca.csv')
  const rows = Array.from({ length: 20 }, (_, i) => `${i + 1},Domanda numero ${i + 1}?,Sì ${i},No ${i},Forse ${i},B`)
  await writeFile(csv, ['numero,domanda,A,B,C,corretta', ...rows].join('\n'))
})
afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGKILL')
    await new Promise((done) => server?.once('exit', done))
  }
  // Whoever closes last stops the embedded database, also after a kill of the server.
  await idoneo('migra')
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const environment = (other: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: join(folder, 'dati'),
  TMPDIR: process.env.TMPDIR ?? tmpdir(),
  ...other,
})
const start = (file: string, args: string[], env = environment()) =>
  spawn(process.execPath, [join(ROOT, 'dist/server', file), ...args], { cwd: ROOT, env })

async function idoneo(...args: string[]) {
  const child = start('idoneo.js', args)
  let [out, err] = ['', '']
  child.stdout.on('data', (parte) => {
    out += parte
  })
  child.stderr.on('data', (parte) => {
    err += parte
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { codice: code, out, err }
}

async function freePort(): Promise<number> {
  const presa = createServer()
  await new Promise<void>((done) => presa.listen(0, '127.0.0.1', done))
  const address = presa.address()
  await new Promise((done) => presa.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

const importa = (title: string) =>
  idoneo('importa', csv, '--titolo', title, '--ente', 'Ente', '--anno', '2026', '--json')

test('[OP7] importa works while the server does not run, starting and stopping the database by itself', {
  timeout: 90_000,
}, async () => {
  const { codice: code, out, err } = await importa('A server spento')
  expect([code, err]).toEqual([0, expect.not.stringContaining('Errore')])
  const rows = out.trim().split('\n')
  expect(rows).toHaveLength(1)
  expect(JSON.parse(rows[0]!)).toMatchObject({ id_concorso: 1, domande: 20, avvisi: expect.any(Array) })
})

test('[OP7] importa works while the server runs, and its bank is there at once', { timeout: 120_000 }, async () => {
  const port = await freePort()
  server = start('main.js', [], environment({ PORT: String(port), HOST: '127.0.0.1', LIVELLO_LOG: 'warn' }))
  const rows = createInterface({ input: server.stdout! })
  await new Promise<void>((ready, fallito) => {
    rows.on('line', (row) => row.includes('Idoneo è pronto') && ready())
    server?.once('exit', (code) => fallito(new Error(`il server è uscito: ${code}`)))
  })
  const titoli = async () => {
    const risposta = await fetch(`http://127.0.0.1:${port}/api/ms_concorso/concorsi?size=100`)
    const body = (await risposta.json()) as { elementi: { concorso: string }[] }
    return body.elementi.map((c) => c.concorso)
  }
  expect(await titoli()).toContain('A server spento')
  expect(await importa('A server acceso')).toMatchObject({ codice: 0 })
  expect(await titoli()).toContain('A server acceso')
  expect(await idoneo('verifica')).toMatchObject({ codice: 0 })
  expect((await fetch(`http://127.0.0.1:${port}/salute/pronto`)).status).toBe(200)
})

test('[OP9] exit codes reach the shell', { timeout: 60_000 }, async () => {
  expect((await idoneo('inventato')).codice).toBe(2)
  expect((await idoneo('importa', join(folder, 'manca.csv'), '--prova')).codice).toBe(1)
  expect((await idoneo('aiuto')).codice).toBe(0)
})
