import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

/** What a proxy does with one answer of the server: null leaves it as it is, a text takes its place. */
type Rewrite = (path: string, body: string) => string | null
/** What a bad network does to a call: it never arrives; its answer never does; it arrives twice; it comes late. */
export type Fault = 'drop' | 'lose' | 'twice' | 'late'
const LATE_MS = 400

/**
 * A server of the same product at an address of its own that a test can stop and start again: what a browser sees then is a server
 * that is not there, and not an emulation of the driver.
 */
export class StoppableServer {
  #server: Server | null = null
  #port = 0
  rewrite: Rewrite = () => null
  /** What happens to a call of the API; null: nothing. */
  fault: (method: string, path: string) => Fault | null = () => null
  readonly #target: URL

  constructor(target: string) {
    this.#target = new URL(target)
  }

  get address(): string {
    return `http://localhost:${this.#port}`
  }

  async start(): Promise<void> {
    const server = createServer((req, res) => this.#pass(req, res))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (server.address() as AddressInfo).port
    this.#server = server
  }

  async stop(): Promise<void> {
    const server = this.#server
    this.#server = null
    server?.closeAllConnections()
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const { hostname, port } = this.#target
    const path = req.url ?? '/'
    const headers = { ...req.headers, host: this.#target.host }
    const fault = path.startsWith('/api/') ? this.fault(req.method ?? 'GET', path) : null
    if (fault) return void this.#break(fault, req, res).catch(() => res.destroy())
    const rewrites = /\.(js|html)$|\/simulatore\//.test(path) && !path.startsWith('/api')
    if (rewrites) {
      headers['accept-encoding'] = 'identity'
      for (const name of ['if-none-match', 'if-modified-since'] as const) delete headers[name]
    }
    const up = request({ hostname, port, path, method: req.method, headers }, (answer) => {
      const chunks: Buffer[] = []
      if (!rewrites || /\.(wasm|woff2|png)$/.test(path)) {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
        return
      }
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const other = this.rewrite(path, body.toString('utf8'))
        const { 'content-length': _, etag: __, ...rest } = answer.headers
        res.writeHead(answer.statusCode ?? 502, other === null ? answer.headers : rest)
        res.end(other === null ? body : other)
      })
    })
    up.on('error', () => res.destroy())
    req.pipe(up)
  }

  async #break(fault: Fault, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await buffer(req)
    if (fault === 'drop') return void res.destroy()
    if (fault === 'late') await wait(LATE_MS)
    if (fault === 'twice') await this.#ask(req, body)
    const answer = await this.#ask(req, body)
    if (fault === 'lose') return void res.destroy()
    res.writeHead(answer.status, answer.headers).end(answer.body)
  }

  #ask({ url, method, headers }: IncomingMessage, body: Buffer) {
    const { hostname, port, host } = this.#target
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, failed) => {
      const up = request({ hostname, port, path: url, method, headers: { ...headers, host } }, (answer) =>
        buffer(answer).then(
          (all) => done({ status: answer.statusCode ?? 502, headers: answer.headers, body: all }),
          failed,
        ),
      )
      up.on('error', failed).end(body)
    })
  }
}
