import type { RispostaSimulazione } from '#contract/simulazioni'
import { VOCE_VUOTA, type Voce } from '#rules/prova/macchina'
import { mergeVoce, mergeVoceFissa } from '#rules/prova/unione'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'

/**
 * An answer as it is kept: printed position, milliseconds, changes, flag, positions struck out, changes of flag and of strikes
 * (absent: none, or never counted).
 */
export type Segno = { r: number | null; ms: number; c: number; v?: true; e?: number[]; vc?: number; ec?: number }

/** Answers as they are kept, by question. */
export const toSegni = (risposte: Record<string, Segno>): Map<number, Segno> =>
  new Map(Object.entries(risposte).map(([id, s]) => [Number(id), s]))

const toVoce = ({ r, ms, c, v, e = [], vc = 0, ec = 0 }: Segno): Voce => ({
  risposta: r,
  ms,
  cambi: c,
  da_rivedere: v === true,
  escluse: e,
  cambi_rivedi: vc,
  cambi_escluse: ec,
})

const toSegno = ({ risposta, ms, cambi, da_rivedere, escluse, cambi_rivedi, cambi_escluse }: Voce): Segno => ({
  r: risposta,
  ms,
  c: cambi,
  ...(da_rivedere && { v: true }),
  ...(escluse.length > 0 && { e: [...escluse] }),
  ...(cambi_rivedi > 0 && { vc: cambi_rivedi }),
  ...(cambi_escluse > 0 && { ec: cambi_escluse }),
})

/** The changes of a mark that does not say them: it was made after what is kept, unless it is a blank. */
const cambiTaciuti = (tenuta: Voce, risposta: number | null): number =>
  risposta === null ? 0 : tenuta.cambi + (tenuta.risposta === null || tenuta.risposta === risposta ? 0 : 1)

/** What answers are gathered into: a draw, its rules, what was received before, and the answers that each question has. */
export type Raccolta = {
  estrazione: readonly number[]
  regole: RegolamentoScritto
  risposte: Record<string, Segno>
  opzioni: ReadonlyMap<number, number>
  /** The furthest place that the sender has told before, where the rules only go forward. */
  raggiunto: number
}

/** Most answers of a question that its bank has lost. */
const OPZIONI_MASSIME = 5

/**
 * Answers that are of the draw, over those received before, place by place as the devices merge them (rules/prova/unione): one that
 * was left behind, or never saw the question, changes nothing. The rules hold here whatever page sends: where a mark is never changed
 * the first one stays, and a sender that told a further place marks nothing behind it.
 */
export function gather(
  { estrazione, regole, risposte: prima, opzioni, raggiunto }: Raccolta,
  risposte: readonly RispostaSimulazione[],
): Map<number, Segno> {
  const posti = new Map(estrazione.map((id, posto) => [id, posto]))
  const merge = regole.correzioni === 'mai' ? mergeVoceFissa : mergeVoce
  const segni = toSegni(prima)
  for (const { id_domanda, risposta = null, ms = 0, cambi, da_rivedere = false, escluse = [], ...conti } of risposte) {
    const id = Number(id_domanda)
    const posto = posti.get(id)
    if (posto === undefined) continue
    const tenuto = segni.get(id)
    const tenuta = tenuto ? toVoce(tenuto) : VOCE_VUOTA
    const { cambi_rivedi = 0, cambi_escluse = 0 } = conti
    const quante = opzioni.get(id) ?? OPZIONI_MASSIME
    const nuova: Voce = {
      ...{ risposta, ms, da_rivedere, escluse: escluse.filter((e) => e <= quante), cambi_rivedi, cambi_escluse },
      cambi: cambi ?? cambiTaciuti(tenuta, risposta),
    }
    const ferma = posto < raggiunto || (risposta ?? 0) > quante
    segni.set(id, toSegno(merge(tenuta, ferma ? { ...nuova, risposta: tenuta.risposta, cambi: tenuta.cambi } : nuova)))
  }
  return segni
}
