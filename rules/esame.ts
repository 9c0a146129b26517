import type { RegoleEsame } from './previsione.ts'
import { MAX_DURATION, readDuration } from './regolamento/duration.ts'
import type { Modello } from './regolamento/modelli.ts'

/**
 * The exam that a person prepares for, as far as a prediction needs it [PV5]. Points in thousandths; `quote`: questions by
 * subject, none where they are drawn from the whole bank; `fonte`: source of the rules, in words; `durata`: milliseconds, absent
 * where unknown; `omessa`: points of a blank, absent where there are none; `multipla`: two marks on one question count as wrong,
 * absent where they count as a blank.
 */
export type Esame = {
  fonte: string
  domande: number
  corretta: number
  sbagliata: number
  soglia: number | null
  massimo: number
  quote: readonly (readonly [id_materia: number, domande: number])[]
  durata?: number
  omessa?: number
  multipla?: 'sbagliata'
}

const timeOf = (durata: string | null | undefined): { durata?: number } => {
  const ms = durata ? readDuration(durata) : null
  return ms ? { durata: ms } : {}
}
/** Points of a blank, where it has any. */
const blankOf = (omessa: unknown): { omessa?: number } =>
  whole(omessa, -1_000_000, 1_000_000) && omessa !== 0 ? { omessa } : {}
const multipleOf = (multipla: unknown): Pick<Esame, 'multipla'> => (multipla === 'sbagliata' ? { multipla } : {})
const whole = (x: unknown, from: number, to: number): x is number =>
  typeof x === 'number' && Number.isInteger(x) && x >= from && x <= to

/** Parses the text of `formatEsame`; null for any other. */
export function parseEsame(text: string): Esame | null {
  try {
    const { fonte, domande, corretta, sbagliata, soglia, massimo, quote, durata, omessa, multipla } = JSON.parse(
      text,
    ) as Record<string, unknown>
    if (typeof fonte !== 'string' || fonte.length > 200 || !whole(domande, 1, 1000)) return null
    if (!whole(corretta, 1, 1_000_000) || !whole(sbagliata, -1_000_000, 0) || !whole(massimo, 1, 100_000_000))
      return null
    if (soglia !== null && !whole(soglia, -100_000_000, 100_000_000)) return null
    const pairs: unknown[] = Array.isArray(quote) ? quote : []
    if (!pairs.every((p) => Array.isArray(p) && whole(p[0], 1, Number.MAX_SAFE_INTEGER) && whole(p[1], 1, 1000)))
      return null
    const time = whole(durata, 1, MAX_DURATION) ? { durata } : {}
    return {
      fonte,
      domande,
      corretta,
      sbagliata,
      soglia,
      massimo,
      quote: pairs as [number, number][],
      ...time,
      ...blankOf(omessa),
      ...multipleOf(multipla),
    }
  } catch {
    return null
  }
}

export const formatEsame = (esame: Esame): string => JSON.stringify(esame)

const thousandths = (x: number) => Math.round(1000 * x)

/** The specification's three numbers and threshold of a simulation, with its questions by subject (spec §3). */
export function esameOfSimulazione(s: {
  descrizione: string
  numero_domande: number
  punteggio_risposte_corrette: number
  punteggio_risposte_sbagliate: number
  punteggio_non_risposte: number
  sbarramento: number | null
  durata?: string | null
  materie_simulazione: readonly { id_materia: number | null; numero: number }[]
}): Esame | null {
  const corretta = thousandths(s.punteggio_risposte_corrette)
  if (corretta <= 0 || s.numero_domande < 1) return null
  const quote = s.materie_simulazione.flatMap((m) =>
    m.id_materia === null || m.numero < 1 ? [] : [[m.id_materia, m.numero] as const],
  )
  return {
    fonte: s.descrizione.slice(0, 200),
    domande: s.numero_domande,
    corretta,
    sbagliata: Math.min(0, thousandths(s.punteggio_risposte_sbagliate)),
    soglia: s.sbarramento === null ? null : thousandths(s.sbarramento),
    massimo: corretta * s.numero_domande,
    quote: quote.length === s.materie_simulazione.length ? quote : [],
    ...timeOf(s.durata),
    ...blankOf(thousandths(s.punteggio_non_risposte)),
  }
}

/** A known competition's rules, where right and wrong answers have one value each; null otherwise. */
export function esameOfModello({ nome, numero_domande, regole }: Modello): Esame | null {
  const flat = [regole.punti, ...(regole.sezioni ?? []).map((s) => s.punti)].find((p) => p?.tipo === 'fissi')
  if (flat?.tipo !== 'fissi' || (regole.base ?? 0) !== 0 || flat.corretta <= 0) return null
  return {
    fonte: nome,
    domande: numero_domande,
    corretta: thousandths(flat.corretta),
    sbagliata: Math.min(0, thousandths(flat.sbagliata)),
    soglia: regole.ammissione?.minimo === undefined ? null : thousandths(regole.ammissione.minimo),
    massimo: thousandths(regole.massimo ?? flat.corretta * numero_domande),
    quote: [],
    ...timeOf(regole.durata),
    ...blankOf(thousandths(flat.omessa)),
    ...multipleOf(regole.risposta_multipla),
  }
}

/** Rules for a prediction: a section for each subject with a quota, and one for the questions that no quota names. */
export function regoleOfEsame({
  domande,
  corretta,
  sbagliata,
  soglia,
  massimo,
  quote,
}: Esame): Omit<RegoleEsame, 'opzioni'> {
  const punti = { corretta, sbagliata }
  const named = quote.map(([id, n]) => ({ domande: n, punti, materie: [id] }))
  const rest = domande - quote.reduce((sum, [, n]) => sum + n, 0)
  return {
    base: 0,
    massimo,
    soglia,
    sezioni: rest > 0 ? [...named, { domande: rest, punti, materie: [] }] : named,
  }
}
