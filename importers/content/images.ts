import { readImage } from '../images/read-image.ts'
import { type Content, type Finding, makeFinding } from './types.ts'

/** Least width in pixels: a picture fills a phone 390 units wide, at two pixels a unit. */
const MIN_WIDTH = 600
/** Every named image is there, real and wide enough, and every image there is named by a question. */
export function checkImages(contenuti: Content): Finding[] {
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
