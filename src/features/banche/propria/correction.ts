/** Roles that the person may correct, in the order to show them, with the names that importing knows. */
const ROLES = ['numero', 'testo', 'A', 'B', 'C', 'D', 'E', 'chiave', 'materia', 'immagine', 'spiegazione'] as const
export type CorrectedRole = (typeof ROLES)[number]
export type Correction = Partial<Record<CorrectedRole, string>>

export const CORRECTED_ROLES: readonly CorrectedRole[] = ROLES

/** Roles as a reading found them: `esatta` and the rest that only importing tells apart are left to it. */
export const correctionOf = (colonne: readonly { ruolo: string; nome: string }[]): Correction =>
  Object.fromEntries(
    colonne.filter(({ ruolo }) => (ROLES as readonly string[]).includes(ruolo)).map((c) => [c.ruolo, c.nome]),
  )

/** Columns by role as importing takes them: `domanda` is its word for the question's text. */
export const toColumns = (correction: Correction): Record<string, string> =>
  Object.fromEntries(
    Object.entries(correction).flatMap(([role, name]) =>
      name === '' ? [] : [[role === 'testo' ? 'domanda' : role, name]],
    ),
  )
