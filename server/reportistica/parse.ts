import { risposta, rispostaPercorso } from '#contract/schemas'
import { formatIso, instantOf, offsetOf } from '#rules/dates'
import { mergeRisposta } from '#rules/merge'
import { sottoPercorsoId } from '#rules/percorso'
import { type Contesto, fromPercorsoRecord } from '#rules/raccolta'
import type { RispostaRecord } from '#rules/statistica'

/** Most ms that a device's clock may be ahead: beyond it a wrong clock would win every merge for ever. */
const MAX_AHEAD_MS = 5 * 60_000

const DATES = ['data_eseguita', 'data_livello', 'data_preferiti', 'data_letta', 'data_ascoltata'] as const
/** Topic path ids are numbers separated by semicolons (spec §5); other characters are bounded, not interpreted. */
const ID_PERCORSO = /^[\w;.-]{1,200}$/

export type Parsed = { ok: true; record: RispostaRecord } | { ok: false; id_domanda: number; campi: string[] }

const text = (v: string | number | null | undefined): string | null => (v == null || v === '' ? null : String(v))

const readId = (value: unknown): number => {
  const id = (value as { id_domanda?: unknown } | null)?.id_domanda
  return Number.isSafeInteger(id) ? (id as number) : 0
}

/**
 * Turns a record of a path into one of its collection (rules/raccolta); of a topic path id the last part counts [VA22].
 */
function parse(value: unknown, contesto: Contesto) {
  if (contesto === 'CONCORSO') return risposta.safeParse(value)
  const parsed = rispostaPercorso.safeParse(value)
  if (!parsed.success) return parsed
  const id_sotto_percorso = sottoPercorsoId(String(parsed.data.id_sotto_percorso ?? ''))
  return {
    success: true as const,
    data: fromPercorsoRecord({ ...parsed.data, id_sotto_percorso }, parsed.data.id_argomento),
  }
}

/** Parses one record of a PUT by the contract's schema; refuses a date more than five minutes after `now`. */
export function readRisposta(value: unknown, now: number, contesto: Contesto = 'CONCORSO'): Parsed {
  const parsed = parse(value, contesto)
  if (!parsed.success) {
    const fields = parsed.error.issues.map((i) => i.path.map(String).join('.') || 'record')
    return { ok: false, id_domanda: readId(value), campi: [...new Set(fields)] }
  }
  const dati = parsed.data
  const id_argomento = text(dati.id_argomento)
  const id_sotto_percorso = text(dati.id_sotto_percorso)
  const limit = now + MAX_AHEAD_MS
  const fields: string[] = []
  for (const name of DATES) {
    const data = dati[name]
    if (data && instantOf(data) > limit) dati[name] = formatIso(limit, offsetOf(data))
  }
  if (id_argomento !== null && !ID_PERCORSO.test(id_argomento)) fields.push('id_argomento')
  if (id_sotto_percorso !== null && !ID_PERCORSO.test(id_sotto_percorso)) fields.push('id_sotto_percorso')
  if (fields.length > 0) return { ok: false, id_domanda: dati.id_domanda, campi: fields }
  return { ok: true, record: { ...dati, id_argomento, id_sotto_percorso, modalita: [...new Set(dati.modalita)] } }
}

/** Merges records of one question in a batch, by the rule that also merges them with stored ones. */
export function foldRisposte(records: readonly RispostaRecord[]): RispostaRecord[] {
  const per = new Map<string, RispostaRecord>()
  for (const record of records) {
    const key = `${record.id_concorso}:${record.id_domanda}`
    const other = per.get(key)
    per.set(key, other ? mergeRisposta(other, record) : record)
  }
  return [...per.values()]
}
