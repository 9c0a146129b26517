import { groupBy } from '../group-by.ts'
import { type Warning, warn } from '../warnings.ts'

export type ComparedQuestion = {
  riga: number
  sheet: string | null
  testo: string
  risposte: readonly string[]
  corretta: number | null
  /** Reference of the picture: equal words under another picture are another question. */
  immagine: string | null
}

/** Share of equal answers for two questions of the same text to be one question. */
const RISPOSTE_IN_COMUNE = 0.5
/** Earlier questions of the same text that each one is compared with. */
const MAX_CONFRONTI = 50
/** Shortest cut text that still identifies a question. */
const MINIMO_TRONCATO = 20

const comparable = (testo: string): string =>
  testo
    .toLowerCase()
    .replace(/[\s.:;?!…]+/g, ' ')
    .trim()

/** Finds repeated questions, questions repeated with another key, and cut copies of another question. */
export function checkDuplicates(domande: readonly ComparedQuestion[]): Warning[] {
  const gruppi = groupBy(domande, (d) => `${comparable(d.testo)}\n${d.immagine ?? ''}`)
  const stessi = [...gruppi.values()].filter((g) => g.length > 1).flatMap(checkGruppo)
  return [...stessi, ...checkTroncate(domande)]
}

function checkGruppo(gruppo: readonly ComparedQuestion[]): Warning[] {
  return gruppo.slice(1).flatMap((domanda, i): Warning[] => {
    const prime = gruppo.slice(Math.max(0, i + 1 - MAX_CONFRONTI), i + 1)
    const contraria = prime.find((prima) => isContraria(prima, domanda))
    if (contraria) return [warn('other_key', domanda.riga, { row: contraria.riga }, domanda.sheet)]
    const uguale = prime.find((prima) => common(prima, domanda) >= RISPOSTE_IN_COMUNE)
    if (!uguale) {
      const twin = prime.find((prima) => giusta(prima) !== null && giusta(prima) === giusta(domanda))
      return twin ? [warn('same_text_other_answers', domanda.riga, { row: twin.riga }, domanda.sheet)] : []
    }
    const intera = common(uguale, domanda) === 1 && uguale.risposte.length === domanda.risposte.length
    const kind = intera ? 'repeated_question' : 'partly_repeated_question'
    return [warn(kind, domanda.riga, { row: uguale.riga }, domanda.sheet)]
  })
}

const giusta = ({ risposte, corretta }: ComparedQuestion): string | null =>
  corretta === null ? null : comparable(risposte[corretta - 1] ?? '')

/** Returns whether two questions with mostly the same answers have contradictory keys. */
function isContraria(prima: ComparedQuestion, dopo: ComparedQuestion): boolean {
  const [a, b] = [giusta(prima), giusta(dopo)]
  if (a === null || b === null || a === b || common(prima, dopo) < RISPOSTE_IN_COMUNE) return false
  return prima.risposte.some((r) => comparable(r) === b) || dopo.risposte.some((r) => comparable(r) === a)
}

function common(a: ComparedQuestion, b: ComparedQuestion): number {
  const prime = new Set(a.risposte.map(comparable))
  const quante = b.risposte.filter((r) => prime.has(comparable(r))).length
  return quante / Math.max(a.risposte.length, b.risposte.length, 1)
}

/** Finds questions with the same answers in the same order whose text is only the beginning of another's. */
function checkTroncate(domande: readonly ComparedQuestion[]): Warning[] {
  const ampie = domande.filter((d) => d.risposte.length >= 3 && d.testo.length >= MINIMO_TRONCATO)
  const gruppi = groupBy(ampie, (d) => `${d.risposte.join('\n')}\n${d.immagine ?? ''}`)
  return [...gruppi.values()].flatMap((gruppo) => {
    // Sort by text, so that a continuation directly follows its beginning and its equals.
    const ordinate = gruppo.map((d) => ({ d, testo: comparable(d.testo) })).sort((a, b) => (a.testo < b.testo ? -1 : 1))
    let seguente: (typeof ordinate)[number] | undefined
    return ordinate.toReversed().flatMap(({ d, testo }, i, rovescio): Warning[] => {
      const prima = rovescio[i - 1]
      if (prima && prima.testo !== testo) seguente = prima
      if (!seguente?.testo.startsWith(`${testo} `)) return []
      return [warn('cut_copy', d.riga, { row: seguente.d.riga }, d.sheet)]
    })
  })
}
