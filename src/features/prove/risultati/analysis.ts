import type { Domanda } from '#contract/database'
import { chiaveValida } from '#rules/esito'
import { marksOf } from '#rules/prova/machine'
import { type EsitoVoce, scoreVoce } from '#rules/regolamento/punteggio'
import type { Millesimi, Regolamento } from '#rules/regolamento/types'
import type { GivenPlace, RisultatiData } from '../read-risultati.ts'

/** Place with its outcome. `fortunata` marks a right answer given faster than reading takes, or flagged. */
export type MarkedPlace = GivenPlace & { esito: EsitoVoce; punti: Millesimi; massimo: Millesimi; fortunata: boolean }

/** Fastest reading, characters a second, and shortest reading, milliseconds. */
const CHARACTERS_PER_SECOND = 60
const MIN_READING_MS = 1_500

/** Returns true when an answer was given before its question could be read. */
function isHurried({ testo: text, risposte }: Pick<Domanda, 'testo' | 'risposte'>, ms: number): boolean {
  const lunga = text.length + risposte.reduce((n, r) => n + r.length, 0)
  return ms > 0 && ms < Math.max(MIN_READING_MS, (1000 * lunga) / CHARACTERS_PER_SECOND)
}

/** Scores each place by the trial's own rules. */
export function markPlaces(regole: Regolamento, places: readonly GivenPlace[]): MarkedPlace[] {
  return places.map((p) => {
    const { domanda, voce: item } = p
    const sezione = regole.sezioni[p.sezione]
    const { corretta, punti } = chiaveValida(domanda)
    const given = sezione
      ? scoreVoce(
          regole,
          sezione.punti,
          { sezione: p.sezione, corretta, punti, difficolta: p.difficolta },
          marksOf(item),
        )
      : { esito: 'non_valutata' as const, punti: 0, massimo: 0 }
    const lucky = given.esito === 'corretta' && (item.da_rivedere || isHurried(domanda, item.ms))
    return { ...p, ...given, fortunata: lucky }
  })
}

export type MateriaCount = {
  materia: string | null
  corrette: number
  errate: number
  intermedie: number
  omesse: number
  totale: number
}
const NAMES = { corretta: 'corrette', errata: 'errate', intermedia: 'intermedie', omessa: 'omesse' } as const

/** Counts outcomes by subject, the largest first; questions that count for nobody are left out. */
export function countByMateria(places: readonly MarkedPlace[]): MateriaCount[] {
  const counts = new Map<string | null, MateriaCount>()
  for (const { domanda, esito: result } of places) {
    if (result === 'non_valutata') continue
    const { materia } = domanda
    const c = counts.get(materia) ?? { materia, corrette: 0, errate: 0, intermedie: 0, omesse: 0, totale: 0 }
    c.totale++
    c[NAMES[result]]++
    counts.set(materia, c)
  }
  return [...counts.values()].sort(
    (a, b) => b.totale - a.totale || (a.materia ?? '').localeCompare(b.materia ?? '', 'it'),
  )
}

export type Changes = { cambiate: number; peggiorate: number; migliorate: number; note: boolean }

/** Counts the changed marks, from right to wrong and from wrong to right. `note` is true when every first mark is recorded. */
export function countChanges(places: readonly MarkedPlace[]): Changes {
  const cambi: Changes = { cambiate: 0, peggiorate: 0, migliorate: 0, note: true }
  for (const { domanda, voce: item, firstMark: before, esito: result } of places) {
    if (item.cambi === 0) continue
    cambi.cambiate++
    if (before === null) cambi.note = false
    else if (before !== item.risposta && chiaveValida(domanda).corretta !== null) {
      if (before === domanda.corretta) cambi.peggiorate++
      else if (result === 'corretta') cambi.migliorate++
    }
  }
  return cambi
}

export type ReviewFilter = 'tutte' | 'errate' | 'neutre' | 'vuote' | 'doppie' | 'rivedere' | 'fortunate'

/** Returns true when a place passes a filter of the review. */
export const passesReview = (
  { esito: result, voce: item, fortunata: lucky }: MarkedPlace,
  filter: ReviewFilter,
): boolean =>
  filter === 'tutte' ||
  (filter === 'errate' && result === 'errata') ||
  (filter === 'neutre' && result === 'intermedia') ||
  (filter === 'vuote' && item.risposta === null) ||
  (filter === 'doppie' && item.doppia !== undefined) ||
  (filter === 'rivedere' && item.da_rivedere) ||
  (filter === 'fortunate' && lucky)

/** Returns the points of a score like "33 × 0,75 − 4 × 0,375", for one section with plain points; null for other rules. */
export function countPoints(
  regole: Regolamento,
): { corretta: Millesimi; sbagliata: Millesimi; omessa: Millesimi } | null {
  const punti = regole.sezioni.length === 1 ? regole.sezioni[0]?.punti : null
  return punti?.tipo === 'fissi' && regole.base === 0 ? punti : null
}

/** Returns the mean milliseconds on a question that was looked at; 0 without a measure. */
export function meanTime(places: readonly MarkedPlace[]): number {
  const measured = places.filter(({ voce: item }) => item.ms > 0)
  return measured.length === 0 ? 0 : measured.reduce((s, { voce: item }) => s + item.ms, 0) / measured.length
}

/** Returns the threshold on the whole in hundredths of the best score; null where there is none. */
export function thresholdShare({ consegna, regole }: Pick<RisultatiData, 'consegna' | 'regole'>): number | null {
  const max = regole.massimo ?? consegna.punteggio.massimo
  const soglia = consegna.punteggio.soglie.find(({ tipo }) => tipo === 'totale')
  return soglia && max > 0 ? Math.max(0, Math.min(100, (100 * soglia.minimo) / max)) : null
}
