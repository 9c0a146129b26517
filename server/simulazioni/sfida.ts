import type { RispostaDi } from '#contract/chiamate'
import { fail, ok, type Result } from '#contract/result'
import type { EsitoSimulazione } from '#contract/simulazioni'
import type { Deps } from '../deps.ts'

type Lato = Pick<EsitoSimulazione, 'motivo'> & {
  id_utente: number
  punti: number
  corrette: number
  errate: number
  omesse: number
  secondi: number
}
const LATO = 'e.id_utente, e.punti, e.corrette, e.errate, e.omesse, e.secondi, e.motivo'
/** Opponents that are shown; the newest. */
const AVVERSARI = 50

const toLato = ({ punti, corrette, errate, omesse, secondi, motivo }: Lato) => ({
  punteggio: punti / 1000,
  corrette,
  errate,
  omesse,
  secondi,
  motivo,
})

/** A link for somebody else to sit the same draw, of a sitting that the account delivered. NON_TROVATO for any other. */
export async function createSfida(
  { db, random, now }: Deps,
  id_utente: number,
  gettone: string,
): Promise<Result<{ codice: string }>> {
  const { righe } = await db.query<{ codice: string }>(
    `insert into sfida (codice, id_utente, gettone, id_simulazione, creata)
     select $3, id_utente, gettone, id_simulazione, $4 from esito_simulazione
     where id_utente = $1 and gettone = $2 and consegnata
     on conflict (id_utente, gettone) do update set creata = sfida.creata returning codice`,
    [id_utente, gettone, random(12).toString('base64url'), now()],
    'nuova_sfida',
  )
  return righe[0] ? ok(righe[0]) : fail('NON_TROVATO', { detail: 'gettone' })
}

/** A challenge as this account sees it: what others did only after it has delivered its own. NON_TROVATO. */
export async function readSfida({ db }: Deps, id_utente: number, codice: string): Promise<Result<RispostaDi<'sfida'>>> {
  const { righe } = await db.query<{
    id_utente: number
    gettone: string
    id_simulazione: number
    id_concorso: number
    descrizione: string
  }>(
    `select f.id_utente, f.gettone, f.id_simulazione, s.id_concorso, s.descrizione
     from sfida f join simulazione s using (id_simulazione) where f.codice = $1`,
    [codice],
    'sfida',
  )
  const riga = righe[0]
  if (!riga) return fail('NON_TROVATO', { detail: 'sfida' })
  const mia = riga.id_utente === id_utente
  const [primo, sue, altri] = await Promise.all([
    db.query<Lato>(
      `select ${LATO} from esito_simulazione e where id_utente = $1 and gettone = $2`,
      [riga.id_utente, riga.gettone],
      'sfidante',
    ),
    db.query<Lato>(
      `select ${LATO} from esito_simulazione e where e.sfida = $1 and e.consegnata and e.id_utente = $2 order by e.ricevuta limit 1`,
      [codice, id_utente],
      'mia_sfida',
    ),
    // The first delivery of each account that answered, the newest of them.
    db.query<Lato>(
      `select * from (select distinct on (e.id_utente) ${LATO}, e.ricevuta from esito_simulazione e
         where e.sfida = $1 and e.consegnata and e.id_utente not in ($2, $3) order by e.id_utente, e.ricevuta) p
       order by ricevuta desc limit ${AVVERSARI}`,
      [codice, riga.id_utente, id_utente],
      'avversari',
    ),
  ])
  const sfidante = primo.righe[0] ?? null
  const io = mia ? sfidante : (sue.righe[0] ?? null)
  const visibili = io === null ? [] : altri.righe
  return ok({
    codice,
    id_simulazione: riga.id_simulazione,
    id_concorso: riga.id_concorso,
    descrizione: riga.descrizione,
    mia,
    io: io && toLato(io),
    sfidante: io && sfidante && toLato(sfidante),
    avversari: visibili.map(toLato),
  })
}
