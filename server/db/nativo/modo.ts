import { type SpawnOptions, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import type { Binari } from './binari.ts'

/**
 * As whom the database runs. PostgreSQL refuses root, so root lends it the user `nobody`, or, where that user cannot reach
 * the data or the programs, a user namespace in which root looks like an ordinary user.
 */
export type Modo = { tipo: 'diretto' } | { tipo: 'utente'; uid: number; gid: number } | { tipo: 'spazio' }

const SPAZIO = ['--user', '--map-user=1000']

/** Ids of `nobody` by the system's own list, with the customary ones where there is no list. */
export function findNessuno(): { uid: number; gid: number } {
  try {
    const riga = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((r) => r.startsWith('nobody:'))
    const [, , uid, gid] = riga?.split(':') ?? []
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) }
  } catch {
    // No such file: not a system where root needs it.
  }
  return { uid: 65534, gid: 65534 }
}

/** Command, arguments and options that run one of the programs in this mode. */
export function command(modo: Modo, programma: string, argomenti: string[]): [string, string[], SpawnOptions] {
  if (modo.tipo === 'spazio') return ['unshare', [...SPAZIO, programma, ...argomenti], {}]
  if (modo.tipo === 'utente') return [programma, argomenti, { uid: modo.uid, gid: modo.gid }]
  return [programma, argomenti, {}]
}

function works(modo: Modo, programma: string, argomenti: string[], env: NodeJS.ProcessEnv): boolean {
  const [comando, tutti, opzioni] = command(modo, programma, argomenti)
  return spawnSync(comando, tutti, { ...opzioni, env, cwd: '/', stdio: 'ignore', timeout: 10_000 }).status === 0
}

/**
 * The way that works here for data below `cartella`; null when the programs do not run at all. `appoggio` (socket and
 * library links) is given to the user of each way that is tried, and stays with the one that works. Both folders exist.
 */
export function chooseModo(binari: Binari, cartella: string, appoggio: string): Modo | null {
  const runs = (modo: Modo) => {
    own(modo, appoggio)
    return works(modo, binari.postgres, ['--version'], binari.ambiente)
  }
  if (process.platform === 'win32' || process.getuid?.() !== 0)
    return runs({ tipo: 'diretto' }) ? { tipo: 'diretto' } : null
  const nessuno: Modo = { tipo: 'utente', ...findNessuno() }
  if (works(nessuno, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', cartella], binari.ambiente) && runs(nessuno)) return nessuno
  return runs({ tipo: 'spazio' }) ? { tipo: 'spazio' } : null
}

/** Gives a folder to the user that the mode runs as, when it is somebody else's (an earlier start in another mode). */
export function own(modo: Modo, cartella: string): void {
  if (modo.tipo === 'diretto') return
  const { uid, gid } = modo.tipo === 'utente' ? modo : { uid: 0, gid: 0 }
  if (statSync(cartella).uid === uid) return
  const { status, stderr } = spawnSync('chown', ['-R', '-h', `${uid}:${gid}`, cartella], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`impossibile cambiare proprietario di ${cartella}: ${stderr}`)
}
