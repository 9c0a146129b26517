import { createHash, randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Builds of the page whose files are kept: this program's, and the last other one that ran on the folder. */
const KEPT_BUILDS = 2
/** Age, in ms, at which a copy that never ended is deleted: another replica may be making a younger one. */
const ABANDONED_MS = 3_600_000
const UNFINISHED = '.'

/** Links a file, or copies it to another disk. The flush keeps a power cut from leaving an empty file of that name. */
const keepFile = (from: string, to: string) =>
  link(from, to).catch(async () => writeFile(to, await readFile(from), { flush: true }))

const ageOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.mtimeMs ?? 0

async function prune(kept: string, own: string): Promise<void> {
  const found = await Promise.all(
    (await readdir(kept)).map(async (name) => ({ name, at: await ageOf(join(kept, name)) })),
  )
  const isUnfinished = ({ name }: { name: string }) => name.startsWith(UNFINISHED)
  const others = found.filter((build) => !isUnfinished(build) && build.name !== own).sort((a, b) => b.at - a.at)
  const abandoned = found.filter((build) => isUnfinished(build) && Date.now() - build.at > ABANDONED_MS)
  for (const { name } of [...others.slice(KEPT_BUILDS - 1), ...abandoned])
    await rm(join(kept, name), { recursive: true, force: true })
}

/**
 * Keeps the hashed files of the page (`assets`) in a folder of their build below `kept`, whole or not at all, for the
 * pages of this build that are open after the next upgrade (decision 0144). Older builds go.
 */
export async function keepBuild(assets: string, kept: string): Promise<void> {
  const names = (await readdir(assets)).sort()
  const own = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 12)
  const target = join(kept, own)
  if ((await ageOf(target)) === 0) {
    const next = join(kept, `${UNFINISHED}${own}-${randomUUID()}`)
    await mkdir(next, { recursive: true })
    for (const name of names) await keepFile(join(assets, name), join(next, name))
    // Another replica of this build was first where the name is taken.
    await rename(next, target).catch(() => rm(next, { recursive: true, force: true }))
  }
  const now = new Date()
  await utimes(target, now, now)
  await prune(kept, own)
}

/** Returns the folder of a kept build that has this file; null without one. */
export async function findKept(kept: string, name: string): Promise<string | null> {
  for (const build of await readdir(kept).catch(() => [])) {
    if (build.startsWith(UNFINISHED)) continue
    const folder = join(kept, build)
    if ((await ageOf(join(folder, name))) > 0) return folder
  }
  return null
}
