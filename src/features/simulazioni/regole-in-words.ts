import type { Simulazione } from '#contract/schemas'
import { readDuration, totalDuration } from '#rules/regolamento/duration'
import { readRegolamento } from '#rules/regolamento/read'
import type { Regolamento } from '#rules/regolamento/types'
import { regoleText as regoleTexts } from '../../text/prova.ts'
import { ruleLines, scoringLines, sezioniLines } from '../../text/regolamento-lines.ts'
import { simulazioniText as texts } from '../../text/simulazioni.ts'

/** Returns the rules in a simulation; null in a list kept from before, which has only the three numbers. */
export function simulazioneRegole({ regole }: Simulazione): Regolamento | null {
  const parsed = regole && readRegolamento(regole)
  return parsed?.ok ? parsed.regolamento : null
}

/** Returns the milliseconds of the whole simulation, without extra time. */
export const simulazioneDurata = (s: Simulazione, regole: Regolamento | null): number =>
  (regole && totalDuration(regole)) ?? readDuration(s.durata) ?? 0

const threeNumbers = (s: Simulazione): string[] => [
  texts.punti(s.punteggio_risposte_corrette, s.punteggio_risposte_sbagliate, s.punteggio_non_risposte),
  ...(s.sbarramento === null ? [] : [texts.soglia(s.sbarramento)]),
]

/** Returns the rules in short, the scoring and the differences from other trials. */
export function shortRegole(s: Simulazione): string[] {
  const r = simulazioneRegole(s)
  if (!r) return threeNumbers(s)
  return [
    ...scoringLines(r),
    ...sezioniLines(r, 0),
    ...(r.navigazione === 'solo_avanti' ? [regoleTexts.solo_avanti] : []),
    ...(r.correzioni === 'mai' ? [regoleTexts.mai] : []),
  ]
}

/** Returns every rule that holds, for the page before the clock starts. */
export function fullRegole(s: Simulazione, tempo_aggiuntivo: number): string[] {
  const r = simulazioneRegole(s)
  return r ? ruleLines(r, tempo_aggiuntivo) : threeNumbers(s)
}
