import type { ProvaSalvata, Prove, VoceProva } from '#contract/prova'
import type { Voce } from '#rules/prova/macchina'
import { moveOrologio, spendOrologio } from '#rules/prova/orologio'
import { mergeProva } from '#rules/prova/unione'
import type { Archivio } from '../archivio.ts'
import { writePasso } from './passo.ts'
import { adessoOf, readProva, readRiga, readVoci, toProva } from './riga.ts'

const PIU_RISPOSTE = 5
const count = (n: number) => Number.isInteger(n) && n >= 0

/** A place as the server told it, when it can be one of this trial. */
function isVoce({ risposta, escluse, ms, cambi, cambi_rivedi, cambi_escluse }: VoceProva, quante: number): boolean {
  const answers = [...escluse, ...(risposta === null ? [] : [risposta])]
  if (![ms, cambi, cambi_rivedi, cambi_escluse].every(count)) return false
  return answers.every((r) => count(r) && r >= 1 && r <= Math.min(quante, PIU_RISPOSTE))
}

/** Takes over what another device left (contract/prova `resumeProva`). */
export function resumeProva(a: Archivio, { id, at, ripresa }: Parameters<Prove['resumeProva']>[0]): ProvaSalvata {
  const riga = readRiga(a, id)
  const before = toProva(riga, readVoci(a, id))
  if (before.stato === 'abbandonata' || before.stato === 'consegnata') return readProva(a, { id, at })
  const good = ripresa.voci.filter((v) => isVoce(v, before.risposte[v.indice] ?? 0))
  const altrove = {
    indice: ripresa.indice,
    voci: new Map(good.map(({ indice, ...voce }): [number, Voce] => [indice, voce])),
  }
  const { sezioni, fini } = before
  const merged = mergeProva(before, altrove, before)
  const da = fini?.[(sezioni[merged.indice] ?? 0) - 1] ?? 0
  const now = adessoOf(riga, at)
  const orologio = spendOrologio(moveOrologio(before.orologio, now, before.orologio.da !== null), da)
  const after = { ...before, ...merged, orologio }
  a.db.transaction(() => writePasso(a, id, before, after, at))
  return readProva(a, { id, at })
}
