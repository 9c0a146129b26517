import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { aheadPlugin } from '../scripts/ahead.mjs'

const chunk = (fileName: string, imports: string[], moduleIds: string[], isEntry = false) => ({
  type: 'chunk',
  fileName,
  imports,
  moduleIds,
  facadeModuleId: null,
  isEntry,
})
const files = [
  chunk('entry.js', [], ['/x/src/app/main.tsx'], true),
  chunk('base.js', ['entry.js'], []),
  chunk('home.js', ['base.js', 'entry.js'], ['/x/src/app/Shell.tsx', '/x/src/features/home/HomeScreen.tsx']),
  chunk('auth.js', ['entry.js'], ['/x/src/features/account/auth/AuthScreen.tsx']),
]

/** What the script written for a bundle asks for in a page whose storages hold a session or none. */
function asked(bundle: readonly { fileName: string }[], session: 'localStorage' | 'sessionStorage' | null): string[] {
  let source = ''
  const emitFile = (file: { source: string }) => {
    source = file.source
  }
  const { generateBundle } = aheadPlugin('/simulatore/')
  generateBundle.call({ emitFile }, null, Object.fromEntries(bundle.map((file) => [file.fileName, file])))
  const links: { href: string }[] = []
  const storage = (name: string) => ({ getItem: () => (name === session ? '{}' : null) })
  const document = { createElement: () => ({}), head: { append: (link: { href: string }) => links.push(link) } }
  runInNewContext(source, {
    document,
    window: { localStorage: storage('localStorage'), sessionStorage: storage('sessionStorage') },
  })
  return links.map((link) => link.href)
}

describe('the code of the first screen is asked for early', () => {
  it.each(['localStorage', 'sessionStorage'] as const)('the home and all it needs with a session in %s', (where) => {
    expect(asked(files, where)).toEqual(['/simulatore/base.js', '/simulatore/home.js'])
  })

  it('the way in without a session', () => {
    expect(asked(files, null)).toEqual(['/simulatore/auth.js'])
  })

  it('a screen that no file holds ends the build', () => {
    expect(() => asked(files.slice(0, 3), null)).toThrow(/AuthScreen/)
  })
})
