import type { Db } from '../deps.ts'
import { Impossible } from '../impossible.ts'

export type Status = { attiva: boolean; data_scadenza: Date | null }

/** New state after each action on a published simulation; `fino` is the last instant to begin. */
const ACTIONS = {
  /** End starts, from now or from that day; the list shows it. */
  chiudi: ({ attiva, data_scadenza: d }: Status, fino: Date | null, now: Date): Status => ({
    attiva,
    data_scadenza: fino ?? (d !== null && d < now ? d : now),
  }),
  /** Remove it from the list. */
  ritira: ({ data_scadenza }: Status): Status => ({ attiva: false, data_scadenza }),
  /** List it and open starts, without an end or until that day. */
  riapri: (_before: Status, fino: Date | null): Status => ({ attiva: true, data_scadenza: fino }),
} as const
export type StatusAction = keyof typeof ACTIONS
export const isAction = (name: string | undefined): name is StatusAction =>
  name !== undefined && Object.hasOwn(ACTIONS, name)

/**
 * Changes a published simulation. Candidates who have begun go on to the end, deliver and are ranked as before
 * (decision 0026). Nothing is deleted. Returns it with its state `before`. Throws Impossible for an unknown number.
 */
export const setSimulazioneStatus = (
  db: Db,
  id: number,
  { action, fino, now }: { action: StatusAction; fino: Date | null; now: Date },
): Promise<Status & { descrizione: string; before: Status }> =>
  db.tx(async (q) => {
    const { rows } = await q.query<Status & { descrizione: string }>(
      'select descrizione, attiva, data_scadenza from simulazione where id_simulazione = $1 for update',
      [id],
    )
    if (!rows[0]) throw new Impossible(`non c'è una simulazione con id_simulazione ${id}`)
    const after = ACTIONS[action](rows[0], fino, now)
    await q.query('update simulazione set attiva = $2, data_scadenza = $3 where id_simulazione = $1', [
      id,
      after.attiva,
      after.data_scadenza,
    ])
    return { ...rows[0], ...after, before: rows[0] }
  })
