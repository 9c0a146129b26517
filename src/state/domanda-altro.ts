import type { Domanda } from '#contract/database'
import type { Gettonate } from '#contract/gettonate'
import { fail, type Result } from '#contract/result'
import type { Motivo } from '#contract/segnalazione'
import { call } from './api.ts'
import { oraIso, rete } from './rete.ts'
import { onArchivio } from './scrittura.ts'

export type Quale = Pick<Domanda, 'id_domanda' | 'id_concorso'>

/** What people chose, by printed position; asked at each opening, because it changes. RETE_ASSENTE without a network. */
export async function readGettonate({ id_domanda, id_concorso }: Quale): Promise<Result<Gettonate>> {
  if (!rete.online) return fail('RETE_ASSENTE')
  return call('dettaglio_risposte_gettonate', { query: { id_domanda, id_concorso } })
}

/** Reports a question. MISSING_REQUIRED_PARAM without a reason, RETE_ASSENTE without a network: nothing is kept to send later. */
export async function sendSegnalazione(id_domanda: number, motivo: Motivo | null, nota: string): Promise<Result<null>> {
  if (motivo === null) return fail('MISSING_REQUIRED_PARAM', { campi: ['rcode'] })
  if (!rete.online) return fail('RETE_ASSENTE')
  const testo = nota.trim()
  return call('segnalaquiz', {
    query: { id_domanda, rcode: motivo },
    corpo: testo === '' ? null : { nota: testo },
  })
}

export const readNota = ({ id_domanda }: Quale): Promise<Result<string>> =>
  onArchivio((db) => db.readNota({ id_domanda }))

/** Keeps the person's note of a question; an empty one removes it. */
export const saveNota = ({ id_domanda, id_concorso }: Quale, testo: string): Promise<Result<null>> =>
  onArchivio((db) => db.saveNota({ id_domanda, id_concorso, testo, at: oraIso() }))

/** Percentages that add up to 100: the largest remainders round up. */
export function percentuali(conti: readonly number[]): number[] {
  const totale = conti.reduce((somma, n) => somma + n, 0)
  if (totale === 0) return conti.map(() => 0)
  const esatte = conti.map((n) => (100 * n) / totale)
  const giu = esatte.map(Math.floor)
  let mancano = 100 - giu.reduce((somma, n) => somma + n, 0)
  const resti = esatte.map((x, i) => ({ i, resto: x - Math.floor(x) })).sort((a, b) => b.resto - a.resto || a.i - b.i)
  for (const { i } of resti) {
    if (mancano-- <= 0) break
    giu[i] = (giu[i] ?? 0) + 1
  }
  return giu
}
