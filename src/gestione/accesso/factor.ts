import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { SessioneGestione } from '#contract/gestione/accesso'
import type { Result } from '#contract/result'
import { callConsole } from '../api.ts'
import { consoleFailure } from '../text.ts'
import { accessText } from './text.ts'

export const hasWebAuthn = browserSupportsWebAuthn

/** The session after a step, or the sentence of its refusal. */
export type FactorOutcome = { sessione: SessioneGestione } | { refused: string }

const toOutcome = (result: Result<SessioneGestione>): FactorOutcome =>
  result.ok ? { sessione: result.value } : { refused: consoleFailure(result.error) }

const explain = (error: unknown): FactorOutcome => ({
  refused:
    error instanceof Error && error.name === 'InvalidStateError'
      ? accessText.passkey_gia
      : accessText.passkey_annullata,
})

/** Gives the second factor by a passkey. */
export async function givePasskey(): Promise<FactorOutcome> {
  const begun = await callConsole('sfida_passkey')
  if (!begun.ok) return { refused: consoleFailure(begun.error) }
  try {
    // Cast: the library of the server made the options.
    const optionsJSON = begun.value as never as PublicKeyCredentialRequestOptionsJSON
    const credenziale = await startAuthentication({ optionsJSON })
    return toOutcome(await callConsole('conferma_passkey', { corpo: { credenziale: { ...credenziale } } }))
  } catch (error) {
    return explain(error)
  }
}

/** Makes a passkey on this device or on a key. */
export async function makePasskey(nome: string): Promise<FactorOutcome> {
  const begun = await callConsole('avvia_passkey')
  if (!begun.ok) return { refused: consoleFailure(begun.error) }
  try {
    const optionsJSON = begun.value as never as PublicKeyCredentialCreationOptionsJSON
    const credenziale = await startRegistration({ optionsJSON })
    return toOutcome(await callConsole('aggiungi_passkey', { corpo: { nome, credenziale: { ...credenziale } } }))
  } catch (error) {
    return explain(error)
  }
}

/** Gives the second factor by a code. */
export const giveCode = async (codice: string): Promise<FactorOutcome> =>
  toOutcome(await callConsole('conferma_codice', { corpo: { codice } }))
