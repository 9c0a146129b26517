import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '#server/root'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
const [, major = 0, minor = 0] = (/^>=(\d+)\.(\d+)$/.exec(engines.node) ?? []).map(Number)

/** Whether our oldest Node is in a range as packages write it: alternatives of `>=20`, `^20.19.0`, `20.x`, `*`. */
const holds = (range: string): boolean =>
  range.split('||').some((alternative) => {
    const bounds = [...alternative.matchAll(/(>=|\^|~|>|)\s*v?(\d+)(?:\.(\d+))?/g)]
    const [, sign, least = '0', rest = '0'] = bounds[0] ?? []
    const reached = Number(least) < major || (Number(least) === major && Number(rest) <= minor)
    return bounds.length === 0 || (reached && (sign === '>=' || sign === '>' || Number(least) === major))
  })

it('every package that the product runs on takes the oldest Node that it says, but the one that the README names', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { dev?: boolean; engines?: { node?: string } }>
  }
  const strange = Object.entries(packages)
    .filter(([name, { dev, engines: asked }]) => name !== '' && !dev && asked?.node && !holds(asked.node))
    .map(([name]) => name.replace('node_modules/', ''))
  expect(strange).toEqual(['@sqlite.org/sqlite-wasm'])
  const readme = read('README.md')
  for (const named of [`${major}.${minor} works`, 'EBADENGINE', ...strange]) expect(readme).toContain(named)
})
