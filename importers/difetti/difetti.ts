import type { Avviso, DomandaImportata } from '#contract/domanda'
import { type Pulita, RISPOSTA_IMMAGINE } from '../pulizia.ts'
import { checkConteggi, checkUguali } from './conteggi.ts'
import { checkDoppioni } from './doppioni.ts'
import { checkMaterie } from './lingua.ts'
import { checkNumeri } from './numeri.ts'
import { checkTroncati } from './troncati.ts'

/** Defects that only show on the whole bank, or on a finished question. `pulite[i]` is the source of `domande[i]`. */
export function findDifetti(
  domande: readonly DomandaImportata[],
  pulite: readonly Pulita[],
  risposte_dichiarate: number | null,
): Avviso[] {
  const tutte = domande.map((d, i) => ({
    riga: d.riga,
    dove: pulite[i]?.dove ?? '',
    materia: d.materia,
    numero: d.id_ufficiale,
    testo: d.testo,
    risposte: d.risposte,
    corretta: d.corretta,
    immagine: pulite[i]?.immagini.join(' ') || null,
  }))
  return [
    ...checkNumeri(tutte),
    ...checkConteggi(tutte, risposte_dichiarate),
    ...tutte.flatMap((d) => checkUguali(d, d.corretta, RISPOSTA_IMMAGINE)),
    ...checkDoppioni(tutte),
    ...checkMaterie(tutte),
    ...checkTroncati(tutte),
  ]
}
