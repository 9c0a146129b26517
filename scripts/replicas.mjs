// `npm run replicas [-- righe|pagina|uccisioni|rilascio]`: two replicas behind nginx on one PostgreSQL (docs/operators/replicas.md).
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, ROOT } from './build.mjs'
import { startSwift } from './swift.mjs'

if (spawnSync('nginx', ['-v']).error) {
  console.error('Serve nginx (apt-get install nginx).')
  process.exit(2)
}
await buildIfNeeded({ log: console.error })
const main = join(ROOT, 'tests/replicas/main.ts')
// Without Debian's Swift the replicas have their packages in common.
const swift = existsSync('/usr/bin/apt-get') ? await startSwift() : null
const child = spawn(process.execPath, ['--import', 'tsx', main, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, ...(swift && { DEPOSITO_VERO: JSON.stringify(swift.settings) }) },
})
const [code] = await once(child, 'exit')
await swift?.stop()
process.exit(code ?? 1)
