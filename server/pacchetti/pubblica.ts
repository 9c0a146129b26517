import { computeVersione } from '#importers/package/bank-file'
import type { Deps, Esecutore } from '../deps.ts'
import { insertDomande, replaceDomande, toNumerata } from './domande.ts'
import { build, type FileCostruito } from './lavoro.ts'
import type { BancaPronta, Materia } from './numera.ts'

export type FileBanca = { versione: string; pacchetto: FileCostruito; immagini: FileCostruito | null }

/** What a bank's file is made of, and its version. */
function toDati(banca: BancaPronta) {
  const domande = banca.domande.map(toNumerata)
  const dati = { id_concorso: banca.id_concorso, concorso: banca.scheda.concorso, materie: banca.materie, domande }
  return { ...dati, versione: computeVersione(dati), totali: domande.length }
}

/** The version that publishing this bank now would give it: another one too when files hold more than they did. */
export const versioneOf = (banca: BancaPronta): string => toDati(banca).versione

/** Builds package and images in the worker thread and stores them; nothing is visible yet. */
export async function buildFile({ archivio }: Pick<Deps, 'archivio'>, banca: BancaPronta): Promise<FileBanca> {
  const dati = toDati(banca)
  const { versione } = dati
  const pacchetto = await build({ tipo: 'banca', banca: dati })
  const immagini = banca.immagini.length > 0 ? await build({ tipo: 'immagini', immagini: banca.immagini }) : null
  for (const file of [pacchetto, immagini]) if (file) await archivio.put(file.nome, file.byte)
  return { versione, pacchetto, immagini }
}

const hashOf = (file: FileCostruito | null): string | null => file?.nome.slice(0, -'.zip'.length) ?? null

async function ensureEnte(q: Esecutore, ente: string): Promise<number> {
  await q.query('insert into ente (ente) values ($1) on conflict (ente) do nothing', [ente])
  const { righe } = await q.query<{ id_ente: number }>('select id_ente from ente where ente = $1', [ente])
  return righe[0]?.id_ente ?? 0
}

async function columns(q: Esecutore, { scheda, domande }: BancaPronta, file: FileBanca) {
  return {
    concorso: scheda.concorso,
    id_ente: await ensureEnte(q, scheda.ente),
    anno: scheda.anno,
    profilo: scheda.profilo,
    descrizione: scheda.descrizione,
    in_evidenza: scheda.in_evidenza,
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

/** Publishes a new bank in one transaction: it is there whole or not at all. False when its slug exists already. */
export async function publishNuova(
  deps: Pick<Deps, 'db' | 'now'>,
  banca: BancaPronta,
  file: FileBanca,
): Promise<boolean> {
  return deps.db.tx(async (q) => {
    const colonne = { ...(await columns(q, banca, file)), slug: banca.scheda.slug }
    const nomi = Object.keys(colonne)
    const { quante } = await q.query(
      `insert into concorso (id_concorso, data_ultimo_aggiornamento, ${nomi.join(', ')}) overriding system value
       values ($1, $2, ${nomi.map((_, i) => `$${i + 3}`).join(', ')}) on conflict (slug) do nothing`,
      [banca.id_concorso, deps.now(), ...Object.values(colonne)],
    )
    if (quante === 0) return false
    await insertMaterie(q, banca.id_concorso, banca.materie)
    await insertDomande(q, banca.id_concorso, banca.domande)
    return true
  })
}

async function insertMaterie(q: Esecutore, id_concorso: number, materie: readonly Materia[]): Promise<void> {
  await q.query(
    `insert into materia (id_materia, id_concorso, nome, ordine) overriding system value
     select id, $1, nome, ordine from unnest($2::bigint[], $3::text[]) with ordinality as r(id, nome, ordine)`,
    [id_concorso, materie.map((m) => m.id_materia), materie.map((m) => m.materia)],
  )
}

/**
 * Publishes a new version of a bank in one transaction; ids of its questions stay, so levels survive (D19). `da` is the version
 * it was made from: false, and nothing done, when somebody else published in between.
 */
export async function publishVersione(
  deps: Pick<Deps, 'db' | 'now'>,
  banca: BancaPronta,
  file: FileBanca,
  da: string,
): Promise<boolean> {
  const { id_concorso } = banca
  return deps.db.tx(async (q) => {
    const { righe } = await q.query<{ versione: string }>(
      'select versione from concorso where id_concorso = $1 for update',
      [id_concorso],
    )
    if (righe[0]?.versione !== da) return false
    const colonne = await columns(q, banca, file)
    const nomi = Object.keys(colonne)
    // Names are unique per bank: free all of them before the new ones come.
    await q.query(`update materia set nome = '#' || id_materia where id_concorso = $1`, [id_concorso])
    const { righe: presenti } = await q.query<{ id_materia: number }>(
      `update materia m set nome = r.nome, ordine = r.ordine
       from unnest($2::bigint[], $3::text[]) with ordinality as r(id, nome, ordine)
       where m.id_concorso = $1 and m.id_materia = r.id returning m.id_materia`,
      [id_concorso, banca.materie.map((m) => m.id_materia), banca.materie.map((m) => m.materia)],
    )
    const vecchie = new Set(presenti.map((r) => r.id_materia))
    await insertMaterieNuove(q, banca, vecchie)
    await replaceDomande(q, id_concorso, banca.domande)
    await q.query('delete from materia where id_concorso = $1 and id_materia <> all($2::bigint[])', [
      id_concorso,
      banca.materie.map((m) => m.id_materia),
    ])
    await q.query('delete from campione where id_concorso = $1 and versione <> $2', [id_concorso, file.versione])
    await q.query(
      `update concorso set ${nomi.map((n, i) => `${n} = $${i + 3}`).join(', ')},
         data_ultimo_aggiornamento = case when versione = $${nomi.length + 3} then data_ultimo_aggiornamento else $2 end
       where id_concorso = $1`,
      [id_concorso, deps.now(), ...Object.values(colonne), file.versione],
    )
    return true
  })
}

async function insertMaterieNuove(q: Esecutore, banca: BancaPronta, vecchie: ReadonlySet<number>): Promise<void> {
  for (const [i, { id_materia, materia }] of banca.materie.entries())
    if (!vecchie.has(id_materia))
      await q.query(
        'insert into materia (id_materia, id_concorso, nome, ordine) overriding system value values ($1, $2, $3, $4)',
        [id_materia, banca.id_concorso, materia, i + 1],
      )
}
