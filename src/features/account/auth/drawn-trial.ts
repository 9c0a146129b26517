/** Marks in the page drawn at build time that the server replaces by its question, and the question that stands for it there. */
const PLACEHOLDER = {
  banca: '@@banca@@',
  testo: '@@testo@@',
  risposte: ['@@risposta1@@', '@@risposta2@@', '@@risposta3@@', '@@risposta4@@'],
  corretta: 1,
  spiegazione: '@@spiegazione@@',
}

/** The answer to `domanda_prova` that came with the page; undefined where none did. */
export function drawnTrial(): unknown {
  if (import.meta.env.SSR) return { domanda: PLACEHOLDER }
  const text = document.getElementById('domanda-prova')?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
