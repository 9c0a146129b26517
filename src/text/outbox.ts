/** Notices of work that was refused for good, shown when it is taken out of its box. */
export const outboxText = {
  segnalazione:
    'Una tua segnalazione che aspettava di partire non è stata accettata: forse quella domanda non c’è più.',
  richiesta: 'Una tua richiesta di banca dati che aspettava di partire non è stata accettata. Scrivila di nuovo.',
}
