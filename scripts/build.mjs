// Builds what is missing: the page (dist/pagina), the server (dist/server) and the precompressed copies of the page's files.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { listPrecache } from './precache.mjs'
import { writePrepared } from './prepared.mjs'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const DIST = join(ROOT, 'dist')
const STAMP = join(DIST, 'impronta.txt')
const SERVER_STAMP = join(DIST, 'server/impronta.txt')
const SERVER_SOURCES = ['rules', 'contract', 'importers', 'wasm', 'workers', 'server']
const SERVER_FILES = ['vite.server.config.ts', 'package-lock.json', 'scripts/build.mjs']
const SOURCES = [...SERVER_SOURCES, 'src', 'public']
const FILES = [
  ...SERVER_FILES,
  'index.html',
  'gestione.html',
  'vite.config.ts',
  'vite.gestione.config.ts',
  'vite.prepared.config.ts',
  'vite.sw.config.ts',
  'scripts/ahead.mjs',
  'scripts/colla.mjs',
  'scripts/precache.mjs',
  'scripts/prepared.mjs',
]
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm|txt)$/

/** Every file below `dir`, sorted, as absolute paths. */
async function walk(dir) {
  if (!existsSync(dir)) return []
  const entries = await readdir(dir, { withFileTypes: true })
  const nested = await Promise.all(
    entries.map((e) => (e.isDirectory() ? walk(join(dir, e.name)) : [join(dir, e.name)])),
  )
  return nested.flat().sort()
}

/** Content hash of everything that a build reads: equal hash, nothing to do. */
async function fingerprint(names, sources) {
  const hash = createHash('sha256')
  const files = [
    ...names.map((f) => join(ROOT, f)),
    ...(await Promise.all(sources.map((s) => walk(join(ROOT, s))))).flat(),
  ]
  for (const file of files) {
    if (!existsSync(file)) continue
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0')
  }
  return hash.digest('hex')
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

async function precompress(dir) {
  for (const file of await walk(dir)) {
    if (!COMPRESSIBLE.test(file)) continue
    const bytes = await readFile(file)
    if (bytes.length < 512) continue
    // Quality 11 on the large binaries would cost seconds of the first start for one per cent of their size.
    const quality = bytes.length > 400_000 ? 9 : 11
    await writeFile(`${file}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
    await writeFile(`${file}.gz`, await gz(bytes, { level: 9 }))
  }
}

const isStamped = async (stamp, now) => existsSync(stamp) && (await readFile(stamp, 'utf8')) === now

/** True when the last build is of these sources. */
export async function isBuilt() {
  return existsSync(STAMP) && isStamped(STAMP, await fingerprint(FILES, SOURCES))
}

/** Runs Vite's build of a configuration. NODE_ENV is production's, and afterwards as it was: the server may start in this very process. */
async function run(config, more = {}) {
  const { build } = await import('vite')
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({ root: ROOT, configFile: join(ROOT, config), logLevel: 'error', ...more })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}

/** Builds the server and the operator's command when their sources changed. */
export async function buildServerIfNeeded({ log = console.log } = {}) {
  const now = await fingerprint(SERVER_FILES, SERVER_SOURCES)
  if (await isStamped(SERVER_STAMP, now)) return
  log('Costruzione del server…')
  await run('vite.server.config.ts')
  await writeFile(SERVER_STAMP, now)
}

/** Adds to the page built in `folder` its service worker and the compressed copies of its files. */
export async function finishPage(folder) {
  const entries = JSON.stringify(await listPrecache(folder, '/simulatore/'))
  await run('vite.sw.config.ts', { define: { PRECACHE: entries }, build: { outDir: folder } })
  await precompress(folder)
}

/** Builds when sources changed since the last build; answers whether it built. */
export async function buildIfNeeded({ force = false, log = console.log } = {}) {
  const now = await fingerprint(FILES, SOURCES)
  if (!force && (await isStamped(STAMP, now))) return false
  const start = performance.now()
  log('Costruzione della pagina e del server…')
  for (const stamp of [STAMP, SERVER_STAMP]) await rm(stamp, { force: true })
  await run('vite.config.ts')
  await run('vite.gestione.config.ts')
  await run('vite.prepared.config.ts')
  await writePrepared(join(DIST, 'pagina'), join(DIST, 'prepared/prepared.js'))
  await finishPage(join(DIST, 'pagina'))
  await precompress(join(DIST, 'gestione'))
  await buildServerIfNeeded({ log })
  await mkdir(DIST, { recursive: true })
  await writeFile(STAMP, now)
  log(`Costruzione finita in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Begun by a start that ended meanwhile: nobody waits for it, and the next start builds.
  process.once('disconnect', () => process.exit(1))
  process.channel?.unref()
  await buildIfNeeded({ force: process.argv.includes('--forza') })
}
