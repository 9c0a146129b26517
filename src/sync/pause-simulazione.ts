import { ok, type Result } from '#contract/result'
import { instantOf } from '#rules/dates'
import { call } from '../api/client.ts'
import { flushDraft } from './draft.ts'

/**
 * Asks the server, whose clock it is, to stop a simulation's time or to let it run again: answers the end, milliseconds since
 * 1970. REGOLE_NON_LO_PERMETTONO where there is no pause; without a network nothing stops. A pause is where another device may go
 * on: the answers are stored there first.
 */
export async function askPause(gettone: string, pausa: boolean): Promise<Result<number>> {
  if (pausa) await flushDraft(gettone)
  const result = await call('sospendi_simulazione', { query: { gettone, pausa: pausa ? 'true' : 'false' } })
  return result.ok ? ok(instantOf(result.value.fine)) : result
}
