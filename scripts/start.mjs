// `npm start`: builds what is missing, then runs the server in this process (so that signals and exit codes are its own).
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfNeeded, ROOT } from './build.mjs'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Idoneo richiede Node 20.19 o successivo; qui c'è ${process.versions.node}.`)
  process.exit(2)
}
await buildIfNeeded()
await import(pathToFileURL(join(ROOT, 'dist/server/main.js')).href)
