import type { ImportedDomanda } from '#contract/domanda'
import type { SchedaBanca } from '#contract/gestione/importazioni'
import { fail, ok, type Result } from '#contract/result'
import type { Db, Deps, Queryable } from '../deps.ts'
import { numberBanca } from '../pacchetti/numbering.ts'
import { buildFile, publishNuova } from '../pacchetti/publish.ts'
import {
  type BancaUpdate,
  compareBanca,
  readStoredImages,
  updateBanca,
  type VersionNumbers,
} from '../pacchetti/versions.ts'
import { holdingClaim, isReady } from './claim.ts'
import { type DoubtfulChoices, imagesOf, leaveOut } from './doubtful.ts'

type Stored = {
  id_concorso: number | null
  domande: ImportedDomanda[]
  immagini: string | null
  scelte: DoubtfulChoices
}

async function findRead(q: Queryable, id: number): Promise<Result<Stored>> {
  const { rows } = await q.query<Stored>(
    'select id_concorso, domande, immagini, scelte_dubbie as scelte from importazione where id_importazione = $1 and domande is not null',
    [id],
  )
  return rows[0] ? ok(rows[0]) : fail('NON_TROVATO')
}

/** Returns what publishing a read file would change of its bank. NON_TROVATO, also of an import that makes a new bank. */
export async function compareImport({ db }: Pick<Deps, 'db'>, id: number): Promise<Result<BancaUpdate>> {
  const found = await findRead(db, id)
  if (!found.ok) return found
  const { id_concorso, domande, scelte } = found.value
  return id_concorso === null ? fail('NON_TROVATO') : compareBanca({ db }, id_concorso, leaveOut(domande, scelte))
}

export type ImportPublication = {
  /** Card of a new bank; null for an update. */
  scheda: SchedaBanca | null
  sicuro: boolean
  /** The version that the file was compared with; null for a new bank. */
  versione: string | null
  motivo: string | null
}

type Told = (id_concorso: number, numbers: VersionNumbers | null) => void
type Settle = (q: Queryable, id_concorso: number, numbers: VersionNumbers | null) => Promise<void>

/** The publication was cancelled, or another claim took the import over: its bank must not exist, or exist twice. */
class Overtaken extends Error {}

/** Throws where a publication's claim was taken from it. */
async function checkClaim(q: Queryable, id: number, claim: number): Promise<void> {
  const { count } = await q.query(
    `select 1 from importazione where id_importazione = $1 and stato = 'pubblicazione' and (passo ->> 'presa')::bigint = $2`,
    [id, claim],
  )
  if (count === 0) throw new Overtaken()
}

/** Marks an import as published, in the transaction of its bank. Throws where its claim was taken. */
const settle =
  (id: number, claim: number, told: Told): Settle =>
  async (q, id_concorso, numbers) => {
    const { count } = await q.query(
      `update importazione set stato = 'pubblicata', id_concorso = $3, domande = null, dubbie = null, passo = null
       where id_importazione = $1 and stato = 'pubblicazione' and (passo ->> 'presa')::bigint = $2`,
      [id, claim, id_concorso],
    )
    if (count === 0) throw new Overtaken()
    told(id_concorso, numbers)
  }

/**
 * Publishes a read file as a new bank, or as the next version of its bank; returns the bank's number. NON_TROVATO where it is
 * not read, or published already, and with `annullata` where it was cancelled; RICHIESTA_NON_VALIDA where a card is missing or
 * too much, or every question is left out; the refusals of `updateBanca`, after which it may be published again. `told` runs in
 * the transaction of the bank, with the versions of an update. `world` holds the claim, outside of the act's transaction.
 */
export async function publishImport(
  deps: Deps,
  world: Pick<Deps, 'db'>,
  id: number,
  p: ImportPublication,
  told: Told,
): Promise<Result<number>> {
  const found = await findRead(deps.db, id)
  if (!found.ok) return found
  const isNew = found.value.id_concorso === null
  if (isNew !== (p.scheda !== null)) return fail('RICHIESTA_NON_VALIDA', { campi: ['scheda'] })
  if (isNew !== (p.versione === null)) return fail('RICHIESTA_NON_VALIDA', { campi: ['versione'] })
  return holdingClaim(world.db, (claim) => publishClaimed(deps, id, claim, found.value, p, told))
}

async function publishClaimed(
  deps: Deps,
  id: number,
  claim: number,
  found: Stored,
  p: ImportPublication,
  told: Told,
): Promise<Result<number>> {
  const claimed = await deps.db.query<{ scelte: DoubtfulChoices }>(
    `update importazione i set stato = 'pubblicazione', aggiornata = $2, passo = jsonb_build_object('presa', $3::bigint)
     where id_importazione = $1 and ${isReady('i')} returning scelte_dubbie as scelte`,
    [id, deps.now(), claim],
  )
  // From here on no choice changes.
  const scelte = claimed.rows[0]?.scelte
  if (!scelte) return fail('NON_TROVATO')
  const tx: Db['tx'] = (work) =>
    deps.db.tx(async (q) => {
      await checkClaim(q, id, claim)
      return work(q)
    })
  try {
    const stored = { ...found, scelte }
    const done = await publishRead({ ...deps, db: { ...deps.db, tx } }, stored, p, settle(id, claim, told))
    if (!done.ok) await cancelPublication(deps, id, claim)
    return done
  } catch (error) {
    if (error instanceof Overtaken) return fail('NON_TROVATO', { dati: { annullata: 'true' } })
    await cancelPublication(deps, id, claim)
    throw error
  }
}

/**
 * Makes an import under publication one to be published again; whoever publishes it, or `claim` alone, writes nothing then.
 * NON_TROVATO where nobody publishes it, or its bank is there.
 */
export async function cancelPublication(
  { db }: Pick<Deps, 'db'>,
  id: number,
  claim: number | null = null,
): Promise<Result<null>> {
  const { count } = await db.query(
    `update importazione set stato = 'letta', passo = null where id_importazione = $1 and stato = 'pubblicazione'
       and ($2::bigint is null or (passo ->> 'presa')::bigint = $2)`,
    [id, claim],
  )
  return count > 0 ? ok(null) : fail('NON_TROVATO')
}

async function publishRead(
  deps: Deps,
  { id_concorso, domande: all, immagini: zip, scelte }: Stored,
  { scheda, sicuro, versione, motivo }: ImportPublication,
  settled: Settle,
): Promise<Result<number>> {
  const domande = leaveOut(all, scelte)
  if (domande.length === 0) return fail('RICHIESTA_NON_VALIDA', { campi: ['dubbie'] })
  const immagini = imagesOf(domande, await readStoredImages(deps, zip))
  if (id_concorso !== null) {
    const beside = (q: Queryable, numbers: VersionNumbers) => settled(q, id_concorso, numbers)
    const update = await updateBanca(deps, id_concorso, domande, immagini, {
      sure: sicuro,
      ...(versione !== null && { over: versione }),
      motivo,
      beside,
    })
    return update.ok ? ok(id_concorso) : update
  }
  if (!scheda) return fail('RICHIESTA_NON_VALIDA', { campi: ['scheda'] })
  const ready = await numberBanca(deps.db, { ...scheda, slug: null }, domande, immagini)
  await publishNuova(deps, ready, await buildFile(deps, ready), (q) => settled(q, ready.id_concorso, null))
  return ok(ready.id_concorso)
}
