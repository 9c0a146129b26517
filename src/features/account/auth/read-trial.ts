import type { DomandaProva } from '#contract/calls'

const isText = (x: unknown): x is string => typeof x === 'string' && x !== ''

/** The question of an answer of the server, looked at by hand: the first page is painted before the code of the contract. */
export function readTrial(answer: unknown): DomandaProva | null {
  const { domanda } = (answer ?? {}) as { domanda?: Partial<DomandaProva> | null }
  if (!domanda) return null
  const { banca, testo, risposte, corretta, spiegazione } = domanda
  const options = Array.isArray(risposte) && risposte.length >= 2 && risposte.length <= 5 && risposte.every(isText)
  if (!options || !isText(banca) || !isText(testo) || !isText(spiegazione)) return null
  return Number.isInteger(corretta) && risposte[Number(corretta) - 1] !== undefined ? (domanda as DomandaProva) : null
}
