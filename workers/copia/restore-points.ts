import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { MotivoPunto, Punto } from '#contract/copia'
import type { StoreArgs } from '#contract/database'
import { instantOf } from '#rules/dates'
import { italianDay } from '#rules/italian-day'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import type { FileStore } from '../core/platform.ts'
import { isPunto, PUNTO_PREFIX } from '../core/point-names.ts'
import { removeForever, writeWhole } from '../core/whole-file.ts'
import { composeCopia, countCopia, eventiOf, readCopia, sealCopia } from './file.ts'

/** Milliseconds for which an act can be taken back from the profile (D28). */
const KEPT_MS = 30 * 86_400_000
/** Most points of acts, and of days, that are kept. */
const MAX_ACTS = 20
const MAX_DAYS = 7
/** Most bytes of a point's first line, which lists it without reading its copy. */
const HEAD_BYTES = 1024

/**
 * Writes a restore point under a name; a whole one of that name stays, so that a repeated act never overwrites its own
 * way back. Events are left out, because no act removes them from the store. Old points are deleted. A point without
 * room leaves nothing behind.
 */
export async function makePunto(ctx: StoreContext, motivo: MotivoPunto, id: string, at: string): Promise<void> {
  const { files } = ctx
  const name = `${PUNTO_PREFIX}${motivo}.${id}`
  if (await readHead(files, name)) return
  const copy = composeCopia(ctx, at, [])
  const contiene = { ...countCopia(copy.dati), risposte: countRisposte(ctx) }
  const body = await pack(JSON.stringify(copy))
  const head: Omit<Punto, 'nome'> = { at, motivo, contiene, byte: body.length }
  try {
    await writeWhole(files, name, concatBytes(new TextEncoder().encode(`${JSON.stringify(head)}\n`), body))
  } catch (error) {
    await removeForever(files, name).catch(() => {})
    throw error
  }
  const points = await listPunti(ctx)
  const recent = points.filter((p) => instantOf(at) - instantOf(p.at) < KEPT_MS)
  const days = recent.filter((p) => p.motivo === 'giorno').slice(0, MAX_DAYS)
  const acts = recent.filter((p) => p.motivo !== 'giorno').slice(0, MAX_ACTS)
  for (const p of points) if (!days.includes(p) && !acts.includes(p)) await removeForever(files, p.nome)
}

const through = async (bytes: Blob, by: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(bytes.stream().pipeThrough(by)).arrayBuffer())
const pack = (text: string) => through(new Blob([text]), new CompressionStream('gzip'))

/** Writes the point of the day, once an Italian day. */
export const makeDailyPunto = (ctx: StoreContext, at: string): Promise<void> =>
  makePunto(ctx, 'giorno', italianDay(instantOf(at)), at)

/** Returns the name of the point before an act, from the act's own id. */
export const actId = (id: string): string => bytesToHex(sha256(new TextEncoder().encode(id))).slice(0, 16)

const countRisposte = ({ db }: StoreContext): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM passi WHERE stato & 3 <> 0')?.n ?? 0

/** Lists restore points, the newest first. */
export async function listPunti({ files }: StoreContext): Promise<Punto[]> {
  const found: Punto[] = []
  for (const nome of (await files.list()).filter(isPunto)) {
    const head = await readHead(files, nome)
    if (!head) continue
    const { start: _start, ...of } = head
    found.push({ ...of, nome })
  }
  return found.sort((a, b) => instantOf(b.at) - instantOf(a.at))
}

/** Reads the first line of a whole point, and the place where its copy begins. */
async function readHead(files: FileStore, name: string): Promise<(Omit<Punto, 'nome'> & { start: number }) | null> {
  const blob = await files.blob(name)
  if (!blob || blob.size === 0) return null
  const [line = ''] = (await blob.slice(0, HEAD_BYTES).text()).split('\n')
  try {
    const head = JSON.parse(line) as Omit<Punto, 'nome'>
    // Return null for a point that a kill cut short.
    return blob.size === bodyStart(line) + head.byte ? { ...head, start: bodyStart(line) } : null
  } catch {
    return null
  }
}
const bodyStart = (line: string): number => new TextEncoder().encode(line).length + 1

/**
 * Returns the copy in a point, with the events of the store up to its moment. COPIA_NON_VALIDA when it is damaged or
 * gone.
 */
export async function readPunto(ctx: StoreContext, { nome }: StoreArgs<'readPunto'>): Promise<string> {
  const blob = isPunto(nome) ? await ctx.files.blob(nome) : null
  const head = blob && (await readHead(ctx.files, nome))
  if (!blob || !head) throw new StoreFault('COPIA_NON_VALIDA', 'no such point')
  const bytes = await through(blob.slice(head.start), new DecompressionStream('gzip')).catch(() => {
    throw new StoreFault('COPIA_NON_VALIDA', 'not as it was written')
  })
  const copy = readCopia(new TextDecoder().decode(bytes))
  const until = instantOf(copy.creata)
  const eventi = eventiOf(ctx.db).filter((e) => instantOf(e.ts_client) <= until)
  return JSON.stringify(sealCopia({ ...copy, dati: { ...copy.dati, eventi } }))
}
