// `npm run dev`: the server from its sources on 8080, Vite's page on 5173 and its console on 5174 (/gestione), which forward
// /api and /pacchetti to it.
import { spawn } from 'node:child_process'
import { createServer } from 'vite'
import { ROOT } from './build.mjs'

const target = `http://localhost:${process.env.PORT || 8080}`
const server = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { cwd: ROOT, stdio: 'inherit' })
// A server that does not start has said why.
server.on('exit', (code) => process.exit(code ?? 1))
const proxy = { '/api': target, '/pacchetti': target }
const pages = [
  await createServer({ root: ROOT, server: { port: 5173, proxy } }),
  await createServer({ root: ROOT, configFile: 'vite.gestione.config.ts', server: { port: 5174, proxy } }),
]
for (const vite of pages) {
  await vite.listen()
  vite.printUrls()
}
const stop = async () => {
  server.kill('SIGTERM')
  for (const vite of pages) await vite.close()
  process.exit(0)
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
