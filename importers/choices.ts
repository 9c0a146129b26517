import type { OwnBankChoices, OwnBankReading } from '#contract/own-bank'
import { type Failure, fail, type Result } from '#contract/result'
import type { ImportedBank } from './import-bank.ts'
import type { ImportOptions } from './options.ts'
import { sentenceOfRefusal, withoutOptions } from './refusal.ts'
import { explainReading, makeReport } from './report.ts'
import { toAvviso } from './warnings.ts'

/** Refusals that the person may overrule. */
const FORCED: ReadonlySet<unknown> = new Set(['too_many_dropped', 'random_questions'])

/** Choices as they come from a schema: an absent one may be undefined. */
export type Choices = { [K in keyof OwnBankChoices]: OwnBankChoices[K] | undefined }

/** Returns what a person corrected of a reading, as importing takes it. */
export const toImportOptions = ({ colonne, base, esatta, forza }: Choices): ImportOptions => ({
  ...(colonne && { mapping: new Map(Object.entries(colonne)) }),
  ...(base !== undefined && { base }),
  ...(esatta !== undefined && { rightLetter: esatta }),
  ...(forza && { force: true }),
})

/** Refuses a file in words. `seen`: names of its columns; `forzabile`: the person may go on. */
export const refuseFile = (motivo: string, seen = '', forzabile = false): Result<never> =>
  fail('FILE_RIFIUTATO', { dati: { motivo, viste: seen, forzabile: String(forzabile) } })

/** Returns a refusal in words: those of the command that speak of its options are left out. */
export function explainRefusal(error: Failure): Result<never> {
  const { seen, kind } = error.dati ?? {}
  return refuseFile(withoutOptions(sentenceOfRefusal(error)), typeof seen === 'string' ? seen : '', FORCED.has(kind))
}

/** Returns the column of the choices that a refused file does not have; null where it was refused for something else. */
export const missingColumn = ({ dati = {} }: Failure): string | null =>
  dati.kind === 'mapping_unknown' ? String(dati.missing) : null

/** Returns the reading of a file in words, with its first `examples` questions and what may be corrected. */
export function describeReading(bank: ImportedBank, examples: number): OwnBankReading {
  const { domande, avvisi } = bank
  const unclear = avvisi.find(({ kind }) => kind === 'key_base_unclear')?.figures as { base?: number } | undefined
  const said = avvisi.map(toAvviso).map((avviso) => ({ ...avviso, testo: withoutOptions(avviso.testo) }))
  const rule = avvisi.find(({ kind }) => kind === 'key_rule_found')?.figures as { letter?: string } | undefined
  const keyless = domande.every(({ corretta, punti }) => corretta === null && punti === null)
  return {
    ...makeReport(null, domande, said),
    regola: keyless ? (rule?.letter ?? 'A') : null,
    ...explainReading(bank, examples),
    non_usate: avvisi.flatMap(({ kind, figures }) =>
      kind === 'column_unused' && 'name' in figures ? [String(figures.name)] : [],
    ),
    base: unclear?.base === 0 || unclear?.base === 1 ? unclear.base : null,
  }
}
