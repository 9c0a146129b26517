import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { freePort } from '../server/port.ts'
import { ROOT } from './aiuti.ts'

export type Later = { address: string; stop: () => Promise<void> }

/** Starts a second server on the same data whose clock is `seconds` ahead: what would take minutes has happened there. */
export async function startLater(seconds: number): Promise<Later> {
  const port = await freePort()
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: inject('indirizzo'),
      DATA_DIR: inject('dataDir'),
      LIMITI: 'aperti',
      OROLOGIO_AVANTI: String(seconds),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(server, 'exit')
  await new Promise<void>((ready, failed) => {
    createInterface(server.stdout).on('line', (line) => {
      if (line.startsWith('Idoneo è pronto')) ready()
    })
    ended.then(([code]) => failed(new Error(`the later server ended with ${code}`)))
  })
  return {
    address: `http://localhost:${port}`,
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}
