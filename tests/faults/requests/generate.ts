import * as z from 'zod/mini'
import { CALLS, type CallName, type Chiamata } from '#contract/calls'
import { createRandom, mixSeeds } from '#rules/random'

/** Ids that exist, so that what is otherwise right goes all the way. */
export type Scene = { ids: number[]; texts: string[] }
export type Who = 'anonymous' | 'demo' | 'premium' | 'unverified' | 'garbage' | 'operator'
export type Asked = {
  name: CallName
  method: string
  path: string
  who: Who
  body: string | undefined
  type: string | null
}

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minItems?: number
  maxItems?: number
  format?: string
  pattern?: string
}

/** A number or a value as JSON text that `JSON.stringify` would not write. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
const WHO: readonly Who[] = ['anonymous', 'demo', 'premium', 'premium', 'premium', 'unverified', 'garbage', 'operator']
const DATES = [
  '2026-11-20T10:00:00.000+01:00',
  '2026-13-01T00:00:00.000Z',
  '2026-02-30T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:00.000+24:00',
  '9999-12-31T23:59:60.000Z',
  '9999-12-31T23:59:59.999-14:00',
  '0000-00-00T00:00:00.000Z',
  '1000-01-01T00:00:00.000+14:00',
  '-271821-04-20T00:00:00.000Z',
  '2026-02-29',
  '2026-01-31',
]
const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u{d800}',
  'x\u{dc00}y',
  'è',
  '𝒳𝒴',
  "'; drop table utente; --",
  '%00',
  '%',
  '\\',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>',
  '\u202e',
  '-1',
  '1e9',
  'NaN',
  'null',
  '1;2;3',
  '0'.repeat(40),
  'a'.repeat(5_000),
]
const NUMBERS = [0, -0, -1, 1, 2, 3, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, 1e21, 1e308]
const deep = (n: number, open: string, close: string) => new Raw(open.repeat(n) + close.repeat(n))
const VALUES: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  '',
  0,
  new Raw('1e400'),
  new Raw('-0'),
  new Raw('123456789012345678901234567890'),
  deep(3_000, '[', ']'),
  new Raw(`${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`),
  new Raw('{"__proto__":{"livello":3}}'),
  new Raw('{"constructor":{"prototype":1}}'),
  new Raw('{"a":1,"a":2}'),
]

/** JSON text of a value in which some are written already. */
function write(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, v]) => `${JSON.stringify(key)}:${write(v)}`)
      .join(',')}}`
  return JSON.stringify(value) ?? 'null'
}

const schemaOf = (schema: z.core.$ZodType | undefined): Schema | null =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : null

/** Makes the requests of a seed: the n-th is the same whoever asks for it. */
export function createRequests(seed: number, scene: Scene): (n: number) => Asked {
  const names = Object.keys(CALLS) as CallName[]
  const shapes = new Map(
    names.map((name) => {
      const { query, corpo }: Chiamata = CALLS[name]
      return [name, { query: schemaOf(query), body: schemaOf(corpo) }]
    }),
  )
  return (n) => {
    const draws = createRandom(mixSeeds(seed, n))
    const random = () => draws(2 ** 20) / 2 ** 20
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const chance = (p: number) => random() < p
    /** How often a value is a wrong one: some requests are right as a whole. */
    const wrong = pick([0, 0.02, 0.1, 0.4])
    const text = (s: Schema): string => {
      if (chance(wrong)) return pick(TEXTS)
      if (s.format === 'email') return pick(['a@posta.example', 'b@posta.example'])
      if (s.format === 'uuid') return '00000000-0000-4000-8000-000000000000'
      if (s.pattern?.includes('T\\d\\d') || s.format === 'date') return pick(DATES)
      return pick([...scene.texts, ...DATES, ...TEXTS, String(pick(scene.ids))])
    }
    const draw = (s: Schema, depth = 0): unknown => {
      if (chance(wrong)) return pick([...VALUES, ...NUMBERS, ...TEXTS, ...DATES])
      if (s.const !== undefined) return s.const
      if (s.enum) return pick(s.enum)
      const several = s.anyOf ?? s.oneOf
      if (several) return draw(pick(several), depth)
      const type = Array.isArray(s.type) ? pick(s.type) : s.type
      switch (type) {
        case 'integer':
        case 'number':
          return chance(0.7) ? pick(scene.ids) : pick(NUMBERS)
        case 'boolean':
          return chance(0.5)
        case 'null':
          return null
        case 'string':
          return text(s)
        case 'array':
          return Array.from({ length: pick([0, 1, 1, 2, 3, chance(0.02) ? 600 : 2]) }, () =>
            draw(s.items ?? {}, depth + 1),
          )
        case 'object':
          return Object.fromEntries(
            Object.entries(s.properties ?? {})
              .filter(([key]) => (s.required?.includes(key) ? !chance(wrong) : chance(0.6)))
              .map(([key, value]) => [key, draw(value, depth + 1)]),
          )
        default:
          // Lists that the contract leaves open, because a bad element is refused by name.
          if (depth === 1 && chance(0.7)) return record()
          return depth > 4 ? null : pick([...VALUES, ...NUMBERS, ...TEXTS, ...DATES, record()])
      }
    }
    /** A record, an event, or something like them: where the contract takes anything. */
    const record = () => ({
      id_concorso: pick(scene.ids),
      id_domanda: pick(scene.ids),
      id_argomento: pick(scene.ids),
      id_sotto_percorso: pick([...TEXTS, ...scene.ids]),
      livello_conoscenza: pick([-99, -2, -1, 0, 1, 7]),
      data_eseguita: pick(DATES),
      data_livello: pick([...DATES, null]),
      preferiti: chance(0.5),
      modalita: [pick(['ESEGUITA', 'LETTA', 'X'])],
      risposta_gettonata: pick([1, 5, 9, null]),
      id: pick(TEXTS),
      tipo: pick(['RISPOSTA', 'SEDUTA', 'APERTA', 'NOTA', 'X']),
      chiave: pick([...TEXTS, null]),
      dati: pick(['{}', '[]', '{"a":"\\ud800"}', '{', null, '['.repeat(2_000)]),
      ts_client: pick([...DATES, null]),
      versione_banca: null,
      dispositivo: pick(['d', '\0', null]),
      seq: pick([...NUMBERS, null]),
    })
    const name = pick(names)
    const { metodo, percorso }: Chiamata = CALLS[name]
    const shape = shapes.get(name)
    const query = queryOf(shape?.query ? (draw({ ...shape.query }) as unknown) : {}, pick, chance, wrong)
    const drawn = shape?.body ? draw(shape.body) : chance(0.05) ? pick(VALUES) : undefined
    const whole = drawn === undefined || metodo === 'GET' ? undefined : write(drawn)
    const body = whole !== undefined && chance(wrong / 4) ? whole.slice(0, Math.floor(random() * whole.length)) : whole
    return {
      name,
      method: metodo,
      path: `/api${percorso}${query}`,
      who: pick(WHO),
      body,
      type:
        body !== undefined && chance(wrong / 8)
          ? pick(['text/plain', 'application/json; charset=utf-16', '']) || null
          : null,
    }
  }
}

/** A query string of a drawn value, with arrays and broken percent signs among them. */
function queryOf(
  value: unknown,
  pick: <T>(from: readonly T[]) => T,
  chance: (p: number) => boolean,
  wrong: number,
): string {
  if (typeof value !== 'object' || value === null || value instanceof Raw)
    return chance(0.5) ? '?%' : '?a=%ff&__proto__=1'
  const parts = Object.entries(value).flatMap(([key, v]) => {
    const said = v instanceof Raw ? v.text : typeof v === 'object' ? write(v) : String(v)
    const one = `${encodeURIComponent(key)}=${encodeURIComponent(said.slice(0, 4_000).replace(/\p{Cs}/gu, ''))}`
    return chance(wrong) ? [one, pick([one, `${key}[]=1`, `${key}=%00`, `${key}=%ED%A0%80`, `${key}`])] : [one]
  })
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
