import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod/mini'
import { Impossible } from '../impossible.ts'
import { seal, unseal } from './cipher.ts'

// A backup is gzip, sealed where there is a secret, over lines: `#` and a JSON record of the format, `R` and a row as the database writes it in JSON.
const header = z.object({ idoneo_backup: z.literal(1), creato: z.string(), migrazioni: z.array(z.string()) })
const begin = z.object({ tabella: z.string(), colonne: z.array(z.string()) })
const end = z.object({ fine: z.string(), righe: z.number(), sha256: z.string() })
const last = z.object({ pacchetti: z.array(z.string()) })

export type Header = z.infer<typeof header>
export type BackupContent = { header: Header; rows: Record<string, number>; pacchetti: string[] }

/** Writes a backup file, table after table, without ever holding more than a batch; sealed under a secret. */
export function openArchive(file: string, secret: string | null) {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED })
  const done = pipeline(
    gzip,
    (text) => seal(text, secret),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  // `close` throws this failure.
  done.catch(() => {})
  const write = async (text: string): Promise<void> => {
    if (gzip.destroyed) return done
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), done])
  }
  const record = (value: Header | z.infer<typeof begin> | z.infer<typeof end> | z.infer<typeof last>) =>
    write(`#${JSON.stringify(value)}\n`)
  return {
    record,
    async table(name: string, columns: string[], batches: AsyncIterable<string[]>): Promise<number> {
      await record({ tabella: name, colonne: columns })
      const hash = createHash('sha256')
      let count = 0
      for await (const rows of batches) {
        const text = rows.map((row) => `R${row}\n`).join('')
        hash.update(text)
        count += rows.length
        await write(text)
      }
      await record({ fine: name, righe: count, sha256: hash.digest('hex') })
      return count
    },
    async close(): Promise<void> {
      gzip.end()
      await done
    },
    async abandon(): Promise<void> {
      gzip.destroy()
      await finished(gzip).catch(() => {})
      await done.catch(() => {})
    },
  }
}

export type Visitor = {
  table?: (name: string, columns: string[]) => Promise<void> | void
  rows?: (name: string, rows: string[]) => Promise<void>
}

/** Rows of one statement of a restore, and the characters that flush it earlier. */
const BATCH = 1_000
const BATCH_CHARACTERS = 4_000_000

async function* linesOf(file: string, secret: string | null): AsyncGenerator<string> {
  const input = Readable.from(unseal(createReadStream(file), { file, secret }))
  // Lines of versions are long: small chunks would scan each again and again.
  const gunzip = createGunzip({ chunkSize: 1 << 20 })
  input.on('error', (error) => gunzip.destroy(error))
  input.pipe(gunzip).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of gunzip) {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest !== '') yield rest
  } finally {
    input.destroy()
  }
}

type OpenTable = { name: string; hash: ReturnType<typeof createHash>; count: number }

/** Reads a backup from end to end and checks its hashes. Throws Impossible where it is incomplete. */
export async function readArchive(file: string, secret: string | null, visitor: Visitor = {}): Promise<BackupContent> {
  const broken = (why: string) => new Impossible(`${file} non è un backup intero: ${why}`)
  let found: Header | null = null
  let pacchetti: string[] | null = null
  let open: OpenTable | null = null
  let batch: string[] = []
  let characters = 0
  const rows: Record<string, number> = {}
  const flush = async () => {
    if (open && batch.length > 0) await visitor.rows?.(open.name, batch)
    batch = []
    characters = 0
  }
  const onRecord = async (value: unknown) => {
    if (!found) {
      const parsed = header.safeParse(value)
      if (!parsed.success) throw broken('manca l’intestazione')
      found = parsed.data
      return
    }
    const started = begin.safeParse(value)
    if (started.success) {
      open = { name: started.data.tabella, hash: createHash('sha256'), count: 0 }
      await visitor.table?.(started.data.tabella, started.data.colonne)
      return
    }
    const ended = end.safeParse(value)
    if (ended.success && open) {
      await flush()
      const { name, hash, count } = open as OpenTable
      if (ended.data.fine !== name || ended.data.righe !== count || ended.data.sha256 !== hash.digest('hex'))
        throw broken(`la tabella ${name} non corrisponde alla sua impronta`)
      rows[name] = count
      open = null
      return
    }
    const closing = last.safeParse(value)
    if (!closing.success) throw broken('un elemento sconosciuto')
    pacchetti = closing.data.pacchetti
  }
  try {
    for await (const line of linesOf(file, secret)) {
      const table = open as OpenTable | null
      if (line.startsWith('R') && table) {
        table.hash.update(`${line}\n`)
        table.count += 1
        batch.push(line.slice(1))
        characters += line.length
        if (batch.length >= BATCH || characters > BATCH_CHARACTERS) await flush()
      } else if (line.startsWith('#')) await onRecord(JSON.parse(line.slice(1)))
      else throw broken('una riga fuori posto')
    }
  } catch (error) {
    throw error instanceof Impossible ? error : broken((error as Error).message)
  }
  if (!found || !pacchetti) throw broken('è interrotto')
  return { header: found, rows, pacchetti }
}
