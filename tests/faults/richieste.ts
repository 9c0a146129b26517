import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { createRequests } from './requests/generate.ts'
import { OPERATOR_KEY, prepareWorld } from './requests/world.ts'
import { openCaller } from './server/caller.ts'
import { startServer } from './server/process.ts'

/** Requests at once: fewer than what counts as load, so that no 503 is deliberate. */
const AT_ONCE = 8
/** Longest answer, ms: later ones count as hanging. */
const HANG_MS = 20_000
const MAX_FINDINGS = 20

/**
 * `n` requests drawn from the contract's schemas, right ones, wrong ones and hostile ones, by every identity, against a real server over
 * loopback. Lost is one answered 5xx, or after too long; where the operator switched something off, its own code is no failure.
 */
export async function run({ n, seed, log }: FaultArgs): Promise<FaultResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'idoneo-richieste-'))
  chmodSync(dataDir, 0o755)
  const world = await prepareWorld(dataDir)
  const server = await startServer(dataDir, {
    env: { LIMITI: 'aperti', LIVELLO_LOG: 'silent', ADMIN_API_KEY: OPERATOR_KEY },
  })
  const callers = Array.from({ length: AT_ONCE }, (_, i) => openCaller(server.port, 1 + i))
  const requests = createRequests(seed, world.scene)
  const findings: string[] = []
  const answers: Record<string, number> = {}
  let [next, lost, done] = [0, 0, 0]
  const lane = async (caller: (typeof callers)[number]) => {
    while (next < n && server.child.exitCode === null) {
      const { name, method, path, body, who, type } = requests(next++)
      const headers = {
        ...(who === 'operator' && { 'x-api-key': OPERATOR_KEY }),
        ...(type && { 'content-type': type }),
      }
      const started = performance.now()
      const answer = await caller.send(method, path, world.tokenOf(who), body, headers).catch((e: Error) => e)
      const ms = performance.now() - started
      const status = answer instanceof Error ? 0 : answer.status
      answers[`${Math.floor(status / 100)}xx`] = (answers[`${Math.floor(status / 100)}xx`] ?? 0) + 1
      const off = !(answer instanceof Error) && status === 503 && answer.body.includes('PAGAMENTO_NON_DISPONIBILE')
      if (status === 401) await world.revive(who)
      if (status === 0 || (status >= 500 && status !== 507 && !off) || ms > HANG_MS) {
        lost += 1
        const said = answer instanceof Error ? answer.message : answer.body.slice(0, 200)
        if (findings.length < MAX_FINDINGS)
          findings.push(
            `${name} ${who}: ${status} after ${Math.round(ms)} ms: ${said}: ${method} ${path.slice(0, 200)} ${body?.slice(0, 300) ?? ''}`,
          )
      }
      if (++done % 5_000 === 0) log(`${done} of ${n}`)
    }
  }
  try {
    await Promise.all(callers.map(lane))
    if (server.child.exitCode !== null) findings.push('the server ended')
    lost += n - done
    return { tried: n, survived: n - lost, lost, findings, figures: answers }
  } finally {
    for (const caller of callers) caller.close()
    server.child.kill('SIGTERM')
    await server.end
    await world.close()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
