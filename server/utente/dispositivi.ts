import { createHash } from 'node:crypto'
import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO } from '#contract/schemi'
import type { Deps, Esecutore } from '../deps.ts'

const GIORNO = 24 * 3600 * 1000
const SETTIMANA = 7 * GIORNO
const MESE = 30 * GIORNO

/** Where somebody signs in from, with the specification's two spellings brought to one (D17b). */
export type Provenienza = {
  id_dispositivo: string
  dispositivo: string
  sistema_operativo: string | null
  versione_app: string | null
}

/** A caller that sends no `id_dispositivo` is one device per kind of client: the limits hold for it too. */
export function readProvenienza(vo: AutenticazioneVO): Provenienza {
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

/** This page and every browser say `web` (spec §9); anything else is an app. */
export const isMobile = (dispositivo: string): boolean => dispositivo !== 'web'

/**
 * Lets a device in or refuses it, inside the login's transaction: the account's row is locked, so simultaneous logins queue
 * and the limit holds exactly. A known device always enters. TROPPI_DISPOSITIVI with the limit that was met;
 * DISPOSITIVO_MOBILE_ATTIVO when another mobile session lives [AU8].
 */
export async function admitDispositivo(
  q: Esecutore,
  { config, now }: Deps,
  id_utente: number,
  provenienza: Provenienza,
): Promise<Result<null>> {
  const { id_dispositivo, dispositivo } = provenienza
  const ora = now()
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
  if (isMobile(dispositivo)) {
    const { quante } = await q.query(
      `select 1 from sessione where id_utente = $1 and dispositivo <> 'web' and id_dispositivo <> $2
       and chiusa is null and scade > $3 limit 1`,
      [id_utente, id_dispositivo, ora],
    )
    if (quante > 0) return fail('DISPOSITIVO_MOBILE_ATTIVO')
  }
  const { righe } = await q.query<{ noto: boolean; settimana: number; mese: number }>(
    `select coalesce(bool_or(id_dispositivo = $2), false) as noto,
       (count(*) filter (where primo_uso > $3))::integer as settimana,
       (count(*) filter (where primo_uso > $4))::integer as mese
     from dispositivo where id_utente = $1`,
    [id_utente, id_dispositivo, new Date(ora.getTime() - SETTIMANA), new Date(ora.getTime() - MESE)],
  )
  const { noto, settimana, mese } = righe[0]!
  if (!noto && settimana >= config.dispositivi7Giorni)
    return fail('TROPPI_DISPOSITIVI', { dati: { giorni: 7, massimo: config.dispositivi7Giorni } })
  if (!noto && mese >= config.dispositiviMese)
    return fail('TROPPI_DISPOSITIVI', { dati: { giorni: 30, massimo: config.dispositiviMese } })
  await writeDispositivo(q, id_utente, provenienza, ora)
  return ok(null)
}

/** Records the device of a session that was let in; a removed one that signs in again is connected again. */
export async function writeDispositivo(
  q: Esecutore,
  id_utente: number,
  { id_dispositivo, dispositivo, sistema_operativo }: Provenienza,
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
