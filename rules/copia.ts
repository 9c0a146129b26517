import { compareDates } from './dates.ts'
import { NON_RISPOSTE } from './livello.ts'
import { mergeRisposta } from './merge.ts'
import { newStatistica, type RispostaRecord, type Statistica, toRisposta } from './statistica.ts'

/**
 * Merges a record of a copy with the local one: each half where it is newer, as between two devices (rules/merge). Null when
 * nothing changes, as for a copy read twice or a date that differs in its offset alone. A changed record is to be sent.
 * `takenBack` asks whether a hand took the level of that instant back to unanswered.
 */
export function mergeCopia(
  locale: Statistica | null,
  copied: RispostaRecord,
  takenBack: (data_livello: string) => boolean = () => false,
): Statistica | null {
  const base = locale ?? newRecord(copied)
  const mine = locale && locale.data_eseguita !== null ? toRisposta(locale) : null
  const r = mine ? mergeRisposta(mine, copied) : copied
  const next = {
    livello_conoscenza: r.livello_conoscenza,
    risposta_gettonata: r.risposta_gettonata ?? null,
    modalita: r.modalita[0] ?? null,
    preferiti: r.preferiti ? 1 : 0,
    data_eseguita: r.data_eseguita,
    data_livello: r.data_livello ?? null,
    data_preferiti: r.data_preferiti ?? null,
    data_letta: r.data_letta ?? null,
    data_ascoltata: r.data_ascoltata ?? null,
  } as const
  type Name = keyof typeof next
  const isDate = (name: Name): name is Extract<Name, `data_${string}`> => name.startsWith('data_')
  const differs = (name: Name) =>
    isDate(name) ? compareDates(base[name], next[name]) !== 0 : base[name] !== next[name]
  const changed = (names: readonly Name[]) => names.some(differs)
  if (!changed(Object.keys(next) as Name[])) return null
  const level = changed(['livello_conoscenza', 'risposta_gettonata', 'modalita', 'data_livello'])
  const star = changed(['preferiti', 'data_preferiti'])
  // Send a level that was taken back (decision 0093): an undone answer has no modality; a blank has one, and takes nothing back.
  const { data_livello } = next
  const empty = level && next.livello_conoscenza === NON_RISPOSTE && data_livello !== null
  const undone = empty && (next.modalita === null || takenBack(data_livello))
  return {
    ...base,
    ...next,
    sincronizzata: 0,
    isLevelUpdated: level ? 1 : base.isLevelUpdated,
    isPreferitiUpdated: star || undone ? 1 : base.isPreferitiUpdated,
  }
}

const textOf = (value: string | number | null | undefined) => (value == null ? null : String(value))

const newRecord = (r: RispostaRecord): Statistica =>
  newStatistica({
    id_concorso: r.id_concorso,
    id_domanda: r.id_domanda,
    id_materia: r.id_materia ?? null,
    id_argomento: textOf(r.id_argomento),
    id_sotto_percorso: textOf(r.id_sotto_percorso),
    indice_uff: 0,
  })
