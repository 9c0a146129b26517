import type { PackageStore } from '../deps.ts'
import { Impossible } from '../impossible.ts'

/** `damaged`: files of the first store whose content differs from their name; they were left. */
export type Copied = { copied: number; present: number; damaged: string[] }

/**
 * Copies every file that another store lacks to it, and reads each copy back for its hash. Deletes nothing. A copying
 * that was stopped goes on where it was: what is there already is only read.
 */
export async function copyStore(
  from: PackageStore,
  to: PackageStore,
  onFile: (done: number, all: number) => void,
): Promise<Copied> {
  const result: Copied = { copied: 0, present: 0, damaged: [] }
  const names = (await from.list()).sort()
  for (const [i, name] of names.entries()) {
    if ((await to.soundSize(name)) !== null) result.present += 1
    else if ((await from.soundSize(name)) === null) result.damaged.push(name)
    else {
      await to.put(name, await from.read(name))
      if ((await to.soundSize(name)) === null)
        throw new Impossible(`${name}: riletto, non è com’era. Ripetere il comando`)
      result.copied += 1
    }
    onFile(i + 1, names.length)
  }
  return result
}
