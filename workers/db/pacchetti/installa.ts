import type { BancaLocale, DownloadProgress } from '#contract/database'
import type { ConcorsoScaricabile } from '#contract/schemi'
import type { Archivio } from '../archivio.ts'
import { detach } from '../attach.ts'
import { readBanca } from '../banche.ts'
import { faultOf, StoreFault } from '../guard.ts'
import { type Anticipo, createAnticipo } from './anticipo.ts'
import { downloadFile } from './download.ts'
import { openImmagini } from './immagini.ts'
import { bankName, ownerOf, zipName } from './names.ts'
import { readPackage } from './pacchetto.ts'
import { registerBanca } from './registra.ts'

type OnAvanzamento = (a: DownloadProgress) => void

type Corrente = { hash: string | null; hash_immagini: string | null; file: string | null; file_immagini: string | null }

/**
 * Downloads (resuming), verifies and registers a bank with its images, or leaves everything as it was (D16) [PK6]. A second
 * call for the same bank joins the first. What is already here with the same hash is not asked for again.
 */
export async function downloadBanca(
  a: Archivio,
  concorso: ConcorsoScaricabile,
  onAvanzamento: OnAvanzamento,
): Promise<BancaLocale> {
  const { id_concorso } = concorso
  const running = a.downloads.get(id_concorso)
  if (running) {
    const joined = running.busy
    await running.done
    return joined ? readBanca(a, id_concorso) : downloadBanca(a, concorso, onAvanzamento)
  }
  const abort = new AbortController()
  const ready = install(a, concorso, onAvanzamento, abort.signal)
  // The bank can be used before its used-up download is gone; who closes the store waits for both.
  const done = ready
    .then((immagini) => removeOthers(a, id_concorso, [immagini]))
    .finally(() => a.downloads.delete(id_concorso))
  done.catch(() => {})
  const download = { abort, done, busy: true }
  a.downloads.set(id_concorso, download)
  await ready
  download.busy = false
  return readBanca(a, id_concorso)
}

/** Stops the download of a bank; what arrived stays for the next time. */
export async function cancelDownload(a: Archivio, id_concorso: number): Promise<null> {
  const download = a.downloads.get(id_concorso)
  download?.abort.abort()
  await download?.done.catch(() => {})
  return null
}

/** Answers the name of the bank's images, the one file that stays beside it; null when it has none. */
async function install(
  a: Archivio,
  c: ConcorsoScaricabile,
  onAvanzamento: OnAvanzamento,
  signal: AbortSignal,
): Promise<string | null> {
  const { id_concorso, hash_domande, hash_immagini, url_immagini } = c
  const corrente = a.db.get<Corrente>(
    'SELECT hash, hash_immagini, file, file_immagini FROM banche WHERE id_concorso = ?',
    id_concorso,
  )
  const domande = zipName('domande', id_concorso, hash_domande)
  const immagini = url_immagini && hash_immagini ? zipName('immagini', id_concorso, hash_immagini) : null
  await removeOthers(a, id_concorso, [domande, immagini, corrente?.file_immagini ?? null])
  const anticipo = createAnticipo()
  const fetchZip = (fase: 'domande' | 'immagini', name: string, address: string, hash: string, dimensione: number) =>
    downloadFile(a.files, a.platform.fetch, {
      ...(fase === 'domande' ? { sink: anticipo } : {}),
      address,
      hash: hash.toLowerCase(),
      dimensione,
      name,
      etag: a.db.get<{ etag: string }>('SELECT etag FROM scaricamenti WHERE nome = ?', name)?.etag ?? null,
      onEtag: (etag) => void a.db.run('INSERT OR REPLACE INTO scaricamenti VALUES (?, ?)', name, etag),
      onBytes: (ricevuti) => onAvanzamento({ fase, ricevuti, totali: dimensione }),
      signal,
    })

  const sameBank = corrente?.file != null && corrente.hash === hash_domande
  const bytes = sameBank ? null : await fetchZip('domande', domande, c.url_domande, hash_domande, c.dimensione_zip)
  if (immagini && url_immagini && hash_immagini && corrente?.file_immagini !== immagini) {
    await fetchZip('immagini', immagini, url_immagini, hash_immagini, c.dimensione_immagini)
    await checkImmagini(a, immagini)
  }
  stopIf(signal)
  if (sameBank) keepBanca(a, c, immagini)
  else
    await writeBanca(a, c, { zip: domande, bytes, anticipo }, immagini, corrente?.file ?? null, onAvanzamento, signal)
  a.immagini.delete(id_concorso)
  return immagini
}

function stopIf(signal: AbortSignal): void {
  if (signal.aborted) throw new StoreFault('DOWNLOAD_ANNULLATO')
}

/** A zip of images that cannot be read is deleted, so that the next attempt starts clean. */
async function checkImmagini(a: Archivio, name: string): Promise<void> {
  const blob = await a.files.blob(name)
  try {
    if (blob) await openImmagini(blob)
  } catch (error) {
    await a.files.remove(name)
    throw error
  }
}

async function writeBanca(
  a: Archivio,
  c: ConcorsoScaricabile,
  { zip, bytes: held, anticipo }: { zip: string; bytes: Uint8Array<ArrayBuffer> | null; anticipo: Anticipo },
  immagini: string | null,
  before: string | null,
  onAvanzamento: OnAvanzamento,
  signal: AbortSignal,
): Promise<void> {
  const { id_concorso, hash_domande, dimensione_zip } = c
  onAvanzamento({ fase: 'verifica', ricevuti: 0, totali: dimensione_zip })
  const file = bankName(id_concorso, hash_domande)
  try {
    const source = held ?? (await a.files.blob(zip))
    if (!source) throw new StoreFault('DOWNLOAD_INTERROTTO', `${zip} is gone`)
    const { manifest, bytes } = await readPackage(source, id_concorso, anticipo)
    stopIf(signal)
    onAvanzamento({ fase: 'registrazione', ricevuti: dimensione_zip, totali: dimensione_zip })
    detach(a, id_concorso)
    await a.driver.writeBank(file, bytes)
    registerBanca(a, {
      concorso: c,
      manifest,
      file,
      zip,
      immagini: immagini ? { file: immagini, dimensione: c.dimensione_immagini } : null,
    })
  } catch (error) {
    // Nothing refers to the new file: the bank that was here before stays as it was.
    if (file !== before) a.driver.deleteBank(file)
    if (faultOf(error).codice === 'PACCHETTO_CORROTTO') await a.files.remove(zip)
    throw error
  }
  detach(a, id_concorso)
  if (before !== null && before !== file) a.driver.deleteBank(before)
}

/** The same bank again: only the list's data and the images may be new. */
function keepBanca({ db }: Archivio, c: ConcorsoScaricabile, immagini: string | null): void {
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
async function removeOthers(a: Archivio, id_concorso: number, keep: (string | null)[]): Promise<void> {
  for (const name of await a.files.list()) {
    if (ownerOf(name) !== id_concorso || keep.includes(name)) continue
    await a.files.remove(name)
    a.db.run('DELETE FROM scaricamenti WHERE nome = ?', name)
  }
}
