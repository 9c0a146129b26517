import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
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

/** Restore points that are kept. */
const MAX_PUNTI = 12
/** The first line of a point, the rest of which is its copy: enough to list it without reading it. */
const HEAD_BYTES = 1024

/**
 * Keeps a restore point under a name; one that is there already stays, so that an act that is repeated does not write over its own
 * way back. Events are left out: nothing takes them from the store. The oldest points go.
 */
export async function makePunto(ctx: StoreContext, motivo: MotivoPunto, id: string, at: string): Promise<void> {
  const name = `${PUNTO_PREFIX}${motivo}.${id}`
  if (await readHead(ctx.files, name)) return
  const copy = composeCopia(ctx, at, [])
  const contiene = { ...countCopia(copy.dati), risposte: countRisposte(ctx) }
  const body = JSON.stringify(copy)
  const head: Omit<Punto, 'nome'> = { at, motivo, contiene, byte: body.length }
  await writeWhole(ctx.files, name, new TextEncoder().encode(`${JSON.stringify(head)}\n${body}`))
  const old = (await listPunti(ctx)).slice(MAX_PUNTI)
  for (const { nome } of old) await removeForever(ctx.files, nome)
}

/** The point of the day, once an Italian day. */
export const makeDailyPunto = (ctx: StoreContext, at: string): Promise<void> =>
  makePunto(ctx, 'giorno', italianDay(instantOf(at)), at)

/** The name of the point before an act, from the act's own id. */
export const actId = (id: string): string => bytesToHex(sha256(new TextEncoder().encode(id))).slice(0, 16)

const countRisposte = ({ db }: StoreContext): number =>
  db.get<{ n: number }>('SELECT count(*) AS n FROM passi WHERE stato & 3 <> 0')?.n ?? 0

/** Restore points, the newest first. */
export async function listPunti({ files }: StoreContext): Promise<Punto[]> {
  const found: Punto[] = []
  for (const nome of (await files.list()).filter(isPunto)) {
    const head = await readHead(files, nome)
    if (head) found.push({ ...head, nome })
  }
  return found.sort((a, b) => instantOf(b.at) - instantOf(a.at))
}

async function readHead(files: FileStore, name: string): Promise<Omit<Punto, 'nome'> | null> {
  const blob = await files.blob(name)
  if (!blob || blob.size === 0) return null
  const [line] = (await blob.slice(0, HEAD_BYTES).text()).split('\n')
  try {
    return JSON.parse(line ?? '') as Omit<Punto, 'nome'>
  } catch {
    return null
  }
}

/** The copy in a point, with the events of the store up to its moment. COPIA_NON_VALIDA when it is damaged or gone. */
export async function readPunto(ctx: StoreContext, { nome }: StoreArgs<'readPunto'>): Promise<string> {
  const blob = isPunto(nome) ? await ctx.files.blob(nome) : null
  if (!blob) throw new StoreFault('COPIA_NON_VALIDA', 'no such point')
  const text = await blob.text()
  const copy = readCopia(text.slice(text.indexOf('\n') + 1))
  const until = instantOf(copy.creata)
  const eventi = eventiOf(ctx.db).filter((e) => instantOf(e.ts_client) <= until)
  return JSON.stringify(sealCopia({ ...copy, dati: { ...copy.dati, eventi } }))
}
