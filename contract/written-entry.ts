import * as z from 'zod/mini'
import { AREE_GEOGRAFICHE, LIVELLI_ISTRUZIONE, SETTORI, TIPI_ENTE } from '#rules/bando'
import { WRITTEN } from './contenuti.ts'
import type { TipoPubblicato } from './gestione/contenuti.ts'
import { positiveInt } from './schemas.ts'

const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const optional = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null)

/** Entries as an operator writes them; calls as the reader of their files takes them. */
const ENTRIES = {
  ...WRITTEN,
  bandi: z.strictObject({
    ente: text(160),
    nome: text(300),
    pagina_ufficiale: z.string().check(z.maxLength(2_000), z.url({ protocol: /^https?$/ })),
    /** On Italian clocks where it has no offset. */
    scadenza: z.iso.datetime({ local: true, offset: true }).check(z.meta({ format: 'date-time' })),
    posti: optional(z.int().check(z.gte(1), z.lte(999_999))),
    descrizione: optional(text(4_000)),
    tipo_ente: optional(z.enum(TIPI_ENTE)),
    livello_istruzione: optional(z.enum(LIVELLI_ISTRUZIONE)),
    settore: optional(z.enum(SETTORI)),
    area_geografica: optional(z.enum(AREE_GEOGRAFICHE)),
    regione: optional(text(60)),
    in_evidenza: z._default(z.boolean(), false),
    banche: z._default(z.array(positiveInt).check(z.maxLength(50)), []),
  }),
} as const satisfies Record<TipoPubblicato, z.core.$ZodType>
export type Entry<T extends TipoPubblicato = TipoPubblicato> = z.output<(typeof ENTRIES)[T]>

/** Field of an entry that identifies it. */
export const keyField = (tipo: TipoPubblicato): 'chiave' | 'pagina_ufficiale' =>
  tipo === 'bandi' ? 'pagina_ufficiale' : 'chiave'

/** Defect of an entry; `campo`: path of its field, empty for the whole entry. */
export type EntryDefect = { campo: string; frase: string }

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function sentence(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'custom') return issue.message
  if (issue.code === 'unrecognized_keys') return `campi sconosciuti: ${issue.keys.join(', ')}`
  if (isNothing(value)) return 'manca'
  const unit = typeof value === 'string' ? ' caratteri' : Array.isArray(value) ? ' voci' : ''
  if (issue.code === 'too_big') return `supera ${issue.maximum}${unit}`
  if (issue.code === 'too_small') return `è meno di ${issue.minimum}${unit}`
  if (issue.code === 'invalid_union') return 'non è un indirizzo https, né una pagina di qui come /store'
  if (issue.code === 'invalid_format' && issue.format === 'url') return 'non è un indirizzo https'
  if (issue.code === 'invalid_format' && issue.format.startsWith('date')) return 'non è un giorno del calendario'
  return 'non è un valore ammesso'
}

/** Parses one entry of a kind, or returns its defects for the operator. */
export function readEntry<T extends TipoPubblicato>(
  tipo: T,
  entry: unknown,
): { voce: Entry<T>; difetti: [] } | { voce: null; difetti: EntryDefect[] } {
  const parsed = z.safeParse(ENTRIES[tipo], entry)
  // Cast: the schema of the kind gave the entry.
  if (parsed.success) return { voce: parsed.data as Entry<T>, difetti: [] }
  const difetti = parsed.error.issues.map((issue) => {
    const value = issue.path.reduce<unknown>((v, key) => (v as Record<PropertyKey, unknown> | null)?.[key], entry)
    return { campo: issue.path.join('.'), frase: sentence(issue, value) }
  })
  return { voce: null, difetti }
}

/** Field of an entry as a form asks for it. */
export type EntryField = {
  nome: string
  genere:
    | 'testo'
    | 'testo_lungo'
    | 'righe'
    | 'giorno'
    | 'istante'
    | 'indirizzo'
    | 'numero'
    | 'scelta'
    | 'si_no'
    | 'banche'
  facoltativo: boolean
  /** Most characters of a text. */
  massimo?: number
  scelte?: readonly string[]
}

/** Texts that may be longer than this, in characters, are written on several lines. */
const LINE = 160

function kindOf(s: z.core.JSONSchema.BaseSchema): EntryField['genere'] {
  const items = s.items as z.core.JSONSchema.BaseSchema | undefined
  if (s.enum) return 'scelta'
  if (items) return items.type === 'integer' ? 'banche' : 'righe'
  if (s.type === 'boolean') return 'si_no'
  if (s.type === 'integer') return 'numero'
  if (s.format === 'date') return 'giorno'
  if (s.format === 'date-time') return 'istante'
  if (s.format === 'uri' || s.anyOf) return 'indirizzo'
  return (s.maxLength ?? 0) > LINE ? 'testo_lungo' : 'testo'
}

/** Returns the fields of a kind, in the order of its schema. */
export function entryFields(tipo: TipoPubblicato): EntryField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(ENTRIES[tipo], { io: 'input' })
  return Object.entries(properties as Record<string, z.core.JSONSchema.BaseSchema>).map(([nome, whole]) => {
    const schema = (whole.anyOf?.find((s) => s.type !== 'null') ?? whole) as z.core.JSONSchema.BaseSchema
    return {
      nome,
      genere: kindOf(schema),
      facoltativo: !required.includes(nome),
      ...(schema.maxLength !== undefined && { massimo: schema.maxLength }),
      ...(schema.enum && { scelte: schema.enum.map(String) }),
    }
  })
}
