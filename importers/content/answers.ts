import { withArticolo } from '#rules/articolo'
import { type Content, type Finding, listEntries, makeFinding, type ReadBanca } from './types.ts'
import { normalize } from './words.ts'

/** Share of questions, per bank, whose right answer may be strictly the longest (chance alone gives about 0.25). */
const MASSIMA_PIU_LUNGA = 0.4
/** Least questions of the two checks on a whole bank. */
const MINIMO_DOMANDE = 20
/** Threshold of the positions: chance exceeds it less than once in a hundred. */
const Z_UNO_PER_CENTO = 2.326

/** Finds equal answers of one question, and unlabelled true/false questions. */
export function checkAnswers(contenuti: Content): Finding[] {
  return listEntries(contenuti).flatMap((voce) => {
    const { risposte } = voce.domanda
    const rilievi: Finding[] = []
    const viste = new Map<string, number>()
    risposte.forEach((risposta, i) => {
      // Compare a formula, which has no words, as it is written: its signs count.
      const chiave = /\p{L}{2}/u.test(risposta) && !/[=<>/#.+(]/.test(risposta) ? normalize(risposta) : risposta.trim()
      const prima = viste.get(chiave)
      if (prima !== undefined) rilievi.push(makeFinding(voce, `le risposte ${prima + 1} e ${i + 1} sono uguali`))
      else viste.set(chiave, i)
    })
    if (risposte.length === 2 && risposte.join('/') !== 'Vero/Falso')
      rilievi.push(makeFinding(voce, 'con due risposte devono essere «Vero» e «Falso», in quest’ordine'))
    return rilievi
  })
}

/** Finds habits that let a person guess: the right answer too often the longest, or in one place. */
export function checkHabits(contenuti: Content): Finding[] {
  return contenuti.banche.flatMap((banca) => {
    if (banca.domande.length < MINIMO_DOMANDE) return []
    const frasi = [frasePiuLunga(banca), frasePosizioni(banca)]
    return frasi.flatMap((frase) => (frase ? [{ file: banca.file, id: null, frase }] : []))
  })
}

function frasePiuLunga({ domande }: ReadBanca): string | null {
  const piuLunghe = domande.filter(({ risposte, corretta }) => {
    const giusta = risposte[corretta - 1]?.length ?? 0
    return risposte.every((r, i) => i === corretta - 1 || r.length < giusta)
  })
  const quota = piuLunghe.length / domande.length
  if (quota <= MASSIMA_PIU_LUNGA) return null
  return `la risposta corretta è la più lunga ${withArticolo('nel', String(Math.round(quota * 100)))}% dei quesiti (massimo ${MASSIMA_PIU_LUNGA * 100}%)`
}

function frasePosizioni({ domande }: ReadBanca): string | null {
  const { chi2, gradi } = chiSquare(domande)
  if (gradi === 0 || chi2 <= sogliaChiQuadro(gradi)) return null
  return `le risposte corrette non sono distribuite fra le posizioni (chi quadro ${chi2.toFixed(1)} con ${gradi} gradi di libertà)`
}

/**
 * Computes chi-square of the printed positions against equal shares. Questions with few peers of the same number of
 * answers are left out.
 */
function chiSquare(domande: ReadBanca['domande']): { chi2: number; gradi: number } {
  let chi2 = 0
  let gradi = 0
  for (const k of [2, 3, 4, 5]) {
    const uguali = domande.filter((d) => d.risposte.length === k)
    const attese = uguali.length / k
    if (attese < 5) continue
    for (let p = 1; p <= k; p++) chi2 += (uguali.filter((d) => d.corretta === p).length - attese) ** 2 / attese
    gradi += k - 1
  }
  return { chi2, gradi }
}

/** Returns the value that chi-square exceeds once in a hundred (Wilson and Hilferty's approximation). */
const sogliaChiQuadro = (gradi: number): number => {
  const v = 2 / (9 * gradi)
  return gradi * (1 - v + Z_UNO_PER_CENTO * Math.sqrt(v)) ** 3
}
