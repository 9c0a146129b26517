import type { Failure } from '#contract/result'
import {
  closeSegnalazione,
  ESITI_SEGNALAZIONE,
  listSegnalazioni,
  type Segnalazione,
} from '../simulazioni/segnalazioni.ts'
import { type Codice, DONE, type Environment, Impossible, optionsOf, type ValuesOf, WrongUsage } from './exit.ts'
import { readId } from './simulazione-stato.ts'

export const SEGNALAZIONI_OPTIONS = optionsOf(['concorso', 'domanda', 'quante', 'esito', 'risposta'], ['json'])
type Options = ValuesOf<typeof SEGNALAZIONI_OPTIONS>

/** Reports listed without `--quante`. */
const DEFAULT_COUNT = 100

/** Put a candidate's text on one line, without control characters. */
const onLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()

function format(r: Segnalazione): string[] {
  const where = r.concorso === null ? 'la domanda non c’è più' : `${r.concorso} (${r.id_concorso}), n. ${r.posizione}`
  return [
    `${r.id_segnalazione}  ${r.creata.toISOString()}  ${r.esito ?? 'aperta'}  ${r.motivo}  domanda ${r.id_domanda}  ${onLine(where)}`,
    ...(r.testo === null ? [] : [`    ${onLine(r.testo).slice(0, 160)}`]),
    ...(r.nota === null ? [] : [`    Nota: ${onLine(r.nota)}`]),
  ]
}

/**
 * `segnalazioni [--concorso ID] [--domanda ID] [--quante N] [--json]`: lists candidates' reports of all banks, of one,
 * or of one question. The newest come first, without their authors.
 */
export async function segnalazioni(others: string[], options: Options, environment: Environment): Promise<Codice> {
  if (others[0] === 'chiudi') return close(others.slice(1), options, environment)
  const { concorso, domanda, quante: count, json } = options
  const { out, withDeps } = environment
  if (options.esito !== undefined || options.risposta !== undefined)
    throw new WrongUsage('--esito e --risposta sono di segnalazioni chiudi')
  if (others.length > 0) throw new WrongUsage('segnalazioni vuole solo opzioni')
  const id_concorso = concorso === undefined ? null : readId(concorso, '--concorso')
  const id_domanda = domanda === undefined ? null : readId(domanda, '--domanda')
  const max = count === undefined ? DEFAULT_COUNT : readId(count, '--quante')
  const rows = await withDeps(({ db }) => listSegnalazioni(db, { id_concorso, id_domanda, max }))
  const total = rows[0]?.totale ?? 0
  if (json) {
    const items = rows.map(({ totale: _totale, creata: created, ...r }) => ({ ...r, creata: created.toISOString() }))
    out(JSON.stringify({ elementi: items, totale: total }))
    return DONE
  }
  for (const row of rows.flatMap(format)) out(row)
  out(total === 0 ? 'Nessuna segnalazione.' : `${rows.length} di ${total} segnalazioni`)
  return DONE
}

/** Says why a report was not closed. */
const explain = ({ codice }: Failure, id: number): string =>
  codice === 'DOMANDA_NON_CORRETTA'
    ? 'la domanda è ancora com’era quando è stata segnalata: prima correggila, poi chiudi, o usa --esito respinta'
    : `la segnalazione ${id} non c’è`

/** Longest reply to a report, in characters. */
const MAX_REPLY = 1_000

/**
 * `segnalazioni chiudi ID --esito corretta|respinta [--risposta TESTO] [--json]`: closes a report and mails its author.
 */
async function close(
  [id, ...others]: string[],
  { esito: asked, risposta, json, ...rest }: Options,
  { out, withDeps }: Environment,
): Promise<Codice> {
  if (others.length > 0 || Object.values(rest).some((value) => value !== undefined))
    throw new WrongUsage('segnalazioni chiudi vuole un numero, --esito e --risposta')
  const id_segnalazione = readId(id ?? '', 'segnalazioni chiudi')
  const esito = ESITI_SEGNALAZIONE.find((e) => e === asked)
  if (!esito) throw new WrongUsage(`--esito vuole ${ESITI_SEGNALAZIONE.join(' o ')}`)
  const reply = risposta?.trim() || null
  if (reply && reply.length > MAX_REPLY) throw new WrongUsage(`--risposta ha al massimo ${MAX_REPLY} caratteri`)
  const closed = await withDeps((deps) => closeSegnalazione(deps, id_segnalazione, { esito, risposta: reply }))
  if (!closed.ok) throw new Impossible(explain(closed.error, id_segnalazione))
  const count = closed.value
  if (json) out(JSON.stringify({ chiuse: count }))
  else out(count === 0 ? 'Era già chiusa.' : `Chiuse: ${count}. Chi ha segnalato riceve una mail.`)
  return DONE
}
