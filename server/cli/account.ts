import { writeFile } from 'node:fs/promises'
import type { Deps } from '../deps.ts'
import { openDataExport } from '../utente/data-export.ts'
import { eraseUtente } from '../utente/deletion.ts'
import { normalizeEmail } from '../utente/email.ts'
import { findUtenteByEmail } from '../utente/profilo.ts'
import { listSupport } from '../utente/support.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const EXPORT_OPTIONS = optionsOf(['in'])
export const DELETE_OPTIONS = optionsOf([], ['conferma'])
export const SUPPORT_OPTIONS = optionsOf(['quante'], ['json'])

async function find({ db }: Deps, email: string): Promise<number> {
  const row = await findUtenteByEmail(db, normalizeEmail(email))
  if (!row) throw new Impossible(`nessun account ha l'indirizzo ${normalizeEmail(email)}`)
  return row.id_utente
}

/** `esporta EMAIL [--in FILE]`: exports all data of an account, as the profile does. */
export async function esporta(
  [email, ...others]: string[],
  { in: file }: { in?: string },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (!email || others.length > 0) throw new WrongUsage('esporta vuole un indirizzo')
  const path = file ?? 'dati-account.zip'
  await withDeps(async (deps) => writeFile(path, await openDataExport(deps, await find(deps, email)), { mode: 0o600 }))
  out(`Scritto ${path}`)
  return DONE
}

/** `elimina EMAIL --conferma`: deletes an account for ever, at a person's written request. */
export async function elimina(
  [email, ...others]: string[],
  { conferma }: { conferma?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (!email || others.length > 0) throw new WrongUsage('elimina vuole un indirizzo')
  if (!conferma) throw new WrongUsage('elimina è per sempre: aggiungere --conferma')
  await withDeps(async (deps) => eraseUtente(deps, await find(deps, email)))
  out(`${normalizeEmail(email)}: account eliminato`)
  return DONE
}

/** `assistenza [--quante N] [--json]`: lists messages to the operator, the newest first. */
export async function assistenza(
  others: string[],
  { quante, json }: { quante?: string; json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('assistenza vuole solo opzioni')
  if (quante !== undefined && !/^[1-9]\d{0,4}$/.test(quante))
    throw new WrongUsage(`--quante vuole un numero, non "${quante}"`)
  const rows = await withDeps((deps) => listSupport(deps, Number(quante ?? 50)))
  if (json) out(JSON.stringify({ elementi: rows, totale: rows.length }))
  else {
    // Strip what a terminal would run as control sequences.
    for (const r of rows)
      out(
        `${r.creata.toISOString()}  n. ${r.numero}  ${r.argomento}  ${r.email}\n    ${r.testo.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')}`,
      )
    if (rows.length === 0) out('Nessuna richiesta.')
  }
  return DONE
}
