import { describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/errors'
import { accountFailure, signInFailure } from '#src/features/account/failures'
import { errorMessage } from '#src/text/errors'

const UNANSWERED: ErrorCode[] = [
  'REMOTE_REQUEST_FAILED',
  'RETE_ASSENTE',
  'ERRORE_INTERNO',
  'SERVIZIO_NON_PRONTO',
  'RISPOSTA_NON_VALIDA',
]
const signIn = (codice: ErrorCode) => errorMessage(signInFailure({ codice })).text

describe('a sign-in that fails', () => {
  it.each(UNANSWERED)('[EB3] %s is the generic sentence, with a way to try again', (codice) => {
    expect(signIn(codice)).toContain('Si è verificato un errore durante il tentativo di accesso')
    expect(errorMessage(signInFailure({ codice })).actions).toContain('riprova')
  })

  it('[EB3] without a network it says so', () => expect(signIn('RETE_ASSENTE')).toContain('manca la connessione'))

  it('[EB4][EB5][EB6][EB7] every other failure keeps a sentence of its own', () => {
    const codes: ErrorCode[] = ['CREDENZIALI_ERRATE', 'TROPPI_DISPOSITIVI', 'UTENTE_NON_TROVATO', 'ALTRO_SOCIAL']
    expect(new Set(codes.map(signIn)).size).toBe(codes.length)
    for (const codice of codes) expect(signInFailure({ codice })).toEqual({ codice })
  })
})

describe('anything else of the account that fails', () => {
  it.each(UNANSWERED)('[EB9][EB13] %s does not promise that something is sent later', (codice) => {
    const { text, actions } = errorMessage(accountFailure({ codice }))
    expect(text).not.toMatch(/salvato qui|più tardi/)
    expect(actions).toContain('riprova')
  })

  it('[EB8][EB10] a refusal keeps its sentence', () => {
    for (const codice of ['EMAIL_GIA_IN_USO', 'VECCHIA_PASSWORD_ERRATA'] as const)
      expect(accountFailure({ codice })).toEqual({ codice })
  })
})
