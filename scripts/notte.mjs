// `npm run test:notte`: the six fault programmes with the counts of the night, one after the other, failing disks, the journeys
// in both windows, then a summary.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBrowser } from './browser.mjs'
import { ROOT } from './build.mjs'

const NAMES = ['kill', 'power', 'tabs', 'damage', 'packages', 'server']
const CHROMIUM = await ensureBrowser()
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
console.log('\n── 10,000 random banks in random shapes and in each format')
const banks = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'unit',
    'tests/importers/random-banks.test.ts',
    'tests/importers/anki.test.ts',
    'tests/importers/docx.test.ts',
    'tests/importers/moodle-xml.test.ts',
    'tests/importers/pdf.test.ts',
    'tests/importers/pdf-real.test.ts',
    'tests/importers/qti.test.ts',
    'tests/importers/text-list.test.ts',
    'tests/importers/xlsx.test.ts',
  ],
  { cwd: ROOT, env: { ...env, BANCHE_CASUALI: '10000' }, stdio: 'inherit' },
)
if (banks.status !== 0) good = false
console.log('\n── the journal: 100,000 histories between devices, 2,000 over HTTP and PostgreSQL')
const journal = spawnSync(
  process.execPath,
  [
    join(ROOT, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--project',
    'unit',
    '--project',
    'server',
    'tests/workers/giornale/model.test.ts',
    'tests/server/reportistica/giornale.test.ts',
  ],
  { cwd: ROOT, env, stdio: 'inherit' },
)
if (journal.status !== 0) good = false
console.log('\n── failing disk, quota, eviction; the journeys in both windows')
const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
const tests = ['tests/faults/io.test.ts', 'tests/faults/storage.browser.test.ts', 'tests/e2e/']
const more = spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', '--project', 'e2e', ...tests], {
  cwd: ROOT,
  env,
  stdio: 'inherit',
})
if (more.status !== 0) good = false
console.log()
console.table(rows, ['fault', 'tried', 'survived', 'lost', 'seed', 'seconds', 'outcome'])
console.log(good ? 'Nothing was lost.' : 'Something was lost, or a programme did not finish: see above.')
process.exit(good ? 0 : 1)
