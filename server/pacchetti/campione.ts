import type { SottoPercorso } from '#rules/percorso'
import type { Deps } from '../deps.ts'
import { build } from './build-queue.ts'
import { readDomande, toNumerata } from './domande.ts'

/** A stored zip as calls return it. `versione`: of the whole bank that it was cut from. */
export type Package = { nome: string; hash: string; dimensione: number }

export type Sample = {
  id_concorso: number
  versione: string
  /** The chosen questions; official positions are kept (D8). */
  id_domande: readonly number[]
  /** The ids are the first n of the bank's own sample: kept for later callers. */
  ripetibile: boolean
}

/** Samples of updated banks kept in memory per database; the others are in the table `campione`. */
const MAX_CACHED = 200
/** Builds under way or done, per database: concurrent callers wait for one build. */
const cached = new WeakMap<Deps['db'], Map<string, Promise<Package | null>>>()

/** Drops remembered samples, so that the next use builds each again. */
export const forgetSamples = (db: Deps['db']): boolean => cached.delete(db)

/**
 * Returns the package of a demo sample, from the archive or built now. Null when the bank has meanwhile another
 * version.
 */
export async function ensureSample(
  deps: Pick<Deps, 'db' | 'packageFiles' | 'now'>,
  sample: Sample,
): Promise<Package | null> {
  const note = cached.get(deps.db) ?? new Map<string, Promise<Package | null>>()
  cached.set(deps.db, note)
  const key = JSON.stringify([sample.id_concorso, sample.versione, sample.id_domande])
  const known = note.get(key) ?? findOrBuild(deps, sample)
  note.set(key, known)
  const forget = () => note.delete(key)
  if (sample.ripetibile) known.then(forget, forget)
  else known.catch(forget)
  for (const previous of note.keys()) {
    if (note.size <= MAX_CACHED) break
    note.delete(previous)
  }
  const pacchetto = await known
  if (pacchetto && (await deps.packageFiles.soundSize(pacchetto.nome)) !== pacchetto.dimensione) {
    forget()
    return findOrBuild(deps, sample)
  }
  return pacchetto
}

async function findOrBuild(deps: Pick<Deps, 'db' | 'packageFiles' | 'now'>, sample: Sample): Promise<Package | null> {
  const { id_concorso, versione, id_domande, ripetibile } = sample
  const noto = ripetibile ? await find(deps, sample) : null
  if (noto) return noto

  const parsed = await deps.db.tx(async (q) => {
    // Take a shared lock: the questions read are those of this version.
    const { rows } = await q.query<{
      concorso: string
      versione: string
      numero_domande: number
      albero: SottoPercorso[] | null
    }>(
      `select concorso, versione, numero_domande,
         (select albero from percorso where id_argomento = -id_concorso) as albero
       from concorso where id_concorso = $1 for share`,
      [id_concorso],
    )
    const banca = rows[0]
    if (banca?.versione !== versione) return null
    const materie = await q.query<{ id_materia: number; materia: string }>(
      'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
      [id_concorso],
    )
    return { banca, materie: materie.rows, domande: await readDomande(q, id_concorso, id_domande) }
  })
  if (!parsed) return null
  const { banca, materie, domande } = parsed
  const { nome: name, byte: bytes } = await build({
    tipo: 'banca',
    banca: {
      id_concorso,
      concorso: banca.concorso,
      versione,
      totali: banca.numero_domande,
      materie,
      domande: domande.map(toNumerata),
      ...(banca.albero && { albero: banca.albero }),
    },
  })
  await deps.packageFiles.put(name, bytes)
  const pacchetto = { nome: name, hash: name.slice(0, -'.zip'.length), dimensione: bytes.length }
  if (ripetibile)
    await deps.db.query(
      `insert into campione (id_concorso, versione, n, pacchetto, pacchetto_hash, pacchetto_dimensione, creato)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id_concorso, versione, n) do update set pacchetto = excluded.pacchetto,
         pacchetto_hash = excluded.pacchetto_hash, pacchetto_dimensione = excluded.pacchetto_dimensione`,
      [id_concorso, versione, id_domande.length, name, pacchetto.hash, bytes.length, deps.now()],
    )
  return pacchetto
}

async function find({ db, packageFiles }: Pick<Deps, 'db' | 'packageFiles'>, c: Sample): Promise<Package | null> {
  const { rows } = await db.query<Package>(
    `select pacchetto as nome, pacchetto_hash as hash, pacchetto_dimensione as dimensione from campione
     where id_concorso = $1 and versione = $2 and n = $3`,
    [c.id_concorso, c.versione, c.id_domande.length],
    'campione',
  )
  const noto = rows[0]
  // The folder of the archive can be lost alone: then the file is built again.
  return noto && (await packageFiles.soundSize(noto.nome)) === noto.dimensione ? noto : null
}
