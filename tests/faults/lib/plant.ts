import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** A defect put into one source file while it is loaded: nothing of it exists in what people get. */
export type Plant = {
  /** Path from the project's root. */
  file: string
  /** Text that must stand exactly once in the file. */
  find: string
  replace: string
}

/** The file's source with the defect in it. Throws when the text is not there exactly once: a plant that missed proves nothing. */
export function applyPlant(source: string, { file, find, replace }: Plant): string {
  const times = source.split(find).length - 1
  if (times !== 1) throw new Error(`plant in ${file}: ${JSON.stringify(find)} stands ${times} times, not once`)
  return source.replace(find, () => replace)
}

/**
 * Puts the defects into the sources that a build reads. The build fails when one of them was never read, unless it is one of
 * several builds (a page and its workers) that share them.
 */
export function plantPlugin(plants: readonly Plant[], { everyBuild = true } = {}): Plugin {
  const done = new Set<Plant>()
  return {
    name: 'faults-plant',
    enforce: 'pre',
    load(id) {
      const path = id.split('?')[0] ?? id
      const mine = plants.filter(({ file }) => path === join(ROOT, file))
      if (mine.length === 0 || id.includes('?')) return null
      for (const plant of mine) done.add(plant)
      return mine.reduce(applyPlant, readFileSync(path, 'utf8'))
    },
    buildEnd(error) {
      const missed = plants.filter((plant) => !done.has(plant))
      if (everyBuild && !error && missed.length > 0)
        throw new Error(`plant never loaded: ${missed.map((p) => p.file).join(', ')}`)
    },
  }
}

/** The defects that every run of the tests puts in once, each of which a fault programme must catch (docs/FAULTS.md). */
export const PLANTS = {
  /**
   * SQLite's default journal over the pool: an old journal may come back hot (docs/FAULTS.md). Only with the default
   * locking, below: under EXCLUSIVE, SQLite keeps the journal's file and clears its header, as in mode PERSIST.
   */
  journalDelete: {
    file: 'workers/store/open.ts',
    find: "'wal', ask('main.journal_mode=WAL')",
    replace: "'delete', ask('main.journal_mode=DELETE')",
  },
  lockingNormal: {
    file: 'workers/store/open.ts',
    find: "'exclusive', ask('locking_mode=EXCLUSIVE')",
    replace: "'normal', ask('locking_mode=NORMAL')",
  },
  /** Commits that nobody flushes. */
  synchronousOff: {
    file: 'workers/store/open.ts',
    find: 'main.synchronous=FULL',
    replace: 'main.synchronous=OFF',
  },
  /** The check that would notice the one above. */
  synchronousUnchecked: {
    file: 'workers/store/open.ts',
    find: "expect('synchronous', '2', ask('main.synchronous'))",
    replace: '',
  },
  /** Files emptied without waiting for the disk, as SQLite's pool does. */
  emptiedInHaste: {
    file: 'workers/engine/sahpool.ts',
    find: 'if (held && size <= DATA_OFFSET) handle.flush()',
    replace: 'if (held && size < 0) handle.flush()',
  },
  /** A page kept for "back" that keeps the store's lock and files (decision 0020). */
  noPagehide: {
    file: 'src/store/client.ts',
    find: 'function putAside(): void {\n',
    replace: 'function putAside(): void {\n  if (daParte !== null) return\n',
  },
  /** An answer given again while its first version travels is taken for sent. */
  markById: {
    file: 'workers/statistiche/sync.ts',
    find: 'WHERE statistiche.id_domanda = c.id_domanda AND statistiche.data_eseguita = c.data_eseguita',
    replace: 'WHERE statistiche.id_domanda = c.id_domanda',
  },
} as const satisfies Record<string, Plant>
