import type { AggiornamentoBanca, BancaScaricata, DownloadProgress } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemas'
import type { StoreContext } from '../core/context.ts'
import { faultOf, StoreFault } from '../core/guard.ts'
import { detach } from './attach.ts'
import { readBanca } from './banche.ts'
import { readKnownKeys } from './changed-keys.ts'
import { type DownloadRequest, downloadFile } from './download.ts'
import { bankName, ownerOf, zipName } from './file-names.ts'
import { openImmagini } from './immagini.ts'
import { createInflateAhead, type InflateAhead } from './inflate-ahead.ts'
import { readPackage } from './package.ts'
import { previewBanca, registerBanca } from './register.ts'

type OnProgress = (a: DownloadProgress) => void

type InstalledFiles = {
  versione: string | null
  hash: string | null
  hash_immagini: string | null
  file: string | null
  file_immagini: string | null
}

/**
 * Downloads (resuming), verifies and registers a bank with its images, or leaves everything unchanged (D16) [PK6]. A
 * second call for the same bank joins the first. A present file with the same hash is not downloaded again.
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
    await (joined ? running.done : running.done.catch(() => {}))
    return joined ? readBanca(ctx, id_concorso) : downloadBanca(ctx, given, onProgress)
  }
  const abort = new AbortController()
  const ready = install(ctx, given, onProgress, abort.signal)
  // The bank is usable before its download is deleted; a close of the store waits for both.
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

/**
 * Downloads the server's present version and counts its changes (D19) [BK9]. The installed bank stays unchanged, and
 * the download stays for `downloadBanca`. Null where there is nothing to compare.
 */
export async function compareBanca(
  ctx: StoreContext,
  concorso: ConcorsoScaricabile,
  onProgress: OnProgress,
): Promise<AggiornamentoBanca | null> {
  const { id_concorso } = concorso
  const running = ctx.downloads.get(id_concorso)
  if (running) {
    await running.done.catch(() => {})
    return compareBanca(ctx, concorso, onProgress)
  }
  const abort = new AbortController()
  const ready = compare(ctx, concorso, onProgress, abort.signal)
  const done = ready.then(() => {}).finally(() => ctx.downloads.delete(id_concorso))
  done.catch(() => {})
  ctx.downloads.set(id_concorso, { abort, done, busy: false })
  await done
  return ready
}

/** Stops the download of a bank, or its comparison; the arrived part stays for the next time. */
export async function cancelDownload(ctx: StoreContext, id_concorso: number): Promise<null> {
  const download = ctx.downloads.get(id_concorso)
  download?.abort.abort()
  await download?.done.catch(() => {})
  return null
}

