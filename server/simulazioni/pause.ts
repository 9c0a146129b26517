import type { ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import { sezioniEnds, totalDuration, withTempoAggiuntivo } from '#rules/regolamento/duration'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import type { Deps, Queryable } from '../deps.ts'
import { rulesOf } from './regole.ts'

type Suspended = { fine: Date; in_pausa: Date | null }

/** Returns the end of a sitting that continues at `ora`: a pause moves the end by its length. */
export const endOf = ({ fine: end, in_pausa }: Suspended, ora: Date): Date =>
  in_pausa === null ? end : new Date(end.getTime() + Math.max(0, ora.getTime() - in_pausa.getTime()))

type Timing = Suspended & { regole: WrittenRegolamento; tempo_aggiuntivo: number }

/** Returns the milliseconds that a sitting has used at `ora`, pauses apart; more than it had when it is late. */
export const usedOf = (p: Timing, ora: Date): number =>
  withTempoAggiuntivo(totalDuration(rulesOf(p.regole)) ?? 0, p.tempo_aggiuntivo) -
  (endOf(p, ora).getTime() - ora.getTime())

/** Returns the end of each section of a draw, in milliseconds used; null without such timers. */
export const endsOf = ({ regole, tempo_aggiuntivo }: Timing, sezioni: readonly number[]): number[] | null =>
  sezioniEnds(rulesOf(regole), tempo_aggiuntivo, new Set(sezioni))

/** Starts the time again from `ora`, when it was paused. Returns the end. */
export async function resumePartecipazione(
  q: Queryable,
  id_utente: number,
  p: Suspended & { gettone: string },
  ora: Date,
): Promise<Date> {
  const end = endOf(p, ora)
  if (p.in_pausa !== null)
    await q.query(
      'update partecipazione set fine = $3, in_pausa = null where id_utente = $1 and gettone = $2',
      [id_utente, p.gettone, end],
      'riprende',
    )
  return end
}

/**
 * Pauses a sitting or continues it; a repetition changes nothing. NON_TROVATO for a ticket that is not this account's
 * or was delivered, REGOLE_NON_LO_PERMETTONO where there is no pause, TEMPO_SCADUTO when its time is over.
 */
export function suspendSimulazione(
  { db, now }: Deps,
  id_utente: number,
  { gettone, pausa: pause }: { gettone: string; pausa: boolean },
): Promise<Result<ResponseOf<'sospendi_simulazione'>>> {
  const ora = now()
  return db.tx(async (q) => {
    const { rows } = await q.query<Suspended & { regole: WrittenRegolamento }>(
      `select fine, in_pausa, regole from partecipazione p where id_utente = $1 and gettone = $2
         and not exists (select 1 from esito_simulazione e where e.id_utente = p.id_utente and e.gettone = p.gettone and not e.automatica) for update`,
      [id_utente, gettone],
      'partecipazione_da_sospendere',
    )
    const p = rows[0]
    if (!p) return fail('NON_TROVATO', { detail: 'gettone' })
    if (!rulesOf(p.regole).pausa) return fail('REGOLE_NON_LO_PERMETTONO')
    const adesso = ora.toISOString()
    if (!pause) {
      const end = await resumePartecipazione(q, id_utente, { ...p, gettone }, ora)
      return ok({ fine: end.toISOString(), adesso, in_pausa: false })
    }
    if (p.in_pausa === null && p.fine.getTime() <= ora.getTime()) return fail('TEMPO_SCADUTO')
    await q.query(
      'update partecipazione set in_pausa = coalesce(in_pausa, $3) where id_utente = $1 and gettone = $2',
      [id_utente, gettone, ora],
      'sospende',
    )
    return ok({ fine: endOf(p, ora).toISOString(), adesso, in_pausa: true })
  })
}
