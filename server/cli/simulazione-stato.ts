import { type Codice, DONE, type Environment, Impossible, WrongUsage } from './exit.ts'
import { readUntil } from './livello.ts'

/** The number of something that exists; `chi` asks for it. */
export const readId = (text: string, chi: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new WrongUsage(`${chi} vuole un numero, non "${text}"`)
  return Number(text)
}

type State = { attiva: boolean; data_scadenza: Date | null }

/** What can be done with a simulation that is published, and what becomes of it; `fino` is the day of `--fino`. */
const ACTIONS = {
  /** Nobody begins it any more, from now or from that day: the list says so. */
  chiudi: ({ attiva, data_scadenza: d }: State, fino: Date | null, ora: Date): State => ({
    attiva,
    data_scadenza: fino ?? (d !== null && d < ora ? d : ora),
  }),
  /** It leaves the list. */
  ritira: ({ data_scadenza }: State): State => ({ attiva: false, data_scadenza }),
  /** It is listed and can be begun, without an end or until that day. */
  riapri: (_prima: State, fino: Date | null): State => ({ attiva: true, data_scadenza: fino }),
} as const
type Action = keyof typeof ACTIONS
export const isAction = (name: string | undefined): name is Action => name !== undefined && Object.hasOwn(ACTIONS, name)

/**
 * `simulazione chiudi|ritira|riapri ID [--fino DATA] [--json]`: who has begun it goes on until the end, delivers and is ranked as before
 * (docs/decisions/0026); nothing is deleted.
 */
export async function changeSimulazione(
  action: Action,
  text: string,
  { fino, json }: { fino?: string; json?: boolean },
  { out, withDeps }: Environment,
): Promise<Codice> {
  const id = readId(text, `simulazione ${action}`)
  if (action === 'ritira' && fino !== undefined) throw new WrongUsage('simulazione ritira non vuole --fino')
  const day = fino === undefined ? null : readUntil(fino)
  const { descrizione, attiva, data_scadenza } = await withDeps(({ db, now }) =>
    db.tx(async (q) => {
      const ora = now()
      if (day && day <= ora) throw new Impossible(`il giorno ${fino} è già passato`)
      const { rows } = await q.query<State & { descrizione: string }>(
        'select descrizione, attiva, data_scadenza from simulazione where id_simulazione = $1 for update',
        [id],
      )
      if (!rows[0]) throw new Impossible(`non c'è una simulazione con id_simulazione ${id}`)
      const after = ACTIONS[action](rows[0], day, ora)
      await q.query('update simulazione set attiva = $2, data_scadenza = $3 where id_simulazione = $1', [
        id,
        after.attiva,
        after.data_scadenza,
      ])
      return { ...rows[0], ...after }
    }),
  )
  const expiry = data_scadenza?.toISOString() ?? null
  if (json) out(JSON.stringify({ id_simulazione: id, attiva, data_scadenza: expiry }))
  else if (!attiva) out(`Simulazione ${id} ritirata: ${descrizione}`)
  else if (action === 'chiudi' && day === null) out(`Simulazione ${id} chiusa: ${descrizione}`)
  else out(`Simulazione ${id}, si può cominciare${expiry ? ` fino al ${expiry}` : ''}: ${descrizione}`)
  return DONE
}
