import type { ImportedDomanda, ImportedImage } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { readZip } from '#importers/archive'
import { type BancaDiff, diffBanche, findDangers, findMoved, type UpdateDanger } from '#rules/banca-diff'
import { isPercorso, toRaccolta } from '#rules/raccolta'
import type { Deps, Queryable } from '../deps.ts'
import { Impossible } from '../impossible.ts'
import type { StoredDomanda } from './domande.ts'
import { type BancaDetails, idsOf, type Materia, type ReadyBanca, takeIds, toStored } from './numbering.ts'
import { numberPercorso } from './percorso.ts'
import { buildFile, versioneOf, writeVersione } from './publish.ts'
import { findPublishedById, type PublishedBanca } from './published.ts'

/** A stored version as the list shows it. */
export type VersioneRow = {
  numero: number
  versione: string
  pubblicata: Date
  numero_domande: number
  attuale: boolean
  /** Why it was published, in words for candidates; null where nobody said it. */
  motivo: string | null
}

/** The changes of an update, with the questions concerned. */
export type BancaUpdate = {
  id_concorso: number
  concorso: string
  /** The version compared with. */
  versione: string
  diff: BancaDiff
  /** Questions that stay under another subject or number, by their index in `next`. */
  moved: { subject: number[]; number: number[] }
  dangers: UpdateDanger[]
  old: readonly (StoredDomanda & { materia: string | null })[]
  next: readonly ImportedDomanda[]
  /** False when the version would be the same as the published one. */
  changes: boolean
}

async function find(q: Queryable, id: number): Promise<Result<PublishedBanca>> {
  const found = await findPublishedById(q, id)
  return found ? ok(found) : fail('CONCORSO_NON_TROVATO', { dati: { id_concorso: id } })
}

/** Returns the images of the published version, by the names that its questions use. CONCORSO_NON_TROVATO. */
export async function readPublishedImages(
  { db, packageFiles }: Pick<Deps, 'db' | 'packageFiles'>,
  id: number,
): Promise<Result<ImportedImage[]>> {
  const found = await find(db, id)
  return found.ok ? ok(await readStoredImages({ packageFiles }, found.value.immagini)) : found
}

/** Reads a stored zip of images; none without a name. Throws Impossible where the zip is unreadable. */
export async function readStoredImages(
  { packageFiles }: Pick<Deps, 'packageFiles'>,
  zip: string | null,
): Promise<ImportedImage[]> {
  if (zip === null) return []
  const files = await readZip(await packageFiles.read(zip))
  if (!files.ok) throw new Impossible(`le immagini conservate (${zip}) non si leggono`)
  return files.value
}

/** Returns the changes of publishing these questions over a bank; writes nothing. CONCORSO_NON_TROVATO. */
export async function compareBanca(
  { db }: Pick<Deps, 'db'>,
  id: number,
  next: readonly ImportedDomanda[],
): Promise<Result<BancaUpdate>> {
  const found = await find(db, id)
  if (!found.ok) return found
  const compared = compareWith(found.value, next)
  const { diff, moved } = compared
  const changes = [diff.removed, diff.edited, diff.keyChanged, diff.added, moved.subject, moved.number].some(
    (l) => l.length > 0,
  )
  return ok({ ...compared, changes })
}

/** Compares the questions of a file with those of a published bank. */
function compareWith(previous: PublishedBanca, next: readonly ImportedDomanda[]): Omit<BancaUpdate, 'changes'> {
  const { id_concorso, scheda, domande, materie } = previous
  const names = new Map<number | null, string>(materie.map((m) => [m.id_materia, m.materia]))
  const old = domande.map((d) => ({ ...d, materia: names.get(d.id_materia) ?? null }))
  const diff = diffBanche(old, next)
  const dangers = findDangers(old, next, diff)
  return {
    id_concorso,
    concorso: scheda.concorso,
    versione: previous.versione,
    diff,
    moved: findMoved(old, next, diff),
    dangers,
    old,
    next,
  }
}

/** Parts of a new version beside its questions: its reason in words for candidates, and what else its transaction writes. */
type Beside = { motivo?: string | null; beside?: (q: Queryable, numbers: VersionNumbers) => Promise<void> }
/** Numbers of the version that was published and of the one over it. */
export type VersionNumbers = { before: number; after: number }
/** `details` replaces the card; `sure` publishes also where most of the bank changes; `over` is the version that was looked at. */
type UpdateOptions = Beside & { details?: BancaDetails; sure: boolean; over?: string }

/**
 * Publishes these questions as the bank's next version. An unchanged question keeps its id, so its levels survive
 * (D19), and its stable name. The version before is kept and can be published again. CONCORSO_NON_TROVATO; NON_TROVATO
 * where another version was published meanwhile, or since `over`; FILE_RIFIUTATO of kind `too_different`, unless `sure`, where most of
 * the bank would change.
 */
export async function updateBanca(
  deps: Deps,
  id: number,
  next: readonly ImportedDomanda[],
  immagini: readonly ImportedImage[],
  { details, sure, over, ...beside }: UpdateOptions,
): Promise<Result<BancaUpdate>> {
  const found = await find(deps.db, id)
  if (!found.ok) return found
  const previous = found.value
  if (over !== undefined && over !== previous.versione) return fail('NON_TROVATO', { dati: { id_concorso: id } })
  const compared = compareWith(previous, next)
  if (compared.dangers.length > 0 && !sure)
    return fail('FILE_RIFIUTATO', { dati: { kind: 'too_different', dangers: compared.dangers.join(',') } })
  const ready = await numberOver(deps.db, previous, compared, details ?? previous.scheda, immagini)
  const done = await publishOver(deps, previous, ready, beside)
  return done.ok ? ok({ ...compared, changes: versioneOf(ready) !== previous.versione }) : done
}

