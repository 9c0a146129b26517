import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#server/root'
import { runJourney } from './journey.ts'
import { startPushers } from './pushers.ts'
import type { Row } from './rows.ts'
import { openPerson, openStage, type Replica, type Stage } from './stage.ts'

/** A file that one build of the page alone has, as each build has chunks of its own. */
const CHUNKS = { before: 'prima-00000000.js', after: 'dopo-00000000.js' }
const ASKED = 20
const MIGRATIONS = 'server/db/migrations'

function run(folder: string, command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`)
  return stdout.trim()
}

type Lock = Record<string, { version?: string; dev?: boolean }>

const readLock = (folder: string): Lock => JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages

/** Returns whether this product has every package that the other builds and runs on. */
function hasPackages(root: string): boolean {
  const own = readLock(ROOT)
  return Object.entries(readLock(root)).every(
    ([path, { version, dev }]) => path === '' || dev || own[path]?.version === version,
  )
}

/** Builds the product of a commit in a folder of its own; with the packages of this one where they are the same. */
function buildBefore(folder: string, ref: string): string {
  const root = join(folder, 'prima')
  mkdirSync(root)
  run(ROOT, 'bash', ['-c', `git archive ${ref} | tar -x -C ${root}`])
  if (hasPackages(root)) symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  else run(root, 'npm', ['ci'])
  run(root, process.execPath, ['scripts/build.mjs'])
  writeFileSync(join(root, 'dist/pagina/assets', CHUNKS.before), '0')
  return root
}

const asNumber = (n: number): string => String(n).padStart(4, '0')
const countMigrations = (root: string): number => readdirSync(join(root, MIGRATIONS)).length

/** This product, with one more migration that expands and a chunk that the one before lacks. */
function copyAfter(folder: string, before: string): string {
  const root = join(folder, 'dopo')
  run(ROOT, process.execPath, ['scripts/trim.mjs', root])
  const name = `${asNumber(countMigrations(root) + 1)}_prova.sql`
  const sql = `-- compatibile da: ${asNumber(countMigrations(before))}\nalter table statistica add column prova integer;\n`
  writeFileSync(join(root, MIGRATIONS, name), sql)
  writeFileSync(join(root, 'dist/pagina/assets', CHUNKS.after), '0')
  return root
}

/** How many of the calls through the proxy, and of the replicas themselves, return a file of the page. */
async function countServed({ proxy, replicas }: Stage, chunk: string): Promise<string> {
  const path = `/simulatore/assets/${chunk}`
  const { call, close } = openPerson({ proxy }, 700)
  let served = 0
  for (let i = 0; i < ASKED; i++) served += (await call('GET', path)).status === 200 ? 1 : 0
  close()
  const direct = await Promise.all(replicas.map(({ port }) => fetch(`http://127.0.0.1:${port}${path}`)))
  return `${served}/${ASKED} (${direct.map(({ status }) => status).join(', ')} without the proxy)`
}

const isServed = (seen: string): boolean => seen.startsWith(`${ASKED}/${ASKED}`)

/** Starts a replica from a product, in the place of the one that runs; throws where it does not become ready. */
async function replace(replica: Replica, root: string, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  await replica.stop(signal)
  if (!(await replica.start(root)))
    throw new Error(`${root} does not start on schema ${(await replica.ready()).body.schema}`)
}

const describe = async ({ replicas }: Stage): Promise<string> => {
  const all = await Promise.all(replicas.map(({ ready }) => ready()))
  return all.map(({ body }) => `${body.versione} ${body.build} on ${body.schema}`).join(' | ')
}

async function rehearse(stage: Stage, before: string, after: string, note: (row: Row) => void): Promise<void> {
  const [a, b] = stage.replicas
  let people = 0
  const step = async (row: string, work: () => Promise<void>) => {
    await work()
    await runJourney(stage, people++)
    note({ row, seen: await describe(stage), holds: true })
  }
  const pages = async (row: string) => {
    for (const chunk of [CHUNKS.before, CHUNKS.after]) {
      const seen = await countServed(stage, chunk)
      note({ row: `${row}: ${chunk}`, seen, holds: isServed(seen) })
    }
  }
  const pushers = startPushers(stage)
  await step('journey on two of the release before', async () => {})
  await step('the first is upgraded, the schema expands', () => replace(a, after))
  await step('the other is killed, and starts again on it', () => replace(b, before, 'SIGKILL'))
  await pages('pages of two builds, folders apart')
  await step('the other is upgraded', () => replace(b, after))
  await pages('pages of the build before, after the upgrade')
  await step('the first goes back', () => replace(a, before))
  await step('the other goes back', () => replace(b, before))
  const { pushes, lost, errors } = await pushers.stop()
  const seen = `${pushes} pushes acknowledged, ${lost} lost, errors ${JSON.stringify(errors)}`
  note({ row: 'pushes all the while', seen, holds: lost === 0 && Object.keys(errors).length === 0 })
}

/** Newest tag before this commit; undefined where the clone has none. */
export const findTag = (): string | undefined =>
  spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stdout?.trim() || undefined

/** Upgrades two replicas of the release before under pushes, one after the other, and goes back; a journey at each step. */
export async function rehearseRelease(ref: string): Promise<Row[]> {
  const rows: Row[] = []
  const folder = mkdtempSync(join(tmpdir(), 'idoneo-rilascio-'))
  try {
    const before = buildBefore(folder, ref)
    const after = copyAfter(folder, before)
    const stage = await openStage({ apart: true, root: before })
    try {
      await rehearse(stage, before, after, (row) => rows.push(row))
    } catch (error) {
      rows.push({ row: 'upgrade', seen: (error as Error).message, holds: false })
    } finally {
      await stage.close()
    }
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  }
  return rows
}
