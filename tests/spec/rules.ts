import { type ESTree, parseSync, Visitor } from 'vite'

export type Rule = { id: string; text: string; source: string }

const ID = /^[A-Z]{1,2}\d+[a-z]?$/
const DEFINITION = /^- \[(?<id>[^\]]+)\] (?<text>.+) \((?<source>[^()]+)\)$/

/** The rules of docs/RULES.md in their order, and what is wrong with the page. */
export function parseRules(markdown: string): { rules: Rule[]; errors: string[] } {
  const rules: Rule[] = []
  const errors: string[] = []
  const seen = new Set<string>()
  for (const [index, line] of markdown.split('\n').entries()) {
    if (!line.startsWith('- [')) continue
    const { id = '', text = '', source = '' } = DEFINITION.exec(line)?.groups ?? {}
    if (!ID.test(id)) errors.push(`line ${index + 1}: not "- [ID] sentence (source)": ${line}`)
    else if (seen.has(id)) errors.push(`line ${index + 1}: [${id}] is defined twice`)
    else rules.push({ id, text, source })
    seen.add(id)
  }
  return { rules, errors }
}

const idsIn = (text: string): string[] => [...text.matchAll(/\[([A-Z]{1,3}\d+[a-z]?)\]/g)].map(([, id = '']) => id)

/** IDs in the names of the tests of one file: `it`, `test`, `describe` and their `.each`; skipped ones do not count. */
export function testedIds(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const ids: string[] = []
  new Visitor({
    CallExpression: (node) => {
      const chain = calleeChain(node.callee)
      if (!/^(it|test|describe)\b/.test(chain) || /\.(skip|todo)\b/.test(chain)) return
      ids.push(...idsIn(literalText(node.arguments[0])))
    },
  }).visit(program)
  return ids
}

/** `it.each([…])` and `` it.each`…` `` give `it.each`. */
function calleeChain(node: ESTree.Expression): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'CallExpression') return calleeChain(node.callee)
  if (node.type === 'TaggedTemplateExpression') return calleeChain(node.tag)
  if (node.type === 'MemberExpression' && !node.computed) return `${calleeChain(node.object)}.${node.property.name}`
  return ''
}

function literalText(node: ESTree.Argument | undefined): string {
  if (node?.type === 'Literal') return String(node.value)
  if (node?.type === 'TemplateLiteral') return node.quasis.map((quasi) => quasi.value.raw).join(' ')
  return ''
}

/** How the list of untested rules may move: every entry that leaves must leave the baseline too, none may enter. */
export function compareBaseline(untested: readonly string[], baseline: readonly string[]) {
  return {
    grown: untested.filter((id) => !baseline.includes(id)),
    shrunk: baseline.filter((id) => !untested.includes(id)),
  }
}
