import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import type { EventoGiornale } from '#contract/giornale'
import { formatIso, offsetOf } from '#rules/dates'

/** An event as the server keeps it: its place in the account's order, when it counts as made, and its receipt. */
export type Evento = EventoGiornale & { seq_utente: number; effettivo: Date; ricevuto: Date }

const compress = promisify(brotliCompress)
const decompress = promisify(brotliDecompress)
/** Quality 9 takes thrice the time for a hundredth of the bytes (decision 0150). */
const QUALITY = 5

const PLAIN = ['id', 'tipo', 'chiave', 'id_concorso', 'id_domanda', 'dati', 'versione_banca', 'dispositivo'] as const
type Plain = (typeof PLAIN)[number]
/** Columns of a pack. `ts_client` is an offset in minutes where text and `effettivo` are one instant, else the text. */
type Columns = { [name in Plain]: EventoGiornale[name][] } & {
  ts_client: (string | number | null)[]
  /** Numbers as differences from the one before. */
  seq: (number | null)[]
  seq_utente: number[]
  effettivo: number[]
  ricevuto: number[]
}

function differences<T extends number | null>(values: readonly T[]): T[] {
  let before = 0
  return values.map((value) => {
    if (value === null) return value
    const difference = value - before
    before = value
    return difference as T
  })
}

function sums<T extends number | null>(values: readonly T[]): T[] {
  let before = 0
  return values.map((value) => {
    if (value === null) return value
    before += value
    return before as T
  })
}

function shorten({ ts_client, effettivo }: Evento): string | number | null {
  if (ts_client === null) return null
  const offset = offsetOf(ts_client)
  return formatIso(effettivo.getTime(), offset) === ts_client ? offset : ts_client
}

/** Writes events as one compressed value, column by column. */
export function encodePack(events: readonly Evento[]): Promise<Buffer> {
  const columns: Columns = {
    ...(Object.fromEntries(PLAIN.map((name) => [name, events.map((e) => e[name])])) as Pick<Columns, Plain>),
    ts_client: events.map(shorten),
    seq: differences(events.map((e) => e.seq)),
    seq_utente: differences(events.map((e) => e.seq_utente)),
    effettivo: differences(events.map((e) => e.effettivo.getTime())),
    ricevuto: differences(events.map((e) => e.ricevuto.getTime())),
  }
  const bytes = Buffer.from(JSON.stringify(columns))
  return compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** Most bytes of a pack read back; the largest that the limits of a push allow has 7 MB. */
const MOST_BYTES = 32 * 1024 * 1024

/** Reads the events of `encodePack`, in their order. Throws where the bytes are no pack. */
export async function decodePack(bytes: Uint8Array): Promise<Evento[]> {
  const columns = JSON.parse((await decompress(bytes, { maxOutputLength: MOST_BYTES })).toString()) as Columns
  const [seq, seq_utente] = [sums(columns.seq), sums(columns.seq_utente)]
  const [effettivo, ricevuto] = [sums(columns.effettivo), sums(columns.ricevuto)]
  return columns.id.map((id, i) => {
    const made = effettivo[i]!
    const ts = columns.ts_client[i] ?? null
    return {
      id,
      seq_utente: seq_utente[i]!,
      tipo: columns.tipo[i]!,
      chiave: columns.chiave[i] ?? null,
      id_concorso: columns.id_concorso[i] ?? null,
      id_domanda: columns.id_domanda[i] ?? null,
      dati: columns.dati[i] ?? null,
      ts_client: typeof ts === 'number' ? formatIso(made, ts) : ts,
      versione_banca: columns.versione_banca[i] ?? null,
      dispositivo: columns.dispositivo[i] ?? null,
      seq: seq[i] ?? null,
      effettivo: new Date(made),
      ricevuto: new Date(ricevuto[i]!),
    }
  })
}
