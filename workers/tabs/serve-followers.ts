import type { DownloadProgress, MethodName } from '#contract/database'
import type { Result } from '#contract/result'
import type { Channel, TabEnvironment } from './environment.ts'
import { portOf, type Reply, readRequest } from './protocol.ts'

/** Silence, in ms, after which a tab counts as gone; a returning tab registers again. */
const ABSENCE_MS = 10 * 60_000

type Run = (
  method: MethodName,
  args: unknown,
  from: string,
  onProgress: (a: DownloadProgress) => void,
) => Promise<Result<unknown>>

type Port = { channel: Channel; heardAt: number; running: Set<number> }

/** Leader: opens one port for each other tab, and serves its calls. */
export function createLeader(environment: TabEnvironment, id_utente: number, title: () => string, run: Run) {
  const ports = new Map<string, Port>()

  function welcome(tab: string): void {
    sweep()
    const known = ports.get(tab)
    const port = known ?? { channel: open(tab), heardAt: 0, running: new Set<number>() }
    ports.set(tab, port)
    port.heardAt = environment.now()
    port.channel.post({ tipo: 'leader-hello', leader: title() } satisfies Reply)
  }

  const open = (tab: string): Channel =>
    environment.channel(portOf(id_utente, tab), (data) => {
      const port = ports.get(tab)
      const request = readRequest(data)
      const mine = title()
      if (!port || request?.to !== mine) return
      port.heardAt = environment.now()
      const reply = (message: Reply) => port.channel.post(message)
      if (request.tipo === 'beat') reply({ tipo: 'alive', leader: mine })
      else void serve(tab, port.running, request, reply)
    })

  type Call = { id: number; method: MethodName; args: unknown }
  async function serve(tab: string, running: Set<number>, { id, method, args }: Call, reply: (request: Reply) => void) {
    // Skip a running call: a tab that met this port twice repeats it.
    if (running.has(id)) return
    running.add(id)
    const mine = title()
    const advance = (progress: DownloadProgress) => reply({ tipo: 'progress', leader: mine, id, progress })
    const result = await run(method, args, tab, advance)
    running.delete(id)
    // Send nothing: the store left this tab meanwhile, and the follower calls the next owner.
    if (!result.ok && result.error.codice === 'ARCHIVIO_NON_APERTO') return
    if (ports.get(tab)?.running === running) reply({ tipo: 'result', leader: mine, id, result })
  }

  function sweep(): void {
    for (const [tab, { heardAt, running, channel }] of ports) {
      if (running.size > 0 || environment.now() - heardAt < ABSENCE_MS) continue
      channel.close()
      ports.delete(tab)
    }
  }

  function stop(): void {
    for (const { channel } of ports.values()) channel.close()
    ports.clear()
  }

  return { welcome, stop }
}
