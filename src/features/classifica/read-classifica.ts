import type { ResponseOf } from '#contract/calls'
import { ok, type Result } from '#contract/result'
import type { Classifica, EsitoSimulazione, Sfida } from '#contract/simulazioni'
import { serverCount } from '#rules/prova/official'
import { call } from '../../api/client.ts'
import { onStore } from '../../store/on-store.ts'
import { sentSimulazioni } from '../../sync/sent-simulazioni.ts'

export type ClassificaData = {
  classifica: Classifica
  /** Last five attempts and their mean [SI3][SI4]. */
  esiti: ResponseOf<'esiti_simulazione'>
  /** Sitting as the server counted it; null while the server lacks it. */
  esito: EsitoSimulazione | null
}

/** Reads ranking, attempts, and the server's own count of one sitting [SI2][SI7]. */
export async function readClassifica(
  id_simulazione: number,
  gettone: string,
  { contata: counted }: { /** The trial has the server's count already. */ contata: boolean },
): Promise<Result<ClassificaData>> {
  const [classifica, esiti] = await Promise.all([
    call('classifica', { query: { id_simulazione } }),
    call('esiti_simulazione', { query: { id_simulazione } }),
  ])
  if (!classifica.ok) return classifica
  if (!esiti.ok) return esiti
  const esito = esiti.value.elementi.find((e) => e.gettone === gettone) ?? sentSimulazioni.esiti[gettone] ?? null
  // Ignore an outcome that the server made by itself, because this device's delivery is still on its way.
  if (esito?.automatica && !counted && !sentSimulazioni.esiti[gettone])
    return ok({ classifica: classifica.value, esiti: esiti.value, esito: null })
  if (esito && !counted && !sentSimulazioni.esiti[gettone]) {
    // Store a count from another device, or from before counts were stored; the ticket is the id of the trial.
    const kept = await onStore((db) => db.markSpedita({ id: gettone, server: serverCount(esito) }))
    if (kept.ok) sentSimulazioni.esiti[gettone] = esito
  }
  return ok({ classifica: classifica.value, esiti: esiti.value, esito })
}

/** Returns the index of the band where a score falls; -1 below every band. */
export const bandOf = (distribuzione: Classifica['distribuzione'], punteggio: number): number =>
  distribuzione.findLastIndex(({ da }) => da <= punteggio)

/** Reads a challenge as this account may see it; NON_TROVATO for an unknown code. */
export const readSfida = (codice: string): Promise<Result<Sfida>> => call('sfida', { query: { codice } })

/** Creates the challenge of a delivered sitting; returns its code, the same at a second call. */
export async function createSfida(gettone: string): Promise<Result<string>> {
  const esito = await call('crea_sfida', { corpo: { gettone } })
  return esito.ok ? ok(esito.value.codice) : esito
}
