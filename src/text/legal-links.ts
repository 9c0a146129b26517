/** Addresses of the pages that anybody may read, with the name that leads there. */
export const LEGAL_PAGES = [
  { href: '/guida', text: 'Guida' },
  { href: '/assistenza', text: 'Assistenza' },
  { href: '/termini', text: 'Termini' },
  { href: '/privacy', text: 'Privacy' },
  { href: '/cookie', text: 'Preferenze cookie' },
  { href: '/informazioni', text: 'Informazioni' },
] as const

export const legalLinksText = { navigazione: 'Aiuto e condizioni' }
