import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import type { Classifica, EsitoSimulazione, Sfida } from '#contract/simulazioni'
import { serverCount } from '#rules/prova/official'
import { call } from '../../api/client.ts'
import { onStore } from '../../store/on-store.ts'
import { sentSimulazioni } from '../../sync/sent-simulazioni.ts'

export type ClassificaData = {
  classifica: Classifica
  /** The last five attempts and their mean [SI3][SI4]. */
  esiti: ResponseOf<'esiti_simulazione'>
  /** This sitting as the server counted it; null while it does not have it. */
  esito: EsitoSimulazione | null
}

/** Ranking, attempts, and the server's own count of one sitting [SI2][SI7]. */
export async function readClassifica(
  id_simulazione: number,
  gettone: string,
  { contata: counted }: { /** The trial knows the server's count already. */ contata: boolean },
): Promise<Result<ClassificaData>> {
  const [classifica, esiti] = await Promise.all([
    call('classifica', { query: { id_simulazione } }),
    call('esiti_simulazione', { query: { id_simulazione } }),
  ])
  if (!classifica.ok) return classifica
  if (!esiti.ok) return esiti
  const esito = esiti.value.elementi.find((e) => e.gettone === gettone) ?? sentSimulazioni.esiti[gettone] ?? null
  // One that the server gave by itself ends nothing here: what this device has is still on its way.
  if (esito?.automatica && !counted && !sentSimulazioni.esiti[gettone])
    return ok({ classifica: classifica.value, esiti: esiti.value, esito: null })
  if (esito && !counted && !sentSimulazioni.esiti[gettone]) {
    // Delivered by another device, or before the count was kept; the ticket is the id of the trial.
    const kept = await onStore((db) => db.markSpedita({ id: gettone, server: serverCount(esito) }))
    if (kept.ok) sentSimulazioni.esiti[gettone] = esito
  }
  return ok({ classifica: classifica.value, esiti: esiti.value, esito })
}

/** Place of the band where a score falls; -1 below all of them. */
export const bandOf = (distribuzione: Classifica['distribuzione'], punteggio: number): number =>
  distribuzione.findLastIndex(({ da }) => da <= punteggio)

/** A challenge as this account may see it; NON_TROVATO for a code of nobody. */
export const readSfida = (codice: string): Promise<Result<Sfida>> => call('sfida', { query: { codice } })

/** The code of the challenge of a delivered sitting; asked twice it is the same. */
export async function createSfida(gettone: string): Promise<Result<string>> {
  const esito = await call('crea_sfida', { corpo: { gettone } })
  return esito.ok ? ok(esito.value.codice) : esito
}
