// Draws two screens at build time: auth.html is the page with the login in it, prova.html with the first page, and the styles of what each
// shows (decisions 0085, 0128).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ADDRESS = '/simulatore/auth'
/** The file of each drawn screen, its query, its title, and the mark of its script. */
const SCREENS = [
  { file: 'auth.html', search: '', title: 'Accedi · Idoneo', mark: 'data-drawn' },
  {
    file: 'prova.html',
    search: '?type=login&prova=1',
    title: 'I quiz del tuo concorso, anche in metro. · Idoneo',
    mark: 'data-drawn="prova"',
    // The server writes it: the question that it puts in place of the marks in the page (server/http/page).
    data: '<script type="application/json" id="domanda-prova">@@dati@@</script>',
  },
]
const WITHOUT_SCRIPTS =
  'Per usare Idoneo serve JavaScript: attivalo nelle impostazioni del browser, poi ricarica la pagina.'
/** Until the scripts are here, and when they will draw something else. */
const OWN_STYLE = '[data-copy=hidden] #radice{display:none}.senza-script{margin:0;padding:12px 20px;text-align:center}'

/** The top-level parts of a minified sheet: `[prelude, body]` of a block, `[statement]` of what ends with a semicolon. */
export function splitSheet(css) {
  const parts = []
  let start = 0
  let open = -1
  let depth = 0
  for (let i = 0; i < css.length; i++) {
    const c = css[i]
    if (c === '"' || c === "'") i = css.indexOf(c, i + 1)
    else if (c === '{' && depth++ === 0) open = i
    else if (c === '}' && --depth === 0) {
      parts.push([css.slice(start, open).trim(), css.slice(open + 1, i)])
      start = i + 1
    } else if (c === ';' && depth === 0) {
      parts.push([css.slice(start, i).trim()])
      start = i + 1
    }
  }
  return parts
}

/** Selectors of a rule: the commas outside brackets part them. */
function splitSelectors(prelude) {
  const found = ['']
  let depth = 0
  for (const c of prelude) {
    depth += c === '(' || c === '[' ? 1 : c === ')' || c === ']' ? -1 : 0
    if (c === ',' && depth === 0) found.push('')
    else found[found.length - 1] += c
  }
  return found
}

/** Classes and names of elements that a selector requires, outside its own brackets. */
function asksFor(selector) {
  let bare = selector.replace(/\[[^\]]*\]/g, '')
  for (let before = ''; before !== bare; ) {
    before = bare
    bare = bare.replace(/::?[\w-]+(\([^()]*\))?/g, '')
  }
  return {
    classes: [...bare.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name),
    elements: [...bare.replace(/\.(?:\\.|[\w-])+/g, '').matchAll(/[a-z][a-z0-9]*/gi)].map(([name]) => name),
  }
}

/** The rules of a sheet that may touch an element of `html`; animations come with the sheets themselves. */
export function stylesOf(css, html) {
  const classes = new Set([...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names]) => names.split(/\s+/)))
  const elements = new Set(['html', 'body', ...[...html.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name)])
  const touches = (selector) => {
    const asked = asksFor(selector)
    return asked.classes.every((name) => classes.has(name)) && asked.elements.every((name) => elements.has(name))
  }
  const prune = (sheet) =>
    splitSheet(sheet)
      .map(([prelude, body]) => {
        if (body === undefined) return `${prelude};`
        if (/^@(media|layer|supports|container)/.test(prelude)) {
          const kept = prune(body)
          return kept === '' ? '' : `${prelude}{${kept}}`
        }
        if (/^@(-webkit-)?keyframes/.test(prelude)) return ''
        if (prelude.startsWith('@')) return `${prelude}{${body}}`
        const kept = splitSelectors(prelude).filter(touches)
        return kept.length === 0 ? '' : `${kept.join(',')}{${body}}`
      })
      .join('')
  return prune(css)
}

/** Replaces what stands once in `text`; throws when it does not. */
function put(text, there, here) {
  if (text.split(there).length !== 2) throw new Error(`drawn page: ${there} does not stand once`)
  return text.replace(there, () => here)
}

/** The page with a screen drawn into it: its styles inside, the entry's sheet after what it paints, `ahead.mjs`'s script before. */
export function prepare(page, drawn, css, { title, mark, data = '' } = SCREENS[0]) {
  const [sheet] = page.match(/<link rel="stylesheet"[^>]*>/) ?? ['no sheet']
  const style = OWN_STYLE + stylesOf(css, drawn)
  let html = put(page, sheet, `<style>${style}</style>`)
  html = put(html, '<script data-ahead', `<script ${mark} data-ahead`)
  html = put(html, '<title>Idoneo</title>', `<title>${title}</title>`)
  const without = `<noscript><p class="senza-script">${WITHOUT_SCRIPTS}</p></noscript>`
  html = put(html, '<div id="radice"></div>', `${without}<div id="radice">${drawn}</div>`)
  return put(html, '</body>', `${data}${sheet}</body>`)
}

/** Runs `draw` where the page would be, with a query: the code asks the browser for its address alone. */
async function at(search, draw) {
  const stands = { location: { pathname: ADDRESS, search, hash: '' }, navigator: { userAgent: '', onLine: true } }
  const before = Object.keys(stands).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)])
  for (const [name, value] of Object.entries(stands))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  try {
    return await draw()
  } finally {
    for (const [name, known] of before)
      if (known) Object.defineProperty(globalThis, name, known)
      else delete globalThis[name]
  }
}

/** Writes the drawn pages beside the index.html of `folder`, by the code that was built into `module`. */
export async function writePrepared(folder, module) {
  const assets = join(folder, 'assets')
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  // Put the page's own sheet first: what the others build on.
  const sheets = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  sheets.sort((a, b) => Number(page.includes(b)) - Number(page.includes(a)))
  const css = (await Promise.all(sheets.map((name) => readFile(join(assets, name), 'utf8')))).join('')
  for (const screen of SCREENS) {
    const drawn = await at(screen.search, async () => {
      const { drawPage } = await import(`${pathToFileURL(module).href}?${Date.now()}`)
      return drawPage()
    })
    await writeFile(join(folder, screen.file), prepare(page, drawn, css, screen))
  }
}
