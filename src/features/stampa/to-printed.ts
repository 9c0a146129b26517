import type { Domanda } from '#contract/database'
import type { PrintedDomanda } from '#contract/print'
import type { Spiegazione } from '#contract/spiegazioni'
import { toPrintText } from '#rules/print-text'
import { shuffleRisposte } from '#rules/shuffle'
import { stampaText as texts } from './text.ts'

export type PrintedHow = {
  /** Seed of the order of the answers; null keeps the printed one. */
  seme: number | null
  /** Index of the question's subject in the job. */
  materia: number
  /** True when the image is on this device. */
  hasImage: boolean
  withImages: boolean
  spiegazione: Spiegazione | null
}

function noteOf(d: Domanda): string | null {
  const official =
    d.id_ufficiale !== null && d.id_ufficiale !== String(d.indice_uff) ? texts.codice(d.id_ufficiale) : null
  const state = d.stato === 'annullata' ? texts.annullata : d.stato === 'contestata' ? texts.contestata : null
  const key = d.corretta === null && !d.punti ? texts.senza_risposta : d.chiave === 'utente' ? texts.tua : null
  const notes = [official, state, key].filter((n) => n !== null)
  return notes.length === 0 ? null : notes.join(', ')
}

/** Returns the right position. Where answers have points the best one is right; a tie has none. */
function rightPosition({ corretta, punti }: Pick<Domanda, 'corretta' | 'punti'>): number | null {
  if (corretta !== null || !punti) return corretta
  const best = Math.max(...punti)
  return punti.filter((p) => p === best).length === 1 ? punti.indexOf(best) + 1 : null
}

/** Converts a question for the printer; its number is its official position in the bank. */
export function toPrinted(
  d: Domanda,
  { seme, materia, hasImage, withImages, spiegazione }: PrintedHow,
): PrintedDomanda {
  const order = seme === null ? d.risposte.map((_, i) => i + 1) : shuffleRisposte(d, seme)
  const right = rightPosition(d)
  const place = right === null ? -1 : order.indexOf(right)
  const drawn = withImages && d.immagine !== null
  return {
    number: String(d.indice_uff),
    materia,
    testo: toPrintText(d.testo, d.html),
    risposte: order.map((position) => {
      const text = toPrintText(d.risposte[position - 1] as string, d.html)
      const points = d.punti?.[position - 1]
      return points === undefined ? text : `${text} ${texts.punti(points)}`
    }),
    right: place < 0 ? null : place,
    note: noteOf(d),
    immagine: drawn && hasImage ? `${d.id_concorso}/${d.immagine}` : null,
    missing: d.immagine !== null && !(drawn && hasImage) ? texts.immagine_assente(d.alt) : null,
    spiegazione:
      spiegazione === null ? null : texts.spiegazione(toPrintText(spiegazione.spiegazione, false), spiegazione.fonte),
  }
}
