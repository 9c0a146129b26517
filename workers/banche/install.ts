import type { AggiornamentoBanca, BancaScaricata, DownloadProgress } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreContext } from '../core/context.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { detach } from './attach.ts'
import { readBanca } from './banche.ts'
import { readKnownKeys } from './changed-keys.ts'
import { downloadFile } from './download.ts'
import { bankName, ownerOf, zipName } from './file-names.ts'
import { openImmagini } from './immagini.ts'
import { createInflateAhead, type InflateAhead } from './inflate-ahead.ts'
import { readPackage } from './package.ts'
import { registerBanca } from './register.ts'

type OnProgress = (a: DownloadProgress) => void

type InstalledFiles = {
  hash: string | null
  hash_immagini: string | null
  file: string | null
  file_immagini: string | null
}

/**
 * Downloads (resuming), verifies and registers a bank with its images, or leaves everything as it was (D16) [PK6]. A second
 * call for the same bank joins the first. What is already here with the same hash is not asked for again.
 */
export async function downloadBanca(
  ctx: StoreContext,
  given: { concorso: ConcorsoScaricabile; at: string },
  onProgress: OnProgress,
): Promise<BancaScaricata> {
  const { id_concorso } = given.concorso
  const running = ctx.downloads.get(id_concorso)
  if (running) {
    const joined = running.busy
    await running.done
    return joined ? readBanca(ctx, id_concorso) : downloadBanca(ctx, given, onProgress)
  }
  const abort = new AbortController()
  const ready = install(ctx, given, onProgress, abort.signal)
  // The bank can be used before its used-up download is gone; who closes the store waits for both.
  const done = ready
    .then(({ immagini }) => removeOthers(ctx, id_concorso, [immagini]))
    .finally(() => ctx.downloads.delete(id_concorso))
  done.catch(() => {})
  const download = { abort, done, busy: true }
  ctx.downloads.set(id_concorso, download)
  const { changes } = await ready
  download.busy = false
  const banca = readBanca(ctx, id_concorso)
  return changes ? { ...banca, aggiornamento: changes } : banca
}

/** Stops the download of a bank; what arrived stays for the next time. */
export async function cancelDownload(ctx: StoreContext, id_concorso: number): Promise<null> {
  const download = ctx.downloads.get(id_concorso)
  download?.abort.abort()
  await download?.done.catch(() => {})
  return null
}

