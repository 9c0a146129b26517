import type { Articolo, Banner, Gruppo, Notizia, TipoContenuto, Written } from '#contract/contenuti'
import { fail, ok, type Result } from '#contract/result'
import { italianDay } from '#rules/italian-day'
import { PUBLISHED } from '../concorso/columns.ts'
import type { Db, Deps, Queryable } from '../deps.ts'

/** Counts of entries that publishing added, changed or left equal. */
export type PublishedContenuti = { nuovi: number; aggiornati: number; uguali: number }

/** Thrown to undo the writes of a rehearsal. */
class Rehearsal extends Error {}

/** Writes entries of a kind by their key. A known entry keeps its number, and a withdrawn one stays withdrawn. */
export async function saveContenuti<T extends TipoContenuto>(
  q: Queryable,
  tipo: T,
  entries: readonly Written<T>[],
  now: Date,
): Promise<PublishedContenuti> {
  const rows = entries.map(({ chiave, ...dati }) => ({ chiave, dati }))
  const { rows: written } = await q.query<{ nuovo: boolean }>(
    `insert into contenuto as c (tipo, chiave, dati, inserito, aggiornato)
     select $1, chiave, dati, $3, $3 from jsonb_to_recordset($2::jsonb) as r(chiave text, dati jsonb)
     on conflict (tipo, chiave) do update set dati = excluded.dati, aggiornato = excluded.aggiornato
     where c.dati is distinct from excluded.dati returning (xmax = 0) as nuovo`,
    [tipo, JSON.stringify(rows), now],
  )
  const nuovi = written.filter((r) => r.nuovo).length
  return { nuovi, aggiornati: written.length - nuovi, uguali: entries.length - written.length }
}

/** Publishes the entries of a file in one transaction. `rehearse` writes nothing and returns the same counts. */
export async function importContenuti<T extends TipoContenuto>(
  { db, now }: Deps,
  tipo: T,
  entries: readonly Written<T>[],
  rehearse: boolean,
): Promise<PublishedContenuti> {
  let result: PublishedContenuti = { nuovi: 0, aggiornati: 0, uguali: 0 }
  try {
    await db.tx(async (q) => {
      result = await saveContenuti(q, tipo, entries, now())
      if (rehearse) throw new Rehearsal()
    })
  } catch (error) {
    if (!(error instanceof Rehearsal)) throw error
  }
  return result
}

type Stored = { id: number; dati: Record<string, unknown>; banche: { id_concorso: number; concorso: string }[] }

/** Reads listed entries, the last published first, with the published banks that they name. */
async function readStored(db: Db, tipo: TipoContenuto): Promise<Stored[]> {
  const { rows } = await db.query<Stored>(
    `select t.id_contenuto as id, t.dati,
       (select coalesce(json_agg(json_build_object('id_concorso', c.id_concorso, 'concorso', c.concorso)
          order by c.concorso, c.id_concorso), '[]')
        from concorso c where ${PUBLISHED} and coalesce(t.dati -> 'banche', '[]') @> to_jsonb(c.id_concorso)) as banche
     from contenuto t where t.tipo = $1 and t.ritirato is null order by t.inserito desc, t.id_contenuto desc`,
    [tipo],
    'contenuti',
  )
  return rows
}

// Cast without a check: the contract checked each entry before it was written.
export const listArticoli = async (db: Db): Promise<Articolo[]> =>
  (await readStored(db, 'articoli')).map(({ id, dati, banche }) => ({ ...dati, id_articolo: id, banche }) as Articolo)

/** Lists groups that have a place; older rows may lack one. */
export const listGruppi = async (db: Db): Promise<Gruppo[]> =>
  (await readStored(db, 'gruppi'))
    .filter(({ dati }) => typeof dati.link === 'string')
    .map(({ id, dati, banche }) => ({ ...dati, id_gruppo: id, banche }) as Gruppo)

export const listNotizie = async (db: Db): Promise<Notizia[]> =>
  (await readStored(db, 'notizie'))
    .map(({ id, dati, banche }) => ({ ...dati, id_notizia: id, banche }) as Notizia)
    .sort((a, b) => (a.pubblicata_il < b.pubblicata_il ? 1 : a.pubblicata_il > b.pubblicata_il ? -1 : 0))

/** Lists the banners in force on this Italian day. */
export async function listBanner({ db, now }: Deps): Promise<Banner[]> {
  const today = italianDay(now().getTime())
  const stored = await readStored(db, 'banner')
  return stored
    .map(({ id, dati }) => ({ ...(dati as Written<'banner'>), id_banner: id }))
    .filter(({ dal, al }) => (dal === null || dal <= today) && (al === null || today <= al))
}

export type ContenutoLine = {
  id_contenuto: number
  chiave: string
  titolo: string
  inserito: Date
  /** Days in which a banner is shown; null where none is set, and for other kinds. */
  dal: string | null
  al: string | null
  ritirato: Date | null
}

/** Lists every entry of a kind for the operator, withdrawn ones too. */
export async function listAllContenuti({ db }: Deps, tipo: TipoContenuto): Promise<ContenutoLine[]> {
  const { rows } = await db.query<ContenutoLine>(
    `select id_contenuto, chiave, coalesce(dati ->> 'titolo', dati ->> 'nome') as titolo, inserito, dati ->> 'dal' as dal,
       dati ->> 'al' as al, ritirato
     from contenuto where tipo = $1 order by inserito desc, id_contenuto desc`,
    [tipo],
  )
  return rows
}

/** Returns an entry as it was written; null where there is none. The lock lasts until the transaction ends. */
export async function readContenuto(
  q: Queryable,
  tipo: TipoContenuto,
  id: number,
  lock: '' | 'for update',
): Promise<object | null> {
  const { rows } = await q.query<{ chiave: string; dati: object }>(
    `select chiave, dati from contenuto where tipo = $1 and id_contenuto = $2 ${lock}`,
    [tipo, id],
  )
  return rows[0] ? { chiave: rows[0].chiave, ...rows[0].dati } : null
}

/** Withdraws an entry from the lists, or puts it back. Returns since when it was withdrawn, or null. NON_TROVATO. */
export async function withdrawContenuto(
  { db, now }: Deps,
  tipo: TipoContenuto,
  id: number,
  withdrawn: boolean,
): Promise<Result<Date | null>> {
  const { rows } = await db.query<{ ritirato: Date | null }>(
    `update contenuto c set ritirato = $3
     from (select ritirato from contenuto where tipo = $1 and id_contenuto = $2 for update) before
     where c.tipo = $1 and c.id_contenuto = $2 returning before.ritirato`,
    [tipo, id, withdrawn ? now() : null],
  )
  return rows[0] ? ok(rows[0].ritirato) : fail('NON_TROVATO')
}
