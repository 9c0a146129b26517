// `node scripts/trim.mjs FOLDER`: copies the built product to an empty folder, with no packages but those that it runs on.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { ROOT } from './build.mjs'

/** Beside `dist`: the files that the built server finds by their path. */
const KEPT = ['package.json', 'LICENSE', 'content', 'dist', 'server/db/migrations', 'scripts/password-thread.mjs']
const MODULES = 'node_modules'
const TOP = resolve(ROOT)

/** Name of the package that a specifier belongs to; undefined for a file and for Node's own modules. */
function packageOf(specifier) {
  if (/^[./]|^node:/.test(specifier) || builtinModules.includes(specifier)) return undefined
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Packages that the built server imports. */
function listImported() {
  const folder = join(ROOT, 'dist/server')
  const names = new Set()
  for (const file of [
    '../../scripts/password-thread.mjs',
    ...readdirSync(folder).filter((name) => name.endsWith('.js')),
  ])
    for (const [, specifier] of readFileSync(join(folder, file), 'utf8').matchAll(
      /\b(?:from|import)\s*\(?\s*["'`]([^"'`\s]+)["'`]/g,
    ))
      if (packageOf(specifier)) names.add(packageOf(specifier))
  return names
}

/** Folder of a package as `from` finds it; undefined where it is not installed, as that of another platform. */
function findPackage(name, from) {
  for (let folder = from; folder.startsWith(TOP); folder = dirname(folder))
    if (existsSync(join(folder, MODULES, name, 'package.json'))) return join(folder, MODULES, name)
  return undefined
}

/** Adds a package with all that it depends on. */
function add(name, from, found) {
  const folder = findPackage(name, from)
  if (!folder || found.has(folder)) return
  found.add(folder)
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder, found)
}

const [target] = process.argv.slice(2)
if (!target || (existsSync(target) && readdirSync(target).length > 0)) {
  console.error('Uso: node scripts/trim.mjs CARTELLA, vuota o da creare')
  process.exit(2)
}
if (!existsSync(join(ROOT, 'dist/server/main.js'))) {
  console.error('Manca dist/: prima npm run build')
  process.exit(1)
}
const packages = new Set()
for (const name of listImported()) add(name, ROOT, packages)
mkdirSync(target, { recursive: true })
for (const path of [...KEPT, ...[...packages].map((folder) => relative(ROOT, folder))])
  cpSync(join(ROOT, path), join(resolve(target), path), { recursive: true, dereference: true })
console.log(`${packages.size} pacchetti in ${resolve(target, MODULES)}`)