/** What changed, and the name of the bank's images, the one file that stays beside it; null when it has none. */
async function install(
  ctx: StoreContext,
  { concorso: c, at }: { concorso: ConcorsoScaricabile; at: string },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ immagini: string | null; changes: AggiornamentoBanca | null }> {
  const { id_concorso, hash_domande, hash_immagini, url_immagini } = c
  const current = ctx.db.get<InstalledFiles>(
    'SELECT hash, hash_immagini, file, file_immagini FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  const domande = zipName('domande', id_concorso, hash_domande)
  const immagini = url_immagini && hash_immagini ? zipName('immagini', id_concorso, hash_immagini) : null
  await removeOthers(ctx, id_concorso, [domande, immagini, current?.file_immagini ?? null])
  const ahead = createInflateAhead()
  const fetchZip = (fase: 'domande' | 'immagini', name: string, address: string, hash: string, dimensione: number) =>
    downloadFile(ctx.files, ctx.platform.fetch, {
      ...(fase === 'domande' ? { sink: ahead } : {}),
      address,
      hash: hash.toLowerCase(),
      dimensione,
      name,
      etag: ctx.db.get<{ etag: string }>('SELECT etag FROM scaricamenti WHERE nome = ?', name)?.etag ?? null,
      onEtag: (etag) => void ctx.db.run('INSERT OR REPLACE INTO scaricamenti VALUES (?, ?)', name, etag),
      onBytes: (received) => onProgress({ fase, ricevuti: received, totali: dimensione }),
      signal,
    })

  const sameBank = current?.file != null && current.hash === hash_domande
  const bytes = sameBank ? null : await fetchZip('domande', domande, c.url_domande, hash_domande, c.dimensione_zip)
  if (immagini && url_immagini && hash_immagini && current?.file_immagini !== immagini) {
    await fetchZip('immagini', immagini, url_immagini, hash_immagini, c.dimensione_immagini)
    await checkImmagini(ctx, immagini)
  }
  stopIf(signal)
  let changes: AggiornamentoBanca | null = null
  if (sameBank) keepBanca(ctx, c, immagini)
  else
    changes = await writeBanca(
      ctx,
      { concorso: c, at },
      { zip: domande, bytes, ahead },
      immagini,
      current?.file ?? null,
      onProgress,
      signal,
    )
  ctx.imageZips.delete(id_concorso)
  return { immagini, changes }
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new StoreFault('DOWNLOAD_ANNULLATO')
}

/** A zip of images that cannot be read is deleted, so that the next attempt starts clean. */
async function checkImmagini(ctx: StoreContext, name: string): Promise<void> {
  const blob = await ctx.files.blob(name)
  try {
    if (blob) await openImmagini(blob)
  } catch (error) {
    await ctx.files.remove(name)
    throw error
  }
}

async function writeBanca(
  ctx: StoreContext,
  { concorso: c, at }: { concorso: ConcorsoScaricabile; at: string },
  { zip, bytes: held, ahead }: { zip: string; bytes: Uint8Array<ArrayBuffer> | null; ahead: InflateAhead },
  immagini: string | null,
  before: string | null,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<AggiornamentoBanca | null> {
  const { id_concorso, hash_domande, dimensione_zip } = c
  onProgress({ fase: 'verifica', ricevuti: 0, totali: dimensione_zip })
  const file = bankName(id_concorso, hash_domande)
  let changes: AggiornamentoBanca | null
  try {
    const source = held ?? (await ctx.files.blob(zip))
    if (!source) throw new StoreFault('DOWNLOAD_INTERROTTO', `${zip} is gone`)
    const { manifest, bytes } = await readPackage(source, id_concorso, ahead)
    stopIf(signal)
    onProgress({ fase: 'registrazione', ricevuti: dimensione_zip, totali: dimensione_zip })
    const known = before === null ? new Map() : readKnownKeys(ctx, id_concorso, c.data_ultimo_aggiornamento)
    detach(ctx, id_concorso)
    await ctx.driver.writeBank(file, bytes)
    changes = registerBanca(ctx, {
      concorso: c,
      manifest,
      before: before === file ? null : before,
      known,
      at,
      file,
      zip,
      immagini: immagini ? { file: immagini, dimensione: c.dimensione_immagini } : null,
    })
  } catch (error) {
    // Nothing refers to the new file: the bank that was here before stays as it was.
    if (file !== before) ctx.driver.deleteBank(file)
    if (faultOf(error).codice === 'PACCHETTO_CORROTTO') await ctx.files.remove(zip)
    throw error
  }
  detach(ctx, id_concorso)
  if (before !== null && before !== file) ctx.driver.deleteBank(before)
  return changes
}

/** The same bank again: only the list's data and the images may be new. */
function keepBanca({ db }: StoreContext, c: ConcorsoScaricabile, immagini: string | null): void {
  db.run(
    `UPDATE banche SET versione_pubblicata = ?, data_ultimo_aggiornamento = ?, hash_immagini = ?, file_immagini = ?,
       dimensione_immagini = ? WHERE id_concorso = ?`,
    c.versione,
    c.data_ultimo_aggiornamento,
    immagini && c.hash_immagini,
    immagini,
    immagini ? c.dimensione_immagini : 0,
    c.id_concorso,
  )
}

/** Plain files of a bank that this download neither needs nor replaces yet. */
async function removeOthers(ctx: StoreContext, id_concorso: number, keep: (string | null)[]): Promise<void> {
  for (const name of await ctx.files.list()) {
    if (ownerOf(name) !== id_concorso || keep.includes(name)) continue
    await ctx.files.remove(name)
    ctx.db.run('DELETE FROM scaricamenti WHERE nome = ?', name)
  }
}
