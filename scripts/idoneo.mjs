// `npm run idoneo -- COMANDO`: builds the server when its sources changed, then runs the operator's command in this process.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServerIfNeeded, ROOT } from './build.mjs'

// Standard output is for the result alone.
await buildServerIfNeeded({ log: console.error })
await import(pathToFileURL(join(ROOT, 'dist/server/idoneo.js')).href)
