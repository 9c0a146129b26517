import { EMPTY_VOCE, marksOf, type Prova, type Voce } from './machine.ts'
import type { SezioniTimes } from './sezioni.ts'

/**
 * Progress of a mark: each replacement or erasure is one change, and between two changes a place can only go from blank to
 * marked. So of two copies of one place the further one was made after the other, whatever their clocks. A paper sheet allows no
 * change, and a double mark follows the single one.
 */
export const progressOf = ({ cambi, ...marks }: Pick<Voce, 'cambi' | 'risposta' | 'doppia'>): number =>
  2 * cambi + marksOf(marks).length

/** Above zero when `a` is ahead of `b`; of two that were marked apart every device takes the same. */
const compare = (a: Voce, b: Voce): number =>
  progressOf(a) - progressOf(b) || (a.risposta ?? 0) - (b.risposta ?? 0) || (a.doppia ?? 0) - (b.doppia ?? 0)

/**
 * Merges one place of a trial on two devices: mark, flag and strikes from the copy with more changes, and the longer time. Each
 * change starts from the seen state, so the higher number was made later. Flags or strikes with equal counts, and those from
 * before the counts, are united.
 */
export function mergeVoce(a: Voce, b: Voce): Voce {
  const { risposta, cambi, doppia } = compare(a, b) >= 0 ? a : b
  const cambi_rivedi = Math.max(a.cambi_rivedi, b.cambi_rivedi)
  const cambi_escluse = Math.max(a.cambi_escluse, b.cambi_escluse)
  const escluse = [a, b].flatMap((v) => (v.cambi_escluse === cambi_escluse ? v.escluse : []))
  return {
    risposta,
    ...(doppia !== undefined && { doppia }),
    cambi,
    da_rivedere: [a, b].some((v) => v.cambi_rivedi === cambi_rivedi && v.da_rivedere),
    cambi_rivedi,
    escluse: [...new Set(escluse)].sort((x, y) => x - y),
    cambi_escluse,
    ms: Math.max(a.ms, b.ms),
  }
}

/**
 * Merges a place where a mark is never changed (`correzioni: mai`): the mark of `prima` stays. `prima` is the server's copy, on
 * the server and on every device: its first received mark holds for all.
 */
export const mergeFixedVoce = (prima: Voce, poi: Voce): Voce => ({
  ...mergeVoce(prima, poi),
  risposta: prima.risposta ?? poi.risposta,
  cambi: 0,
})

/** Progress that another device left of the same trial. `indice`: its place. */
export type ProvaProgress = { indice: number; voci: ReadonlyMap<number, Voce> }

/**
 * Merges a trial with another device's progress. Where the rules only go forward, and between sections with timers, the further
 * place stays; elsewhere the place is the other device's when one of its marks is ahead.
 */
export function mergeProva(
  qui: ProvaProgress,
  altrove: ProvaProgress,
  { sezioni, fini, regole }: SezioniTimes & Pick<Prova, 'regole'>,
): ProvaProgress {
  const quante = sezioni.length
  const voci = new Map(qui.voci)
  let avanti = qui.voci.size === 0
  for (const [posto, voce] of altrove.voci) {
    if (!Number.isInteger(posto) || posto < 0 || posto >= quante) continue
    const mia = qui.voci.get(posto) ?? EMPTY_VOCE
    if (progressOf(voce) > progressOf(mia)) avanti = true
    voci.set(posto, regole.correzioni === 'mai' ? mergeFixedVoce(voce, mia) : mergeVoce(mia, voce))
  }
  const suo = Math.min(Math.max(0, Math.trunc(altrove.indice)), quante - 1)
  // A section closed before its time is closed everywhere.
  const oltre = fini ? (sezioni[suo] ?? 0) - (sezioni[qui.indice] ?? 0) : 0
  if (regole.navigazione === 'solo_avanti' || oltre !== 0) return { voci, indice: Math.max(qui.indice, suo) }
  return { voci, indice: avanti ? suo : qui.indice }
}
