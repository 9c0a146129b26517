import type { Seduta } from '#contract/database'
import type { SavedProva } from '#contract/prova'
import { fail, ok, type Result } from '#contract/result'
import { instantOf } from '#rules/dates'
import { suspendLeftProva } from '../../domain/left-prova.ts'
import { nowOf } from '../../domain/start-prova.ts'
import { takeOver } from '../../domain/take-over.ts'
import { serverNow } from '../../platform/clock.ts'
import { network, nowIso } from '../../platform/network.ts'
import { onStore } from '../../store/on-store.ts'
import { catchUp } from '../../sync/resume-simulazione.ts'

/** `adesso` is the instant of the trial when the page's own clock was at `da`. */
type OpenedProva = { seduta: Seduta; letta: SavedProva; adesso: number; da: number }

/** Reads a trial to open it, after the changes of another device and a pause where the page died (D25). */
export async function readOpening(id: string): Promise<Result<OpenedProva>> {
  if (id === '') return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const seduta = await onStore((db) => db.readSeduta({ id }))
  if (!seduta.ok) return seduta
  await takeOver(seduta.value)
  const before = await onStore((db) => db.readProva({ id, at: nowIso() }))
  if (!before.ok) return before
  const { simulazione, stato } = before.value
  if (simulazione && (stato === 'in_corso' || stato === 'in_pausa') && network.online)
    await catchUp(id, simulazione.id_simulazione, seduta.value.id_domande)
  const from = performance.now()
  // Start where the last visit ended, when the clock was set back between the two.
  const last = instantOf(seduta.value.aggiornata)
  let now = Math.max(nowOf(before.value), last)
  await suspendLeftProva(before.value, seduta.value.aggiornata, now)
  const read = () => onStore((db) => db.readProva({ id, at: nowIso(now) }))
  let loaded = await read()
  // Deliver no simulation on a device's clock alone, because a delivery is final; the server is asked later.
  if (
    loaded.ok &&
    simulazione &&
    loaded.value.stato === 'in_corso' &&
    loaded.value.resto === 0 &&
    serverNow() === null
  ) {
    now = last
    loaded = await read()
  }
  if (loaded.ok && loaded.value.stato === 'abbandonata')
    return fail('ESERCITAZIONE_NON_INIZIALIZZATA', { detail: 'abbandonata' })
  return loaded.ok ? ok({ seduta: seduta.value, letta: loaded.value, adesso: now, da: from }) : loaded
}
