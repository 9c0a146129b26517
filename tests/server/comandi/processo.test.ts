import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RADICE } from '#server/radice'

// The command as an operator runs it: a process of its own, on the embedded database of a DATA_DIR of its own.

let cartella: string
let csv: string
let server: ChildProcess | null = null
beforeAll(async () => {
  cartella = await mkdtemp(join(tmpdir(), 'idoneo-processo-'))
  csv = join(cartella, 'banca.csv')
  const righe = Array.from({ length: 20 }, (_, i) => `${i + 1},Domanda numero ${i + 1}?,Sì ${i},No ${i},Forse ${i},B`)
  await writeFile(csv, ['numero,domanda,A,B,C,corretta', ...righe].join('\n'))
})
afterAll(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGKILL')
    await new Promise((fatto) => server?.once('exit', fatto))
  }
  // Whoever closes last stops the embedded database, also after a kill of the server.
  await idoneo('migra')
  await rm(cartella, { recursive: true, force: true })
}, 60_000)

const ambiente = (altro: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? '',
  DATA_DIR: join(cartella, 'dati'),
  TMPDIR: process.env.TMPDIR ?? tmpdir(),
  ...altro,
})
const start = (file: string, args: string[], env = ambiente()) =>
  spawn(process.execPath, ['--import', 'tsx', join(RADICE, file), ...args], { cwd: RADICE, env })

async function idoneo(...args: string[]) {
  const figlio = start('server/idoneo.ts', args)
  let [out, err] = ['', '']
  figlio.stdout.on('data', (parte) => {
    out += parte
  })
  figlio.stderr.on('data', (parte) => {
    err += parte
  })
  const codice = await new Promise<number | null>((fatto) => figlio.once('close', fatto))
  return { codice, out, err }
}

async function freePort(): Promise<number> {
  const presa = createServer()
  await new Promise<void>((fatto) => presa.listen(0, '127.0.0.1', fatto))
  const indirizzo = presa.address()
  await new Promise((fatto) => presa.close(fatto))
  return typeof indirizzo === 'object' && indirizzo ? indirizzo.port : 0
}

const importa = (titolo: string) =>
  idoneo('importa', csv, '--titolo', titolo, '--ente', 'Ente', '--anno', '2026', '--json')

test('[OP7] importa works while the server does not run, starting and stopping the database by itself', {
  timeout: 90_000,
}, async () => {
  const { codice, out, err } = await importa('A server spento')
  expect([codice, err]).toEqual([0, expect.not.stringContaining('Errore')])
  const righe = out.trim().split('\n')
  expect(righe).toHaveLength(1)
  expect(JSON.parse(righe[0]!)).toMatchObject({ id_concorso: 1, domande: 20, avvisi: expect.any(Array) })
})

test('[OP7] importa works while the server runs, and its bank is there at once', { timeout: 120_000 }, async () => {
  const porta = await freePort()
  server = start('server/main.ts', [], ambiente({ PORT: String(porta), HOST: '127.0.0.1', LIVELLO_LOG: 'warn' }))
  const righe = createInterface({ input: server.stdout! })
  await new Promise<void>((pronto, fallito) => {
    righe.on('line', (riga) => riga.includes('Idoneo è pronto') && pronto())
    server?.once('exit', (codice) => fallito(new Error(`il server è uscito: ${codice}`)))
  })
  const titoli = async () => {
    const risposta = await fetch(`http://127.0.0.1:${porta}/api/ms_concorso/concorsi?size=100`)
    const corpo = (await risposta.json()) as { elementi: { concorso: string }[] }
    return corpo.elementi.map((c) => c.concorso)
  }
  expect(await titoli()).toContain('A server spento')
  expect(await importa('A server acceso')).toMatchObject({ codice: 0 })
  expect(await titoli()).toContain('A server acceso')
  expect(await idoneo('verifica')).toMatchObject({ codice: 0 })
  expect((await fetch(`http://127.0.0.1:${porta}/salute/pronto`)).status).toBe(200)
})

test('[OP9] exit codes reach the shell', { timeout: 60_000 }, async () => {
  expect((await idoneo('inventato')).codice).toBe(2)
  expect((await idoneo('importa', join(cartella, 'manca.csv'), '--prova')).codice).toBe(1)
  expect((await idoneo('aiuto')).codice).toBe(0)
})
