import { risposta as schema } from '#contract/schemi'
import { formatIso, offsetOf, parseIso } from '#rules/data'
import { mergeRisposta } from '#rules/merge'
import type { RispostaRecord } from '#rules/statistica'

/** How far in the future a device's clock may be, in ms: beyond it a wrong clock would win every merge for ever. */
export const ANTICIPO_MASSIMO = 5 * 60_000

const DATE = ['data_eseguita', 'data_livello', 'data_preferiti', 'data_letta', 'data_ascoltata'] as const
/** Topic path ids are numbers separated by semicolons (spec §5); what else they may be is bounded, not interpreted. */
const ID_PERCORSO = /^[\w;.-]{1,200}$/

export type Letta = { ok: true; record: RispostaRecord } | { ok: false; id_domanda: number; campi: string[] }

const testo = (v: string | number | null | undefined): string | null => (v == null || v === '' ? null : String(v))

const readId = (valore: unknown): number => {
  const id = (valore as { id_domanda?: unknown } | null)?.id_domanda
  return Number.isSafeInteger(id) ? (id as number) : 0
}

/** Dates that exist whatever the month: the platform's own parser reads them the same, eight times faster. */
const COMUNE =
  /^[1-9]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}(Z|[+-](0\d|1[0-3]):[0-5]\d)$/
const instant = (data: string): number | null => (COMUNE.test(data) ? Date.parse(data) : parseIso(data))

/** One record of a PUT as the contract's schema wants it, its dates real and none beyond `ora` by more than five minutes. */
export function readRisposta(valore: unknown, ora: number): Letta {
  const letta = schema.safeParse(valore)
  if (!letta.success) {
    const campi = letta.error.issues.map((i) => i.path.map(String).join('.') || 'record')
    return { ok: false, id_domanda: readId(valore), campi: [...new Set(campi)] }
  }
  const dati = letta.data
  const id_argomento = testo(dati.id_argomento)
  const id_sotto_percorso = testo(dati.id_sotto_percorso)
  const limite = ora + ANTICIPO_MASSIMO
  const campi: string[] = []
  for (const nome of DATE) {
    const data = dati[nome]
    const ms = data ? instant(data) : -Infinity
    if (ms === null) campi.push(nome)
    else if (data && ms > limite) dati[nome] = formatIso(limite, offsetOf(data))
  }
  if (id_argomento !== null && !ID_PERCORSO.test(id_argomento)) campi.push('id_argomento')
  if (id_sotto_percorso !== null && !ID_PERCORSO.test(id_sotto_percorso)) campi.push('id_sotto_percorso')
  if (campi.length > 0) return { ok: false, id_domanda: dati.id_domanda, campi }
  return { ok: true, record: { ...dati, id_argomento, id_sotto_percorso, modalita: [...new Set(dati.modalita)] } }
}

/** Records of one question in one batch become one, by the rule that also merges them with what is stored. */
export function foldRisposte(records: readonly RispostaRecord[]): RispostaRecord[] {
  const per = new Map<string, RispostaRecord>()
  for (const record of records) {
    const chiave = `${record.id_concorso}:${record.id_domanda}`
    const altra = per.get(chiave)
    per.set(chiave, altra ? mergeRisposta(altra, record) : record)
  }
  return [...per.values()]
}
