import { computeVersione } from '#importers/package/build-bank'
import type { Deps, Queryable } from '../deps.ts'
import { type BuiltFile, build } from './build-queue.ts'
import { insertDomande, replaceDomande, toNumerata } from './domande.ts'
import type { BancaDetails, Materia, ReadyBanca } from './numbering.ts'

export type BancaFile = { versione: string; pacchetto: BuiltFile; immagini: BuiltFile | null }

/** Returns the content of a bank's file, and its version. */
function toData(banca: ReadyBanca) {
  const domande = banca.domande.map(toNumerata)
  const { concorso, albero } = banca.scheda
  const data = {
    id_concorso: banca.id_concorso,
    concorso,
    materie: banca.materie,
    domande,
    ...(albero && { albero }),
  }
  return { ...data, versione: computeVersione(data), totali: domande.length }
}

/** Returns the version that publishing this bank now would set. It changes also when files hold more than before. */
export const versioneOf = (banca: ReadyBanca): string => toData(banca).versione

/** Builds package and images in the worker thread and stores them; no list shows them yet. */
export async function buildFile({ packageFiles }: Pick<Deps, 'packageFiles'>, banca: ReadyBanca): Promise<BancaFile> {
  const data = toData(banca)
  const { versione } = data
  const pacchetto = await build({ tipo: 'banca', banca: data })
  const immagini = banca.immagini.length > 0 ? await build({ tipo: 'immagini', immagini: banca.immagini }) : null
  for (const file of [pacchetto, immagini]) if (file) await packageFiles.put(file.nome, file.byte)
  return { versione, pacchetto, immagini }
}

const hashOf = (file: BuiltFile | null): string | null => file?.nome.slice(0, -'.zip'.length) ?? null

async function ensureEnte(q: Queryable, ente: string): Promise<number> {
  await q.query('insert into ente (ente) values ($1) on conflict (ente) do nothing', [ente])
  const { rows } = await q.query<{ id_ente: number }>('select id_ente from ente where ente = $1', [ente])
  return rows[0]?.id_ente ?? 0
}

async function columns(q: Queryable, { scheda: details, domande }: ReadyBanca, file: BancaFile) {
  return {
    concorso: details.concorso,
    id_ente: await ensureEnte(q, details.ente),
    anno: details.anno,
    profilo: details.profilo,
    descrizione: details.descrizione,
    in_evidenza: details.in_evidenza,
    numero_domande: domande.length,
    con_immagini: domande.filter((d) => d.immagine !== null).length,
    versione: file.versione,
    pacchetto: file.pacchetto.nome,
    pacchetto_hash: hashOf(file.pacchetto),
    pacchetto_dimensione: file.pacchetto.byte.length,
    immagini: file.immagini?.nome ?? null,
    immagini_hash: hashOf(file.immagini),
    immagini_dimensione: file.immagini?.byte.length ?? null,
  }
}

/**
 * Publishes a new bank in one transaction, whole or not at all, with what `beside` writes. Returns false when its slug exists
 * already.
 */
export async function publishNuova(
  deps: Pick<Deps, 'db' | 'now'>,
  banca: ReadyBanca,
  file: BancaFile,
  beside?: (q: Queryable) => Promise<void>,
): Promise<boolean> {
  return deps.db.tx(async (q) => {
    const colonne = { ...(await columns(q, banca, file)), slug: banca.scheda.slug }
    const names = Object.keys(colonne)
    const { count } = await q.query(
      `insert into concorso (id_concorso, data_ultimo_aggiornamento, inserito, ${names.join(', ')}) overriding system value
       values ($1, $2, $2, ${names.map((_, i) => `$${i + 3}`).join(', ')}) on conflict (slug) do nothing`,
      [banca.id_concorso, deps.now(), ...Object.values(colonne)],
    )
    if (count === 0) return false
    await insertMaterie(q, banca.id_concorso, banca.materie)
    await insertDomande(q, banca.id_concorso, banca.domande)
    await keepAlbero(q, banca)
    await beside?.(q)
    return true
  })
}

