import { join } from 'node:path'
import type { Configuration } from '../configuration.ts'
import type { PackageFiles } from '../deps.ts'
import { createAddresses } from './addresses.ts'
import { openDisk } from './disk.ts'
import { openBucket } from './s3.ts'

/** Folder of the packages of an installation without an S3 store. */
export const packagesFolder = ({ dataDir }: Pick<Configuration, 'dataDir'>): string => join(dataDir, 'pacchetti')

/** Opens the configured store. */
export async function openPackageFiles(
  config: Pick<Configuration, 'dataDir' | 's3'>,
  { key, now }: { key: Buffer; now: () => Date },
): Promise<PackageFiles> {
  const store = config.s3 ? openBucket(config.s3) : await openDisk(packagesFolder(config), now)
  return { ...store, ...createAddresses(key, now, config.s3?.publicUrl ? '&rinvio=1' : '') }
}
