import { bankFileText } from '../text/bank-file.ts'

export type CorrectedRole = keyof typeof bankFileText.ruolo
export type Correction = Partial<Record<CorrectedRole, string>>

/** Roles that a person may correct, with the names that importing knows. */
export const CORRECTED_ROLES = Object.keys(bankFileText.ruolo) as readonly CorrectedRole[]

/** Roles as a reading found them: `esatta` and the rest that only importing tells apart are left to it. */
export const correctionOf = (colonne: readonly { ruolo: string; nome: string }[]): Correction =>
  Object.fromEntries(
    colonne.filter(({ ruolo }) => (CORRECTED_ROLES as readonly string[]).includes(ruolo)).map((c) => [c.ruolo, c.nome]),
  )

/** Columns by role as importing takes them: `domanda` is its word for the question's text. */
export const toColumns = (correction: Correction): Record<string, string> =>
  Object.fromEntries(
    Object.entries(correction).flatMap(([role, name]) =>
      name === '' ? [] : [[role === 'testo' ? 'domanda' : role, name]],
    ),
  )
