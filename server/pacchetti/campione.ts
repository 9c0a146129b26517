import type { Deps } from '../deps.ts'
import { readDomande, toNumerata } from './domande.ts'
import { build } from './lavoro.ts'

/** A stored zip as the calls tell it. `versione`: of the whole bank it was cut from. */
export type Pacchetto = { nome: string; hash: string; dimensione: number }

export type Campione = {
  id_concorso: number
  versione: string
  /** Which questions; official positions are kept (D8). */
  id_domande: readonly number[]
  /** The ids are the first n of the bank's own sample: kept for the next who asks. */
  ripetibile: boolean
}

/** Samples of updated banks kept in memory per database; the others are in the table `campione`. */
const MASSIMO = 200
/** Builds under way or remembered, per database: many who ask at once wait for one build. */
const inMemoria = new WeakMap<Deps['db'], Map<string, Promise<Pacchetto | null>>>()

/** The package of a demo sample, from the archive or built now. Null when the bank has meanwhile another version. */
export async function ensureCampione(
  deps: Pick<Deps, 'db' | 'archivio' | 'now'>,
  campione: Campione,
): Promise<Pacchetto | null> {
  const note = inMemoria.get(deps.db) ?? new Map<string, Promise<Pacchetto | null>>()
  inMemoria.set(deps.db, note)
  const chiave = JSON.stringify([campione.id_concorso, campione.versione, campione.id_domande])
  const nota = note.get(chiave) ?? findOrBuild(deps, campione)
  note.set(chiave, nota)
  const forget = () => note.delete(chiave)
  if (campione.ripetibile) nota.then(forget, forget)
  else nota.catch(forget)
  for (const vecchia of note.keys()) {
    if (note.size <= MASSIMO) break
    note.delete(vecchia)
  }
  const pacchetto = await nota
  if (pacchetto && (await deps.archivio.size(pacchetto.nome)) !== pacchetto.dimensione) {
    forget()
    return findOrBuild(deps, campione)
  }
  return pacchetto
}

async function findOrBuild(deps: Pick<Deps, 'db' | 'archivio' | 'now'>, campione: Campione): Promise<Pacchetto | null> {
  const { id_concorso, versione, id_domande, ripetibile } = campione
  const noto = ripetibile ? await find(deps, campione) : null
  if (noto) return noto

  const letta = await deps.db.tx(async (q) => {
    // Shared lock: the questions read are those of this version.
    const { righe } = await q.query<{ concorso: string; versione: string; numero_domande: number }>(
      'select concorso, versione, numero_domande from concorso where id_concorso = $1 for share',
      [id_concorso],
    )
    const banca = righe[0]
    if (banca?.versione !== versione) return null
    const materie = await q.query<{ id_materia: number; materia: string }>(
      'select id_materia, nome as materia from materia where id_concorso = $1 order by ordine',
      [id_concorso],
    )
    return { banca, materie: materie.righe, domande: await readDomande(q, id_concorso, id_domande) }
  })
  if (!letta) return null
  const { banca, materie, domande } = letta
  const { nome, byte } = await build({
    tipo: 'banca',
    banca: {
      id_concorso,
      concorso: banca.concorso,
      versione,
      totali: banca.numero_domande,
      materie,
      domande: domande.map(toNumerata),
    },
  })
  await deps.archivio.put(nome, byte)
  const pacchetto = { nome, hash: nome.slice(0, -'.zip'.length), dimensione: byte.length }
  if (ripetibile)
    await deps.db.query(
      `insert into campione (id_concorso, versione, n, pacchetto, pacchetto_hash, pacchetto_dimensione, creato)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id_concorso, versione, n) do update set pacchetto = excluded.pacchetto,
         pacchetto_hash = excluded.pacchetto_hash, pacchetto_dimensione = excluded.pacchetto_dimensione`,
      [id_concorso, versione, id_domande.length, nome, pacchetto.hash, byte.length, deps.now()],
    )
  return pacchetto
}

async function find({ db, archivio }: Pick<Deps, 'db' | 'archivio'>, c: Campione): Promise<Pacchetto | null> {
  const { righe } = await db.query<Pacchetto>(
    `select pacchetto as nome, pacchetto_hash as hash, pacchetto_dimensione as dimensione from campione
     where id_concorso = $1 and versione = $2 and n = $3`,
    [c.id_concorso, c.versione, c.id_domande.length],
    'campione',
  )
  const noto = righe[0]
  // The folder of the archive can be lost alone: then the file is made again.
  return noto && (await archivio.size(noto.nome)) === noto.dimensione ? noto : null
}
