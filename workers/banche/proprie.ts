import type { BancaLocale, StoreArgs } from '#contract/database'
import type { OwnBankCopy } from '#contract/own-bank'
import { hashHex } from '#importers/package/hash'
import { isBanca } from '#importers/package/manifest'
import { isPropria, PROPRIE_FROM } from '#rules/raccolta'
import type { StoreContext } from '../core/context.ts'
import { StoreFault } from '../core/guard.ts'
import { writeAll } from '../engine/bytes.ts'
import { attach } from './attach.ts'
import { readBanca } from './banche.ts'
import { digestBlocks } from './digest.ts'
import { bankName, zipName } from './file-names.ts'
import { openImmagini, readImmagine } from './immagini.ts'
import { registerBanca } from './register.ts'
import { saveSpiegazioni } from './spiegazioni.ts'

/** Key of `ambiente`: the last number that a person's own bank ever took. */
const LAST_TAKEN = 'proprie_fino_a'

/**
 * Returns the first number that no own bank, nor its questions, ever had: sittings of a deleted bank still name them.
 * Numbers in records count too, because a rebuilt store has lost the last one.
 */
export function nextPropria({ db }: StoreContext): number {
  const last = db.get<{ last: number | null }>(
    `SELECT max(coalesce((SELECT CAST(valore AS INTEGER) FROM ambiente WHERE chiave = '${LAST_TAKEN}'), 0),
       coalesce((SELECT max(id_concorso + n_domande_totali) FROM banche WHERE id_concorso >= ?1), 0),
       coalesce((SELECT max(id_domanda) FROM statistiche WHERE id_domanda >= ?1), 0),
       coalesce((SELECT max(id_domanda) FROM note WHERE id_domanda >= ?1), 0),
       coalesce((SELECT max(id_domanda) FROM chiavi_utente WHERE id_domanda >= ?1), 0),
       coalesce((SELECT max(id_domanda) FROM spiegazioni WHERE id_domanda >= ?1), 0)) AS last`,
    PROPRIE_FROM,
  )?.last
  return Math.max(PROPRIE_FROM, (last ?? 0) + 1)
}

/**
 * Registers a bank that the person made from a file, in one transaction like the server's, or leaves everything
 * unchanged. A repeated call returns the registered bank. PACCHETTO_CORROTTO when the file is not the bank of its
 * manifest; RICHIESTA_NON_VALIDA for a number that is not the person's own, or is another bank's.
 */
export async function installPropria(ctx: StoreContext, given: StoreArgs<'installPropria'>): Promise<BancaLocale> {
  const { manifest, bytes, immagini, ente, at } = given
  const { id_concorso, versione } = manifest
  const known = ctx.db.get<{ hash: string }>('SELECT hash FROM banche WHERE id_concorso = ?', id_concorso)
  if (known?.hash === versione) return withSpiegazioni(ctx, given)
  if (!isPropria(id_concorso) || known)
    throw new StoreFault('RICHIESTA_NON_VALIDA', String(id_concorso), { campi: ['id_concorso'] })
  const blocks = await digestBlocks(bytes)
  const whole = bytes.length === manifest.dimensione && blocks.every((hash, i) => hash === manifest.blocchi[i])
  if (!whole || !isBanca(bytes)) throw new StoreFault('PACCHETTO_CORROTTO', 'not the bank of its manifest')
  const file = bankName(id_concorso, versione)
  const hash_immagini = immagini && hashHex(immagini)
  const images = hash_immagini && zipName('immagini', id_concorso, hash_immagini)
  try {
    if (images) await writeImmagini(ctx, images, immagini)
    await ctx.driver.writeBank(file, bytes)
    const last = String(id_concorso + manifest.domande)
    ctx.db.transaction(() => ctx.db.run('INSERT OR REPLACE INTO ambiente VALUES (?, ?)', LAST_TAKEN, last))
    const { concorso } = manifest
    const con_immagini = immagini ? 1 : 0
    const shown = { id_concorso, concorso, ente: { ente }, anno: null, profilo: null, con_immagini }
    registerBanca(ctx, {
      concorso: { ...shown, data_ultimo_aggiornamento: at, versione, hash_domande: versione, hash_immagini },
      manifest,
      before: null,
      known: new Map(),
      at,
      file,
      zip: '',
      immagini: images && immagini ? { file: images, dimensione: immagini.length } : null,
    })
  } catch (error) {
    ctx.driver.deleteBank(file)
    if (images) await ctx.files.remove(images)
    throw error
  }
  return withSpiegazioni(ctx, given)
}