async function compare(
  ctx: StoreContext,
  c: ConcorsoScaricabile,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<AggiornamentoBanca | null> {
  const { id_concorso, hash_domande, dimensione_zip } = c
  const current = readInstalled(ctx, id_concorso)
  const file = bankName(id_concorso, hash_domande)
  // A version may have gained questions; a recovered bank has no hash and may be these very bytes.
  if (!current?.file || current.file === file || current.versione === c.versione) return null
  const { domande } = await makeWay(ctx, c, current)
  const ahead = createInflateAhead()
  const bytes = await fetchDomande(ctx, c, domande, ahead, onProgress, signal)
  onProgress({ fase: 'verifica', ricevuti: 0, totali: dimensione_zip })
  try {
    const packaged = await openPackage(ctx, id_concorso, { zip: domande, bytes, ahead })
    stopIf(signal)
    const known = readKnownKeys(ctx, id_concorso, c.data_ultimo_aggiornamento)
    detach(ctx, id_concorso)
    await ctx.driver.writeBank(file, packaged.bytes)
    stopIf(signal)
    return previewBanca(ctx, { concorso: c, manifest: packaged.manifest, file, before: current.file, known })
  } catch (error) {
    await dropCorrupt(ctx, error, domande)
    throw error
  } finally {
    ctx.driver.deleteBank(file)
  }
}

const readInstalled = ({ db }: StoreContext, id_concorso: number) =>
  db.get<InstalledFiles>(
    'SELECT versione, hash, hash_immagini, file, file_immagini FROM banche WHERE id_concorso = ?',
    id_concorso,
  )

/** Returns the names of the zips to download, and removes the bank's other zips except the images in use. */
async function makeWay(ctx: StoreContext, c: ConcorsoScaricabile, current: InstalledFiles | undefined) {
  const { id_concorso, hash_domande, hash_immagini, url_immagini } = c
  const domande = zipName('domande', id_concorso, hash_domande)
  const immagini = url_immagini && hash_immagini ? zipName('immagini', id_concorso, hash_immagini) : null
  await removeOthers(ctx, id_concorso, [domande, immagini, current?.file_immagini ?? null])
  return { domande, immagini }
}

function fetchDomande(
  ctx: StoreContext,
  { url_domande, hash_domande, dimensione_zip }: ConcorsoScaricabile,
  name: string,
  sink: InflateAhead,
  onProgress: OnProgress,
  signal: AbortSignal,
) {
  const what = { name, address: url_domande, hash: hash_domande, dimensione: dimensione_zip, sink }
  return fetchZip(ctx, 'domande', what, onProgress, signal)
}

const fetchZip = (
  ctx: StoreContext,
  fase: 'domande' | 'immagini',
  what: Pick<DownloadRequest, 'name' | 'address' | 'hash' | 'dimensione' | 'sink'>,
  onProgress: OnProgress,
  signal: AbortSignal,
) =>
  downloadFile(ctx.files, ctx.platform.fetch, {
    ...what,
    hash: what.hash.toLowerCase(),
    etag: ctx.db.get<{ etag: string }>('SELECT etag FROM scaricamenti WHERE nome = ?', what.name)?.etag ?? null,
    onEtag: (etag) => void ctx.db.run('INSERT OR REPLACE INTO scaricamenti VALUES (?, ?)', what.name, etag),
    onBytes: (received) => onProgress({ fase, ricevuti: received, totali: what.dimensione }),
    signal,
  })

type Arrived = { zip: string; bytes: Uint8Array<ArrayBuffer> | null; ahead: InflateAhead }

async function openPackage(ctx: StoreContext, id_concorso: number, { zip, bytes, ahead }: Arrived) {
  const source = bytes ?? (await ctx.files.blob(zip))
  if (!source) throw new StoreFault('DOWNLOAD_INTERROTTO', `${zip} is gone`)
  return readPackage(source, id_concorso, ahead)
}

/** Deletes a file that is no package, so that the next attempt starts clean. */
async function dropCorrupt(ctx: StoreContext, error: unknown, zip: string): Promise<void> {
  if (faultOf(error).codice === 'PACCHETTO_CORROTTO') await ctx.files.remove(zip)
}

/** Returns the changes, and the name of the bank's images, the one file that stays beside it; null when it has none. */
async function install(
  ctx: StoreContext,
  { concorso: c, at }: { concorso: ConcorsoScaricabile; at: string },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<{ immagini: string | null; changes: AggiornamentoBanca | null }> {
  const { id_concorso, hash_domande, hash_immagini, url_immagini } = c
  const current = readInstalled(ctx, id_concorso)
  const { domande, immagini } = await makeWay(ctx, c, current)
  const ahead = createInflateAhead()
  const sameBank = current?.file != null && current.hash === hash_domande
  const bytes = sameBank ? null : await fetchDomande(ctx, c, domande, ahead, onProgress, signal)
  if (immagini && url_immagini && hash_immagini && current?.file_immagini !== immagini) {
    const what = { name: immagini, address: url_immagini, hash: hash_immagini, dimensione: c.dimensione_immagini }
    await fetchZip(ctx, 'immagini', what, onProgress, signal)
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

/** Deletes an unreadable zip of images, so that the next attempt starts clean. */
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
  arrived: Arrived,
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
    const { manifest, bytes } = await openPackage(ctx, id_concorso, arrived)
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
      zip: arrived.zip,
      immagini: immagini ? { file: immagini, dimensione: c.dimensione_immagini } : null,
    })
  } catch (error) {
    // Delete the new file, to which nothing refers: the earlier bank stays unchanged.
    if (file !== before) ctx.driver.deleteBank(file)
    await dropCorrupt(ctx, error, arrived.zip)
    throw error
  }
  detach(ctx, id_concorso)
  if (before !== null && before !== file) ctx.driver.deleteBank(before)
  return changes
}

/** Keeps the same bank: only the list's data and the images may be new. */
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

/** Removes plain files of a bank that this download neither needs nor replaces yet. */
async function removeOthers(ctx: StoreContext, id_concorso: number, keep: (string | null)[]): Promise<void> {
  for (const name of await ctx.files.list()) {
    if (ownerOf(name) !== id_concorso || keep.includes(name)) continue
    await ctx.files.remove(name)
    ctx.db.run('DELETE FROM scaricamenti WHERE nome = ?', name)
  }
}
