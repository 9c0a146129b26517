import type { Database } from '#contract/database'
import { showNonScritta } from './avvisi.ts'
import { keepStatistica, prova } from './esercitazione.ts'
import { newId } from './identita.ts'
import { oraIso } from './rete.ts'
import { onArchivio } from './scrittura.ts'
import { createUltimo } from './ultimo.ts'

const ultimo = createUltimo()

/** Marks or unmarks the question on screen as a favourite. */
export async function toggleStella(): Promise<void> {
  const { domanda } = prova
  if (!domanda) return
  const { id_concorso, id_domanda, statistica } = domanda
  const preferiti = statistica.preferiti === 0
  await saveStella({ id_concorso, id_domanda, preferiti, at: oraIso(), id_evento: newId() })
}

/** As for a level: chosen again from the record, a star that was saved would be taken off. */
async function saveStella(args: Parameters<Database['setPreferiti']>[0]): Promise<void> {
  const vale = ultimo(String(args.id_domanda))
  const esito = await onArchivio((db) => db.setPreferiti(args))
  if (esito.ok) keepStatistica(esito.value)
  else showNonScritta(esito.error, () => void (vale() && saveStella(args)))
}
