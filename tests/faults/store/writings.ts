import type { Ask } from './examine.ts'

/** What a person wrote beside answers, marks and levels: by kind and name, each value as JSON. */
export type Writings = Map<string, string>

/** Kinds of what is written, with the tables that hold it. */
export const TABLES = {
  nota: ['note'],
  modello: ['modelli_prova'],
  filtro: ['filtri_salvati'],
  impostazione: ['impostazioni'],
  chiave: ['chiavi_utente'],
  seduta: ['sedute', 'sedute_domande'],
  segno: ['sedute_segni'],
  prova: ['prove'],
  voce: ['prove_voci'],
} as const satisfies Record<string, readonly string[]>
export type Kind = keyof typeof TABLES

export const nameOf = (kind: Kind, ...of: readonly (string | number)[]): string => [kind, ...of].join(' ')
export const kindOf = (name: string): Kind => name.split(' ')[0] as Kind
/** The sitting that a flag, a trial or a mark of one belongs to; its own for a sitting. */
export const sittingOf = (name: string): string | null =>
  ['seduta', 'segno', 'prova', 'voce'].includes(kindOf(name)) ? (name.split(' ')[1] as string) : null

export const TRIALS: readonly string[] = ['SIMULAZIONE', 'PROVA_PERSONALIZZATA']

type Row = Record<string, string | number | null>
type Sitting = { id: string; tipo: string; stato: string; indice: number; id_domande: Uint8Array }
/** Rows as the store and its mirror have them. */
export type TrialRow = {
  id_seduta: string
  dati: string
  consegna: string | null
  da_spedire: number
  durata_ms: number | null
  usati_ms: number
}
const MARK = ['risposta', 'da_rivedere', 'escluse', 'ms', 'cambi', 'cambi_rivedi', 'cambi_escluse'] as const
export type MarkRow = { id_seduta: string; indice: number } & Record<(typeof MARK)[number], number | null>

/**
 * Sittings with their questions, flags, trials with their marks, notes, templates, saved filters, settings and keys of a store, by plain
 * SQL. Where an exercise stands is left out: its answers say it.
 */
export function readWritings(db: Ask): Writings {
  const written: Writings = new Map()
  const plain = (kind: Kind, keys: number, sql: string) => {
    for (const row of db.all<Row>(sql)) {
      const values = Object.values(row)
      written.set(nameOf(kind, ...(values.slice(0, keys) as string[])), JSON.stringify(values.slice(keys)))
    }
  }
  plain('nota', 1, 'SELECT id_domanda, id_concorso, testo, aggiornata FROM main.note')
  plain('modello', 1, 'SELECT id, nome, dati, creato FROM main.modelli_prova')
  plain('filtro', 1, 'SELECT id, nome, filtro, ordine, creato FROM main.filtri_salvati')
  plain('impostazione', 1, 'SELECT nome, valore, cambiata FROM main.impostazioni')
  plain('chiave', 1, 'SELECT id_domanda, id_concorso, risposta, assegnata FROM main.chiavi_utente')
  // What was taken off leaves its counts alone.
  const segni = 'FROM main.sedute_segni WHERE (da_rivedere, escluse) <> (0, 0)'
  plain('segno', 2, `SELECT id_seduta, indice, da_rivedere, escluse ${segni}`)
  for (const row of db.all<MarkRow>('SELECT * FROM main.prove_voci'))
    written.set(nameOf('voce', row.id_seduta, row.indice), markValue(row))
  for (const { id, tipo, stato, indice, id_domande } of db.all<Sitting>(
    'SELECT id, tipo, stato, indice, id_domande FROM main.sedute JOIN main.sedute_domande ON id_seduta = id',
  ))
    written.set(nameOf('seduta', id), sittingValue({ tipo, stato, indice, ids: readIds(id_domande) }))
  for (const row of db.all<TrialRow>('SELECT * FROM main.prove'))
    written.set(nameOf('prova', row.id_seduta), trialOfRow(row))
  return written
}

/** Ids of a sitting as they are kept: 32 bits each, little-endian. */
export function readIds(blob: Uint8Array): number[] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length)
  return Array.from({ length: blob.length / 4 }, (_, i) => view.getInt32(4 * i, true))
}

export const sittingValue = ({ tipo, stato, indice, ids }: Omit<Sitting, 'id' | 'id_domande'> & { ids: number[] }) =>
  JSON.stringify([tipo, stato, TRIALS.includes(tipo) ? indice : null, ids])

export function trialOfRow({ dati, consegna, da_spedire, durata_ms: durata, usati_ms: usati }: TrialRow): string {
  try {
    const rules = JSON.parse(dati)
    const end = consegna === null ? null : JSON.parse(consegna)
    const consegnata = end && { at: end.at, motivo: end.motivo, punti: end.punteggio.punti }
    return trialValue({ rules, consegna: consegnata, da_spedire: da_spedire === 1, durata, usati })
  } catch {
    // Damaged: told as what it is, whoever compares says what it was.
    return `${dati} ${consegna}, which cannot be read`
  }
}

export const markValue = (row: Omit<MarkRow, 'id_seduta' | 'indice'>): string => JSON.stringify(MARK.map((m) => row[m]))

type Rules = Record<'regole' | 'sezioni' | 'difficolta' | 'tempo_aggiuntivo' | 'simulazione' | 'sfida', unknown>
export type TrialFacts = {
  rules: Rules
  consegna: { at: string; motivo: string; punti: number } | null
  da_spedire: boolean
  durata: number | null
  usati: number
}

export const trialValue = ({ rules: r, consegna, da_spedire, durata, usati }: TrialFacts): string =>
  JSON.stringify([
    [r.regole, r.sezioni, r.difficolta, r.tempo_aggiuntivo, r.simulazione, r.sfida],
    consegna && [consegna.at, consegna.motivo, consegna.punti],
    da_spedire,
    durata,
    usati,
  ])

/** What differs between what was written and what is found: name, what it was and what it is now, null for nothing. */
export function differences(was: Writings, found: Writings): { name: string; was: string | null; is: string | null }[] {
  return [...new Set([...was.keys(), ...found.keys()])]
    .map((name) => ({ name, was: was.get(name) ?? null, is: found.get(name) ?? null }))
    .filter((d) => d.was !== d.is)
}

const brief = (value: string): string => (value.length > 90 ? `…${value.slice(-60)}` : value)

export const tell = ({ name, was, is }: ReturnType<typeof differences>[number]): string =>
  is === null
    ? `${name} is lost`
    : was === null
      ? `${name} was never written, or was deleted`
      : `${name} is ${brief(is)}, was ${brief(was)}`
