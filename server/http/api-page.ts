import { createHash } from 'node:crypto'
import { escapeHtml } from '../mail/layout.ts'

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}
type Operation = {
  summary?: string
  tags?: string[]
  security?: Record<string, unknown>[]
  parameters?: { name: string; required?: boolean; schema?: Schema }[]
  requestBody?: { content?: Record<string, { schema?: Schema }> }
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
export type OpenapiDocument = { paths?: Record<string, Record<string, Operation>> }

const STYLE = `:root{color-scheme:light dark}
body{margin:0;font:1rem/1.5 system-ui,sans-serif;background:light-dark(#fff,#12141c);color:light-dark(#14161f,#f2efe8)}
main{max-width:60rem;margin:0 auto;padding:20px}
h3{font:700 1rem/1.4 ui-monospace,monospace;overflow-wrap:anywhere}
article{border-top:1px solid light-dark(#7d7a70,#8b8e99);padding:8px 0}
dt{font-weight:700}
dd{margin:0 0 8px;overflow-wrap:anywhere}
code{font:.9375rem/1.5 ui-monospace,monospace}`

/** The page allows its own style by its hash, and nothing else. */
export const API_PAGE_CSP = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Prints a schema in one line: names with their types, `?` after optional ones. */
function brief(schema: Schema | undefined, depth = 0): string {
  if (!schema) return 'anything'
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.anyOf) return [...new Set(schema.anyOf.map((s) => brief(s, depth)))].join(' | ')
  if (schema.type === 'array') return `[${brief(schema.items, depth)}]`
  if (!schema.properties) return [schema.type ?? 'anything'].flat().join(' | ')
  if (depth > 2) return '{…}'
  const fields = Object.entries(schema.properties).map(
    ([name, field]) => `${name}${schema.required?.includes(name) ? '' : '?'}: ${brief(field, depth + 1)}`,
  )
  return `{ ${fields.join(', ')} }`
}

const schemaIn = (content: Record<string, { schema?: Schema }> | undefined) => Object.values(content ?? {})[0]?.schema

const accessOf = ({ security = [] }: Operation): string =>
  security.some((s) => 'chiave' in s) ? "operator's key (X-API-Key)" : security.length > 0 ? 'bearer token' : 'anybody'

function article(path: string, method: string, o: Operation): string {
  const query =
    o.parameters?.map(({ name, required, schema }) => `${name}${required ? '' : '?'}: ${brief(schema)}`) ?? []
  const body = schemaIn(o.requestBody?.content)
  const good = Object.entries(o.responses ?? {}).filter(([status]) => /^[23]\d\d$/.test(status))
  const rows: [string, string][] = [
    ['Who', accessOf(o)],
    ...(query.length > 0 ? [['Query', query.join(', ')] satisfies [string, string]] : []),
    ...(body ? [['Body', brief(body)] satisfies [string, string]] : []),
    ...good.map(([status, { content }]): [string, string] => [status, content ? brief(schemaIn(content)) : 'no body']),
  ]
  return `<article><h3>${method.toUpperCase()} ${escapeHtml(path)}</h3><p>${escapeHtml(o.summary ?? '')}</p>
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd><code>${escapeHtml(value)}</code></dd>`).join('')}</dl></article>`
}

/** Renders every call for an operator, from the OpenAPI document of the contract. */
export function composeApiPage({ paths = {} }: OpenapiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = new Map<string, typeof calls>()
  for (const call of calls) {
    const name = call.operation.tags?.[0] ?? 'altro'
    groups.set(name, [...(groups.get(name) ?? []), call])
  }
  const sections = [...groups].map(
    ([name, group]) =>
      `<section><h2>${escapeHtml(name)}</h2>${group.map((c) => article(c.path, c.method, c.operation)).join('\n')}</section>`,
  )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Calls of Idoneo</title>
<style>${STYLE}</style></head>
<body><main><h1>Calls of Idoneo</h1>
<p>${calls.length} calls, from the contract of this server. A field with a question mark may be absent. Refusals are
<code>application/problem+json</code> with <code>codice</code> and, where fields are missing or wrong, <code>campi</code>.
The same as data: <a href="openapi.json">openapi.json</a>.</p>
${sections.join('\n')}
</main></body></html>
`
}
