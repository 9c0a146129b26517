import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { MAX_LINES, MAX_ROOT_LINES, ROOMS, SRC_PARTS } from './rooms.ts'

/** One import of a file: `type` when it vanishes at build, `url` when it is `new URL(…, import.meta.url)`. */
type Import = { specifier: string; kind: 'value' | 'type' | 'url'; offset: number }
type Finding = { offset: number; text: string }

const roomOf = (path: string): string => (path.includes('/') ? path.slice(0, path.indexOf('/')) : '')

/** `src/sync/x.ts` -> `sync`; a file at the top of src/ gives its own name. */
function partOf(path: string): string {
  const [, part = ''] = path.split('/')
  return part.replace(/\.tsx?$/, '')
}

/** What is wrong with one file, each with its line and where to go instead. `path` is relative to the project. */
export function checkFile(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) return [`${path}: does not parse: ${errors[0]?.message}`]
  const { imports, impure } = readFile(program)
  const findings = [...imports.flatMap((found) => checkImport(path, found))]
  if (roomOf(path) === 'rules' || roomOf(path) === 'contract') findings.push(...impure)
  const at = (offset: number) => source.slice(0, offset).split('\n').length
  return [...checkLength(path, source), ...findings.map(({ offset, text }) => `${path}:${at(offset)}: ${text}`)]
}

function checkLength(path: string, source: string): string[] {
  const lines = source.trimEnd().split('\n').length
  if (/^workers\/[^/]+\.worker\.ts$/.test(path) && lines >= MAX_ROOT_LINES)
    return [
      `${path}: a composition root has under ${MAX_ROOT_LINES} lines, this has ${lines}: move the work to workers/`,
    ]
  return lines <= MAX_LINES ? [] : [`${path}: ${lines} lines: split it by what it is about`]
}

function checkImport(path: string, found: Import): Finding[] {
  const wrong = (text: string): Finding[] => [{ offset: found.offset, text: `${found.specifier}: ${text}` }]
  const specifier = found.specifier.replace(/\?.*$/, '')
  const room = roomOf(path)
  const table = ROOMS[room]
  if (found.kind === 'url') return checkUrl(path, specifier, wrong)
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(path), specifier)
    if (roomOf(target) !== room) {
      if (isWorkerAddress(path, target) && /\?worker&url$/.test(found.specifier)) return []
      // The #room/* names exist for the .ts files of the rooms; tests and scripts reach the rest by its path.
      if (!table && !(target.endsWith('.ts') && roomOf(target) in ROOMS)) return []
      return wrong(`leaves ${room}/: write the crossing as #${target.replace(/\.tsx?$/, '')}`)
    }
    if (!/\.\w+$/.test(target)) return wrong('a relative import carries its extension')
    return []
  }
  if (specifier.startsWith('#')) {
    const target = specifier.slice(1)
    if (/\.tsx?$/.test(target)) return wrong('a crossing carries no extension')
    if (!table) return []
    if (roomOf(target) === room) return wrong('inside a room the import is relative')
    return table.rooms.includes(roomOf(target)) ? [] : wrong(`not for ${room}/. ${table.instead}`)
  }
  if (!table || specifier.startsWith('virtual:')) return []
  if (isBuiltin(specifier)) {
    if (!table.node) return wrong(`no Node modules in ${room}/. ${table.instead}`)
    return specifier.startsWith('node:') ? [] : wrong(`write node:${specifier}`)
  }
  return table.packages.some((allowed) => isPackage(specifier, allowed))
    ? []
    : wrong(`this package is not for ${room}/. ${table.instead}`)
}

function isPackage(specifier: string, allowed: string): boolean {
  if (allowed.startsWith('=')) return specifier === allowed.slice(1)
  if (allowed.endsWith('/*')) return specifier.startsWith(allowed.slice(0, -1))
  return specifier === allowed || specifier.startsWith(`${allowed}/`)
}

