import type { Queryable } from '../deps.ts'

/** An event of the provider that no replica could deal with so far: the provider sends it again. */
export type FailedEvent = { id: string; tipo: string; ricevuto: Date; motivo: string }

/** Most failed events that are listed, the newest ones. */
const MOST = 50

/** Keeps a failed event with its newest reason; one that another replica dealt with meanwhile is not kept. */
export async function keepFailed(q: Queryable, { id, tipo, ricevuto, motivo }: FailedEvent): Promise<void> {
  await q.query(
    `insert into evento_fallito (id_evento, tipo, ricevuto, motivo)
     select $1, $2, $3, $4 where not exists (select 1 from evento_pagamento where id_evento = $1)
     on conflict (id_evento) do update set ricevuto = excluded.ricevuto, motivo = excluded.motivo`,
    [id, tipo, ricevuto, motivo.slice(0, 500)],
  )
}

export const forgetFailed = (q: Queryable, id: string) =>
  q.query('delete from evento_fallito where id_evento = $1', [id])

/** Lists failed events of all replicas, the newest first. */
export async function listFailed(q: Queryable): Promise<FailedEvent[]> {
  const { rows } = await q.query<FailedEvent>(
    'select id_evento as id, tipo, ricevuto, motivo from evento_fallito order by ricevuto desc, id_evento limit $1',
    [MOST],
  )
  return rows
}

/** Counts failed events of all replicas, those that are not listed too. */
export const countFailed = async (q: Queryable): Promise<number> =>
  (await q.query<{ n: number }>('select count(*)::int as n from evento_fallito')).rows[0]?.n ?? 0

export const isFailed = async (q: Queryable, id: string): Promise<boolean> =>
  (await q.query('select 1 from evento_fallito where id_evento = $1', [id])).count > 0
