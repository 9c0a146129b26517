import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { partBreach } from './check.ts'

/** What the laws of the house need of one file. `path` is relative to the project. */
export type HouseFile = {
  path: string
  exports: string[]
  /** Targets of relative imports, types included. */
  imports: string[]
  /** Bindings of the module that can be assigned again. */
  lets: string[]
}

/** Words of the old house: each has an English name now (house words of docs/GLOSSARY.md). */
const OLD_WORDS = new Set(
  `schede ospita ospite ciao apro batti vivo archivio officina bottega deposito magazzino negozio scala gradino piolo nessuno piscina
  cartelle insieme pezzi lucchetto motore registro ricostruisci rigioca sigillo somme custode specchio tieni testate albero durevole
  condizioni pianificatore novita rimbalzo sonno uscita istantanea scorta guscio occupato mondo gestori rotte intestazioni limiti
  malformate chiusura salute migra segreto radice posta comandi chiamata chiamate schemi cura pacchetto forma insiemi numeri caso
  avvio cadenza campione credenziali orologio macchina unione`.split(/\s+/),
)

/** Folders of mechanics: no Italian name but the nouns of the glossary. */
const MECHANICAL =
  /^(workers\/(tabs|engine|backends|core|store|recovery)|src\/(app|platform|session|store|sync|api|ui)|server\/(http|db|cli|mail)|importers\/(formats|recognition|text))\//
/** English and proper words that end as Italian ones do. */
const ENGLISH = new Set(
  'data schema media extra info auto zero anki api ui io qti to no do go idb via meta store logo openapi e2e menu quota'.split(
    ' ',
  ),
)
const ITALIAN_ENDING = /(?:[aio]|zione|mento|tore|tura|ione)$/

/** `drawForProva` and `draw-for-prova` -> draw, for, prova. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase())

const baseName = (path: string): string => posix.basename(path).replace(/\.(?:worker\.)?(?:d\.)?[a-z]+$/, '')
const roomOf = (path: string): string => path.slice(0, path.indexOf('/'))

/** The domain's nouns, as the glossary lists them. */
export function readNouns(glossary: string): Set<string> {
  const [, list = ''] = /## Nouns of names\n([^#]+)/.exec(glossary) ?? []
  return new Set([...list.matchAll(/`([a-z]+)`/g)].map(([, noun = '']) => noun))
}

/** Reads what a file declares at its top. */
export function readHouseFile(path: string, source: string): HouseFile {
  const { program } = parseSync(path, source)
  const [exports, imports, lets]: string[][] = [[], [], []]
  const add = (node: { value: unknown } | null | undefined) => {
    if (typeof node?.value === 'string' && node.value.startsWith('.'))
      imports?.push(posix.join(posix.dirname(path), node.value.replace(/\?.*$/, '')))
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
  }).visit(program)
  for (const node of program.body) {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (node.type === 'ExportNamedDeclaration' && declaration) exports?.push(...namesOf(declaration))
    if (declaration?.type === 'VariableDeclaration' && declaration.kind === 'let' && !declaration.declare)
      lets?.push(...namesOf(declaration))
  }
  return { path, exports: [...new Set(exports)], imports: imports ?? [], lets: lets ?? [] }
}

function namesOf(node: ESTree.Declaration | ESTree.Statement): string[] {
  if (node.type === 'VariableDeclaration')
    return node.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return 'id' in node && node.id && 'name' in node.id ? [node.id.name as string] : []
}

/** What breaks each law, by the law's name. */
export function findBreaches(files: readonly HouseFile[], nouns: ReadonlySet<string>): Record<string, string[]> {
  const breaches: Record<string, string[]> = {}
  const tell = (law: string, text: string) => {
    breaches[law] ??= []
    breaches[law].push(text)
  }
  const defined = new Map<string, string>()
  for (const { path, exports, lets } of files) {
    const room = roomOf(path)
    for (const name of [baseName(path), ...exports]) {
      // A domain noun on the wire may be a word that mechanics used too.
      const old = wordsOf(name).filter((word) => OLD_WORDS.has(word) && !nouns.has(word))
      if (old.length > 0) tell(`old words in ${room}`, `${path}: ${name}`)
    }
    const italian = wordsOf(baseName(path)).filter((w) => ITALIAN_ENDING.test(w) && !ENGLISH.has(w) && !nouns.has(w))
    if (MECHANICAL.test(path) && italian.length > 0) tell(`Italian file names in ${room}`, `${path}: ${italian}`)
    for (const name of exports) {
      const first = defined.get(`${room} ${name}`)
      if (first && first !== path) tell(`names exported twice in ${room}`, `${name}: ${first}, ${path}`)
      else defined.set(`${room} ${name}`, path)
    }
    if (room === 'src' && path !== 'src/app/start.ts')
      for (const name of lets) tell('module-level let in src', `${path}: ${name}`)
  }
  for (const { path, imports } of files)
    for (const target of imports) {
      const breach = partBreach(path, target)
      if (breach) tell(`${roomOf(path)}: ${breach}`, `${path}: ${target}`)
    }
  return breaches
}
