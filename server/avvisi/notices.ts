import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Avvisi, type Seguito, TIPI_AVVISO, type TipoAvviso } from '#contract/avvisi'
import { fail, ok, type Result } from '#contract/result'
import { readSecret } from '../db/secrets.ts'
import type { Deps, Queryable } from '../deps.ts'
import { listBrowsers, readVapid } from './push.ts'

/** Calls and bodies that one account may follow. */
const MAX_FOLLOWED = 500
/** The kind of notice for each kind of followed thing. */
const KIND: Record<Seguito['tipo'], TipoAvviso> = { bando: 'bandi', ente: 'enti' }

/** Returns the notices of an account, with the open calls and the bodies that it follows. */
export async function readNotices(deps: Deps, id_utente: number): Promise<Avvisi> {
  const { db, now } = deps
  const on = await db.query<Record<TipoAvviso, Date | null>>(
    'select bandi, banche, enti from avvisi where id_utente = $1',
    [id_utente],
  )
  const { rows: seguiti } = await db.query<Seguito>(
    `select tipo, chiave, nome from seguito s where id_utente = $1 and (tipo = 'ente' or exists (select 1 from bando b
       where b.id_bando::text = s.chiave and b.ritirato is null and not b.esempio and b.scadenza >= $2))
     order by tipo, nome`,
    [id_utente, now()],
  )
  const row = on.rows[0]
  const push = { chiave: (await readVapid(deps)).publicKey, browser: await listBrowsers(db, id_utente) }
  return { bandi: Boolean(row?.bandi), banche: Boolean(row?.banche), enti: Boolean(row?.enti), seguiti, push }
}

/** Turns a kind on from now, or off; a kind that is on keeps its date. The column's name is from the list alone. */
async function setNotice(q: Queryable, id_utente: number, tipo: TipoAvviso, since: Date | null): Promise<void> {
  const column = TIPI_AVVISO.find((name) => name === tipo) ?? 'bandi'
  await q.query(
    `insert into avvisi as a (id_utente, ${column}) values ($1, $2)
     on conflict (id_utente) do update set ${column} = case when $2::timestamptz is null then null else coalesce(a.${column}, $2) end`,
    [id_utente, since],
  )
}

export async function changeNotice(
  { db, now }: Deps,
  id_utente: number,
  { tipo, valore }: { tipo: TipoAvviso; valore: boolean },
): Promise<Result<null>> {
  await setNotice(db, id_utente, tipo, valore ? now() : null)
  return ok(null)
}

/** The name of a call or a body; null where there is none. */
async function nameOf(q: Queryable, tipo: Seguito['tipo'], chiave: string, now: Date): Promise<string | null> {
  const sql =
    tipo === 'bando'
      ? 'select nome from bando where id_bando::text = $1 and ritirato is null and not esempio and scadenza >= $2'
      : `select ente as nome from ente where lower(ente) = $1
         union all select ente from bando where lower(ente) = $1 and ritirato is null and not esempio and $2::timestamptz is not null limit 1`
  return (await q.query<{ nome: string }>(sql, [chiave, now])).rows[0]?.nome ?? null
}

/**
 * Follows a call or a body and turns its kind of notice on, or stops following [NT2]. NON_TROVATO, RICHIESTA_NON_VALIDA
 * beyond 500.
 */
export async function follow(
  { db, now }: Deps,
  id_utente: number,
  { tipo, chiave: typed, valore }: { tipo: Seguito['tipo']; chiave: string; valore: boolean },
): Promise<Result<null>> {
  const chiave = typed.trim().toLowerCase()
  return db.tx(async (q) => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    if (!valore) {
      await q.query('delete from seguito where id_utente = $1 and tipo = $2 and chiave = $3', [id_utente, tipo, chiave])
      return ok(null)
    }
    const nome = await nameOf(q, tipo, chiave, now())
    if (nome === null) return fail('NON_TROVATO')
    const { rows } = await q.query<{ n: number }>('select count(*)::int as n from seguito where id_utente = $1', [
      id_utente,
    ])
    if ((rows[0]?.n ?? 0) >= MAX_FOLLOWED) return fail('RICHIESTA_NON_VALIDA', { campi: ['chiave'] })
    await q.query(
      'insert into seguito (id_utente, tipo, chiave, nome, dal) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [id_utente, tipo, chiave, nome, now()],
    )
    await setNotice(q, id_utente, KIND[tipo], now())
    return ok(null)
  })
}

const sign = (key: Buffer, what: string): Buffer => createHmac('sha256', key).update(`avvisi\n${what}`).digest()
const readKey = (deps: Deps): Promise<Buffer> => readSecret(deps.db, 'avvisi', deps.random)

/** Returns the unsubscribe token of a mail: its holder turns one kind off for one account, and nothing else. */
export async function noticeToken(deps: Deps, id_utente: number, tipo: TipoAvviso): Promise<string> {
  const what = `${id_utente}.${tipo}`
  return `${what}.${sign(await readKey(deps), what).toString('base64url')}`
}

/** Turns a kind off with the token of its mails, repeatable without effect [NT3]. LINK_SCADUTO. */
export async function stopNotices(deps: Deps, token: string): Promise<Result<null>> {
  const [id = '', kind = '', signature = ''] = token.split('.')
  const tipo = TIPI_AVVISO.find((name) => name === kind)
  const told = Buffer.from(signature, 'base64url')
  const wanted = sign(await readKey(deps), `${id}.${kind}`)
  if (!tipo || told.length !== wanted.length || !timingSafeEqual(told, wanted)) return fail('LINK_SCADUTO')
  await deps.db.query(`update avvisi set ${tipo} = null where id_utente = $1`, [Number(id)])
  return ok(null)
}
