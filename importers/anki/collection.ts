import { Refusal } from '../refusal.ts'

/** A note of a collection: its fields by name, and the deck of its first card. */
export type AnkiNote = { fields: [name: string, value: string][]; deck: string | null }

type Rows = { values: unknown[][] }[]
type Sql = { Database: new (bytes: Uint8Array) => { exec(sql: string): Rows; close(): void } }

/** Separates a note's fields. */
const FIELD_END = '\u001f'

/** Reads the notes of a collection in the schema that every Anki still writes for older versions. */
export async function readCollection(bytes: Uint8Array): Promise<AnkiNote[]> {
  const { default: init } = await import('sql.js/dist/sql-wasm-inline.js')
  const { Database } = (await init()) as Sql
  const db = new Database(bytes)
  try {
    // Read plain tables alone: a view may never end.
    const tables = db.exec(
      "select count(*) from sqlite_master where type = 'table' and name in ('col', 'notes', 'cards')",
    )
    if (tables[0]?.values[0]?.[0] !== 3) throw new Refusal('format_refused', { format: 'apkg-broken' })
    const one = (column: string): Record<string, { name?: string; flds?: { name?: string }[] }> =>
      JSON.parse(String(db.exec(`select ${column} from col limit 1`)[0]?.values[0]?.[0] ?? '{}'))
    const models = one('models')
    const decks = one('decks')
    const rows = db.exec(
      'select n.mid, n.flds, (select c.did from cards c where c.nid = n.id order by c.ord limit 1) from notes n order by n.id',
    )
    return (rows[0]?.values ?? []).map(([mid, flds, did]) => {
      const names = models[String(mid)]?.flds ?? []
      const values = String(flds ?? '').split(FIELD_END)
      const deck = decks[String(did)]?.name?.split('::').at(-1)?.trim() ?? null
      return {
        fields: values.map((value, i): [string, string] => [names[i]?.name ?? String(i + 1), value]),
        deck: deck === '' || /^(default|predefinito)$/i.test(deck ?? '') ? null : deck,
      }
    })
  } catch {
    throw new Refusal('format_refused', { format: 'apkg-broken' })
  } finally {
    db.close()
  }
}
