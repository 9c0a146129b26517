// `npm run bench -- NAME [--n N] [--json]`: installs the native peers when missing, then runs one benchmark.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from '../scripts/browser.mjs'

const NAMES = [
  'ready',
  'answer',
  'search',
  'store',
  'sync',
  'classifica',
  'progressi',
  'pagina',
  'carico',
  'vicini',
  'simili',
  'importa',
  'stampa',
  'giornale',
]
const HERE = fileURLToPath(new URL('.', import.meta.url))
const PEERS = join(HERE, 'pari')
const [name, ...rest] = process.argv.slice(2)

if (!name || !NAMES.includes(name)) {
  console.error(`Uso: npm run bench -- NOME [--n N] [--json]   con NOME fra: ${NAMES.join(', ')}`)
  process.exit(2)
}
// These need no native peer.
if (
  !['pagina', 'carico', 'vicini', 'simili', 'importa', 'stampa', 'giornale'].includes(name) &&
  ['dexie', '@tanstack/db', 'better-sqlite3/build'].some((peer) => !existsSync(join(PEERS, 'node_modules', peer)))
) {
  // Standard output belongs to the figures: whatever npm says goes to standard error.
  // Run the script of the native peer alone: another peer's would download what no benchmark uses.
  for (const args of [
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['rebuild', 'better-sqlite3'],
  ]) {
    const { status } = spawnSync('npm', args, { cwd: PEERS, stdio: ['ignore', 2, 2] })
    if (status !== 0) process.exit(status ?? 1)
  }
}
const browser = ['sync', 'classifica', 'progressi', 'carico', 'vicini', 'simili', 'giornale'].includes(name)
  ? ''
  : await ensureBrowser()
const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(HERE, `${name}.ts`), ...rest], {
  cwd: join(HERE, '..'),
  stdio: 'inherit',
  env: { ...process.env, CHROMIUM: browser },
})
process.exit(status ?? 1)