async function insertMaterie(q: Queryable, id_concorso: number, materie: readonly Materia[]): Promise<void> {
  await q.query(
    `insert into materia (id_materia, id_concorso, nome, ordine) overriding system value
     select id, $1, nome, ordine from unnest($2::bigint[], $3::text[]) with ordinality as r(id, nome, ordine)`,
    [id_concorso, materie.map((m) => m.id_materia), materie.map((m) => m.materia)],
  )
}

/** Publish the tree of a path with its questions: lists never show one without the other. */
async function keepAlbero(q: Queryable, { id_concorso, scheda: { albero } }: ReadyBanca): Promise<void> {
  if (albero)
    await q.query('update percorso set albero = $2::jsonb where id_argomento = $1', [
      -id_concorso,
      JSON.stringify(albero),
    ])
}

/** Publishes a new version of a bank in a transaction of its own; see `writeVersione`. */
export const publishVersione = (
  deps: Pick<Deps, 'db' | 'now'>,
  banca: ReadyBanca,
  file: BancaFile,
  da: string,
): Promise<boolean> => deps.db.tx((q) => writeVersione(q, deps, banca, file, da))

/**
 * Writes a new version of a bank inside a transaction; ids of its questions stay, so levels survive (D19). `da` is the
 * version it was made from. Returns false, and changes nothing, when another was published in between.
 */
export async function writeVersione(
  q: Queryable,
  deps: Pick<Deps, 'now'>,
  banca: ReadyBanca,
  file: BancaFile,
  da: string,
): Promise<boolean> {
  const { id_concorso } = banca
  const { rows } = await q.query<{ versione: string }>(
    'select versione from concorso where id_concorso = $1 for update',
    [id_concorso],
  )
  if (rows[0]?.versione !== da) return false
  const colonne = await columns(q, banca, file)
  const names = Object.keys(colonne)
  // Free all names before the new ones are written: they are unique per bank.
  await q.query(`update materia set nome = '#' || id_materia where id_concorso = $1`, [id_concorso])
  const { rows: present } = await q.query<{ id_materia: number }>(
    `update materia m set nome = r.nome, ordine = r.ordine
       from unnest($2::bigint[], $3::text[]) with ordinality as r(id, nome, ordine)
       where m.id_concorso = $1 and m.id_materia = r.id returning m.id_materia`,
    [id_concorso, banca.materie.map((m) => m.id_materia), banca.materie.map((m) => m.materia)],
  )
  const previous = new Set(present.map((r) => r.id_materia))
  await insertMaterieNuove(q, banca, previous)
  await replaceDomande(q, id_concorso, banca.domande)
  await q.query('delete from materia where id_concorso = $1 and id_materia <> all($2::bigint[])', [
    id_concorso,
    banca.materie.map((m) => m.id_materia),
  ])
  await q.query('delete from campione where id_concorso = $1 and versione <> $2', [id_concorso, file.versione])
  await q.query(
    `update concorso set ${names.map((n, i) => `${n} = $${i + 3}`).join(', ')},
         data_ultimo_aggiornamento = case when versione = $${names.length + 3} then data_ultimo_aggiornamento else $2 end
       where id_concorso = $1`,
    [id_concorso, deps.now(), ...Object.values(colonne), file.versione],
  )
  await keepAlbero(q, banca)
  return true
}

async function insertMaterieNuove(q: Queryable, banca: ReadyBanca, previous: ReadonlySet<number>): Promise<void> {
  for (const [i, { id_materia, materia }] of banca.materie.entries())
    if (!previous.has(id_materia))
      await q.query(
        'insert into materia (id_materia, id_concorso, nome, ordine) overriding system value values ($1, $2, $3, $4)',
        [id_materia, banca.id_concorso, materia, i + 1],
      )
}

/** Returns the numbers of banks that have this title, body and year already. */
export async function findTwins(q: Queryable, { concorso, ente, anno }: BancaDetails): Promise<number[]> {
  const { rows } = await q.query<{ id_concorso: number }>(
    `select id_concorso from concorso join ente using (id_ente)
     where concorso = $1 and ente = $2 and anno is not distinct from $3`,
    [concorso, ente, anno],
  )
  return rows.map((r) => r.id_concorso)
}
