import * as z from 'zod/mini'
import { isRealDate } from '#rules/dates'
import { call } from './call.ts'
import { isoDate, livelloUtente, nonNegative, positiveInt } from './schemas.ts'

/** A day (AAAA-MM-GG) or an instant. */
const giorno = z.string().check(
  z.maxLength(40),
  z.refine((text) => isRealDate(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)),
)
/** Servers on the database, and those that executed the act; absent with the embedded database. */
const repliche = z.optional(z.object({ attese: positiveInt, eseguite: positiveInt }))
const svuotata = z.object({ svuotate: z.array(z.string()), repliche })
const configurata = z.object({ cambiate: z.array(z.string()), repliche })

const cache = (percorso: string, sommario: string) =>
  call({ metodo: 'DELETE', percorso, accesso: 'chiave', risposta: svuotata, sommario })
const ricarica = (percorso: string) =>
  call({
    metodo: 'GET',
    percorso,
    accesso: 'chiave',
    risposta: configurata,
    sommario: 'Reads the configuration again; answers the names of what changed',
  })

/** The operator's calls (K), which the page does not use (AD12). Each use is recorded (D36). */
export const OPERATORE = {
  aggiorna_livello: call({
    metodo: 'POST',
    percorso: '/ms_utente/aggiorna_livello',
    accesso: 'chiave',
    corpo: z.nullish(
      z.object({
        id_utente_idoneo: positiveInt,
        livello: livelloUtente,
        data_scadenza_premium: z.optional(z.nullable(isoDate)),
      }),
    ),
    risposta: z.object({ applicati: nonNegative, contatti: nonNegative }),
    sommario: 'Applies verified purchases and tells the mailing provider who expired; with a body, sets one tier',
  }),
  disattiva_premium: call({
    metodo: 'POST',
    percorso: '/ms_utente/disattiva_premium',
    accesso: 'chiave',
    query: z.object({ attivati_da: giorno, attivati_a: giorno }),
    risposta: z.object({ disattivati: nonNegative }),
    sommario: 'Ends premium for who activated it within these dates, both included',
  }),
  concorsi_from_cache: cache('/ms_cache/concorsi_from_cache', 'Empties the cache of banks'),
  percorsi_from_cache: cache('/ms_cache/percorsi_from_cache', 'Empties the cache of paths'),
  simulazioni_from_cache: cache('/ms_cache/simulazioni_from_cache', 'Empties the cache of simulations'),
  flush_all_cache: cache('/ms_cache/flush_all_cache', 'Empties every cache'),
  flush_all_cache_and_aws: cache(
    '/ms_cache/flush_all_cache_and_aws',
    'Empties every cache and the stored demo samples',
  ),
  config_reload_concorso: ricarica('/ms_concorso/config_reload'),
  config_reload_utente: ricarica('/ms_utente/config_reload'),
  config_reload: ricarica('/config_reload'),
} as const
