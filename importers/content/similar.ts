import { type Content, type Entry, type Finding, listEntries, makeFinding } from './types.ts'
import { normalize } from './words.ts'

/** Words in a shingle, and the share of common shingles from which two questions are near-duplicates. */
const PAROLE = 3
const SOGLIA = 0.6

/** Returns shingles of the stem and of the answers. The answers are sorted, so that shuffling them hides nothing. */
function shingles({ domanda }: Entry): Set<string> {
  const out = new Set<string>()
  for (const testo of [domanda.testo, ...domanda.risposte.toSorted()]) {
    const parole = normalize(testo).split(' ')
    for (let i = 0; i + PAROLE <= Math.max(parole.length, PAROLE); i++) out.add(parole.slice(i, i + PAROLE).join(' '))
  }
  return out
}

/**
 * Finds pairs of questions, over all banks, with equal or nearly equal texts. Only pairs that share a shingle are
 * compared.
 */
export function checkSimilar(contenuti: Content): Finding[] {
  const voci = listEntries(contenuti)
  const insiemi = voci.map(shingles)
  const dove = new Map<string, number[]>()
  const rilievi: Finding[] = []
  voci.forEach((voce, i) => {
    const insieme = insiemi[i] as Set<string>
    const comuni = new Map<number, number>()
    for (const s of insieme) {
      const altre = dove.get(s)
      if (!altre) dove.set(s, [i])
      else {
        for (const j of altre) comuni.set(j, (comuni.get(j) ?? 0) + 1)
        altre.push(i)
      }
    }
    for (const [j, n] of comuni) {
      const somiglianza = n / (insieme.size + (insiemi[j] as Set<string>).size - n)
      const altra = voci[j] as Entry
      if (somiglianza >= SOGLIA)
        rilievi.push(
          makeFinding(voce, `quasi uguale a ${altra.domanda.id} (${Math.round(somiglianza * 100)}% in comune)`),
        )
    }
  })
  return rilievi
}

/** Finds question names that are used twice. */
export function checkNames(contenuti: Content): Finding[] {
  const visti = new Map<string, string>()
  return listEntries(contenuti).flatMap((voce) => {
    const prima = visti.get(voce.domanda.id)
    visti.set(voce.domanda.id, voce.file)
    return prima ? [makeFinding(voce, `il nome è già usato in ${prima}`)] : []
  })
}
