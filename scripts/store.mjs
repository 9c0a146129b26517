// `npm run store`: the tests of the S3 store against OpenStack Swift.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from './build.mjs'
import { startSwift } from './swift.mjs'

const TESTS = ['tests/server/pacchetti/store.test.ts', 'tests/server/core/shared-store.test.ts']

const { settings, stop } = await startSwift()
const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', '--project', 'server', ...TESTS], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, DEPOSITO_VERO: JSON.stringify(settings) },
})
const [code] = await once(child, 'exit')
await stop()
process.exit(code ?? 1)
