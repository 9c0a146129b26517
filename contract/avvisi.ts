import * as z from 'zod/mini'
import { call } from './call.ts'
import { tokenMail } from './utente-accesso.ts'

/** What a person may be told of: the deadline of a followed call, the update of a bank of theirs, a new bank of a followed body. */
export const TIPI_AVVISO = ['bandi', 'banche', 'enti'] as const
export type TipoAvviso = (typeof TIPI_AVVISO)[number]

/** A call by its number, a body by its name. */
const cosaSeguita = { tipo: z.enum(['bando', 'ente']), chiave: z.string().check(z.minLength(1), z.maxLength(300)) }
const avvisi = z.object({
  bandi: z.boolean(),
  banche: z.boolean(),
  enti: z.boolean(),
  seguiti: z.array(z.object({ ...cosaSeguita, nome: z.string() })),
})
export type Avvisi = z.infer<typeof avvisi>
export type Seguito = Avvisi['seguiti'][number]

/** Notices by mail, none without a yes (decision 0120). */
export const AVVISI = {
  avvisi: call({
    metodo: 'GET',
    percorso: '/ms_utente/avvisi',
    accesso: 'sessione',
    risposta: avvisi,
    sommario: 'Which notices the account has asked for, and what it follows',
  }),
  cambia_avviso: call({
    metodo: 'POST',
    percorso: '/ms_utente/avvisi',
    accesso: 'sessione',
    corpo: z.object({ tipo: z.enum(TIPI_AVVISO), valore: z.boolean() }),
    risposta: null,
    sommario: 'Turns a kind of notice on or off',
  }),
  segui: call({
    metodo: 'POST',
    percorso: '/ms_utente/segui',
    accesso: 'sessione',
    corpo: z.object({ ...cosaSeguita, valore: z.boolean() }),
    risposta: null,
    sommario: 'Follows a call or a body, which turns its kind of notice on, or follows it no more',
  }),
  smetti_avvisi: call({
    metodo: 'POST',
    percorso: '/ms_utente/smetti_avvisi',
    accesso: 'pubblica',
    corpo: z.object({ token: tokenMail }),
    risposta: null,
    sommario: 'The way out of every notice of a kind, with the token of its mails',
  }),
} as const
