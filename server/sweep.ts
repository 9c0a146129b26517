import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sendNotices } from './avvisi/notice-mails.ts'
import type { Deps } from './deps.ts'
import { OLD_IMPORTS } from './importazioni/imports.ts'
import { eraseDue } from './utente/deletion.ts'
import { endDueFactors } from './utente/factor-relief.ts'
import { removeUtenti } from './utente/removal.ts'

const DAY_MS = 24 * 60 * 60_000
/** Days for which a message written to a file stays: its links expire long before [OP14]. */
const MAIL_DAYS = 30

/** Deletes rows that are over: links, flows, tokens, deliveries. Each takes the instant of the round. */
export const OVER = [
  'delete from accesso_social where scade < $1',
  'delete from token_social where scade < $1',
  'delete from limite where expire < extract(epoch from $1::timestamptz) * 1000',
  `delete from gettone where scade < $1::timestamptz - interval '30 days'`,
  `delete from uscita where prossimo is null and creata < $1::timestamptz - interval '30 days'`,
  // [NT1] News of a week ago is sent to nobody, so this mark is never read again.
  `delete from avviso_dato where quando < $1::timestamptz - interval '30 days'`,
  `delete from seguito s where tipo = 'bando' and not exists (select 1 from bando b
     where b.id_bando::text = s.chiave and b.scadenza > $1::timestamptz - interval '30 days')`,
  `delete from evento_pagamento where ricevuto < $1::timestamptz - interval '90 days'`,
  `delete from evento_fallito where ricevuto < $1::timestamptz - interval '90 days'`,
  // [OP55]
  `delete from posta_inviata where quando < $1::timestamptz - interval '90 days'`,
  `delete from registro_operatore where quando < $1::timestamptz - interval '2 years'`,
  ...OLD_IMPORTS,
  // [OP17] Rows that a reset removed, kept for a person who did not mean it.
  `delete from statistica_storico where archiviata < $1::timestamptz - interval '90 days'`,
  // [OP13] No token opens it again; for a month it still shows why it ended.
  `delete from sessione where least(scade, coalesce(chiusa, scade)) < $1::timestamptz - interval '30 days'`,
  // [OP16] Sittings given up or left empty. The first of each simulation stays: it is the attempt that ranks (decision
  // 0026).
  `delete from partecipazione p where not aperta and fine < $1::timestamptz - interval '90 days'
     and not exists (select 1 from esito_simulazione e
       where e.id_utente = p.id_utente and e.gettone = p.gettone and (e.consegnata or e.in_classifica))
     and not exists (select 1 from sfida s where s.id_utente = p.id_utente and s.gettone = p.gettone)
     and exists (select 1 from partecipazione f
       where f.id_utente = p.id_utente and f.id_simulazione = p.id_simulazione and f.iniziata < p.iniziata)`,
]

/** [OP15] Accounts with an unproved address and no purchase, which never sent a record. */
export const NEVER_PROVED = `select id_utente from utente u where not email_verificata and livello = 0 and seq_sync = 0
  and data_registrazione < $1::timestamptz - interval '30 days'
  and not exists (select 1 from acquisto a where a.id_utente = u.id_utente) for update`

const removeNeverProved = ({ db, now }: Deps): Promise<number> =>
  db.tx(async (q) => {
    const { rows } = await q.query<{ id_utente: number }>(NEVER_PROVED, [now()])
    return removeUtenti(
      q,
      rows.map((row) => row.id_utente),
    )
  })

/** Compare names alone: files are named by the instant of their writing. */
async function sweepMail({ config, now }: Deps): Promise<void> {
  const folder = join(config.dataDir, 'posta')
  const oldest = new Date(now().getTime() - MAIL_DAYS * DAY_MS).toISOString().replaceAll(/[:.]/g, '-')
  for (const name of await readdir(folder).catch((): string[] => []))
    if (/^\d{4}-.*\.eml(\.nuovo)?$/.test(name) && name < oldest) await rm(join(folder, name), { force: true })
}

/** Deletes rows that are over, so that no table grows for ever, and writes the due notices. */
export async function sweep(deps: Deps): Promise<void> {
  for (const sql of OVER) await deps.db.query(sql, [deps.now()])
  await removeNeverProved(deps)
  await eraseDue(deps)
  await endDueFactors(deps)
  await sendNotices(deps)
  await sweepMail(deps)
}
