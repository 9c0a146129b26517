import { checkAnswers, checkHabits } from './answers.ts'
import { checkImages } from './images.ts'
import { checkLanguage } from './language.ts'
import { checkMaterie, checkPercorsi, checkSimulazioni } from './links.ts'
import { checkNotices } from './notices.ts'
import { checkNumbers } from './numbers.ts'
import { parseContent } from './schema.ts'
import { checkNames, checkSimilar } from './similar.ts'
import { checkSources } from './sources.ts'
import type { Content, ContentFolder, Finding } from './types.ts'

/** Every check on `content/`. No finding means that it can be loaded; `contenuti` is what satisfies its schemas. */
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

/** A finding as the command prints it: `file:id: sentence`. */
export const formatFinding = ({ file, id, frase }: Finding): string => `${file}:${id ?? '-'}: ${frase}`
