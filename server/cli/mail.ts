import { isEmail } from '#rules/credentials'
import type { Deps } from '../deps.ts'
import { sendTrialMail } from '../mail/trial.ts'
import { countOutbox, retryAbandoned } from '../outbox.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, WrongUsage } from './exit.ts'

export const MAIL_OPTIONS = optionsOf([], ['json'])

async function sendTrial(deps: Deps, address: string | undefined, out: Environment['out']) {
  if (!address || !isEmail(address)) throw new WrongUsage('posta prova vuole un indirizzo: posta prova nome@dominio.it')
  const { esito, motivo } = await sendTrialMail(deps, address)
  if (esito === 'rifiutata') throw new Impossible(`la mail di prova non è partita: ${motivo}`)
  if (esito === 'scritta') out('Scritta in DATA_DIR/posta e non inviata: manca SMTP_URL.')
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
    if (act === 'riprova') return out(`Invii rimessi in partenza: ${(await retryAbandoned(deps)).length}`)
    if (act !== undefined) throw new WrongUsage(`posta ${act} non esiste: posta, posta prova EMAIL, posta riprova`)
    const rows = await countOutbox(deps.db, deps.now())
    if (json) return out(JSON.stringify({ elementi: rows, totale: rows.length }))
    if (rows.length === 0) out('Niente in attesa.')
    for (const { tipo, attesa, abbandonate, minuti } of rows)
      out(`${tipo}: in attesa ${attesa} (il più vecchio in ritardo di ${minuti} min), abbandonati ${abbandonate}`)
  })
  return DONE
}
