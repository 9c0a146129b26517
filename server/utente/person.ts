import { type Persona, type PersonaTrovata, TIPI_MAIL } from '#contract/gestione/persone'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { normalizeEmail } from './email.ts'
import { effectiveLivello } from './livello.ts'
import { findUtente, findUtenteByEmail, type UtenteRow } from './profilo.ts'

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null
const standingOf = ({ stato }: UtenteRow) => (stato === 'attivo' ? 'attivo' : 'disabilitato')

/** Hides an address: `m•••@p•••.it` is enough to know one that was just typed. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}•••@${host.slice(0, 1)}•••${host.slice(host.lastIndexOf('.'))}`
}

/** Hides every address of a text, e.g. of a mail server's refusal. */
export const maskEmails = (text: string): string => text.replace(/[^\s<>@]+@[^\s<>@]+/g, maskEmail)

/** Finds an account by its whole address or its number; null for none. */
export async function findPerson(deps: Pick<Deps, 'db' | 'now'>, typed: string): Promise<PersonaTrovata | null> {
  const row = /^\d{1,15}$/.test(typed)
    ? await findUtente(deps.db, Number(typed))
    : await findUtenteByEmail(deps.db, normalizeEmail(typed))
  return (
    row && {
      id: row.id_utente,
      indirizzo: maskEmail(row.email),
      livello: effectiveLivello(row, deps.now()),
      stato: standingOf(row),
    }
  )
}

async function listAccess(q: Queryable, id: number, now: Date) {
  const devices = await q.query<{
    id: string
    dispositivo: string
    sistema_operativo: string | null
    primo_uso: Date
    ultimo_uso: Date
  }>(
    `select id_dispositivo as id, dispositivo, sistema_operativo, primo_uso, ultimo_uso from dispositivo
     where id_utente = $1 and rimosso is null order by ultimo_uso desc, id_dispositivo`,
    [id],
  )
  const sessions = await q.query<{ id: number; dispositivo: string; creata: Date; ultimo_uso: Date; scade: Date }>(
    `select id_sessione as id, dispositivo, creata, ultimo_uso, scade from sessione
     where id_utente = $1 and chiusa is null and scade > $2 order by ultimo_uso desc, id_sessione`,
    [id, now],
  )
  const logins = await q.query<{ social: string; email: string | null; collegata: Date }>(
    'select social, email, collegata from identita_social where id_utente = $1 order by collegata',
    [id],
  )
  return {
    dispositivi: devices.rows.map((d) => ({ ...d, primo_uso: iso(d.primo_uso), ultimo_uso: iso(d.ultimo_uso) })),
    sessioni: sessions.rows.map((s) => ({
      ...s,
      creata: iso(s.creata),
      ultimo_uso: iso(s.ultimo_uso),
      scade: iso(s.scade),
    })),
    identita: logins.rows.map((l) => ({ ...l, collegata: iso(l.collegata) })),
  }
}

async function listDealings(q: Queryable, id: number) {
  const purchases = await q.query<{
    id: number
    fornitore: string
    durata: string
    prezzo: number
    stato: string
    creato: Date
    pagato: Date | null
    fine: Date | null
  }>(
    `select id_acquisto as id, fornitore, durata, prezzo, stato, creato, pagato, fine from acquisto
     where id_utente = $1 order by creato desc`,
    [id],
  )
  const links = await q.query<{ tipo: string; creato: Date; scade: Date; usato: Date | null }>(
    'select tipo, creato, scade, usato from gettone where id_utente = $1 order by creato desc limit 50',
    [id],
  )
  return {
    acquisti: purchases.rows.map((p) => ({
      ...p,
      creato: iso(p.creato),
      pagato: isoOrNull(p.pagato),
      fine: isoOrNull(p.fine),
    })),
    link: links.rows.map((l) => ({ ...l, creato: iso(l.creato), scade: iso(l.scade), usato: isoOrNull(l.usato) })),
  }
}

type Mail = Persona['posta'][number]

/** Lists the newest mails of an account: a row of the outbox says what is true now, the other how it ended [OP55]. */
async function listMails(q: Queryable, id: number): Promise<Mail[]> {
  const { rows } = await q.query<
    Omit<Mail, 'tipo' | 'quando' | 'prossimo'> & { tipo: string; quando: Date; prossimo: Date | null }
  >(
    `select id_uscita as id, coalesce(i.tipo, u.carico ->> 'tipo', 'altro') as tipo, u.prossimo, u.errore as motivo,
       case when u.prossimo is null then coalesce(i.quando, u.creata) else u.creata end as quando,
       case when u.id_uscita is null then i.esito when u.prossimo is null then 'abbandonata'
         when u.errore is null then 'attesa' else 'riprova' end as esito
     from (select * from uscita where id_utente = $1 and tipo = 'posta') u
       full join (select * from posta_inviata where id_utente = $1) i using (id_uscita)
     order by id_uscita desc limit 50`,
    [id],
  )
  return rows.map((m) => ({
    ...m,
    tipo: TIPI_MAIL.find((known) => known === m.tipo) ?? 'altro',
    quando: iso(m.quando),
    prossimo: isoOrNull(m.prossimo),
  }))
}

/** Returns all that helps a person's account; UTENTE_NON_TROVATO. */
export async function describePerson(deps: Pick<Deps, 'db' | 'now'>, id: number): Promise<Result<Persona>> {
  const row = await findUtente(deps.db, id)
  if (!row) return fail('UTENTE_NON_TROVATO')
  const factor = 'select 1 from secondo_fattore where id_utente = $1 and attivo is not null'
  return ok({
    id: row.id_utente,
    email: row.email,
    email_verificata: row.email_verificata,
    email_nuova: row.email_nuova,
    stato: standingOf(row),
    ruolo: row.ruolo,
    livello: effectiveLivello(row, deps.now()),
    livello_acquistato: row.livello,
    scadenza: isoOrNull(row.data_scadenza_premium),
    registrata: iso(row.data_registrazione),
    tempo_aggiuntivo: row.tempo_aggiuntivo,
    con_password: row.password_hash !== null,
    secondo_fattore: (await deps.db.query(factor, [id])).count > 0,
    da_eliminare: isoOrNull(row.da_eliminare),
    ...(await listAccess(deps.db, id, deps.now())),
    ...(await listDealings(deps.db, id)),
    posta: await listMails(deps.db, id),
  })
}

/** Sets the extra time of an account, in per cent. */
export async function setExtraTime(q: Queryable, id: number, percent: number): Promise<void> {
  await q.query('update utente set tempo_aggiuntivo = $2 where id_utente = $1', [id, percent])
}

/** Disables an account, whose sessions are refused from then on, or enables it again. */
export async function setStanding(q: Queryable, id: number, stato: 'attivo' | 'disabilitato'): Promise<void> {
  await q.query('update utente set stato = $2 where id_utente = $1', [id, stato])
}
