// The code of the first screen is asked for while the entry is still on its way: a small script in the page names the files.
import { readFacade } from './facades.mjs'

/** The screens that most visits begin with, by who comes: their files and all that these import. */
const FIRST = {
  known: ['src/app/Shell.tsx', 'src/features/home/HomeScreen.tsx', 'wasm/probe.wasm'],
  unknown: ['src/features/account/auth/AuthScreen.tsx'],
  /** Beside those of `unknown`, at the page's own address: whoever comes there is new or has signed out. */
  first: ['src/features/account/auth/FirstPage.tsx'],
  /** Added to those of `known` at a bank's own address, which links and the phone's own list open. */
  banca: ['src/features/banche/banca/BancaScreen.tsx'],
}
const NAME = 'ahead'

const bytesOf = (file) => (file?.code ?? file?.source ?? '').length

/**
 * Files of a bundle that the chunks of some modules need, without those that the entry brings. Largest first: over HTTP/1.1 a browser
 * fetches six at once, and a small file in front of a large one costs it a round trip.
 */
function filesOf(bundle, modules) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const entry = new Set(chunks.filter((c) => c.isEntry).map((c) => c.fileName))
  const found = new Set()
  const take = (fileName) => {
    if (found.has(fileName) || entry.has(fileName)) return
    if (!readFacade(bundle[fileName])) found.add(fileName)
    for (const name of bundle[fileName]?.imports ?? []) take(name)
    for (const name of bundle[fileName]?.viteMetadata?.importedCss ?? []) found.add(name)
  }
  for (const module of modules) {
    const chunk =
      chunks.find((c) => c.facadeModuleId?.endsWith(`/${module}`)) ??
      chunks.find((c) => c.moduleIds.some((id) => id.endsWith(`/${module}`)))
    if (!chunk) throw new Error(`${NAME}: no file for ${module}`)
    take(chunk.fileName)
  }
  return [...found].sort().sort((a, b) => bytesOf(bundle[b]) - bytesOf(bundle[a]))
}

/** Keys that make the login differ from the drawn one: a choice of look, social logins known from the last visit. */
const OTHER_LOOK = ['idoneo.tema', 'idoneo.carattere', 'idoneo.accessi']

/**
 * Code that runs in the page. A signed-in browser has a session in one of the two storages. In a drawn page (decisions 0085, 0128)
 * the code runs before the first paint: it hides the page from visits that will see another screen, and marks the buttons that are
 * pressed before their own code is loaded.
 */
const code = (base, files) => `(() => {
  const files = ${JSON.stringify(files)}
  const has = (storage, key) => {
    try {
      return window[storage].getItem(key) !== null
    } catch {
      return false
    }
  }
  const known = has('localStorage', 'idoneo.sessione') || has('sessionStorage', 'idoneo.sessione')
  const home = /\\/(banca-dati|materia)\\/?$/.test(location.pathname) ? files.banca : files.known
  const first = location.pathname === ${JSON.stringify(base)} || /[?&]prova=/.test(location.search) ? files.first : []
  for (const file of known ? home : [...files.unknown, ...first]) {
    const link = document.createElement('link')
    const isSheet = file.endsWith('.css')
    link.rel = isSheet ? 'preload' : 'modulepreload'
    if (isSheet) link.as = 'style'
    // Vite asks for its sheets so: without it they would be fetched twice.
    link.crossOrigin = ''
    link.href = ${JSON.stringify(base)} + file
    document.head.append(link)
  }
  const drawn = document.currentScript?.dataset.drawn
  if (drawn === undefined) return
  const { dataset } = document.documentElement
  let presses = 0
  const other = ${JSON.stringify(OTHER_LOOK)}.some((key) => has('localStorage', key)) || (drawn === 'prova' && has('localStorage', 'idoneo.dispositivo'))
  if (known || other || location.hash !== '' || document.cookie.includes('idoneo_consenso=')) dataset.copy = 'hidden'
  else
    document.addEventListener(
      'click',
      ({ target }) => {
        const button = dataset.copy === undefined && target instanceof Element && target.closest('button')
        if (button) button.dataset.pressed ??= presses++
      },
      true,
    )
})()
`

/** The script for a bundle. Throws when no file of it holds one of the first screens. */
export function aheadScript(base, bundle) {
  const known = filesOf(bundle, FIRST.known)
  const banca = filesOf(bundle, [...FIRST.known, ...FIRST.banca])
  const unknown = filesOf(bundle, FIRST.unknown)
  const first = filesOf(bundle, FIRST.first).filter((file) => !unknown.includes(file))
  return code(base, { known, unknown, first, banca })
}

/** Vite's plugin: puts the script itself into the page, where a file of its own would be one way to the server more. */
export const aheadPlugin = (base) => ({
  name: 'idoneo-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => [
      { tag: 'script', attrs: { 'data-ahead': '' }, children: aheadScript(base, bundle), injectTo: 'head-prepend' },
    ],
  },
})
