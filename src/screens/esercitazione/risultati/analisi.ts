import type { Domanda } from '#contract/database'
import { chiaveValida } from '#rules/esito'
import { type EsitoVoce, scoreVoce } from '#rules/regolamento/punteggio'
import type { Millesimi, Regolamento } from '#rules/regolamento/types'
import type { GivenPlace, RisultatiData } from '../../../features/prove/read-risultati.ts'

/** A place with what it gave. `fortunata`: right, but given in less time than reading takes, or flagged. */
export type PostoValutato = GivenPlace & { esito: EsitoVoce; punti: Millesimi; fortunata: boolean }

/** Nobody reads faster than this, characters a second; and nothing is read in less than this, milliseconds. */
const CARATTERI_AL_SECONDO = 60
const LETTURA_MINIMA_MS = 1_500

/** True when an answer came before its question could have been read. */
export function isDiFretta({ testo, risposte }: Pick<Domanda, 'testo' | 'risposte'>, ms: number): boolean {
  const lunga = testo.length + risposte.reduce((n, r) => n + r.length, 0)
  return ms > 0 && ms < Math.max(LETTURA_MINIMA_MS, (1000 * lunga) / CARATTERI_AL_SECONDO)
}

/** What each place gave, by the trial's own rules. Points by difficulty are not told place by place. */
export function valuta(regole: Regolamento, posti: readonly GivenPlace[]): PostoValutato[] {
  return posti.map((p) => {
    const { domanda, voce } = p
    const sezione = regole.sezioni[p.sezione]
    const segni = voce.risposta === null ? [] : [voce.risposta]
    const { corretta, punti } = chiaveValida(domanda)
    const dato = sezione
      ? scoreVoce(regole, sezione.punti, { sezione: p.sezione, corretta, punti, difficolta: p.difficolta }, segni)
      : { esito: 'non_valutata' as const, punti: 0 }
    const fortunata = dato.esito === 'corretta' && (voce.da_rivedere || isDiFretta(domanda, voce.ms))
    return { ...p, esito: dato.esito, punti: dato.punti, fortunata }
  })
}

export type ContoMateria = {
  materia: string | null
  corrette: number
  errate: number
  intermedie: number
  omesse: number
  totale: number
}
const NOME = { corretta: 'corrette', errata: 'errate', intermedia: 'intermedie', omessa: 'omesse' } as const

/** Outcomes by subject, the largest first; questions that count for nobody are left out. */
export function contiMaterie(posti: readonly PostoValutato[]): ContoMateria[] {
  const conti = new Map<string | null, ContoMateria>()
  for (const { domanda, esito } of posti) {
    if (esito === 'non_valutata') continue
    const { materia } = domanda
    const c = conti.get(materia) ?? { materia, corrette: 0, errate: 0, intermedie: 0, omesse: 0, totale: 0 }
    c.totale++
    c[NOME[esito]]++
    conti.set(materia, c)
  }
  return [...conti.values()].sort(
    (a, b) => b.totale - a.totale || (a.materia ?? '').localeCompare(b.materia ?? '', 'it'),
  )
}

export type Cambi = { cambiate: number; peggiorate: number; migliorate: number; note: boolean }

/** Marks that were changed: from right to wrong, from wrong to right. `note`: every first mark is known. */
export function contaCambi(posti: readonly PostoValutato[]): Cambi {
  const cambi: Cambi = { cambiate: 0, peggiorate: 0, migliorate: 0, note: true }
  for (const { domanda, voce, firstMark: prima, esito } of posti) {
    if (voce.cambi === 0) continue
    cambi.cambiate++
    if (prima === null) cambi.note = false
    else if (prima !== voce.risposta && chiaveValida(domanda).corretta !== null) {
      if (prima === domanda.corretta) cambi.peggiorate++
      else if (esito === 'corretta') cambi.migliorate++
    }
  }
  return cambi
}

export type Filtro = 'tutte' | 'errate' | 'accettabili' | 'vuote' | 'rivedere' | 'fortunate'

/** Whether a place is shown under a filter of the review. */
export const passa = ({ esito, voce, fortunata }: PostoValutato, filtro: Filtro): boolean =>
  filtro === 'tutte' ||
  (filtro === 'errate' && esito === 'errata') ||
  (filtro === 'accettabili' && esito === 'intermedia') ||
  (filtro === 'vuote' && voce.risposta === null) ||
  (filtro === 'rivedere' && voce.da_rivedere) ||
  (filtro === 'fortunate' && fortunata)

/** How the points were made, when one section has plain points: "33 × 0,75 − 4 × 0,375". Null for other rules. */
export function contiPunti(
  regole: Regolamento,
): { corretta: Millesimi; sbagliata: Millesimi; omessa: Millesimi } | null {
  const punti = regole.sezioni.length === 1 ? regole.sezioni[0]?.punti : null
  return punti?.tipo === 'fissi' && regole.base === 0 ? punti : null
}

/** Mean time on a question that was looked at, milliseconds; 0 when nobody measured. */
export function mediaTempo(posti: readonly PostoValutato[]): number {
  const misurati = posti.filter(({ voce }) => voce.ms > 0)
  return misurati.length === 0 ? 0 : misurati.reduce((s, { voce }) => s + voce.ms, 0) / misurati.length
}

/** The threshold on the whole, in hundredths of the most that can be had; null where there is none. */
export function quotaSoglia({ consegna, regole }: Pick<RisultatiData, 'consegna' | 'regole'>): number | null {
  const massimo = regole.massimo ?? consegna.punteggio.massimo
  const soglia = consegna.punteggio.soglie.find(({ tipo }) => tipo === 'totale')
  return soglia && massimo > 0 ? Math.max(0, Math.min(100, (100 * soglia.minimo) / massimo)) : null
}
