import { createHash } from 'node:crypto'
import type { DispositiviNoti } from '#contract/account'
import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO } from '#contract/schemas'
import type { Deps, Queryable } from '../deps.ts'

const DAY = 24 * 3600 * 1000
const WEEK = 7 * DAY
const MONTH = 30 * DAY
/** Most devices that a refusal names. */
const MAX_NAMED = 5

/** Origin of a sign-in, with the specification's two spellings brought to one (D17b). */
export type Origin = {
  id_dispositivo: string
  dispositivo: string
  sistema_operativo: string | null
  versione_app: string | null
}

/**
 * Parses the origin. A caller without `id_dispositivo` is one device per kind of client: the limits hold for it too.
 */
export function readOrigin(vo: AutenticazioneVO): Origin {
  const dispositivo = vo.dispositivo?.trim().toLowerCase() || 'web'
  const sistema_operativo = vo.sistema_operativo ?? vo.sistemaOperativo ?? null
  const anonimo = createHash('sha256')
    .update(`${dispositivo}\n${sistema_operativo ?? ''}`)
    .digest('hex')
    .slice(0, 16)
  return {
    id_dispositivo: vo.id_dispositivo ?? `anonimo-${anonimo}`,
    dispositivo,
    sistema_operativo,
    versione_app: vo.versione_app ?? vo.versioneApp ?? null,
  }
}

/** Returns whether a device is an app: this page and every browser send `web` (spec §9). */
export const isMobile = (dispositivo: string): boolean => dispositivo !== 'web'

/**
 * Admits or refuses a device, inside the login's transaction. The account's row is locked, so simultaneous logins queue
 * and the limit holds exactly. A known device always enters. TROPPI_DISPOSITIVI with the limit;
 * DISPOSITIVO_MOBILE_ATTIVO when another mobile session lives [AU8].
 */
export async function admitDispositivo(
  q: Queryable,
  { config, now }: Deps,
  id_utente: number,
  origin: Origin,
): Promise<Result<{ isNew: boolean }>> {
  const { id_dispositivo, dispositivo } = origin
  const ora = now()
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  if (isMobile(dispositivo)) {
    const { count } = await q.query(
      `select 1 from sessione where id_utente = $1 and dispositivo <> 'web' and id_dispositivo <> $2
       and chiusa is null and scade > $3 limit 1`,
      [id_utente, id_dispositivo, ora],
    )
    if (count > 0) return fail('DISPOSITIVO_MOBILE_ATTIVO')
  }
  const { rows } = await q.query<{ noto: boolean; settimana: number; mese: number }>(
    `select coalesce(bool_or(id_dispositivo = $2), false) as noto,
       (count(*) filter (where primo_uso > $3))::integer as settimana,
       (count(*) filter (where primo_uso > $4))::integer as mese
     from dispositivo where id_utente = $1`,
    [id_utente, id_dispositivo, new Date(ora.getTime() - WEEK), new Date(ora.getTime() - MONTH)],
  )
  const { noto: known, settimana: week, mese: month } = rows[0]!
  if (!known && week >= config.devices7Days)
    return refuseDispositivo(q, id_utente, { giorni: 7, massimo: config.devices7Days })
  if (!known && month >= config.devicesMonth)
    return refuseDispositivo(q, id_utente, { giorni: 30, massimo: config.devicesMonth })
  await writeDispositivo(q, id_utente, origin, ora)
  return ok({ isNew: !known })
}

/**
 * Returns TROPPI_DISPOSITIVI with the limit and the devices that may still enter, the last used first (decision 0051).
 */
async function refuseDispositivo(
  q: Queryable,
  id_utente: number,
  limit: { giorni: number; massimo: number },
): Promise<Result<never>> {
  const { rows } = await q.query<{ dispositivo: string; sistema_operativo: string | null; ultimo_uso: Date }>(
    `select dispositivo, sistema_operativo, ultimo_uso from dispositivo
     where id_utente = $1 and rimosso is null order by ultimo_uso desc, id_dispositivo limit $2`,
    [id_utente, MAX_NAMED],
  )
  const noti: DispositiviNoti = rows.map((r) => ({ ...r, ultimo_uso: r.ultimo_uso.toISOString() }))
  return fail('TROPPI_DISPOSITIVI', { dati: { ...limit, noti: JSON.stringify(noti) } })
}

/** Limit of new devices, as shown to a person. */
export type DeviceLimit = { giorni: number; usati: number; massimo: number; prossimo: string | null }

/** Returns how many new devices entered within each limit, and when the next one may. */
export async function deviceLimits(
  q: Queryable,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  id_utente: number,
): Promise<DeviceLimit[]> {
  const { rows } = await q.query<{ primo_uso: Date }>(
    'select primo_uso from dispositivo where id_utente = $1 and primo_uso > $2 order by primo_uso desc',
    [id_utente, new Date(now().getTime() - MONTH)],
  )
  const first = rows.map((r) => r.primo_uso.getTime())
  return [
    { days: WEEK, massimo: config.devices7Days },
    { days: MONTH, massimo: config.devicesMonth },
  ].map(({ days, massimo }) => {
    const within = first.filter((ms) => ms > now().getTime() - days)
    // A place is free again when the device that fills the limit is older than it.
    const blocking = massimo > 0 && within.length >= massimo ? within[massimo - 1] : undefined
    return {
      giorni: days / DAY,
      usati: within.length,
      massimo,
      prossimo: blocking === undefined ? null : new Date(blocking + days).toISOString(),
    }
  })
}

/** Records the device of an admitted session; a removed device that signs in again is connected again. */
export async function writeDispositivo(
  q: Queryable,
  id_utente: number,
  { id_dispositivo, dispositivo, sistema_operativo }: Origin,
  ora: Date,
): Promise<void> {
  await q.query(
    `insert into dispositivo (id_utente, id_dispositivo, dispositivo, sistema_operativo, primo_uso, ultimo_uso)
     values ($1, $2, $3, $4, $5, $5)
     on conflict (id_utente, id_dispositivo)
     do update set ultimo_uso = excluded.ultimo_uso, rimosso = null, sistema_operativo = excluded.sistema_operativo`,
    [id_utente, id_dispositivo, dispositivo, sistema_operativo, ora],
  )
}
