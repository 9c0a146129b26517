import { sezioniEnds, withTempoAggiuntivo } from '#rules/regolamento/duration'
import type { Punti, Regolamento } from '#rules/regolamento/types'
import { regoleText as texts } from './prova.ts'

/** Points of one right, wrong and blank answer, in words. */
const pointsInWords = (p: Punti): string =>
  p.tipo === 'fissi'
    ? texts.fissi(p.corretta, p.sbagliata, p.omessa)
    : p.tipo === 'per_risposta'
      ? texts.per_risposta
      : texts.per_difficolta(p.corretta, p.sbagliata, p.omessa)

/** Points and rules of admission, a line each; values that sections share appear once. */
export function scoringLines({ base, sezioni, ammissione, massimo: max }: Regolamento): string[] {
  const diverse = new Set(sezioni.map((s) => pointsInWords(s.punti)))
  const comune = ammissione.minimo_per_sezione
  const proprie = sezioni.filter((s) => s.sbarramento !== null && s.sbarramento !== comune)
  return [
    ...(base === 0 ? [] : [texts.base(base)]),
    ...(diverse.size === 1 ? diverse : sezioni.map((s) => `${s.nome}: ${pointsInWords(s.punti).replace(/^O/, 'o')}`)),
    ...(ammissione.minimo === null ? [] : [texts.soglia(ammissione.minimo, max)]),
    ...(comune === null ? [] : [texts.soglia_sezioni(comune)]),
    ...proprie.map((s) => `${s.nome}: ${texts.soglia(s.sbarramento ?? 0, null).replace(/^S/, 's')}`),
    ...(ammissione.primi === null ? [] : [texts.primi(ammissione.primi, ammissione.pari_merito)]),
  ]
}

/** Time of each section with a fixed time; `presenti`: the sections that have questions. */
export const sezioniLines = (
  { sezioni }: Pick<Regolamento, 'sezioni'>,
  tempo_aggiuntivo: number,
  present?: ReadonlySet<number>,
): string[] =>
  sezioniEnds({ sezioni }, tempo_aggiuntivo, present) === null
    ? []
    : sezioni.flatMap(({ nome: name, durata }, i) =>
        present && !present.has(i)
          ? []
          : [`${name}: ${texts.durata_sezione(withTempoAggiuntivo(durata ?? 0, tempo_aggiuntivo))}`],
      )

/** Rules of navigation, and of changing an answer. */
export const navigationLines = ({ navigazione, correzioni }: Regolamento): string[] => [
  navigazione === 'solo_avanti' ? texts.solo_avanti : texts.libera,
  correzioni === 'mai' ? texts.mai : texts.corrette,
]

/** Rules that hold, shown before the clock starts. */
export const ruleLines = (r: Regolamento, tempo_aggiuntivo: number): string[] => [
  ...(r.sezioni.length > 1 ? [texts.elenco_sezioni(r.sezioni.map((sezione) => sezione.nome))] : []),
  ...sezioniLines(r, tempo_aggiuntivo),
  ...(sezioniEnds(r, 0) === null ? [] : [texts.sezioni]),
  ...scoringLines(r),
  ...navigationLines(r),
]
