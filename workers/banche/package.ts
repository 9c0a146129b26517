import { BANCA_NAME, MANIFEST_NAME, type Manifest } from '#contract/package'
import { isBanca, parseManifest } from '#importers/package/manifest'
import { StoreFault } from '../core/guard.ts'
import { digestBlocks } from './digest.ts'
import type { InflateAhead, Inflated } from './inflate-ahead.ts'
import { type Limits, openZip, readEntry } from './zip.ts'

const MIB = 1024 * 1024
/** A million questions need 900 MB (decision 0004); deflate of mostly empty pages stays far below the ratio. */
const LIMITS: Limits = {
  entries: 2,
  isName: (name) => name === MANIFEST_NAME || name === BANCA_NAME,
  entry: 2048 * MIB,
  total: 2049 * MIB,
  ratio: 500,
}
const MANIFEST_MAX = MIB

export type PackagedBanca = { manifest: Manifest; bytes: Uint8Array<ArrayBuffer> }

/**
 * Returns the bank of a package, every hash of its manifest checked [PK5]. PACCHETTO_CORROTTO for anything else.
 * `ahead` may hold the bank inflated while it arrived; the rest is inflated here.
 */
export async function readPackage(
  zip: Blob | Uint8Array<ArrayBuffer>,
  id_concorso: number,
  ahead: InflateAhead,
): Promise<PackagedBanca> {
  const entries = await openZip(zip, LIMITS)
  const first = entries.get(MANIFEST_NAME)
  const bank = entries.get(BANCA_NAME)
  if (!first || !bank) throw new StoreFault('PACCHETTO_CORROTTO', 'an entry is missing')
  if (first.size > MANIFEST_MAX) throw new StoreFault('PACCHETTO_CORROTTO', 'manifest too large')
  const parsed = parseManifest(new TextDecoder().decode(await readEntry(first)))
  if (!parsed.ok) throw new StoreFault(parsed.error.codice, parsed.error.detail)
  const manifest = parsed.value
  if (manifest.id_concorso !== id_concorso) throw new StoreFault('PACCHETTO_CORROTTO', 'package of another bank')
  if (bank.size !== manifest.dimensione) throw new StoreFault('PACCHETTO_CORROTTO', 'another size than announced')
  const early = await ahead.take()
  if (early && isBankOf(manifest, early)) return { manifest, bytes: early.bytes }
  const bytes = await readEntry(bank)
  if (!isBankOf(manifest, { bytes, blocks: await digestBlocks(bytes) }))
    throw new StoreFault('PACCHETTO_CORROTTO', 'not the bank of its manifest')
  return { manifest, bytes }
}

const isBankOf = (manifest: Manifest, { bytes, blocks }: Inflated) =>
  bytes.length === manifest.dimensione && blocks.every((hash, i) => hash === manifest.blocchi[i]) && isBanca(bytes)
