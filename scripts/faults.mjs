// `npm run faults -- NAME [--n N | --night] [--seed S] [--json]`: one fault programme of tests/faults. Ends with 1 when anything was lost.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { buildServerIfNeeded, ROOT } from './build.mjs'

const args = process.argv.slice(2)
const browser = args.some((a) => a === 'kill' || a === 'tabs') ? await ensureBrowser() : (process.env.CHROMIUM ?? '')
await buildServerIfNeeded({ log: console.error })
const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'tests', 'faults', 'lib', 'main.ts'), ...args], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM: browser },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('exit', (code) => process.exit(code ?? 1))
