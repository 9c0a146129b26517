import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { ERROR_CODES } from '#contract/errors'
import { errorMessage } from '#src/text/errors'

const ROOT = join(import.meta.dirname, '../../src')
const sources = readdirSync(ROOT, { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/[/\\]text(?:[/\\]|$)/.test(entry.parentPath))
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))

const WAYS = new Set(ERROR_CODES.flatMap((codice) => errorMessage({ codice }).actions))
WAYS.delete('ho_capito')

it.each([...WAYS])('the way out %s does something somewhere', (way) => {
  expect(sources.some((source) => new RegExp(`\\b${way}: (?:\\(|retry\\b|undo\\b)`).test(source))).toBe(true)
})

/** Sent by the page alone: no person wrote anything of it. */
const OWN: readonly CallName[] = [
  'invia_risposte_concorso',
  'invia_risposte_percorso',
  'invia_eventi',
  'invia_risposte_simulazione',
  'invia_esiti_simulazione',
  'sospendi_simulazione',
  'pagina_vista',
]
/** Questions that a person asks with a form. */
const SEARCHES: readonly CallName[] = ['chiedi_recupero', 'concorsi', 'bandi', 'percorsi']

/** Names of the fields of a schema, those inside of others too. */
function fieldsOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def?: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  const shape = (def.shape ?? {}) as Record<string, unknown>
  const own = Object.entries(shape).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
  return [...own, ...fieldsOf(def.innerType), ...fieldsOf(def.element)]
}

const forms = (Object.entries(CALLS) as [CallName, Chiamata][]).filter(
  ([name, { metodo, accesso }]) =>
    SEARCHES.includes(name) || (metodo !== 'GET' && accesso !== 'chiave' && !OWN.includes(name)),
)
const fields = [...new Set(forms.flatMap(([, { query, corpo }]) => [...fieldsOf(query), ...fieldsOf(corpo)]))]

it('the contract was read', () => {
  expect(fields.length).toBeGreaterThan(40)
  expect(fields).toEqual(expect.arrayContaining(['autenticazioneVO', 'username', 'nota', 'tipo_ente', 'conferma']))
})

it('every field that a form sends has an Italian name [ER9]', () => {
  // Without one it is shown as the contract writes it.
  const unnamed = (codice: 'MISSING_REQUIRED_PARAM' | 'RICHIESTA_NON_VALIDA') =>
    fields.filter((field) => /corpo|_/.test(errorMessage({ codice, campi: [`corpo.${field}`] }).text))
  expect([...unnamed('MISSING_REQUIRED_PARAM'), ...unnamed('RICHIESTA_NON_VALIDA')]).toEqual([])
})
