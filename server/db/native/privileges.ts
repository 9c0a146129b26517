import { type SpawnOptions, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import type { Binaries } from './binaries.ts'

/**
 * The user that runs the database. PostgreSQL refuses root, so root runs it as `nobody`. Where `nobody` cannot reach
 * data or programs, root uses a user namespace in which root looks like an ordinary user.
 */
export type Mode = { kind: 'diretto' } | { kind: 'utente'; uid: number; gid: number } | { kind: 'spazio' }

const ROOM = ['--user', '--map-user=1000']

/** Returns the ids of `nobody` by the system's own list, or the customary ones where there is no list. */
export function findNobody(): { uid: number; gid: number } {
  try {
    const row = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((r) => r.startsWith('nobody:'))
    const [, , uid, gid] = row?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  } catch {
    // No such file: on this system the customary ids hold.
  }
  return { uid: 65534, gid: 65534 }
}

/** Command, arguments and options that run one of the programs in this mode. */
export function command(mode: Mode, program: string, args: string[]): [string, string[], SpawnOptions] {
  if (mode.kind === 'spazio') return ['unshare', [...ROOM, program, ...args], {}]
  if (mode.kind === 'utente') return [program, args, { uid: mode.uid, gid: mode.gid }]
  return [program, args, {}]
}

function works(mode: Mode, program: string, args: string[], env: NodeJS.ProcessEnv): boolean {
  const [comando, all, options] = command(mode, program, args)
  return spawnSync(comando, all, { ...options, env, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status === 0
}

/**
 * Returns the mode that works here for data below `folder`; null when the programs do not run at all. `scratch` (socket
 * and library links) is given to the user of each tried mode, and stays with the one that works. Both folders exist.
 */
export function chooseMode(binaries: Binaries, folder: string, scratch: string): Mode | null {
  const runs = (mode: Mode) => {
    own(mode, scratch)
    return works(mode, binaries.postgres, ['--version'], binaries.env)
  }
  if (process.platform === 'win32' || process.getuid?.() !== 0)
    return runs({ kind: 'diretto' }) ? { kind: 'diretto' } : null
  const nobody: Mode = { kind: 'utente', ...findNobody() }
  if (works(nobody, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], binaries.env) && runs(nobody)) return nobody
  return runs({ kind: 'spazio' }) ? { kind: 'spazio' } : null
}

/** Gives a folder to the mode's user, when an earlier start in another mode left it to another. */
export function own(mode: Mode, folder: string): void {
  if (mode.kind === 'diretto') return
  const { uid, gid } = mode.kind === 'utente' ? mode : { uid: 0, gid: 0 }
  if (statSync(folder).uid === uid) return
  const { status, stderr } = spawnSync('chown', ['-R', '-h', `${uid}:${gid}`, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`impossibile cambiare proprietario di ${folder}: ${stderr}`)
}
