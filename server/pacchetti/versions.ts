import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { readZip } from '#importers/archive'
import { type BancaDiff, diffBanche, findDangers, findMoved, type UpdateDanger } from '#rules/banca-diff'
import { isPercorso, toRaccolta } from '#rules/raccolta'
import type { Deps, Queryable } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import type { StoredDomanda } from './domande.ts'
import { type BancaDetails, idsOf, type Materia, type ReadyBanca, takeIds, toStored } from './numbering.ts'
import { numberPercorso } from './percorso.ts'
import { buildFile, publishVersione, versioneOf } from './publish.ts'
import { findPublishedById, type PublishedBanca } from './published.ts'

/** A stored version as the list shows it. */
export type VersioneRow = {
  numero: number
  versione: string
  pubblicata: Date
  numero_domande: number
  attuale: boolean
}

/** The changes of an update, with the questions concerned. */
export type BancaUpdate = {
  id_concorso: number
  concorso: string
  diff: BancaDiff
  /** Questions that stay under another subject or number, by their index in `next`. */
  moved: { subject: number[]; number: number[] }
  dangers: UpdateDanger[]
  old: readonly (StoredDomanda & { materia: string | null })[]
  next: readonly ImportedDomanda[]
  /** False when the version would be the same as the published one. */
  changes: boolean
}

async function findOrFail(q: Queryable, id: number): Promise<PublishedBanca> {
  const found = await findPublishedById(q, id)
  if (!found) throw new Impossible(`non c'è una banca con id_concorso ${id}`)
  return found
}

/** Returns the images of the published version, by the names that its questions use. */
export async function readPublishedImages({ db, packageFiles }: Deps, id: number): Promise<ImportedImage[]> {
  const { immagini } = await findOrFail(db, id)
  return readStoredImages({ packageFiles }, immagini)
}

async function readStoredImages(
  { packageFiles }: Pick<Deps, 'packageFiles'>,
  zip: string | null,
): Promise<ImportedImage[]> {
  if (zip === null) return []
  const files = await readZip(await packageFiles.read(zip))
  if (!files.ok) throw new Impossible(`le immagini conservate (${zip}) non si leggono`)
  return files.value
}

/** Returns the changes of publishing these questions over a bank; writes nothing. */
export async function compareBanca(
  { db }: Pick<Deps, 'db'>,
  id: number,
  next: readonly ImportedDomanda[],
): Promise<BancaUpdate> {
  const compared = compareWith(await findOrFail(db, id), next)
  const { diff, moved } = compared
  const changes = [diff.removed, diff.edited, diff.keyChanged, diff.added, moved.subject, moved.number].some(
    (l) => l.length > 0,
  )
  return { ...compared, changes }
}

/** Compares the questions of a file with those of a published bank. */
function compareWith(previous: PublishedBanca, next: readonly ImportedDomanda[]): Omit<BancaUpdate, 'changes'> {
  const { id_concorso, scheda, domande, materie } = previous
  const names = new Map<number | null, string>(materie.map((m) => [m.id_materia, m.materia]))
  const old = domande.map((d) => ({ ...d, materia: names.get(d.id_materia) ?? null }))
  const diff = diffBanche(old, next)
  const dangers = findDangers(old, next, diff)
  return { id_concorso, concorso: scheda.concorso, diff, moved: findMoved(old, next, diff), dangers, old, next }
}

/** Most of a bank would change: nothing was written. */
class TooDifferent extends Impossible {
  readonly dangers: readonly UpdateDanger[]

  constructor(dangers: readonly UpdateDanger[]) {
    super('la versione nuova è molto diversa da quella pubblicata: se è giusta, ripeti con --molto-diversa')
    this.dangers = dangers
  }
}

/**
 * Publishes these questions as the bank's next version. An unchanged question keeps its id, so its levels survive
 * (D19), and its stable name. The version before is kept and can be published again. Throws TooDifferent, unless
 * `sure`, where most of the bank would change.
 */