function withSpiegazioni(ctx: StoreContext, { manifest, spiegazioni }: StoreArgs<'installPropria'>): BancaLocale {
  ctx.db.transaction(() => saveSpiegazioni(ctx, { nuove: spiegazioni }))
  return readBanca(ctx, manifest.id_concorso)
}

async function writeImmagini(ctx: StoreContext, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const file = await ctx.files.open(name)
  try {
    file.truncate(0)
    writeAll(file, bytes, 0)
    file.flush()
  } finally {
    file.close()
  }
  const blob = await ctx.files.blob(name)
  if (!blob) throw new StoreFault('IMMAGINE_NON_DISPONIBILE', name)
  await openImmagini(blob)
}

type CopyRow = {
  numero: string | null
  materia: string | null
  testo: string
  corretta: number | null
  stato: string
} & Record<'r1' | 'r2' | 'r3' | 'r4' | 'r5' | 'punti' | 'immagine' | 'alt' | 'spiegazione' | 'fonte', string | null>

/** Returns an own bank as plain questions with images, which importing reads again: its copy outside of this device. */
export async function copyPropria(ctx: StoreContext, { id_concorso }: { id_concorso: number }): Promise<OwnBankCopy> {
  if (!isPropria(id_concorso)) throw new StoreFault('CONCORSO_NON_TUO')
  const { alias } = attach(ctx, id_concorso)
  const rows = ctx.db.all<CopyRow>(
    `SELECT d.id_ufficiale AS numero, m.nome AS materia, d.testo, d.corretta, d.risposta1 AS r1, d.risposta2 AS r2,
       d.risposta3 AS r3, d.risposta4 AS r4, d.risposta5 AS r5, d.punti, d.stato, d.immagine, d.alt, s.spiegazione, s.fonte
     FROM ${alias}.domande d LEFT JOIN ${alias}.materie m ON m.id_materia = d.id_materia
     LEFT JOIN main.spiegazioni s ON s.id_domanda = d.id_domanda ORDER BY d.posizione`,
  )
  const addresses = new Map<string, string>()
  for (const { immagine: nome } of rows)
    if (nome !== null && !addresses.has(nome)) addresses.set(nome, await writeAddress(ctx, id_concorso, nome))
  return rows.map((row) => {
    const { numero, materia, testo, corretta, punti, stato, immagine, alt, spiegazione, fonte } = row
    return {
      ...(numero !== null && { numero }),
      ...(materia !== null && { materia }),
      domanda: testo,
      risposte: [row.r1, row.r2, row.r3, row.r4, row.r5].filter((r) => r !== null),
      ...(corretta !== null && { corretta: 'ABCDE'[corretta - 1] ?? '' }),
      ...(punti !== null && { efficacia: (JSON.parse(punti) as number[]).map((thousandths) => thousandths / 1000) }),
      ...(stato !== 'valida' && { stato }),
      ...(immagine !== null && { immagine: addresses.get(immagine) ?? immagine }),
      ...(alt !== null && { alt }),
      ...(spiegazione !== null && { spiegazione }),
      ...(fonte !== null && { fonte }),
    }
  })
}

/** Bytes passed to one call as characters: more are too many arguments. */
const CHUNK = 8192

/** Returns an image as an address that holds it whole (`data:image/png;base64,…`). */
async function writeAddress(ctx: StoreContext, id_concorso: number, nome: string): Promise<string> {
  const { tipo, byte } = await readImmagine(ctx, { id_concorso, nome })
  const pieces: string[] = []
  for (let at = 0; at < byte.length; at += CHUNK) pieces.push(String.fromCharCode(...byte.subarray(at, at + CHUNK)))
  return `data:${tipo};base64,${btoa(pieces.join(''))}`
}
