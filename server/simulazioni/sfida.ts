import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { EsitoSimulazione } from '#contract/simulazioni'
import type { Deps } from '../deps.ts'

type Side = Pick<EsitoSimulazione, 'motivo'> & {
  id_utente: number
  punti: number
  corrette: number
  errate: number
  omesse: number
  secondi: number
}
const SIDE = 'e.id_utente, e.punti, e.corrette, e.errate, e.omesse, e.secondi, e.motivo'
/** Opponents shown, the newest. */
const OPPONENTS = 50

const toSide = ({ punti, corrette, errate, omesse, secondi: seconds, motivo }: Side) => ({
  punteggio: punti / 1000,
  corrette,
  errate,
  omesse,
  secondi: seconds,
  motivo,
})

/** Makes a link to sit the same draw, of a sitting that the account delivered. NON_TROVATO for any other. */
export async function createSfida(
  { db, random, now }: Deps,
  id_utente: number,
  gettone: string,
): Promise<Result<{ codice: string }>> {
  const { rows } = await db.query<{ codice: string }>(
    `insert into sfida (codice, id_utente, gettone, id_simulazione, creata)
     select $3, id_utente, gettone, id_simulazione, $4 from esito_simulazione
     where id_utente = $1 and gettone = $2 and consegnata
     on conflict (id_utente, gettone) do update set creata = sfida.creata returning codice`,
    [id_utente, gettone, random(12).toString('base64url'), now()],
    'nuova_sfida',
  )
  return rows[0] ? ok(rows[0]) : fail('NON_TROVATO', { detail: 'gettone' })
}

/** Returns a challenge for this account, which sees the others' outcomes only after its own delivery. NON_TROVATO. */
export async function readSfida({ db }: Deps, id_utente: number, code: string): Promise<Result<ResponseOf<'sfida'>>> {
  const { rows } = await db.query<{
    id_utente: number
    gettone: string
    id_simulazione: number
    id_concorso: number
    descrizione: string
  }>(
    `select f.id_utente, f.gettone, f.id_simulazione, s.id_concorso, s.descrizione
     from sfida f join simulazione s using (id_simulazione) where f.codice = $1`,
    [code],
    'sfida',
  )
  const row = rows[0]
  if (!row) return fail('NON_TROVATO', { detail: 'sfida' })
  const own = row.id_utente === id_utente
  const [first, theirs, others] = await Promise.all([
    db.query<Side>(
      `select ${SIDE} from esito_simulazione e where id_utente = $1 and gettone = $2`,
      [row.id_utente, row.gettone],
      'sfidante',
    ),
    db.query<Side>(
      `select ${SIDE} from esito_simulazione e where e.sfida = $1 and e.consegnata and e.id_utente = $2 order by e.ricevuta limit 1`,
      [code, id_utente],
      'mia_sfida',
    ),
    // Select the first delivery of each account that took the challenge, the newest of them.
    db.query<Side>(
      `select * from (select distinct on (e.id_utente) ${SIDE}, e.ricevuta from esito_simulazione e
         where e.sfida = $1 and e.consegnata and e.id_utente not in ($2, $3) order by e.id_utente, e.ricevuta) p
       order by ricevuta desc limit ${OPPONENTS}`,
      [code, row.id_utente, id_utente],
      'avversari',
    ),
  ])
  const challenger = first.rows[0] ?? null
  const me = own ? challenger : (theirs.rows[0] ?? null)
  const visible = me === null ? [] : others.rows
  return ok({
    codice: code,
    id_simulazione: row.id_simulazione,
    id_concorso: row.id_concorso,
    descrizione: row.descrizione,
    mia: own,
    io: me && toSide(me),
    sfidante: me && challenger && toSide(challenger),
    avversari: visible.map(toSide),
  })
}