export async function updateBanca(
  deps: Deps,
  id: number,
  next: readonly ImportedDomanda[],
  immagini: readonly ImportedImage[],
  { details, sure }: { details?: BancaDetails; sure: boolean },
): Promise<BancaUpdate> {
  const previous = await findOrFail(deps.db, id)
  const scheda = details ?? previous.scheda
  const compared = compareWith(previous, next)
  const { diff } = compared
  if (compared.dangers.length > 0 && !sure) throw new TooDifferent(compared.dangers)
  const names = [...new Set(next.flatMap((d) => d.materia ?? []))]
  const known = idsOf(previous.materie)
  const missing = names.filter((name) => !known.has(name))
  const idMaterie = await takeIds(deps.db, 'materia', missing.length)
  const idDomande = await takeIds(deps.db, 'domanda', diff.added.length)
  const fresh = new Map(missing.map((name, i) => [name, idMaterie[i] ?? 0]))
  const materie: Materia[] = names.map((materia) => ({
    materia,
    id_materia: known.get(materia) ?? fresh.get(materia) ?? 0,
  }))
  const ids = idsOf(materie)
  const unused = idDomande.values()
  const domande = next.map((d, i) => {
    const before = previous.domande[diff.matches[i] ?? -1]
    return toStored(
      { ...d, id_origine: before?.id_origine ?? null },
      i + 1,
      before?.id_domanda ?? unused.next().value ?? 0,
      ids,
    )
  })
  const numbered: ReadyBanca = { id_concorso: id, scheda, materie, domande, immagini }
  const ready = isPercorso(id) ? numberPercorso(numbered, toRaccolta(id).id) : numbered
  await publishOver(deps, previous, ready)
  return { ...compared, changes: versioneOf(ready) !== previous.versione }
}

/** Publishes a stored version again; questions keep their ids. */
export async function restoreVersione(deps: Deps, id: number, numero: number): Promise<VersioneRow[]> {
  const previous = await findOrFail(deps.db, id)
  await keepVersione(deps, previous)
  const { rows } = await deps.db.query<Pick<PublishedBanca, 'scheda' | 'materie' | 'domande' | 'immagini'>>(
    'select scheda, materie, domande, immagini from banca_versione where id_concorso = $1 and numero = $2',
    [id, numero],
  )
  const stored = rows[0]
  if (!stored) throw new Impossible(`la banca ${id} non ha una versione ${numero}`)
  const immagini = await readStoredImages(deps, stored.immagini)
  await publishOver(deps, previous, { ...stored, id_concorso: id, immagini })
  return listVersioni(deps, id)
}

async function publishOver(deps: Deps, previous: PublishedBanca, ready: ReadyBanca): Promise<void> {
  await keepVersione(deps, previous)
  const done = await publishVersione(deps, ready, await buildFile(deps, ready), previous.versione)
  if (!done) throw new Impossible('un’altra versione della banca è stata pubblicata nel frattempo: ripeti il comando')
  await keepVersione(deps, await findOrFail(deps.db, previous.id_concorso))
}

/** Stores a version, once. */
async function keepVersione({ db, now }: Pick<Deps, 'db' | 'now'>, banca: PublishedBanca): Promise<void> {
  const { id_concorso, versione, scheda, materie, domande, immagini } = banca
  await db.tx(async (q) => {
    await q.query('select 1 from concorso where id_concorso = $1 for update', [id_concorso])
    const known = await q.query('select 1 from banca_versione where id_concorso = $1 and versione = $2', [
      id_concorso,
      versione,
    ])
    if (known.rows.length > 0) return
    await q.query(
      `insert into banca_versione (id_concorso, numero, versione, pubblicata, scheda, materie, domande, numero_domande, immagini)
       select $1, coalesce(max(numero), 0) + 1, $2, $3, $4::jsonb, $5::jsonb, $6::jsonb, $7, $8
       from banca_versione where id_concorso = $1`,
      [
        id_concorso,
        versione,
        now(),
        JSON.stringify(scheda),
        JSON.stringify(materie),
        JSON.stringify(domande),
        domande.length,
        immagini,
      ],
    )
  })
}

/** Lists versions of a bank, oldest first; a bank that was never updated has the published one alone. */
export async function listVersioni({ db, now }: Pick<Deps, 'db' | 'now'>, id: number): Promise<VersioneRow[]> {
  await keepVersione({ db, now }, await findOrFail(db, id))
  const { rows } = await db.query<VersioneRow>(
    `select v.numero, v.versione, v.pubblicata, v.numero_domande, v.versione = c.versione as attuale
     from banca_versione v join concorso c using (id_concorso) where id_concorso = $1 order by v.numero`,
    [id],
  )
  return rows
}

/**
 * Withdraws a bank from every list, or puts it back; devices that hold it keep it. Throws Impossible for an unknown
 * number.
 */
export async function setBancaStatus(
  { db }: Pick<Deps, 'db'>,
  id: number,
  stato: 'pubblicato' | 'ritirato',
): Promise<string> {
  const { rows } = await db.query<{ concorso: string }>(
    'update concorso set stato = $2 where id_concorso = $1 returning concorso',
    [id, stato],
  )
  if (!rows[0]) throw new Impossible(`non c'è una banca con id_concorso ${id}`)
  return rows[0].concorso
}
