import type { RispostaSimulazione } from '#contract/simulazioni'
import { EMPTY_VOCE, type Voce } from '#rules/prova/machine'
import { mergeFixedVoce, mergeVoce } from '#rules/prova/merge'
import type { WrittenRegolamento } from '#rules/regolamento/types'

/**
 * A stored answer: printed position, milliseconds, changes, flag, positions struck out, changes of flag and of strikes
 * (absent: none, or never counted).
 */
export type Mark = { r: number | null; ms: number; c: number; v?: true; e?: number[]; vc?: number; ec?: number }

/** Returns stored answers by question. */
export const toMarks = (risposte: Record<string, Mark>): Map<number, Mark> =>
  new Map(Object.entries(risposte).map(([id, s]) => [Number(id), s]))

const toEntry = ({ r, ms, c, v, e = [], vc = 0, ec = 0 }: Mark): Voce => ({
  risposta: r,
  ms,
  cambi: c,
  da_rivedere: v === true,
  escluse: e,
  cambi_rivedi: vc,
  cambi_escluse: ec,
})

const toMark = ({ risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse }: Voce): Mark => ({
  r: risposta,
  ms,
  c: cambi,
  ...(da_rivedere && { v: true }),
  ...(escluse.length > 0 && { e: [...escluse] }),
  ...(cambi_rivedi > 0 && { vc: cambi_rivedi }),
  ...(cambi_escluse > 0 && { ec: cambi_escluse }),
})

/** Returns the changes of a mark without a count: it is newer than the stored one, unless it is a blank. */
const cambiTaciuti = (kept: Voce, risposta: number | null): number =>
  risposta === null ? 0 : kept.cambi + (kept.risposta === null || kept.risposta === risposta ? 0 : 1)

/** Base of a gathering: a draw, its rules, the marks received before, and the number of answers of each question. */
export type Gathering = {
  estrazione: readonly number[]
  regole: WrittenRegolamento
  risposte: Record<string, Mark>
  opzioni: ReadonlyMap<number, number>
  /** The furthest place that the sender has reported before, where the rules only go forward. */
  raggiunto: number
}

/** Most answers of a question that its bank has lost. */
const MAX_OPTIONS = 5

/**
 * Merges answers of the draw over those received before, place by place as the devices merge them
 * (`rules/prova/merge`). A mark of a place left behind, or of an unseen question, changes nothing. The rules hold here
 * whatever a page sends. Where marks are final the first one stays. A sender that reported a further place marks
 * nothing behind it.
 */
export function gather(
  { estrazione, regole, risposte: before, opzioni: options, raggiunto: reached }: Gathering,
  risposte: readonly RispostaSimulazione[],
): Map<number, Mark> {
  const slots = new Map(estrazione.map((id, slot) => [id, slot]))
  const merge = regole.correzioni === 'mai' ? mergeFixedVoce : mergeVoce
  const marks = toMarks(before)
  for (const { id_domanda, risposta = null, ms = 0, cambi, da_rivedere = false, escluse = [], ...counts } of risposte) {
    const id = Number(id_domanda)
    const slot = slots.get(id)
    if (slot === undefined) continue
    const tenuto = marks.get(id)
    const kept = tenuto ? toEntry(tenuto) : EMPTY_VOCE
    const { cambi_rivedi = 0, cambi_escluse = 0 } = counts
    const count = options.get(id) ?? MAX_OPTIONS
    const next: Voce = {
      ...{ risposta, ms, da_rivedere, escluse: escluse.filter((e) => e <= count), cambi_rivedi, cambi_escluse },
      cambi: cambi ?? cambiTaciuti(kept, risposta),
    }
    const still = slot < reached || (risposta ?? 0) > count
    marks.set(id, toMark(merge(kept, still ? { ...next, risposta: kept.risposta, cambi: kept.cambi } : next)))
  }
  return marks
}
