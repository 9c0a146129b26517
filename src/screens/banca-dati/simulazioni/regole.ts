import type { Simulazione } from '#contract/schemi'
import { durataTotale, finiSezioni, readDurata } from '#rules/regolamento/durata'
import { readRegolamento } from '#rules/regolamento/leggi'
import type { Regolamento } from '#rules/regolamento/tipi'
import { regole as comuni } from '../../../text/prova.ts'
import { righeMosse, righePunteggi, righeSezioni } from '../../../text/righe-prova.ts'
import { simulazioni as testi } from '../../../text/simulazioni.ts'

/** The rules that the list carries; null in a list kept from before, where only the three numbers are known. */
export function regoleDi({ regole }: Simulazione): Regolamento | null {
  const letto = regole && readRegolamento(regole)
  return letto?.ok ? letto.regolamento : null
}

/** Milliseconds of the whole simulation, extra time apart. */
export const durataDi = (s: Simulazione, regole: Regolamento | null): number =>
  (regole && durataTotale(regole)) ?? readDurata(s.durata) ?? 0

const treNumeri = (s: Simulazione): string[] => [
  testi.punti(s.punteggio_risposte_corrette, s.punteggio_risposte_sbagliate, s.punteggio_non_risposte),
  ...(s.sbarramento === null ? [] : [testi.soglia(s.sbarramento)]),
]

/** What a list says of the rules in short: how it is scored, and what is unlike other trials. */
export function regoleInBreve(s: Simulazione): string[] {
  const r = regoleDi(s)
  if (!r) return treNumeri(s)
  return [
    ...righePunteggi(r),
    ...righeSezioni(r, 0),
    ...(r.navigazione === 'solo_avanti' ? [comuni.solo_avanti] : []),
    ...(r.correzioni === 'mai' ? [comuni.mai] : []),
  ]
}

/** Every rule that holds, told before the clock starts. */
export function regoleIntere(s: Simulazione, tempo_aggiuntivo: number): string[] {
  const r = regoleDi(s)
  if (!r) return treNumeri(s)
  const aTempo = finiSezioni(r, 0) !== null
  return [
    ...(r.sezioni.length > 1 ? [comuni.elenco_sezioni(r.sezioni.map((sezione) => sezione.nome))] : []),
    ...righeSezioni(r, tempo_aggiuntivo),
    ...(aTempo ? [comuni.sezioni] : []),
    ...righePunteggi(r),
    ...righeMosse(r),
  ]
}