/** Inside src/ (SRC_PARTS): an import that leaves its part for one that it may not know, as `sync -> features`; null when it may. */
export function partBreach(path: string, target: string): string | null {
  const recovery = 'workers/recovery/'
  if (target.startsWith(recovery) && !path.startsWith(recovery) && target !== `${recovery}index.ts`)
    return 'inside recovery, past its door'
  if (roomOf(path) !== 'src' || roomOf(target) !== 'src') return null
  const [from, to] = [partOf(path), partOf(target)]
  const reach = SRC_PARTS[from]
  if (!reach) return null
  const [slice, other] = [path.split('/')[2], target.split('/')[2]]
  if (from === 'features' && to === 'features')
    return slice === other || target === `src/features/${other}/index.ts` ? null : 'features -> inside another slice'
  return from === to || reach.includes(to) ? null : `${from} -> ${to}`
}

/** The page knows a worker as an address only: `new URL(…)`, or `?worker&url` where Trusted Types want a policy. */
const isWorkerAddress = (path: string, target: string): boolean =>
  roomOf(path) === 'src' && /^workers\/[^/]+\.worker\.ts$/.test(target)

function checkUrl(path: string, specifier: string, wrong: (text: string) => Finding[]): Finding[] {
  const room = roomOf(path)
  if (!ROOMS[room] || !specifier.startsWith('.')) return []
  const target = posix.join(posix.dirname(path), specifier)
  if (roomOf(target) === room) return []
  if (isWorkerAddress(path, target)) return []
  if (/\.tsx?$/.test(target)) return wrong('code of another room is reached by import; a worker only from src/')
  if (roomOf(target) === 'content' && !path.startsWith('server/content/'))
    return wrong('content/ is read only by the seeding command')
  return []
}

const FORBIDDEN_CALLS = new Set(['fetch', 'setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame'])

function readFile(program: ESTree.Program): { imports: Import[]; impure: Finding[] } {
  const imports: Import[] = []
  const impure: Finding[] = []
  const isAsync = (node: { async: boolean; start: number }) => {
    if (node.async) impure.push({ offset: node.start, text: 'async: the caller awaits and passes the value' })
  }
  const add = (node: { value: unknown; start: number } | null | undefined, kind: Import['kind']) => {
    if (typeof node?.value === 'string') imports.push({ specifier: node.value, kind, offset: node.start })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type' ? 'type' : 'value'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type' ? 'type' : 'value'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type' ? 'type' : 'value'),
    ImportExpression: (node) => {
      if (node.source.type === 'Literal') add(node.source, 'value')
    },
    TSImportType: (node) => add(node.source, 'type'),
    NewExpression: (node) => {
      if (node.callee.type !== 'Identifier') return
      const [first] = node.arguments
      if (node.callee.name === 'URL' && node.arguments.length > 1 && first?.type === 'Literal') add(first, 'url')
      if (node.callee.name === 'Date' && !first)
        impure.push({ offset: node.start, text: 'new Date() reads the clock: take the instant as an argument' })
    },
    CallExpression: (node) => {
      const name = calleeName(node.callee)
      if (FORBIDDEN_CALLS.has(name) || name === 'Date')
        impure.push({ offset: node.start, text: `${name}() is not pure: take its result as an argument` })
    },
    MemberExpression: (node) => {
      if (node.object.type !== 'Identifier' || node.computed) return
      const name = `${node.object.name}.${node.property.name}`
      if (name === 'Date.now' || name === 'performance.now')
        impure.push({ offset: node.start, text: `${name} reads the clock: take the instant as an argument` })
      if (name === 'Math.random' || name === 'crypto.randomUUID' || name === 'crypto.getRandomValues')
        impure.push({ offset: node.start, text: `${name} is chance: take a seed as an argument` })
    },
    FunctionDeclaration: isAsync,
    FunctionExpression: isAsync,
    ArrowFunctionExpression: isAsync,
    AwaitExpression: (node) =>
      impure.push({ offset: node.start, text: 'await: the caller awaits and passes the value' }),
  }).visit(program)
  return { imports, impure }
}

/** `fetch`, and also `globalThis.fetch`. */
function calleeName(callee: ESTree.Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type !== 'MemberExpression' || callee.computed || callee.object.type !== 'Identifier') return ''
  return /^(globalThis|window|self)$/.test(callee.object.name) ? callee.property.name : ''
}
