// `npm test`: types, lint and build at once, then the tiers, then the journeys; ends with what failed, the slowest
// files and `N passed, N failed`. With --cambiato [REF]: what changed since REF, without build and journeys (CONTRIBUTING.md).
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ensureBrowser, ensureShell } from './browser.mjs'
import { buildIfNeeded, ROOT } from './build.mjs'
import { listChanged, whatToRun } from './changed.mjs'
import { makeFolder } from './memory.mjs'

const TIERS = ['pure', 'store', 'page', 'server']
const LAWS = ['architecture', 'citations', 'spec', 'spec-table'].map((name) => `tests/${name}.test.ts`)
const out = makeFolder()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))
const reports = []
let passed = 0
let failed = 0
let skipped = 0
const count = (good) => {
  if (good) passed++
  else failed++
}

/** Runs a package's command; resolves with whether it succeeded. Output of commands that run at once alternates by whole lines. */
function run(file, args, { env = {} } = {}) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: out, ...color, ...env },
  })
  for (const name of ['stdout', 'stderr']) {
    let rest = ''
    child[name].setEncoding('utf8').on('data', (text) => {
      const end = (rest + text).lastIndexOf('\n') + 1
      process[name].write((rest + text).slice(0, end))
      rest = (rest + text).slice(end)
    })
    child[name].on('end', () => process[name].write(rest))
  }
  return new Promise((done) => child.on('error', () => done(false)).on('close', (status) => done(status === 0)))
}

/** Runs vitest and adds its figures. */
async function vitest(name, args, options) {
  const report = join(out, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const good = await run('vitest/vitest.mjs', [...args, ...reporters], options)
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'))
    passed += result.numPassedTests
    failed += result.numFailedTests
    skipped += result.numPendingTests + (result.numTodoTests ?? 0)
    reports.push(result)
    // A file that fails to load has no tests to count: the run's exit code tells.
    if (!good && result.numFailedTests === 0) failed++
  } catch {
    failed++
  }
}

const projects = (names) => names.flatMap((name) => ['--project', name])
const types = () => run('typescript/bin/tsc', ['--build'])
const lint = (files) =>
  run('@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files])
/** Finds files, exports and dependencies that nothing uses, and exports that tests alone use. */
const unused = async () =>
  (await run('knip/bin/knip.js', ['--cache'])) &&
  run('knip/bin/knip.js', ['--cache', '--production', '--exports', '--files'])

async function everything() {
  if (process.env.CI === 'true' && !process.env.BANCHE_VERE) {
    console.error(
      'CI=true senza BANCHE_VERE: i test sulle banche vere non possono essere saltati in integrazione continua.',
    )
    count(false)
  } else if (!process.env.BANCHE_VERE) {
    console.log('BANCHE_VERE non è impostata: i test sulle banche vere saranno saltati.')
  }
  let browser = null
  try {
    browser = await ensureBrowser()
    ensureShell()
  } catch (error) {
    console.error(error.message)
    count(false)
  }
  for (const good of await Promise.all([types(), lint(['.']), unused(), buildIfNeeded().then(() => true)])) count(good)
  const env = { CHROMIUM: browser ?? '' }
  // Run both in sequence: a tier beside the journeys meets limits that it never meets alone.
  await vitest('tiers', ['run', ...projects(TIERS)], { env })
  if (browser) await vitest('journeys', ['run', ...projects(['e2e'])], { env })
}

async function changes(ref) {
  const { base, files } = listChanged(ROOT, ref)
  console.log(`${files.length} files changed since ${base}`)
  const { lintable, tiers, sources, journeys } = whatToRun(files)
  const both = [types(), lintable.length === 0 || lint(lintable)]
  for (const good of await Promise.all(both)) count(good)
  const related = tiers === 'all' ? ['run'] : ['related', '--run', ...sources, ...LAWS]
  await vitest('tiers', [...related, ...projects(TIERS)])
  if (journeys.length === 0) return
  const env = { CHROMIUM: await ensureBrowser() }
  await buildIfNeeded()
  await vitest('journeys', ['related', '--run', ...journeys, ...projects(['e2e'])], { env })
}

const at = process.argv.indexOf('--cambiato')
await (at < 0 ? everything() : changes(process.argv[at + 1]))

// Repeat the failures at the end: a log may be cut at its beginning.
const broken = reports.flatMap((r) => r.testResults).filter((file) => file.status === 'failed')
for (const { name, assertionResults } of broken) {
  console.log(`\nFailed in ${relative(ROOT, name)}`)
  for (const { status, title, failureMessages } of assertionResults)
    if (status === 'failed')
      console.log(`  ${title}\n    ${failureMessages.join('\n').slice(0, 300).replaceAll('\n', '\n    ')}`)
}

const seconds = ({ startTime, endTime }) => (endTime - startTime) / 1000
const slowest = reports.flatMap((r) => r.testResults).sort((a, b) => seconds(b) - seconds(a))
console.log('\nSlowest files')
for (const file of slowest.slice(0, 10))
  console.log(`${seconds(file).toFixed(1).padStart(7)} s  ${relative(ROOT, file.name)}`)
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)
