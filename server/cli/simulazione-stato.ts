import { withArticolo } from '#rules/articolo'
import { type StatusAction, setSimulazioneStatus } from '../simulazioni/status.ts'
import { type Codice, DONE, type Environment, Impossible, WrongUsage } from './exit.ts'
import { readUntil } from './livello.ts'

/** Parses the number of an existing thing; `chi` is the command in the refusal. */
export const readId = (text: string, chi: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new WrongUsage(`${chi} vuole un numero, non "${text}"`)
  return Number(text)
}

/**
 * `simulazione chiudi|ritira|riapri ID [--fino DATA] [--json]`: changes who may begin. Candidates who have begun go on
 * to the end, deliver and are ranked as before (decision 0026). Nothing is deleted.
 */
export async function changeSimulazione(
  action: StatusAction,
  text: string,
  { fino, json }: { fino?: string; json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  const id = readId(text, `simulazione ${action}`)
  if (action === 'ritira' && fino !== undefined) throw new WrongUsage('simulazione ritira non vuole --fino')
  const day = fino === undefined ? null : readUntil(fino)
  const { descrizione, attiva, data_scadenza } = await withDeps(({ db, now: clock }) => {
    const now = clock()
    if (day && day <= now) throw new Impossible(`il giorno ${fino} è già passato`)
    return setSimulazioneStatus(db, id, { action, fino: day, now })
  })
  const expiry = data_scadenza?.toISOString() ?? null
  if (json) out(JSON.stringify({ id_simulazione: id, attiva, data_scadenza: expiry }))
  else if (!attiva) out(`Simulazione ${id} ritirata: ${descrizione}`)
  else if (action === 'chiudi' && day === null) out(`Simulazione ${id} chiusa: ${descrizione}`)
  else out(`Simulazione ${id}, si può cominciare${expiry ? ` fino ${withArticolo('al', expiry)}` : ''}: ${descrizione}`)
  return DONE
}
