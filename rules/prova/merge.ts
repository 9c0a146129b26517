import { EMPTY_VOCE, marksOf, type Prova, type Voce } from './machine.ts'
import type { SezioniTimes } from './sezioni.ts'

/**
 * How far a mark has come: each replacement or erasure is one change, and between two changes a place can only go from blank to
 * marked. So of two copies of one place the further one was made after the other, whatever their clocks said. On a paper sheet
 * nothing changes, and a double mark was made after the single one.
 */
export const progressOf = ({ cambi, ...marks }: Pick<Voce, 'cambi' | 'risposta' | 'doppia'>): number =>
  2 * cambi + marksOf(marks).length

/** Above zero when `a` is ahead of `b`; of two that were marked apart every device takes the same. */
const compare = (a: Voce, b: Voce): number =>
  progressOf(a) - progressOf(b) || (a.risposta ?? 0) - (b.risposta ?? 0) || (a.doppia ?? 0) - (b.doppia ?? 0)

/**
 * One place of a trial that went on on two devices: of mark, flag and strikes the one that was changed more often, the longer time.
 * Each change starts from what was seen, so the higher number was made after the other. Of two flags or strikes changed as often
 * as each other, and of those kept before their changes were counted, what either has.
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
 * The same place where a mark is never changed (`correzioni: mai`): the mark that `prima` has stays, whatever the other one says.
 * `prima` is the server's copy, on the server and on every device: the first mark that it received is everybody's.
 */
export const mergeFixedVoce = (prima: Voce, poi: Voce): Voce => ({
  ...mergeVoce(prima, poi),
  risposta: prima.risposta ?? poi.risposta,
  cambi: 0,
})

/** What another device left of the same trial. `indice`: the place where it was. */
export type ProvaProgress = { indice: number; voci: ReadonlyMap<number, Voce> }

/**
 * A trial with what another device left of it. Where the rules only go forward, and between sections with timers, nobody comes
 * back behind the further place;
 * elsewhere the place is the other device's when one of its marks is ahead.
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
  // A section that was closed before its time is closed everywhere.
  const oltre = fini ? (sezioni[suo] ?? 0) - (sezioni[qui.indice] ?? 0) : 0
  if (regole.navigazione === 'solo_avanti' || oltre !== 0) return { voci, indice: Math.max(qui.indice, suo) }
  return { voci, indice: avanti ? suo : qui.indice }
}
