import type { Avviso } from '#contract/domanda'

export type Lunga = { riga: number; dove: string; testo: string; risposte: readonly string[] }

/** Lengths at which programs cut texts. */
const LIMITI = new Set([255, 256, 511, 512, 1023, 1024, 32767])

/** Texts cut by the publisher: as long as a limit that no other text of their kind goes over. */
export function checkTroncati(domande: readonly Lunga[]): Avviso[] {
  let massimoTesto = 0
  let massimoRisposta = 0
  for (const { testo, risposte } of domande) {
    massimoTesto = Math.max(massimoTesto, testo.length)
    for (const risposta of risposte) massimoRisposta = Math.max(massimoRisposta, risposta.length)
  }
  return domande.flatMap(({ riga, dove, testo, risposte }): Avviso[] => {
    const campi = [
      ...(LIMITI.has(massimoTesto) && testo.length === massimoTesto ? ['domanda'] : []),
      ...risposte.flatMap((r, i) =>
        LIMITI.has(massimoRisposta) && r.length === massimoRisposta ? [`risposta ${'ABCDE'[i]}`] : [],
      ),
    ]
    if (campi.length === 0) return []
    const limite = campi[0] === 'domanda' ? massimoTesto : massimoRisposta
    return [
      { tipo: 'testo_troncato', riga, testo: `${dove}Testo interrotto a ${limite} caratteri (${campi.join(', ')}).` },
    ]
  })
}
