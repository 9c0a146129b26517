import { ok } from '#contract/result'
import { checkInstallation, QUICK_CHECKS } from '../operator/checkup.ts'
import { readToday } from '../operator/today.ts'
import type { ConsoleHandlers } from './handler.ts'

/** The console's first screen. */
export const oggiHandlers: ConsoleHandlers<'oggi' | 'controlli'> = {
  oggi: async ({ deps }) => ok(await readToday(deps)),
  controlli: async ({ deps }) => ok({ elementi: await checkInstallation(deps, QUICK_CHECKS) }),
}
