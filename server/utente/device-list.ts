import type { DispositiviUtente } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { Deps } from '../deps.ts'
import type { Session } from '../handler.ts'
import { deviceLimits } from './dispositivi.ts'
import { endOtherSessions } from './sessions.ts'

type Row = {
  id_dispositivo: string
  dispositivo: string
  sistema_operativo: string | null
  primo_uso: Date
  ultimo_uso: Date
  attivo: boolean
}

/** Lists connected devices, the last used first, with the places that the limits of new ones still leave. */
export async function listDispositivi(deps: Deps, sessione: Session): Promise<DispositiviUtente> {
  const ora = deps.now()
  const { rows } = await deps.db.query<Row>(
    `select d.id_dispositivo, d.dispositivo, d.sistema_operativo, d.primo_uso, d.ultimo_uso, exists (
       select 1 from sessione s where s.id_utente = d.id_utente and s.id_dispositivo = d.id_dispositivo
         and s.chiusa is null and s.scade > $2) as attivo
     from dispositivo d where d.id_utente = $1 and d.rimosso is null order by d.ultimo_uso desc, d.id_dispositivo`,
    [sessione.id_utente, ora],
  )
  return {
    elementi: rows.map((r) => ({
      ...r,
      primo_uso: r.primo_uso.toISOString(),
      ultimo_uso: r.ultimo_uso.toISOString(),
      corrente: r.id_dispositivo === sessione.id_dispositivo,
    })),
    totale: rows.length,
    limiti: await deviceLimits(deps.db, deps, sessione.id_utente),
  }
}

/** Ends every session but this one, on any device [AU41]; the devices stay known. */
export async function leaveElsewhere({ db, now }: Deps, { id_utente, id_sessione }: Session): Promise<Result<null>> {
  await endOtherSessions(db, id_utente, id_sessione, now())
  return ok(null)
}

/**
 * Disconnects a device: its sessions end at once, so that a phone may replace another. The limits of new devices go on
 * counting it (D10). MISSING_REQUIRED_PARAM, DISPOSITIVO_NON_TROVATO.
 */
export async function removeDispositivo(
  { db, now }: Deps,
  id_utente: number,
  id_dispositivo: string | undefined,
): Promise<Result<null>> {
  if (!id_dispositivo) return fail('MISSING_REQUIRED_PARAM', { campi: ['id_dispostivo'] })
  const ora = now()
  return db.tx(async (q) => {
    const { count } = await q.query(
      'update dispositivo set rimosso = $3 where id_utente = $1 and id_dispositivo = $2 and rimosso is null',
      [id_utente, id_dispositivo, ora],
    )
    if (count === 0) return fail('DISPOSITIVO_NON_TROVATO')
    await q.query(
      `update sessione set chiusa = $3, motivo = 'dispositivo_rimosso' where id_utente = $1 and id_dispositivo = $2 and chiusa is null`,
      [id_utente, id_dispositivo, ora],
    )
    return ok(null)
  })
}
