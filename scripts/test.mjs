// `npm test`: types, lint, then every vitest project (unit, server, browser journeys); ends with `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { buildIfNeeded, ROOT } from './build.mjs'

const bin = (name) => join(ROOT, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
const run = (title, command, args, env = {}) => {
  console.log(`\n── ${title}`)
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

let passed = 0
let failed = 0
const count = (good) => {
  if (good) passed++
  else failed++
}

if (process.env.CI === 'true' && !process.env.BANCHE_VERE) {
  console.error(
    'CI=true senza BANCHE_VERE: i test sulle banche vere non possono essere saltati in integrazione continua.',
  )
  count(false)
} else if (!process.env.BANCHE_VERE) {
  console.log('BANCHE_VERE non è impostata: i test sulle banche vere saranno saltati.')
}

count(run('types', bin('tsc'), ['--build']))
count(run('lint', bin('biome'), ['check', '--error-on-warnings', '.']))

let browser = null
try {
  browser = await ensureBrowser()
  ensureShell()
} catch (error) {
  console.error(error.message)
  count(false)
}
await buildIfNeeded()

const out = mkdtempSync(join(tmpdir(), 'idoneo-test-'))
const report = join(out, 'vitest.json')
const projects = browser ? [] : ['--project', 'unit', '--project', 'server']
const good = run(
  'vitest',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects],
  {
    CHROMIUM: browser ?? '',
  },
)
let skipped = 0
try {
  const result = JSON.parse(readFileSync(report, 'utf8'))
  passed += result.numPassedTests
  failed += result.numFailedTests
  skipped = result.numPendingTests + (result.numTodoTests ?? 0)
  // A file that fails to load has no tests to count: the run's exit code tells.
  if (!good && result.numFailedTests === 0) failed++
} catch {
  failed++
}
rmSync(out, { recursive: true, force: true })

console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
