// A browser reads and compiles all of a worker's code at its first two starts and after every version (decision 0040):
// what goes to it is made small here.

/** Initialisers of SQLite's JavaScript that nobody here calls, each by a line of its own that stands in no other. */
const UNUSED = [
  'sqlite3.initWorker1API = function',
  'sqlite3.vtab = vtab',
  'const kvvfs = sqlite3.kvvfs = ',
  'const opfsUtil = sqlite3.opfs = ',
  'const installOpfsVfs = ',
  'const installOpfsWlVfs = ',
]
const PUSH = 'globalThis.sqlite3ApiBootstrap.initializers.push'
const PROMISER = 'globalThis.sqlite3Worker1Promiser'
const REST = /sqlite3Worker1Promiser|sqlite3_worker1_promiser/

/** Slow code of a start and its fast equivalent in the browser, each found once: [there, here instead]. */
const SLOW = [
  // Letter by letter through the engine's 30 kB list of constants, in code that is not compiled yet.
  [/let pos = ptr;\s*for \(; h\[pos\] !== 0; \+\+pos\);/, 'const pos = h.indexOf(0, ptr);'],
  // A module for each of the functions that the engine calls: they are of a dozen kinds.
  ['new WebAssembly.Module(new Uint8Array(wasmCode))', '((_.modules ??= {})[wasmCode] ??= $&)'],
]

/** Every statement in `node`, a part of a syntax tree, outermost first; none inside one for which `visit` answers true. */
function walk(node, visit) {
  if (/Statement$|Declaration$/.test(node.type) && visit(node)) return
  for (const child of Object.values(node)) if (child && typeof child === 'object') walk(child, visit)
}

/** The package's glue without what nobody calls. Throws when the package is not the one that this was written for. */
export function slim(code, ast) {
  return hasten(cut(code, ast))
}

function hasten(code) {
  return SLOW.reduce((now, [there, here]) => {
    if (now.split(there).length !== 2) throw new Error(`SQLite's glue: ${there} does not stand once`)
    return now.replace(there, here)
  }, code)
}

function cut(code, ast) {
  const cuts = []
  const missing = new Set(UNUSED)
  walk(ast.body, (node) => {
    const text = code.slice(node.start, node.end)
    if (!text.startsWith(PUSH)) return false
    const why = UNUSED.filter((mark) => text.includes(mark))
    if (why.length > 1) throw new Error(`SQLite's glue: one initialiser for ${why.join(' and ')}`)
    if (why[0] && !missing.delete(why[0])) throw new Error(`SQLite's glue: ${why[0]} stands twice`)
    if (why.length > 0) cuts.push(node)
    return true
  })
  if (missing.size > 0) throw new Error(`SQLite's glue: no initialiser has ${[...missing].join(', ')}`)
  for (const node of ast.body) {
    const text = code.slice(node.start, node.end)
    if (text.startsWith(PROMISER) || (node.type === 'VariableDeclaration' && REST.test(text))) cuts.push(node)
  }
  let out = ''
  let at = 0
  for (const { start, end } of cuts.sort((a, b) => a.start - b.start)) {
    out += code.slice(at, start)
    at = end
  }
  return (out + code.slice(at)).replace(/, sqlite3Worker1Promiser\$?\d* as sqlite3Worker1Promiser/, '')
}

/** Takes what is not used out of SQLite's JavaScript. */
const slimSqlite = () => ({
  name: 'idoneo-colla',
  apply: 'build',
  transform(code, id) {
    if (!/sqlite-wasm\/dist\/index\.mjs$/.test(id.split('?')[0])) return null
    return { code: slim(code, this.parse(code)), map: null }
  },
})

/** Rewrites code in ASCII alone. A dozen typographic marks would make a browser store, and read, two bytes for every letter. */
export function toAscii(code) {
  if (code.includes('String.raw')) throw new Error('String.raw in a worker: an escape would not be read as one')
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const ascii = () => ({
  name: 'idoneo-ascii',
  apply: 'build',
  // Not before: minifying writes the characters themselves.
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = toAscii(file.code)
  },
})

/** Vite's plugins for every build of a worker. */
export const workerPlugins = () => [slimSqlite(), ascii()]
