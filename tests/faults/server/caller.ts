import { Agent, request } from 'node:http'
import type { Account } from './process.ts'

export type Answer = { status: number; retryAfter: number; body: string }

/** A caller with an address block of its own, as people have; 127.0.0.0/8 is all this machine. */
export function openCaller(port: number, block: number, sockets = 6) {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets })
  const localAddress = `127.${1 + Math.floor(block / 250)}.${1 + (block % 250)}.1`
  const send = (
    method: string,
    path: string,
    token: string | null,
    body?: string,
    more: Record<string, string> = {},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = {
        ...more,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const call = request(
        { agent, host: '127.0.0.1', port, localAddress, method, path, headers, timeout: 30_000 },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part) => {
            text += part
          })
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfter: Number(answer.headers['retry-after'] ?? 0),
              body: text,
            }),
          )
          answer.on('error', reject)
        },
      )
      call.on('timeout', () => call.destroy(new Error('timeout')))
      call.on('error', reject)
      call.end(body)
    })
  return { send, close: () => agent.destroy() }
}
export type Caller = ReturnType<typeof openCaller>

export const PUSH = '/api/ms_reportistica/risposte_concorso?incrementa_contatore=true'

export type Batch = { body: string; keys: string[] }

/** A push of `n` records of one instant, newer than every one before it, and what the server must have of it. */
export function makeBatch({ id_utente }: Account, id_concorso: number, ids: readonly number[], ms: number): Batch {
  const data = new Date(ms).toISOString()
  const records = ids.map((id_domanda) => ({
    id_concorso,
    id_domanda,
    livello_conoscenza: -1,
    data_eseguita: data,
    risposta_gettonata: 1 + (id_domanda % 3),
    preferiti: false,
    modalita: ['ESEGUITA'],
    data_livello: data,
  }))
  return { body: JSON.stringify(records), keys: ids.map((id) => `${id_utente} ${id} ${ms}`) }
}

/** What was acknowledged, by account and question: the newest instant, as later pushes take its place. */
export function createLedger() {
  const newest = new Map<string, number>()
  return {
    acknowledge(keys: readonly string[]) {
      for (const key of keys) {
        const cut = key.lastIndexOf(' ')
        const ms = Number(key.slice(cut + 1))
        newest.set(key.slice(0, cut), Math.max(ms, newest.get(key.slice(0, cut)) ?? 0))
      }
    },
    size: () => newest.size,
    /** Acknowledged and not there. A later push that was not acknowledged may stand in its place. */
    missing(stored: ReadonlySet<string>): number {
      const found = new Map(
        [...stored].map((key) => {
          const cut = key.lastIndexOf(' ')
          return [key.slice(0, cut), Number(key.slice(cut + 1))] as const
        }),
      )
      return [...newest].filter(([key, ms]) => (found.get(key) ?? 0) < ms).length
    },
  }
}
