// `npm run test:notte`: the eight fault programmes with the counts of the night, one after the other, packages in a real
// S3 store, failing disks, the journeys in both windows, two replicas, then a summary.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { ROOT } from './build.mjs'

const NAMES = ['kill', 'power', 'tabs', 'damage', 'packages', 'richieste', 'server', 'backup']
const CHROMIUM = await ensureBrowser()
ensureShell()
const env = { ...process.env, CHROMIUM, NOTTE: '1' }
const rows = []
let good = true
for (const fault of NAMES) {
  console.log(`\n── ${fault}`)
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts', 'faults.mjs'), fault, '--night', '--json'],
    { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let report = {}
  try {
    report = JSON.parse(stdout)
  } catch {
    console.error(stdout)
  }
  if (status !== 0) good = false
  rows.push({ outcome: status === 0 ? 'ok' : `failed (${status})`, fault, ...report })
}

/** Runs tests of some projects, with more of the environment where they need it. */
function runTests(projects, tests, more = {}) {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const chosen = projects.flatMap((project) => ['--project', project])
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...chosen, ...tests], {
    cwd: ROOT,
    env: { ...env, ...more },
    stdio: 'inherit',
  })
  if (status !== 0) good = false
}

console.log('\n── 10,000 random banks in random shapes and in each format')
runTests(
  ['pure'],
  [
    'tests/importers/random-banks.test.ts',
    'tests/importers/anki.test.ts',
    'tests/importers/docx.test.ts',
    'tests/importers/lists.test.ts',
    'tests/importers/moodle-xml.test.ts',
    'tests/importers/pdf.test.ts',
    'tests/importers/pdf-real.test.ts',
    'tests/importers/qti.test.ts',
    'tests/importers/real-banks.test.ts',
    'tests/importers/text-list.test.ts',
    'tests/importers/xlsx.test.ts',
  ],
  { BANCHE_CASUALI: '10000' },
)
console.log('\n── journal and records: 1,000,000 histories each between devices, 20,000 over TCP and PostgreSQL')
runTests(
  ['store', 'page', 'server'],
  [
    'tests/workers/giornale/model.test.ts',
    'tests/src/registri/model.test.ts',
    'tests/server/reportistica/giornale.test.ts',
  ],
)
if (existsSync('/usr/bin/apt-get')) {
  console.log('\n── packages in OpenStack Swift, over S3 with signatures')
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts', 'store.mjs')], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) good = false
}
console.log('\n── failing disk, quota, eviction, planted defects; the journeys in both windows')
runTests(['store', 'e2e'], ['tests/faults/', 'tests/e2e/'])
console.log('\n── two replicas behind nginx, the release before and the way back')
if (spawnSync('nginx', ['-v']).status !== 0) console.log('Left out: this machine has no nginx.')
else if (
  spawnSync(process.execPath, [join(ROOT, 'scripts/replicas.mjs')], { cwd: ROOT, stdio: 'inherit' }).status !== 0
)
  good = false
console.log()
console.table(rows, ['fault', 'tried', 'survived', 'lost', 'seed', 'seconds', 'outcome'])
console.log(good ? 'Nothing was lost.' : 'Something was lost, or a programme did not finish: see above.')
process.exit(good ? 0 : 1)
