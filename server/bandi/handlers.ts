import { ok } from '#contract/result'
import type { Handlers } from '../handler.ts'
import { listBandi } from './list.ts'

/** Deadline calls (D33). */
export const bandiHandlers: Handlers<'bandi'> = {
  bandi: async ({ deps, query }) => ok(await listBandi(deps, query)),
}
