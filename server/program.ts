import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

const BUILD = join(ROOT, 'dist/server/impronta.txt')
const BUILD_LENGTH = 12

/** Returns the program's version, and its build where it runs from one. */
export const readProgram = (): { versione: string; build: string | null } => ({
  versione: JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version as string,
  build: existsSync(BUILD) ? readFileSync(BUILD, 'utf8').slice(0, BUILD_LENGTH) : null,
})
