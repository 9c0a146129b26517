// `npm start`: builds what is missing, then runs the server in this process (so that signals and exit codes are its own).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isBuilt, ROOT } from './build.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Idoneo richiede Node 20.19 o successivo; qui c'è ${process.versions.node}.`)
  process.exit(2)
}
if (!(await isBuilt())) {
  // In a process of its own: what builds takes half a gigabyte, which this one would keep for as long as it serves.
  const [code] = await once(fork(join(ROOT, 'scripts/build.mjs')), 'exit')
  if (code !== 0) process.exit(code ?? 1)
}
await import(pathToFileURL(join(ROOT, 'dist/server/main.js')).href)
