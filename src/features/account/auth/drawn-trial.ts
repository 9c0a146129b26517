/** Marks in the page drawn at build time, which the server replaces by its question. */
const PLACEHOLDER = {
  banca: '@@banca@@',
  testo: '@@testo@@',
  risposte: ['@@risposta1@@', '@@risposta2@@', '@@risposta3@@', '@@risposta4@@'],
  corretta: 1,
  spiegazione: '@@spiegazione@@',
}

/** Returns the response of `domanda_prova` that the page carries; undefined where it carries none. */
export function drawnTrial(): unknown {
  if (import.meta.env.SSR) return { domanda: PLACEHOLDER }
  const text = document.getElementById('domanda-prova')?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
