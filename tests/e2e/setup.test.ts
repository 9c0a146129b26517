import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import setup from './setup.ts'

const folder = mkdtempSync(join(tmpdir(), 'mondo-'))
/** Processes that a pattern of `pgrep` names; it fails where there is none. */
const processes = (...pattern: string[]): string[] => {
  try {
    return execFileSync('pgrep', pattern, { encoding: 'utf8' }).trim().split('\n')
  } catch {
    return []
  }
}

beforeAll(() => {
  // The embedded database runs as another user.
  chmodSync(folder, 0o755)
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('BANCHE_VERE', join(folder, 'manca'))
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it.skipIf(process.platform === 'win32')('a setup that throws leaves neither process nor data behind', async () => {
  const before = processes('-P', String(process.pid))
  let seen: string[] = []
  const provide = () => {
    seen = processes('-f', folder)
  }
  await expect(setup({ provide })).rejects.toThrow('il file non esiste')
  expect(seen).not.toEqual([])
  const grown = () => processes('-P', String(process.pid)).filter((pid) => !before.includes(pid))
  await expect.poll(grown).toEqual([])
  await expect.poll(() => processes('-f', folder)).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('idoneo-e2e-'))).toEqual([])
})
