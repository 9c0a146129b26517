/** Where the server writes its question into the page drawn at build time, and the question that stands for it there. */
const PLACEHOLDER = {
  banca: '@@banca@@',
  testo: '@@testo@@',
  risposte: ['@@risposta1@@', '@@risposta2@@', '@@risposta3@@', '@@risposta4@@'],
  corretta: 1,
  spiegazione: '@@spiegazione@@',
}

/** What came with the page in answer to `domanda_prova`; undefined where nothing did. */
export function drawnTrial(): unknown {
  if (import.meta.env.SSR) return { domanda: PLACEHOLDER }
  const text = document.getElementById('domanda-prova')?.textContent
  return text ? (JSON.parse(text) as unknown) : undefined
}
