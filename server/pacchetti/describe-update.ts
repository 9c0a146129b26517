import type { UpdateDanger } from '#rules/banca-diff'
import type { BancaUpdate } from './versions.ts'

const DANGERS: Record<UpdateDanger, 'senza_chiavi' | 'chiavi_cambiate' | 'altre_domande'> = {
  no_keys: 'senza_chiavi',
  keys: 'chiavi_cambiate',
  questions: 'altre_domande',
}

type Named = { id_ufficiale: string | null; testo: string }
type Keyed = { risposte: readonly string[]; corretta: number | null }

const nameOf = (d: Named | undefined) => ({ id_ufficiale: d?.id_ufficiale ?? null, testo: d?.testo ?? '' })
const keyOf = (d: Keyed | undefined): string | null =>
  d === undefined || d.corretta === null ? null : (d.risposte[d.corretta - 1] ?? null)
const wordsOf = (d: (Named & Keyed) | undefined): string | null =>
  d === undefined ? null : [d.testo, ...d.risposte].join(' · ')

/** Returns the changes of an update with the words of each question, before and after. */
export function describeUpdate({ id_concorso, concorso, diff, moved, dangers, old, next }: BancaUpdate) {
  type Question = (typeof old)[number] | (typeof next)[number]
  const change = (i: number, of: (d: Question | undefined) => string | null) => ({
    ...nameOf(next[i]),
    prima: of(old[diff.matches[i] ?? -1]),
    dopo: of(next[i]),
  })
  return {
    id_concorso,
    concorso,
    invariate: diff.unchanged,
    modificate: diff.edited.map((i) => change(i, wordsOf)),
    chiave_cambiata: diff.keyChanged.map((i) => change(i, keyOf)),
    aggiunte: diff.added.map((i) => nameOf(next[i])),
    tolte: diff.removed.map((i) => nameOf(old[i])),
    materia_cambiata: moved.subject.map((i) => change(i, (d) => d?.materia ?? null)),
    numero_cambiato: moved.number.map((i) => change(i, (d) => d?.id_ufficiale ?? null)),
    ferma: dangers.map((danger) => DANGERS[danger]),
  }
}
