import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'idoneo-avvio-'))
  mkdirSync(join(root, 'scripts'))
  mkdirSync(join(root, 'dist/server'), { recursive: true })
  copyFileSync(join(import.meta.dirname, '../scripts/start.mjs'), join(root, 'scripts/start.mjs'))
  write('dist/server/main.js', `console.log('server ' + process.pid)`)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (name: string, text: string) => writeFileSync(join(root, name), text)
/** A build that takes no half minute: what it does when it is run is `main`. */
const writeBuild = (main: string) =>
  write(
    'scripts/build.mjs',
    `import { fileURLToPath } from 'node:url'
export const ROOT = ${JSON.stringify(root)}
export const isBuilt = async () => false
export const buildIfNeeded = async () => console.log('build ' + process.pid)
if (process.argv[1] === fileURLToPath(import.meta.url)) { ${main} }`,
  )

async function start() {
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.on('data', (part) => {
    said += String(part)
  })
  const [code] = await once(child, 'close')
  return { code, said, pid: child.pid }
}

it('a start that has to build does so in another process, and serves in its own', async () => {
  writeBuild('await buildIfNeeded()')
  const { code, said, pid } = await start()
  expect(code).toBe(0)
  expect(said).toMatch(/^build \d+\nserver \d+\n$/)
  expect(said).toContain(`server ${pid}\n`)
  expect(said).not.toContain(`build ${pid}\n`)
})

it('a build that fails ends the start, and nothing is served', async () => {
  writeBuild('process.exit(3)')
  expect(await start()).toMatchObject({ code: 3, said: '' })
})

it('the build that a start runs ends with it, and keeps no channel open', () => {
  const main = readFileSync(join(import.meta.dirname, '../scripts/build.mjs'), 'utf8').split('process.argv[1] ===')[1]
  expect(main).toMatch(/once\('disconnect', \(\) => process\.exit\(1\)\)\s+process\.channel\?\.unref\(\)/)
})
