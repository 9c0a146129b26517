import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { NomeChiamata } from '#contract/chiamate'
import type { Codice } from '#contract/errori'
import { fail, ok, type Result } from '#contract/result'
import type { Limiti } from '../configurazione.ts'
import type { Deps } from '../deps.ts'
import { normalizeEmail } from '../utente/email.ts'

const MINUTO = 60_000
const ORA = 60 * MINUTO

/** `guasti`: codes that count; absent, every request counts. */
type Regola = { per: 'ip' | 'account'; max: number; finestra: number; guasti?: readonly Codice[] }

/** Reliability S1, S23. The account's counts failures only, so a person who knows the password never waits for a guesser's. */
const REGOLE: Partial<Record<NomeChiamata, readonly Regola[]>> = {
  login: [
    { per: 'ip', max: 100, finestra: ORA },
    { per: 'account', max: 10, finestra: 15 * MINUTO, guasti: ['CREDENZIALI_ERRATE'] },
  ],
  registrazione: [{ per: 'ip', max: 5, finestra: ORA }],
  // Whoever has an unverified account names the address: without a limit it would be a way to pester somebody.
  invia_verifica_email: [{ per: 'ip', max: 20, finestra: ORA }],
}

const FATTORE: Record<Limiti, number | null> = { normali: 1, ampi: 10, aperti: null }

/** The address typed at login. A device that this account already uses does not wait for failures made elsewhere. */
async function accountOf({ db }: Deps, request: FastifyRequest): Promise<string> {
  const { username = '', id_dispositivo = '' } = (request.body ?? {}) as { username?: string; id_dispositivo?: string }
  const email = normalizeEmail(username)
  const { quante } = await db.query(
    `select 1 from dispositivo join utente using (id_utente)
     where email = $1 and id_dispositivo = $2 and rimosso is null`,
    [email, id_dispositivo],
    'limite_dispositivo',
  )
  return `${email}|${quante > 0 ? id_dispositivo : ''}`
}

export type Limitatore = {
  /** Before the handler: refuses with RATE_LIMIT_EXCEEDED and the seconds to wait. */
  check: (request: FastifyRequest) => Promise<Result<null>>
  /** After it: counts a failure where only failures count. */
  count: (request: FastifyRequest, codice: Codice | null) => Promise<void>
}

const NESSUNO: Limitatore = { check: async () => ok(null), count: async () => {} }

/** Needs the plugin registered (`registerLimiti`). */
export function createLimitatore(app: FastifyInstance, deps: Deps, nome: NomeChiamata): Limitatore {
  const fattore = FATTORE[deps.config.limiti]
  const regole = REGOLE[nome]
  if (!regole || fattore === null) return NESSUNO
  const contatori = regole.map((regola, i) => ({
    regola,
    prova: app.createRateLimit({
      max: regola.max * fattore,
      timeWindow: regola.finestra,
      keyGenerator: async (request) =>
        `${nome}|${i}|${regola.per === 'ip' ? request.ip : await accountOf(deps, request)}`,
    }),
  }))
  return {
    async check(request) {
      for (const { regola, prova } of contatori) {
        const stato = await prova(request, { increment: !regola.guasti })
        // A peek tells that nothing is left before the limit is passed.
        const finito = !stato.isAllowed && (stato.isExceeded || (regola.guasti !== undefined && stato.remaining <= 0))
        if (finito) return fail('RATE_LIMIT_EXCEEDED', { dati: { secondi: Math.max(1, stato.ttlInSeconds) } })
      }
      return ok(null)
    },
    async count(request, codice) {
      for (const { regola, prova } of contatori)
        if (codice && regola.guasti?.includes(codice)) await prova(request, { increment: true })
    },
  }
}

export async function registerLimiti(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { global: false })
}
