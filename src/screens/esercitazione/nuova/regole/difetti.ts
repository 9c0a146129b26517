import { checkRegolamento, type RegolamentoDefect } from '#rules/regolamento/read'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { fullRegoleText as testi } from '../../../../text/regole.ts'
import { type RegoleModulo, toDocumento } from './scritte.ts'

/** What is wrong in the rules: the field, the sentence beside it, and the sentence that stands alone. */
export type DifettoRegole = { campo: string; frase: string; intera: string }

function frase({ campo, difetto }: RegolamentoDefect, d: WrittenRegolamento): string {
  const sezione = /^sezioni\[(\d+)\]\.domande$/.exec(campo)
  // Two ways to be wrong: no whole number, or another one than the quotas make.
  if (sezione && Number.isInteger(d.sezioni?.[Number(sezione[1])]?.domande)) return testi.difetti.quote_somma
  return testi.difetti[difetto]
}

/** Everything that `checkRegolamento` finds wrong, in words. */
export function frasiDifetti(documento: WrittenRegolamento): DifettoRegole[] {
  const letto = checkRegolamento(documento)
  if (letto.ok) return []
  return letto.difetti.map((difetto) => {
    const detta = frase(difetto, documento)
    const i = /^sezioni\[(\d+)\]/.exec(difetto.campo)?.[1]
    const nome = i === undefined ? undefined : documento.sezioni?.[Number(i)]?.nome
    return { campo: difetto.campo, frase: detta, intera: nome === undefined ? detta : testi.in_sezione(nome, detta) }
  })
}

export const difettiRegole = (r: RegoleModulo): DifettoRegole[] => frasiDifetti(toDocumento(r))

/** The sentence of a field, of itself or of one of its three values. */
export const fraseDi = (difetti: readonly DifettoRegole[], campo: string): string | null =>
  difetti.find((d) => d.campo === campo)?.frase ?? null
