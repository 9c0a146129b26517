// Finds what `npm test -- --cambiato` has to run.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Files that any test may depend on. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*\.json|tests\/seme\.ts)$/

/**
 * Files that differ from `ref`, committed or not, and new ones. Without `ref`: from where the branch left `main`, or, on `main`
 * itself, from the last commit.
 */
export function listChanged(root, ref) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const onMain = () => git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  const base = ref ?? (onMain() ? 'HEAD' : git('merge-base', 'HEAD', 'main'))
  const lines = [git('diff', '--name-only', '--relative', base), git('ls-files', '--others', '--exclude-standard')]
  const files = lines.flatMap((text) => text.split('\n')).filter((file) => file && existsSync(join(root, file)))
  return { base, files: [...new Set(files)] }
}

/** Checks that the changed files need: files to lint, sources whose tests run, and files of journeys. */
export function whatToRun(files) {
  const code = files.filter((file) => /\.m?[jt]sx?$/.test(file))
  return {
    lintable: files.filter((file) => /\.(m?[jt]sx?|json|css)$/.test(file)),
    tiers: files.some((file) => EVERYTHING.test(file)) ? 'all' : 'related',
    sources: code.filter((file) => !file.startsWith('tests/e2e/')),
    journeys: code.filter((file) => /^tests\/(e2e\/|faults\/.*\.browser\.)/.test(file)),
  }
}
