import type { Deps } from '../deps.ts'
import { composeProva } from './messages.ts'

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

/** Outcome of a trial: `consegnata` to the mail server, `scritta` to a file; else why it did not leave. */
export type MailTrial = { esito: 'consegnata' | 'scritta'; motivo: null } | { esito: 'rifiutata'; motivo: string }

/** Sends a mail now, past the outbox. */
export async function sendTrialMail(
  { mailer, config }: Pick<Deps, 'mailer' | 'config'>,
  to: string,
): Promise<MailTrial> {
  try {
    await mailer.send(composeProva(to, config.publicUrl))
  } catch (error) {
    return { esito: 'rifiutata', motivo: explainMail(error) }
  }
  return { esito: mailer.mode === 'file' ? 'scritta' : 'consegnata', motivo: null }
}
