import { fail, ok, type Result } from '#contract/result'
import type { ImportedBando } from '#importers/bandi/read-bandi'
import type { Deps, Queryable } from '../deps.ts'

type NewBando = Omit<ImportedBando, 'riga'>

/** Counts of calls that publishing added, changed, left equal or found expired. */
export type PublishedBandi = { nuovi: number; aggiornati: number; uguali: number; scaduti: number }

const COLUMNS = `nome, ente, descrizione, tipo_ente, livello_istruzione, settore, area_geografica, regione, posti, scadenza,
  in_evidenza, pagina_ufficiale, banche`

/** Writes calls by their key. A known call keeps its number, and a withdrawn one stays withdrawn. */
async function saveBandi(q: Queryable, bandi: readonly NewBando[], now: Date): Promise<PublishedBandi> {
  const rows = bandi.map(({ scadenza_ms, ...b }) => ({ ...b, scadenza: new Date(scadenza_ms).toISOString() }))
  const { rows: written } = await q.query<{ nuovo: boolean }>(
    `insert into bando as b (chiave, ${COLUMNS}, inserito, aggiornato)
     select chiave, ${COLUMNS.replace('banche', 'array(select jsonb_array_elements_text(banche)::bigint)')}, $2, $2
     from jsonb_to_recordset($1::jsonb) as r(chiave text, nome text, ente text, descrizione text,
       tipo_ente text, livello_istruzione text, settore text, area_geografica text, regione text, posti integer,
       scadenza timestamptz, in_evidenza boolean, pagina_ufficiale text, banche jsonb)
     on conflict (chiave) do update set (${COLUMNS}, aggiornato) =
       (${COLUMNS.split(',')
         .map((c) => `excluded.${c.trim()}`)
         .join(', ')}, excluded.aggiornato)
     where row(${COLUMNS.split(',')
       .map((c) => `b.${c.trim()}`)
       .join(', ')})
       is distinct from row(${COLUMNS.split(',')
         .map((c) => `excluded.${c.trim()}`)
         .join(', ')})
     returning (xmax = 0) as nuovo`,
    [JSON.stringify(rows), now],
  )
  const nuovi = written.filter((r) => r.nuovo).length
  return {
    nuovi,
    aggiornati: written.length - nuovi,
    uguali: bandi.length - written.length,
    scaduti: bandi.filter((b) => b.scadenza_ms < now.getTime()).length,
  }
}

/** Returns the ids, among those that calls name, of banks that are not published. */
export async function listUnknownBanche(q: Queryable, ids: readonly number[]): Promise<number[]> {
  const { rows } = await q.query<{ id: number }>(
    `select distinct i.id from unnest($1::bigint[]) i(id)
     where not exists (select 1 from concorso c where c.id_concorso = i.id and c.stato = 'pubblicato') order by 1`,
    [ids],
  )
  return rows.map((r) => r.id)
}

/** Returns banks by their ids, with their names. */
export async function nameBanche(
  q: Queryable,
  ids: readonly number[],
): Promise<{ id_concorso: number; concorso: string }[]> {
  const sql = 'select id_concorso, concorso from concorso where id_concorso = any($1::bigint[]) order by concorso'
  return (await q.query<{ id_concorso: number; concorso: string }>(sql, [ids])).rows
}

/** Thrown to undo the writes of a rehearsal. */
class Rehearsal extends Error {
  readonly result: PublishedBandi
  constructor(result: PublishedBandi) {
    super('prova')
    this.result = result
  }
}

/** Publishes imported calls in one transaction [BA6]. `rehearse` writes nothing and returns the same counts. */
export async function importBandi(
  { db, now }: Deps,
  bandi: readonly ImportedBando[],
  rehearse: boolean,
): Promise<PublishedBandi> {
  try {
    return await db.tx(async (q) => {
      const result = await saveBandi(
        q,
        bandi.map(({ riga: _riga, ...b }) => b),
        now(),
      )
      if (rehearse) throw new Rehearsal(result)
      return result
    })
  } catch (error) {
    if (error instanceof Rehearsal) return error.result
    throw error
  }
}

/** Returns a call as it was written; null where there is none. The lock lasts until the transaction ends. */
export async function readBando(q: Queryable, id_bando: number, lock: '' | 'for update'): Promise<object | null> {
  const { rows } = await q.query<{ scadenza: Date }>(
    `select ${COLUMNS.replace('banche', 'to_json(banche) as banche')} from bando where id_bando = $1 ${lock}`,
    [id_bando],
  )
  return rows[0] ? { ...rows[0], scadenza: rows[0].scadenza.toISOString() } : null
}

export type BandoLine = {
  id_bando: number
  chiave: string
  nome: string
  ente: string
  scadenza: Date
  ritirato: Date | null
}

/** Lists every call for the operator, withdrawn and expired ones too, the last to expire first. */
export async function listAllBandi({ db }: Deps, max: number): Promise<{ rows: BandoLine[]; totale: number }> {
  const { rows } = await db.query<BandoLine & { totale: number }>(
    `select id_bando, chiave, nome, ente, scadenza, ritirato, (count(*) over ())::int as totale
     from bando order by scadenza desc, id_bando limit $1`,
    [max],
  )
  return { rows, totale: rows[0]?.totale ?? 0 }
}

/** Withdraws a call from the lists, or puts it back. Returns since when it was withdrawn, or null. NON_TROVATO. */
export async function setRitirato(
  { db, now }: Deps,
  id_bando: number,
  ritirato: boolean,
): Promise<Result<Date | null>> {
  const { rows } = await db.query<{ ritirato: Date | null }>(
    `update bando b set ritirato = $2 from (select ritirato from bando where id_bando = $1 for update) before
     where b.id_bando = $1 returning before.ritirato`,
    [id_bando, ritirato ? now() : null],
  )
  return rows[0] ? ok(rows[0].ritirato) : fail('NON_TROVATO')
}
