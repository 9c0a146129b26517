import * as z from 'zod/mini'
import { provaPersona } from './account.ts'
import { call } from './call.ts'
import { autenticazioneVO, codice, isoDate, nonNegative } from './schemas.ts'
import { tokenMail } from './utente-accesso.ts'

/** Second factor of an account. `dal`: instant it was set up, null while off; `da_togliere`: instant of its automatic removal. */
const secondoFattore = z.object({
  dal: z.nullable(isoDate),
  codici_rimasti: nonNegative,
  da_togliere: z.nullable(isoDate),
})
export type SecondoFattore = z.infer<typeof secondoFattore>

/** `segreto` in base32; `indirizzo` is the text that an authenticator reads from a picture. */
const secondoFattoreAvviato = z.object({ segreto: z.string(), indirizzo: z.string() })
export type SecondoFattoreAvviato = z.infer<typeof secondoFattoreAvviato>

/** Codes of an authenticator as a second factor (decision 0117). */
export const SECONDO_FATTORE = {
  secondo_fattore: call({
    metodo: 'GET',
    percorso: '/ms_utente/secondo_fattore',
    accesso: 'sessione',
    risposta: secondoFattore,
    sommario: 'Whether a sign-in asks for a code, and how many recovery codes are left',
  }),
  avvia_secondo_fattore: call({
    metodo: 'POST',
    percorso: '/ms_utente/secondo_fattore',
    accesso: 'sessione',
    corpo: z.object(provaPersona),
    risposta: secondoFattoreAvviato,
    sommario: 'Makes the secret of the codes, with a proof of the person; a code then confirms it',
  }),
  conferma_secondo_fattore: call({
    metodo: 'POST',
    percorso: '/ms_utente/conferma_secondo_fattore',
    accesso: 'sessione',
    corpo: z.object({ codice }),
    risposta: z.object({ codici: z.array(z.string()) }),
    sommario: 'Turns the second factor on with one code; answers the recovery codes, once. Other sessions end',
  }),
  spegni_secondo_fattore: call({
    metodo: 'DELETE',
    percorso: '/ms_utente/secondo_fattore',
    accesso: 'sessione',
    corpo: z.object({ ...provaPersona, codice }),
    risposta: null,
    sommario: 'Turns the second factor off, with a proof of the person and a code',
  }),
  chiedi_senza_codice: call({
    metodo: 'POST',
    percorso: '/ms_utente/chiedi_senza_codice',
    accesso: 'pubblica',
    corpo: autenticazioneVO,
    risposta: null,
    sommario: 'Who lost codes and phone asks for the mail that turns the second factor off; takes what login takes',
  }),
  conferma_senza_codice: call({
    metodo: 'POST',
    percorso: '/ms_utente/conferma_senza_codice',
    accesso: 'pubblica',
    corpo: z.object({ token: tokenMail }),
    risposta: null,
    sommario: 'The link of that mail: the second factor goes in a week, unless somebody signs in with a code',
  }),
} as const
