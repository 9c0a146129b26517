import type { TipoPubblicato } from '#contract/gestione/contenuti'
import { readBandi } from '#importers/bandi/read-bandi'
import { decodeText } from '#importers/formats/encoding'
import { describeDefect, explainUnreadable } from '../bandi/defects.ts'
import { importBandi, listUnknownBanche } from '../bandi/publish.ts'
import type { Deps, Queryable } from '../deps.ts'
import { importContenuti, type PublishedContenuti } from './contenuti.ts'
import { parseWritten } from './read-written.ts'

/** Counts of a publication; with `difetti` nothing was written. */
export type FilePublication = PublishedContenuti & { difetti: string[] }

const refused = (difetti: string[]): FilePublication => ({ nuovi: 0, aggiornati: 0, uguali: 0, difetti })

async function describeUnknown(q: Queryable, ids: readonly number[]): Promise<string[]> {
  const unknown = await listUnknownBanche(q, ids)
  return unknown.length > 0 ? [`non ci sono le banche dati ${unknown.join(', ')}`] : []
}

async function publishBandi(deps: Deps, text: string, rehearse: boolean): Promise<FilePublication> {
  const reading = readBandi(text)
  if ('motivo' in reading) return refused([explainUnreadable(reading.motivo)])
  const { bandi, difetti } = reading
  if (difetti.length > 0) return refused(difetti.map(describeDefect))
  const named = bandi.flatMap((b) => b.banche)
  const unknown = await describeUnknown(deps.db, named)
  if (unknown.length > 0) return refused(unknown)
  const { nuovi, aggiornati, uguali } = await importBandi(deps, bandi, rehearse)
  return { nuovi, aggiornati, uguali, difetti: [] }
}

/** Publishes a file of calls or contents, whole or not at all. `rehearse` writes nothing and returns the same. */
export async function publishFile(
  deps: Deps,
  tipo: TipoPubblicato,
  bytes: Uint8Array,
  rehearse: boolean,
): Promise<FilePublication> {
  const { testo } = await decodeText(bytes)
  if (tipo === 'bandi') return publishBandi(deps, testo, rehearse)
  const { voci, motivo, difetti } = parseWritten(testo, tipo)
  if (!voci) return refused(motivo === null ? difetti : [motivo])
  const unknown = await describeUnknown(
    deps.db,
    voci.flatMap((e) => ('banche' in e ? e.banche : [])),
  )
  if (unknown.length > 0) return refused(unknown)
  return { ...(await importContenuti(deps, tipo, voci, rehearse)), difetti: [] }
}
