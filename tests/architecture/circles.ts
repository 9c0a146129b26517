import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** Longest function, lines. A test's `describe` and a component's file are held by their own limits. */
const MAX_FUNCTION_LINES = 100

/** Every file that a file of the same room imports, types included. */
export function importsOf(path: string, source: string, known: ReadonlySet<string>): string[] {
  const { program } = parseSync(path, source)
  const found = new Set<string>()
  const take = (node: { source: { value: string } | null }) => {
    if (!node.source?.value.startsWith('.')) return
    const target = posix.join(posix.dirname(path), node.source.value)
    if (known.has(target)) found.add(target)
  }
  new Visitor({
    ImportDeclaration: take,
    ExportNamedDeclaration: take,
    ExportAllDeclaration: take,
  }).visit(program)
  return [...found]
}

/** Groups of files that import each other, each sorted; none when every import goes one way (Tarjan). */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const lower = (file: string, to: number | undefined) => {
    if (to !== undefined && to < (low.get(file) ?? to + 1)) low.set(file, to)
  }
  const visit = (file: string): void => {
    order.set(file, order.size)
    low.set(file, order.get(file) as number)
    stack.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) {
        visit(next)
        lower(file, low.get(next))
      } else if (stack.includes(next)) lower(file, order.get(next))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}

type Named = { name: string; start: number; end: number }

/** The functions of a file that are longer than allowed, with their lines. */
export function longFunctions(path: string, source: string): string[] {
  const { program } = parseSync(path, source)
  const found: Named[] = []
  const take = (node: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    const name = node.type === 'ArrowFunctionExpression' ? '=>' : (node.id?.name ?? 'function')
    found.push({ name, start: node.start, end: node.end })
  }
  new Visitor({
    FunctionDeclaration: take,
    FunctionExpression: take,
    ArrowFunctionExpression: take,
  }).visit(program)
  return found.flatMap(({ name, start, end }) => {
    const lines = source.slice(start, end).split('\n').length
    const at = source.slice(0, start).split('\n').length
    return lines > MAX_FUNCTION_LINES ? [`${path}:${at}: ${name} has ${lines} lines`] : []
  })
}
