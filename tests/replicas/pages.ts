import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '#server/root'
import { ADMIN_KEY } from '../e2e/programs.ts'
import type { Row } from './rows.ts'
import { openStage } from './stage.ts'

/** Journeys that cross every call of a candidate: registration, banks, exercise, trials, search, two devices. */
const JOURNEYS = ['percorso', 'esercizio', 'prova', 'ricerca', 'simulazione', 'due-dispositivi']

/** Runs journeys of the page in Chromium through the proxy. */
export async function runPages(): Promise<Row> {
  // Candidates of all journeys share one address.
  const stage = await openStage({ env: { LIMITI: 'aperti', ADMIN_API_KEY: ADMIN_KEY } })
  try {
    const files = JOURNEYS.map((name) => `tests/e2e/${name}.test.ts`)
    const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', ...files]
    const indirizzo = stage.env.PUBLIC_URL
    const env = { ...process.env, ...stage.env, DATA_DIR: stage.replicas[0].dataDir, INDIRIZZO: indirizzo }
    const passed = stage.countPassed()
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 2, 2], env })
    const [code] = await once(child, 'exit')
    const each = stage.countPassed().map((calls, i) => calls - passed[i]!)
    const holds = code === 0 && each.every((calls) => calls > 0)
    return {
      row: `${JOURNEYS.length} journeys of the page, a replica drawn for each call`,
      seen: `${each.join(' and ')} calls`,
      holds,
    }
  } finally {
    await stage.close()
  }
}
