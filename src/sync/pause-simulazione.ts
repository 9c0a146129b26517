import { ok, type Result } from '#contract/result'
import { instantOf } from '#rules/dates'
import { call } from '../api/client.ts'
import { flushDraft } from './draft.ts'

/**
 * Asks the server, whose clock it is, to stop a simulation's time or to restart it. Returns the end, in ms since 1970. Fails with
 * REGOLE_NON_LO_PERMETTONO where there is no pause; without a network nothing stops. Before a pause the answers are stored on the
 * server, because another device may continue.
 */
export async function askPause(gettone: string, pausa: boolean): Promise<Result<number>> {
  if (pausa) await flushDraft(gettone)
  const result = await call('sospendi_simulazione', { query: { gettone, pausa: pausa ? 'true' : 'false' } })
  return result.ok ? ok(instantOf(result.value.fine)) : result
}
