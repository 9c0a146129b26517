// `npm run test:notte`: the fault programmes with the counts of the night, random banks, models, packages in a real S3 store,
// failing disks, the journeys in both windows, two replicas, then a summary.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { buildIfNeeded, ROOT } from './build.mjs'
import { makeFolder } from './memory.mjs'

/** Those that wait much and measure no time run at once; `server` and `backup` measure memory and calls, alone. */
const TURNS = [['kill', 'power', 'tabs', 'damage', 'packages', 'richieste'], ['server'], ['backup']]
const CHROMIUM = await ensureBrowser()
ensureShell()
await buildIfNeeded({ log: console.error })
const env = { ...process.env, CHROMIUM, NOTTE: '1' }
const TMPDIR = makeFolder()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
const began = performance.now()
let good = true

const running = new Set()
process.on('exit', () => {
  for (const child of running) child.kill()
})

/** Runs a program of Node; answers whether it succeeded, and what it printed where `stdout` is `pipe`. */
async function run(args, env, stdout = 'inherit') {
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', stdout, 'inherit'] })
  running.add(child)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const printed = child.stdout ? await text(child.stdout) : ''
  const succeeded = (await closed) === 0
  running.delete(child)
  good &&= succeeded
  return { succeeded, printed }
}

const script = (name) => join(ROOT, 'scripts', name)

/** Runs a fault programme, and answers its row of the summary. */
async function runFault(fault, env) {
  const { succeeded, printed } = await run([script('faults.mjs'), fault, '--night', '--json'], env, 'pipe')
  let report = {}
  try {
    report = JSON.parse(printed)
  } catch {
    console.error(printed)
  }
  return { outcome: succeeded ? 'ok' : 'failed', ...report, fault }
}

const rows = []
for (const names of TURNS) {
  console.log(`\n── ${names.join(', ')}`)
  // One that is alone strikes a real disk.
  const where = names.length > 1 ? { ...env, TMPDIR } : env
  rows.push(...(await Promise.all(names.map((fault) => runFault(fault, where)))))
}

/** Runs tests of some projects, with more of the environment where they need it. */
function runTests(projects, tests, more = {}) {
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const chosen = projects.flatMap((project) => ['--project', project])
  return run([vitest, 'run', ...chosen, ...tests], { ...env, TMPDIR, ...more })
}

console.log('\n── 10,000 random banks in random shapes and in each format')
await runTests(
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
console.log(
  '\n── journal, records and counts: histories between devices, over TCP and PostgreSQL, with a seed of this night',
)
await runTests(
  ['store', 'page', 'server'],
  [
    'tests/workers/giornale/model.test.ts',
    'tests/src/registri/model.test.ts',
    'tests/server/reportistica/choices.test.ts',
    'tests/server/reportistica/giornale.test.ts',
    'tests/server/reportistica/impaccati.test.ts',
    'tests/server/reportistica/merge.test.ts',
    'tests/workers/backends/repair.test.ts',
  ],
)
if (existsSync('/usr/bin/apt-get')) {
  console.log('\n── packages in OpenStack Swift, over S3 with signatures')
  await run([script('store.mjs')], env)
}
console.log('\n── failing disk, quota, eviction, planted defects; the journeys in both windows')
await runTests(['store', 'e2e'], ['tests/faults/', 'tests/e2e/'])
console.log('\n── two replicas behind nginx, the release before and the way back')
if (spawnSync('nginx', ['-v']).status !== 0) console.log('Left out: this machine has no nginx.')
else await run([script('replicas.mjs')], process.env)
console.log()
console.table(rows, ['fault', 'tried', 'survived', 'lost', 'seed', 'seconds', 'outcome'])
console.log(`${Math.round((performance.now() - began) / 60_000)} minutes.`)
console.log(good ? 'Nothing was lost.' : 'Something was lost, or a programme did not finish: see above.')
process.exit(good ? 0 : 1)
