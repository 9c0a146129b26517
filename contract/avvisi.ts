import * as z from 'zod/mini'
import { call } from './call.ts'
import { tokenMail } from './utente-accesso.ts'

/** Subjects of a notice: the deadline of a followed call, the update of a bank of theirs, a new bank of a followed body. */
export const TIPI_AVVISO = ['bandi', 'banche', 'enti'] as const
export type TipoAvviso = (typeof TIPI_AVVISO)[number]

/** A call by its number, a body by its name. */
const cosaSeguita = { tipo: z.enum(['bando', 'ente']), chiave: z.string().check(z.minLength(1), z.maxLength(300)) }
/** Address of a browser's push service, and the keys that encrypt what is sent there (RFC 8291). */
const indirizzoPush = z.string().check(z.maxLength(1_000))
const chiavePush = z.string().check(z.regex(/^[\w-]{20,100}={0,2}$/))

const avvisi = z.object({
  bandi: z.boolean(),
  banche: z.boolean(),
  enti: z.boolean(),
  seguiti: z.array(z.object({ ...cosaSeguita, nome: z.string() })),
  /** Public key of this installation for browsers, and the account's browsers as SHA-256 of their addresses. */
  push: z.object({ chiave: z.string(), browser: z.array(z.string()) }),
})
export type Avvisi = z.infer<typeof avvisi>
export type Seguito = Avvisi['seguiti'][number]

/** Notices by mail, sent only after consent (decision 0120). */
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
  iscrivi_push: call({
    metodo: 'POST',
    percorso: '/ms_utente/push',
    accesso: 'sessione',
    corpo: z.object({ indirizzo: indirizzoPush, p256dh: chiavePush, auth: chiavePush }),
    risposta: null,
    sommario: 'This browser shows the notices of the account too (RFC 8030)',
  }),
  togli_push: call({
    metodo: 'DELETE',
    percorso: '/ms_utente/push',
    accesso: 'sessione',
    corpo: z.object({ indirizzo: indirizzoPush }),
    risposta: null,
    sommario: 'This browser shows them no more',
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
