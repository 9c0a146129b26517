import type { InjectOptions } from 'fastify'
import { CONSOLE_CALLS, type ConsoleCallName } from '#contract/gestione'
import { CONSOLE_API, type ConsoleCall, type Ruolo, SECRET_HEADER } from '#contract/gestione/call'
import { makeEnrolmentCode } from '#server/gestione/enrolment'
import { codeOf, stepAt } from '#server/utente/totp'
import { type Mondo, PASSWORD } from '../world.ts'

/** `noto`: cookie of a browser that the account knows. */
export type Signed = { cookie: string; segreto: string; noto?: string }

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Bytes of a secret as the console shows it. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The console as its page uses it, over a world. */
export function openDesk(world: Mondo) {
  const codes = new Map<string, Buffer>()

  async function call(
    name: ConsoleCallName,
    { query, corpo }: { query?: Record<string, string>; corpo?: unknown } = {},
    who: Partial<Signed> | null = null,
    headers: Record<string, string> = {},
  ) {
    const { metodo, percorso }: ConsoleCall = CONSOLE_CALLS[name]
    const response = await world.app.inject({
      method: metodo,
      url: CONSOLE_API + percorso,
      ...(query && { query }),
      ...(corpo === undefined ? {} : { payload: corpo as NonNullable<InjectOptions['payload']> }),
      headers: {
        'sec-fetch-site': 'same-origin',
        ...((who?.cookie ?? who?.noto) && {
          cookie: `__Host-gestione=${who?.cookie ?? ''}; __Host-gestione-noto=${who?.noto ?? ''}`,
        }),
        ...(who?.segreto && { [SECRET_HEADER]: who.segreto }),
        ...headers,
      },
    })
    const isJson = String(response.headers['content-type'] ?? '').includes('json')
    return {
      status: response.statusCode,
      // biome-ignore lint/suspicious/noExplicitAny: a test asserts on the shape it expects
      corpo: (isJson ? response.json() : response.body || null) as any,
      headers: response.headers,
    }
  }

  const setRole = (email: string, ruolo: Ruolo | null) =>
    world.db.query('update utente set ruolo = $2 where email = $1', [email, ruolo])

  /** Signs in by the password alone. */
  async function enter(email: string): Promise<Signed> {
    const { status, corpo, headers } = await call('accedi', { corpo: { username: email, password: PASSWORD } })
    if (status !== 200) throw new Error(`accedi ${status} ${JSON.stringify(corpo)}`)
    const cookie = /__Host-gestione=([^;]+)/.exec(String(headers['set-cookie']))?.[1] ?? ''
    return { cookie, segreto: corpo.segreto }
  }

  /** The code of an account's authenticator, of a step that was not used yet. */
  async function nextCode(email: string): Promise<string> {
    world.orologio.advance(30_000)
    return codeOf(codes.get(email) ?? Buffer.alloc(0), stepAt(world.orologio.now()))
  }

  /** Gives the code of the first second factor, as the command prints it. */
  async function enrol(email: string, who: Signed): Promise<void> {
    const sql = 'select id_utente from utente where email = $1'
    const { rows } = await world.db.query<{ id_utente: number }>(sql, [email])
    const codice = await makeEnrolmentCode(world.db, world.deps, rows[0]?.id_utente ?? 0)
    const { status, corpo } = await call('iscrivi', { corpo: { codice } }, who)
    if (status !== 200) throw new Error(`iscrivi ${status} ${JSON.stringify(corpo)}`)
  }

  /** Sets the authenticator up; answers the recovery codes. */
  async function setUpCodes(email: string, who: Signed): Promise<string[]> {
    await enrol(email, who)
    const { corpo: begun } = await call('avvia_codici', {}, who)
    codes.set(email, fromBase32(begun.segreto))
    const done = await call('aggiungi_codici', { corpo: { codice: await nextCode(email) } }, who)
    if (done.status !== 200) throw new Error(`aggiungi_codici ${done.status} ${JSON.stringify(done.corpo)}`)
    who.noto = /__Host-gestione-noto=([^;]+)/.exec(String(done.headers['set-cookie']))?.[1] ?? ''
    return done.corpo.codici
  }

  /** An account with a role, signed in with both factors. */
  async function seat(email: string, ruolo: Ruolo): Promise<Signed> {
    await world.registerVerified(email)
    await setRole(email, ruolo)
    const who = await enter(email)
    await setUpCodes(email, who)
    return who
  }

  /** Rows of the audit, the newest first. */
  const audit = async () =>
    (
      await world.db.query<{ chiamata: string; oggetto: string | null; ruolo: string | null; dopo: unknown }>(
        'select chiamata, oggetto, ruolo, prima, dopo, id_gestore, id_richiesta from registro_operatore order by id_riga desc',
      )
    ).rows

  return { call, setRole, enter, enrol, nextCode, setUpCodes, seat, audit }
}
export type Desk = ReturnType<typeof openDesk>
