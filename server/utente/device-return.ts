import { fail, ok, type Result } from '#contract/result'
import type { AutenticazioneVO } from '#contract/schemas'
import type { Deps } from '../deps.ts'
import { composeDispositivo } from '../mail/messages.ts'
import { enqueue } from '../outbox.ts'
import { isMobile, type Origin, readOrigin, writeDispositivo } from './dispositivi.ts'
import { hashToken, newToken } from './token.ts'

/** Lifetime of the link, in ms. */
const DURATA = 3600 * 1000
const MESE = 30 * 24 * 3600 * 1000

/** Returns a device's name for a mail. */
export const describeDevice = ({ dispositivo, sistema_operativo }: Origin): string =>
  [dispositivo === 'web' ? 'browser' : dispositivo, sistema_operativo].filter(Boolean).join(', ')

/**
 * Sends the link that lets one device in beyond the limit. The caller has proved the account (password or social
 * login). TROPPI_DISPOSITIVI when the month's links were used up: then support helps.
 */
export async function sendDeviceLink(
  deps: Deps,
  { id_utente, email }: { id_utente: number; email: string },
  vo: AutenticazioneVO,
): Promise<Result<null>> {
  const origin = readOrigin(vo)
  const token = newToken(deps.random)
  const ora = deps.now()
  const sent = await deps.db.tx(async (q): Promise<Result<null>> => {
    await q.query('select 1 from utente where id_utente = $1 for update', [id_utente])
    const { rows } = await q.query<{ usati: number; aperti: number }>(
      `select (count(*) filter (where usato > $2))::int as usati, (count(*) filter (where creato > $3))::int as aperti
       from gettone where id_utente = $1 and tipo = 'dispositivo'`,
      [id_utente, new Date(ora.getTime() - MESE), new Date(ora.getTime() - DURATA)],
    )
    const { usati, aperti } = rows[0]!
    if (usati >= deps.config.sblocchiMese) return fail('TROPPI_DISPOSITIVI', { dati: { giorni: 30 } })
    if (aperti >= 3) return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: DURATA / 1000 } })
    await q.query(
      `insert into gettone (hash, tipo, id_utente, email, creato, scade, dati) values ($1, 'dispositivo', $2, $3, $4, $5, $6)`,
      [hashToken(token), id_utente, email, ora, new Date(ora.getTime() + DURATA), JSON.stringify(origin)],
    )
    const link = `${deps.config.publicUrl}/simulatore/auth/?type=login&dispositivo=${token}`
    await enqueue(q, deps, 'posta', composeDispositivo(email, describeDevice(origin), link), id_utente)
    return ok(null)
  })
  if (sent.ok) await deps.wake()
  return sent
}

/**
 * Admits a device after its person confirmed the link: it is known from now on, and another mobile session in its way
 * ends. The device still signs in with its own credentials. LINK_SCADUTO.
 */
export async function confirmDevice(deps: Deps, token: string): Promise<Result<null>> {
  const ora = deps.now()
  return deps.db.tx(async (q) => {
    const { rows } = await q.query<{ id_utente: number; dati: Origin }>(
      `update gettone g set usato = $2 from utente u
       where g.hash = $1 and g.tipo = 'dispositivo' and g.usato is null and g.scade > $2 and u.id_utente = g.id_utente and u.email = g.email
       returning g.id_utente, g.dati`,
      [hashToken(token), ora],
    )
    const row = rows[0]
    if (!row) return fail('LINK_SCADUTO')
    await writeDispositivo(q, row.id_utente, row.dati, ora)
    if (isMobile(row.dati.dispositivo))
      await q.query(
        `update sessione set chiusa = $3, motivo = 'dispositivo_rimosso'
         where id_utente = $1 and dispositivo <> 'web' and id_dispositivo <> $2 and chiusa is null`,
        [row.id_utente, row.dati.id_dispositivo, ora],
      )
    return ok(null)
  })
}
