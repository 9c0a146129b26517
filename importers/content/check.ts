import { readImage } from '../images/read-image.ts'
import { checkAnswers, checkHabits } from './answers.ts'
import { checkLanguage } from './language.ts'
import { checkMaterie, checkPercorsi, checkSimulazioni } from './links.ts'
import { checkNotices } from './notices.ts'
import { checkNumbers } from './numbers.ts'
import { parseContent } from './schema.ts'
import { checkNames, checkSimilar } from './similar.ts'
import { checkSources } from './sources.ts'
import type { Content, ContentFolder, Finding } from './types.ts'
import { makeFinding } from './types.ts'

/** Least width in pixels: a picture fills a phone 390 units wide, at two pixels a unit. */
const MIN_WIDTH = 600
/** Checks that every named image exists, is real and wide enough, and that a question names every image. */
function checkImages(contenuti: Content): Finding[] {
  return contenuti.banche.flatMap(({ file, domande, immagini }) => {
    const usate = new Set<string>()
    const rilievi = domande.flatMap((domanda): Finding[] => {
      if (!domanda.immagine) return []
      usate.add(domanda.immagine)
      return immagini.has(domanda.immagine)
        ? []
        : [makeFinding({ file, domanda }, `manca l’immagine ${domanda.immagine}`)]
    })
    for (const [nome, byte] of immagini) {
      const dice = (frase: string) =>
        rilievi.push({ file: file.replace('domande.json', `immagini/${nome}`), id: null, frase })
      if (!usate.has(nome)) dice('nessun quesito usa questa immagine')
      const esito = readImage(nome, byte)
      if ('errore' in esito) dice(esito.errore)
      else if (esito.larghezza < MIN_WIDTH) dice(`è larga ${esito.larghezza} pixel, meno di ${MIN_WIDTH}`)
    }
    return rilievi
  })
}

/**
 * Runs every check on `content/`. Without findings it can be loaded; `contenuti` is the part that satisfies its
 * schemas.
 */
export function checkContent(cartella: ContentFolder): { contenuti: Content; rilievi: Finding[] } {
  const { contenuti, rilievi } = parseContent(cartella)
  return {
    contenuti,
    rilievi: [
      ...rilievi,
      ...checkNames(contenuti),
      ...checkMaterie(contenuti),
      ...checkPercorsi(contenuti),
      ...checkSimulazioni(contenuti),
      ...checkSimilar(contenuti),
      ...checkAnswers(contenuti),
      ...checkHabits(contenuti),
      ...checkNumbers(contenuti),
      ...checkSources(contenuti, cartella.fonti),
      ...checkImages(contenuti),
      ...checkLanguage(contenuti),
      ...checkNotices(contenuti),
    ],
  }
}

/** Formats a finding for the command: `file:id: sentence`. */
export const formatFinding = ({ file, id, frase }: Finding): string => `${file}:${id ?? '-'}: ${frase}`
