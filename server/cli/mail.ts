import { isEmail } from '#rules/credentials'
import type { Deps } from '../deps.ts'
import { composeProva } from '../mail/messages.ts'
import { countOutbox, retryAbandoned } from '../outbox.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const MAIL_OPTIONS = optionsOf([], ['json'])

/** Remedies by the code of the mail program's error. */
const REMEDIES: Record<string, string> = {
  EAUTH: 'utente o password di SMTP_URL non sono accettati',
  ECONNECTION: 'nessuno risponde a quell’indirizzo e porta: controllare host e porta di SMTP_URL, e il firewall',
  ESOCKET: 'la connessione non si apre: controllare porta e cifratura (smtps:// per la 465, smtp:// per la 587)',
  ETIMEDOUT: 'il server di posta non risponde in tempo: controllare host, porta e firewall',
  EDNS: 'il nome del server in SMTP_URL non esiste',
  EENVELOPE: 'il server di posta rifiuta il mittente o il destinatario: controllare MITTENTE',
}

/** Explains why no mail leaves: the remedy, then the server's own words. */
export const explainMail = (error: unknown): string => {
  const { code = '', message } = error as { code?: string; message: string }
  return REMEDIES[code] ? `${REMEDIES[code]} (${message})` : message
}

async function sendTrial({ mailer, config }: Deps, address: string | undefined, out: Environment['out']) {
  if (!address || !isEmail(address)) throw new WrongUsage('posta prova vuole un indirizzo: posta prova nome@dominio.it')
  await mailer.send(composeProva(address, config.publicUrl)).catch((error) => {
    throw new Impossible(`la mail di prova non è partita: ${explainMail(error)}`)
  })
  if (mailer.mode === 'file') out('Scritta in DATA_DIR/posta e non inviata: manca SMTP_URL.')
  else out(`Consegnata al server di posta per ${address}. Se non arriva, guardare nello spam e in SPF, DKIM e DMARC.`)
}

/** `posta`: lists what waits in the outbox. `posta prova EMAIL` sends a mail now; `posta riprova` sends abandoned rows again. */
export async function mailCommand(
  [act, address, ...others]: string[],
  { json }: { json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0) throw new WrongUsage('posta non vuole altri argomenti')
  await withDeps(async (deps) => {
    if (act === 'prova') return sendTrial(deps, address, out)
    if (address !== undefined) throw new WrongUsage('posta non vuole altri argomenti')
    if (act === 'riprova') return out(`Invii rimessi in partenza: ${await retryAbandoned(deps)}`)
    if (act !== undefined) throw new WrongUsage(`posta ${act} non esiste: posta, posta prova EMAIL, posta riprova`)
    const rows = await countOutbox(deps.db, deps.now())
    if (json) return out(JSON.stringify({ elementi: rows, totale: rows.length }))
    if (rows.length === 0) out('Niente in attesa.')
    for (const { tipo, attesa, abbandonate, minuti } of rows)
      out(`${tipo}: in attesa ${attesa} (il più vecchio in ritardo di ${minuti} min), abbandonati ${abbandonate}`)
  })
  return DONE
}
