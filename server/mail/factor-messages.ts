import { withArticolo } from '#rules/articolo'
import type { Message } from '../deps.ts'
import { compose } from './layout.ts'

const giorno = (data: Date) => data.toLocaleDateString('it-IT', { timeZone: 'Europe/Rome', dateStyle: 'long' })

const NON_TU =
  'Se non sei stato tu, scegli subito una nuova password con «Password dimenticata» nella pagina di accesso.'

/** Composes the notice that sign-ins ask for a code from now on, or no longer. */
export const composeSecondoFattore = (a: string, stato: 'acceso' | 'spento'): Message =>
  stato === 'acceso'
    ? compose({
        tipo: 'secondo_fattore',
        to: a,
        subject: 'Verifica in due passaggi attivata',
        parts: [
          'da adesso per entrare nel tuo account di Idoneo serve anche un codice della tua app. Gli altri dispositivi dovranno accedere di nuovo.',
          'Tieni i codici di recupero in un posto sicuro, lontano dal telefono.',
          NON_TU,
        ],
      })
    : compose({
        tipo: 'secondo_fattore',
        to: a,
        subject: 'Verifica in due passaggi disattivata',
        parts: [
          'per entrare nel tuo account di Idoneo non serve più un codice. I codici di recupero non valgono più.',
          NON_TU,
        ],
      })

/** Composes the notice that a sign-in had the password, or the social login, and no code. */
export const composeCodiceErrato = (a: string): Message =>
  compose({
    tipo: 'codice_errato',
    to: a,
    subject: 'Codici sbagliati per il tuo account',
    parts: [
      'qualcuno ha superato il primo passaggio di accesso al tuo account di Idoneo, ma ha scritto più volte un codice sbagliato. Non è entrato.',
      'Se eri tu, non devi fare nulla. Se non eri tu, qualcuno conosce la tua password: cambiala.',
    ],
  })

/** Composes the notice of a used recovery code; an operator cannot turn the codes off and on. */
export const composeCodiceRecupero = (a: string, rimasti: number, isOperator: boolean): Message =>
  compose({
    tipo: 'codice_recupero',
    to: a,
    subject: 'È stato usato un codice di recupero',
    parts: [
      `qualcuno ha usato un codice di recupero del tuo account di Idoneo. ${rimasti === 1 ? 'Ne resta 1.' : `Ne restano ${rimasti}.`}`,
      isOperator
        ? 'Prima che finiscano aggiungi una passkey da «Il mio accesso», nella gestione.'
        : 'Per averne di nuovi, disattiva e riattiva la verifica in due passaggi dal profilo.',
      NON_TU,
    ],
  })

/** Composes the recovery link for a person without phone and recovery codes. */
export const composeSenzaCodice = (a: string, link: string): Message =>
  compose({
    tipo: 'senza_codice',
    to: a,
    subject: 'Vuoi entrare senza codice?',
    parts: [
      'è stato chiesto di entrare nel tuo account di Idoneo senza il codice della tua app. Dopo la tua conferma passano 7 giorni.',
      { button: 'Disattiva il codice tra 7 giorni', link },
      { small: 'Vale un’ora e una volta sola.' },
      { small: 'Se non l’hai chiesto tu, non aprirlo e cambia la password: qualcuno la conosce.' },
    ],
  })

export const composeSenzaCodiceTraPoco = (a: string, fine: Date): Message =>
  compose({
    tipo: 'senza_codice',
    to: a,
    subject: 'Tra 7 giorni si entra senza codice',
    parts: [
      `${withArticolo('il', giorno(fine))} la verifica in due passaggi del tuo account di Idoneo si disattiva.`,
      'Se intanto ritrovi il telefono o un codice di recupero, accedi con quello: la verifica resta attiva.',
      'Se non l’hai chiesto tu, scegli subito una nuova password con «Password dimenticata», poi accedi con un codice.',
    ],
  })

const NON_TU_GESTIONE =
  'Se non sei stato tu, avvisa subito chi ha il server: il comando «ruolo» chiude tutti gli accessi. Poi scegli una nuova password.'

/** Composes the notice that the console has another passkey of the operator, or one less. */
export const composePasskey = (a: string, nome: string, stato: 'aggiunta' | 'tolta'): Message =>
  compose({
    tipo: 'passkey',
    to: a,
    subject: stato === 'aggiunta' ? 'Passkey aggiunta alla gestione' : 'Passkey tolta dalla gestione',
    parts: [
      stato === 'aggiunta'
        ? `da adesso nella gestione di Idoneo entri anche con la passkey «${nome}».`
        : `con la passkey «${nome}» non si entra più nella gestione di Idoneo. Gli altri accessi alla gestione sono stati chiusi.`,
      NON_TU_GESTIONE,
    ],
  })

/** Composes the notice that an account lost its role, and its passkeys with it. */
export const composeRuoloTolto = (a: string): Message =>
  compose({
    tipo: 'ruolo_tolto',
    to: a,
    subject: 'Non entri più nella gestione',
    parts: [
      'chi ha il server ha tolto il tuo ruolo nella gestione di Idoneo. Le tue passkey non valgono più; il tuo account resta com’è.',
    ],
  })
