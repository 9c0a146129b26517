import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { aheadScript } from '../scripts/ahead.mjs'

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
  chunk('bank.js', ['home.js', 'base.js'], ['/x/src/features/banche/banca/BancaScreen.tsx']),
  chunk('probe.js', [], ['/x/wasm/probe.wasm']),
  chunk('auth.js', ['entry.js'], ['/x/src/features/account/auth/AuthScreen.tsx']),
  chunk('first.js', ['auth.js'], ['/x/src/features/account/auth/FirstPage.tsx']),
]

type Visit = {
  path?: string
  search?: string
  localStorage?: string
  sessionStorage?: string
  hash?: string
  cookie?: string
  drawn?: '' | 'prova'
}

/** What the script written for a bundle does in a page: the files that it asks for, and what it says of the drawn login. */
function run(bundle: readonly { fileName: string }[], visit: Visit) {
  const source = aheadScript('/simulatore/', Object.fromEntries(bundle.map((file) => [file.fileName, file])))
  const links: { href: string }[] = []
  const storage = (name: 'localStorage' | 'sessionStorage') => ({
    getItem: (key: string) => (key === visit[name] ? '{}' : null),
  })
  const dataset: { copy?: string } = {}
  const document = {
    cookie: visit.cookie ?? '',
    currentScript: { dataset: visit.drawn === undefined ? {} : { drawn: visit.drawn } },
    documentElement: { dataset },
    createElement: () => ({}),
    addEventListener: () => undefined,
    head: { append: (link: { href: string }) => links.push(link) },
  }
  runInNewContext(source, {
    document,
    location: { hash: visit.hash ?? '', pathname: visit.path ?? '/simulatore/', search: visit.search ?? '' },
    window: { localStorage: storage('localStorage'), sessionStorage: storage('sessionStorage') },
  })
  return { asked: links.map((link) => link.href), copy: dataset.copy }
}
const SESSION = 'idoneo.sessione'

describe('the code of the first screen is asked for early', () => {
  it('its styles too, apart from those of the entry', () => {
    const styled = files.map((file) => ({ ...file, viteMetadata: { importedCss: new Set([`${file.fileName}.css`]) } }))
    const { asked } = run(styled, { path: '/simulatore/auth' })
    expect(asked).toEqual(['/simulatore/auth.js', '/simulatore/auth.js.css'])
  })

  it.each(['localStorage', 'sessionStorage'] as const)(
    'the home and all it needs with a session in %s, largest first',
    (where) => {
      const weighed = files.map((file) => (file.fileName === 'home.js' ? { ...file, code: 'let a' } : file))
      expect(run(weighed, { [where]: SESSION }).asked).toEqual([
        '/simulatore/home.js',
        '/simulatore/base.js',
        '/simulatore/probe.js',
      ])
    },
  )

  it('what a facade passes on, without the facade, which is dropped later', () => {
    const facade = {
      ...chunk('AuthScreen.js', ['auth.js'], []),
      ...{ facadeModuleId: '/x/src/features/account/auth/AuthScreen.tsx', isDynamicEntry: true },
      code: 'export{n as default}from"./auth.js";',
    }
    expect(run([...files, facade], { path: '/simulatore/auth/' }).asked).toEqual(['/simulatore/auth.js'])
  })

  it('a bank too at its own address', () => {
    const at = (path: string) => run(files, { localStorage: SESSION, path: `/simulatore${path}` }).asked
    for (const path of ['/banca-dati', '/banca-dati/', '/materia'])
      expect(at(path)).toEqual([
        '/simulatore/bank.js',
        '/simulatore/base.js',
        '/simulatore/home.js',
        '/simulatore/probe.js',
      ])
    expect(at('/banche-dati')).toEqual(at('/'))
    expect(run(files, { path: '/simulatore/banca-dati' }).asked).toEqual(['/simulatore/auth.js'])
  })

  it('the way in without a session', () => {
    expect(run(files, { path: '/simulatore/auth/' }).asked).toEqual(['/simulatore/auth.js'])
  })

  it('the first page without a session, at the page’s own address', () => {
    const first = ['/simulatore/auth.js', '/simulatore/first.js']
    expect(run(files, {}).asked).toEqual(first)
    expect(run(files, { path: '/simulatore/auth/', search: '?type=login&prova=1' }).asked).toEqual(first)
  })

  it('a screen that no file holds ends the build', () => {
    expect(() => run(files.slice(0, 5), {})).toThrow(/AuthScreen/)
  })
})

describe('the drawn login', () => {
  it('is shown to who comes the first time', () => {
    expect(run(files, { drawn: '' }).copy).toBeUndefined()
  })

  it.each([
    ['a session', { localStorage: SESSION }],
    ['a session of this tab', { sessionStorage: SESSION }],
    ['a theme', { localStorage: 'idoneo.tema' }],
    ['a typeface', { localStorage: 'idoneo.carattere' }],
    ['social logins of the last visit', { localStorage: 'idoneo.accessi' }],
    ['the return of a social login', { hash: '#social=google&token_social=x' }],
    ['a choice about cookies', { cookie: 'a=b; idoneo_consenso=no.1' }],
  ])('is hidden from who has %s', (_, visit) => {
    expect(run(files, { ...visit, drawn: '' }).copy).toBe('hidden')
    expect(run(files, visit).copy).toBeUndefined()
  })

  it('of a first page is hidden from whose browser had an account, who meets the login', () => {
    const known = { localStorage: 'idoneo.dispositivo' } as const
    expect(run(files, { ...known, drawn: 'prova' }).copy).toBe('hidden')
    expect(run(files, { ...known, drawn: '' }).copy).toBeUndefined()
    expect(run(files, { drawn: 'prova' }).copy).toBeUndefined()
  })
})
