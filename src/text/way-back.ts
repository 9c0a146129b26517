const SCREENS = {
  '/': 'Torna alla home',
  '/ricerca': 'Torna alla ricerca',
  '/progressi': 'Torna ai progressi',
  '/materia': 'Torna alla materia',
} as Readonly<Record<string, string>>

/** Names the way back to a screen, by its address; any other is a bank's. */
export const wayBackText = (href: string): string => SCREENS[href.split('?')[0] ?? ''] ?? 'Torna alla banca dati'
