import { NON_RISPOSTE } from '#rules/livello'
import {
  type Calibrazione,
  calibratedLogit,
  type EsamePrevisto,
  firstTryRate,
  meanRight,
  type PrimeProve,
  type RegoleEsame,
  type SezioneEsame,
} from '#rules/previsione'
import type { Storia } from './memoria.ts'

/** Questions of a bank that the exam may draw: `materie` 0 for no subject. */
export type Sorteggiabili = { domande: Int32Array; materie: Int32Array; livelli: Int32Array }

type Materia = { id: number; viste: number[]; mai_viste: number; prove: number; giuste: number }

/**
 * Composes the exam of a bank on a day, from the person's memory then; answers from the day `until` on are left out
 * [PV4].
 */
export function composeEsame(
  bank: Sorteggiabili,
  storia: Storia,
  calibrazione: Calibrazione,
  regole: RegoleEsame,
  day: number,
  until?: number,
): {
  esame: EsamePrevisto
  materie: { id: number; domande: number; viste: number; quota: number; da_vincere: number }[]
} {
  const materie = groupSubjects(bank, storia, calibrazione, day, until)
  const drawn = regole.sezioni.map((sezione) => ({
    sezione,
    from: sezione.materie.length === 0 ? materie : materie.filter((m) => sezione.materie.includes(m.id)),
  }))
  const sezioni = drawn.map(({ sezione: { domande, punti }, from }) => ({
    domande,
    punti,
    viste: Float64Array.from(from.flatMap((m) => m.viste)),
    mai_viste: from
      .filter((m) => m.mai_viste > 0)
      .map((m) => ({ quante: m.mai_viste, giuste: m.giuste, prove: m.prove })),
  }))
  const { base, massimo, soglia } = regole
  return {
    esame: { base, massimo, soglia, sezioni },
    materie: materie.map((m) => toWin(m, drawn, calibrazione)),
  }
}

function groupSubjects(
  { domande, materie, livelli }: Sorteggiabili,
  { memoria, prime }: Storia,
  calibrazione: Calibrazione,
  day: number,
  until?: number,
): Materia[] {
  const banca: PrimeProve = { risposte: 0, giuste: 0 }
  for (const tries of prime.values()) {
    banca.risposte += tries.risposte
    banca.giuste += tries.giuste
  }
  const found = new Map<number, Materia>()
  for (let i = 0; i < domande.length; i++) {
    const id = materie[i] as number
    let materia = found.get(id)
    if (!materia) {
      const tries = prime.get(id) ?? { risposte: 0, giuste: 0 }
      const giuste = firstTryRate(tries, banca, calibrazione.opzioni)
      materia = { id, viste: [], mai_viste: 0, prove: tries.risposte, giuste }
      found.set(id, materia)
    }
    const livello = livelli[i] as number
    // Count a reset question as never seen, whatever its steps.
    const seen = livello === NON_RISPOSTE ? null : memoria.recall(domande[i] as number, day, until)
    if (seen) materia.viste.push(calibratedLogit(calibrazione, { ...seen, livello }))
    else materia.mai_viste++
  }
  return [...found.values()]
}

/** Returns the expected questions of a subject in the exam, and the points that full knowledge of it would add. */
function toWin(m: Materia, drawn: { sezione: SezioneEsame; from: Materia[] }[], calibrazione: Calibrazione) {
  const domande = m.viste.length + m.mai_viste
  let quota = 0
  let da_vincere = 0
  for (const { sezione, from } of drawn) {
    if (!from.includes(m)) continue
    const total = from.reduce((sum, other) => sum + other.viste.length + other.mai_viste, 0)
    const share = (sezione.domande * domande) / total
    quota += share
    da_vincere += share * (1 - meanRight(m, calibrazione)) * (sezione.punti.corretta - sezione.punti.sbagliata)
  }
  return { id: m.id, domande, viste: m.viste.length, quota, da_vincere: Math.round(da_vincere) }
}
