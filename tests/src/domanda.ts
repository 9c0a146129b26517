import type { Domanda } from '#contract/database'
import { newStatistica } from '#rules/statistica'

/** A question with an official key and nothing else, which a test changes where it matters. */
export function makeDomanda(parts: Partial<Domanda> = {}): Domanda {
  const { id_domanda = 1, id_concorso = 1, indice_uff = 1 } = parts
  return {
    id_domanda,
    id_concorso,
    id_ufficiale: null,
    indice_uff,
    id_materia: null,
    materia: null,
    testo: 'Quale?',
    risposte: ['Una', 'Due'],
    corretta: 1,
    punti: null,
    difficolta: null,
    chiave: 'ufficiale',
    stato: 'valida',
    immagine: null,
    alt: null,
    html: false,
    argomenti: [],
    spiegata: null,
    statistica: newStatistica({ id_concorso, id_domanda, indice_uff }),
    ...parts,
  }
}
