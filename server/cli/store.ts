import type { PackageStore } from '../deps.ts'
import { copyStore } from '../package-files/copy.ts'
import { openDisk } from '../package-files/disk.ts'
import { packagesFolder } from '../package-files/open.ts'
import { createBucket, openBucket } from '../package-files/s3.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const STORE_OPTIONS = optionsOf([], ['json'])

/** Files between two lines of progress. */
const PROGRESS = 100
const ACTS = ['crea', 'carica', 'scarica'] as const

/**
 * `deposito`: counts the packages on the disk and in the S3 store. `deposito crea` makes the bucket, `deposito carica` copies from the disk to the store,
 * `deposito scarica` back; both go on where they were stopped, and delete nothing.
 */
export async function storeCommand(
  [act, ...others]: string[],
  { json }: { json?: boolean },
  { out, err, withDeps }: Environment,
): Promise<Codice> {
  const chosen = ACTS.find((known) => known === act)
  if (others.length > 0 || (act !== undefined && !chosen))
    throw new WrongUsage('deposito vuole crea, carica, scarica o nient’altro')
  await withDeps(async ({ config, now }) => {
    const { s3 } = config
    const folder = packagesFolder(config)
    const disk = await openDisk(folder, now)
    if (!s3) {
      if (chosen) throw new Impossible('manca il deposito: servono S3_URL, S3_SECCHIO, S3_CHIAVE_ID e S3_CHIAVE')
      const files = (await disk.list()).length
      return out(json ? JSON.stringify({ disco: files }) : `Sul disco (${folder}), da cui si legge: ${files} file.`)
    }
    if (chosen === 'crea')
      return out((await createBucket(s3)) ? `Secchio ${s3.bucket} creato.` : `Il secchio ${s3.bucket} c’è già.`)
    const bucket = openBucket(s3)
    if (!chosen) {
      const [onDisk, inBucket] = [(await disk.list()).length, (await bucket.list()).length]
      if (json) return out(JSON.stringify({ disco: onDisk, deposito: inBucket }))
      out(`Nel secchio ${s3.bucket} (${s3.url}), da cui si legge: ${inBucket} file.`)
      return out(`Sul disco (${folder}): ${onDisk} file.`)
    }
    const [from, to]: [PackageStore, PackageStore] = chosen === 'carica' ? [disk, bucket] : [bucket, disk]
    const { copied, present, damaged } = await copyStore(from, to, (done, all) => {
      if (done % PROGRESS === 0) err(`${done} di ${all}`)
    })
    const where = chosen === 'carica' ? `nel secchio ${s3.bucket}` : `in ${folder}`
    if (json) out(JSON.stringify({ copiati: copied, presenti: present, guasti: damaged }))
    else out(`Copiati ${where} e riletti: ${copied}. C’erano già: ${present}.`)
    if (damaged.length > 0)
      throw new Impossible(
        `sono guasti, e non copiati: ${damaged.join(', ')}. «verifica» dice di quali banche sono: ripubblicarle, o rimetterli da un backup, e ripetere`,
      )
    if (!json && chosen === 'scarica') out('Senza le variabili S3_… il server legge ora dal disco.')
  })
  return DONE
}
