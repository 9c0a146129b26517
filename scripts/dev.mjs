// `npm run dev`: the server from its sources on 8080 and Vite's page on 5173, which forwards /api and /pacchetti to it.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { ROOT } from './build.mjs'

const target = `http://localhost:${process.env.PORT || 8080}`
const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: ROOT, stdio: 'inherit' })
// A server that does not start has said why.
server.on('exit', (code) => process.exit(code ?? 1))
const vite = await createServer({ root: ROOT, server: { port: 5173, proxy: { '/api': target, '/pacchetti': target } } })
await vite.listen()
vite.printUrls()
const stop = async () => {
  server.kill('SIGTERM')
  await vite.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