/** Numbers the questions of an update: those that stay keep their ids, new ones and new subjects take the next. */
async function numberOver(
  q: Queryable,
  previous: PublishedBanca,
  { diff, next, id_concorso }: Omit<BancaUpdate, 'changes'>,
  scheda: BancaDetails,
  immagini: readonly ImportedImage[],
): Promise<ReadyBanca> {
  const names = [...new Set(next.flatMap((d) => d.materia ?? []))]
  const known = idsOf(previous.materie)
  const missing = names.filter((name) => !known.has(name))
  const idMaterie = await takeIds(q, 'materia', missing.length)
  const idDomande = await takeIds(q, 'domanda', diff.added.length)
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
  const numbered: ReadyBanca = { id_concorso, scheda, materie, domande, immagini }
  return isPercorso(id_concorso) ? numberPercorso(numbered, toRaccolta(id_concorso).id) : numbered
}

/**
 * Publishes a stored version again, under a new number; questions keep their ids. CONCORSO_NON_TROVATO; NON_TROVATO without
 * such a version, or where another was published meanwhile, or since `over`.
 */
export async function restoreVersione(
  deps: Deps,
  id: number,
  numero: number,
  { over, ...beside }: Beside & { over?: string } = {},
): Promise<Result<VersioneRow[]>> {
  const found = await find(deps.db, id)
  if (!found.ok) return found
  if (over !== undefined && over !== found.value.versione) return fail('NON_TROVATO', { dati: { id_concorso: id } })
  const { rows } = await deps.db.query<Pick<PublishedBanca, 'scheda' | 'materie' | 'domande' | 'immagini'>>(
    'select scheda, materie, domande, immagini from banca_versione where id_concorso = $1 and numero = $2',
    [id, numero],
  )
  const stored = rows[0]
  if (!stored) return fail('NON_TROVATO', { dati: { id_concorso: id, numero } })
  const immagini = await readStoredImages(deps, stored.immagini)
  const done = await publishOver(deps, found.value, { ...stored, id_concorso: id, immagini }, beside)
  return done.ok ? listVersioni(deps, id) : done
}

/**
 * Builds and publishes a version over another in one transaction, which keeps both and holds what `beside` writes.
 * NON_TROVATO, and nothing written, where another version was published meanwhile.
 */
export async function publishOver(
  deps: Deps,
  previous: PublishedBanca,
  ready: ReadyBanca,
  { motivo = null, beside }: Beside,
): Promise<Result<null>> {
  const file = await buildFile(deps, ready)
  return deps.db.tx(async (q) => {
    // Keep it before it is overwritten: its number is the lower one.
    const before = await keepVersione(q, previous, null)
    if (!(await writeVersione(q, deps, ready, file, previous.versione)))
      return fail('NON_TROVATO', { dati: { id_concorso: previous.id_concorso } })
    const found = await find(q, previous.id_concorso)
    if (!found.ok) return found
    await beside?.(q, { before, after: await keepVersione(q, found.value, motivo) })
    return ok(null)
  })
}

/** Stores the published version under the next number, unless it is the last one, which gets the reason; returns its number. */
async function keepVersione(q: Queryable, banca: PublishedBanca, motivo: string | null): Promise<number> {
  const { id_concorso, versione, scheda, materie, domande, immagini } = banca
  await q.query('select 1 from concorso where id_concorso = $1 for update', [id_concorso])
  const known = await q.query<{ numero: number }>(
    `update banca_versione set motivo = coalesce($3, motivo) where id_concorso = $1 and versione = $2
       and numero = (select max(numero) from banca_versione where id_concorso = $1) returning numero`,
    [id_concorso, versione, motivo],
  )
  if (known.rows[0]) return known.rows[0].numero
  const { rows } = await q.query<{ numero: number }>(
    `insert into banca_versione (id_concorso, numero, versione, pubblicata, scheda, materie, domande, numero_domande, immagini, motivo)
     select $1, coalesce((select max(numero) from banca_versione where id_concorso = $1), 0) + 1, $2,
       data_ultimo_aggiornamento, $3::jsonb, $4::jsonb, $5::jsonb, $6, $7, $8
     from concorso where id_concorso = $1 returning numero`,
    [
      id_concorso,
      versione,
      JSON.stringify(scheda),
      JSON.stringify(materie),
      JSON.stringify(domande),
      domande.length,
      immagini,
      motivo,
    ],
  )
  return rows[0]?.numero ?? 0
}

/**
 * Lists versions of a bank, oldest first; a bank that was never updated has the published one alone. CONCORSO_NON_TROVATO.
 */
export async function listVersioni({ db }: Pick<Deps, 'db'>, id: number): Promise<Result<VersioneRow[]>> {
  const found = await find(db, id)
  if (!found.ok) return found
  await db.tx((q) => keepVersione(q, found.value, null))
  const { rows } = await db.query<VersioneRow>(
    `select numero, versione, pubblicata, numero_domande, numero = max(numero) over () as attuale, motivo
     from banca_versione where id_concorso = $1 order by numero`,
    [id],
  )
  return ok(rows)
}

/** Withdraws a bank from every list, or puts it back; devices that hold it keep it. CONCORSO_NON_TROVATO. */
export async function setBancaStatus(
  { db }: Pick<Deps, 'db'>,
  id: number,
  stato: 'pubblicato' | 'ritirato',
): Promise<Result<string>> {
  const { rows } = await db.query<{ concorso: string }>(
    'update concorso set stato = $2 where id_concorso = $1 returning concorso',
    [id, stato],
  )
  return rows[0] ? ok(rows[0].concorso) : fail('CONCORSO_NON_TROVATO', { dati: { id_concorso: id } })
}
