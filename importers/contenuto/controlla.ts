import { checkBacheca } from './bacheca.ts'
import { checkFonti } from './fonti.ts'
import { checkImmagini } from './immagini.ts'
import { checkMaterie, checkPercorsi, checkSimulazioni } from './legami.ts'
import { checkLingua } from './lingua.ts'
import { checkNumeri } from './numeri.ts'
import { checkAbitudini, checkRisposte } from './risposte.ts'
import { parseContenuti } from './schema.ts'
import { checkNomi, checkSimili } from './simili.ts'
import type { CartellaContenuti, Contenuti, Rilievo } from './tipi.ts'

/** Every check on `content/`. No finding means that it can be loaded; `contenuti` is what satisfies its schemas. */
export function checkContenuti(cartella: CartellaContenuti): { contenuti: Contenuti; rilievi: Rilievo[] } {
  const { contenuti, rilievi } = parseContenuti(cartella)
  return {
    contenuti,
    rilievi: [
      ...rilievi,
      ...checkNomi(contenuti),
      ...checkMaterie(contenuti),
      ...checkPercorsi(contenuti),
      ...checkSimulazioni(contenuti),
      ...checkSimili(contenuti),
      ...checkRisposte(contenuti),
      ...checkAbitudini(contenuti),
      ...checkNumeri(contenuti),
      ...checkFonti(contenuti, cartella.fonti),
      ...checkImmagini(contenuti),
      ...checkLingua(contenuti),
      ...checkBacheca(contenuti),
    ],
  }
}

/** A finding as the command prints it: `file:id: sentence`. */
export const formatRilievo = ({ file, id, frase }: Rilievo): string => `${file}:${id ?? '-'}: ${frase}`
