import { useEffect, useState } from 'react'
import type { SedutaSummary } from '#contract/database'
import type { SavedProva } from '#contract/prova'
import type { Result } from '#contract/result'
import { instantOf } from '#rules/dates'
import { nowIso } from '../platform/network.ts'
import { accountSignal } from '../session/account.ts'
import { showError } from '../session/notices.ts'
import { session } from '../session/session.ts'
import { onStoreChange, tellStoreChange } from '../store/changes.ts'
import { onStore } from '../store/on-store.ts'
import { recordChanged } from '../sync/requests.ts'
import { hrefRisultati, hrefSeduta } from './hrefs.ts'
import { suspendLeftProva } from './left-prova.ts'
import { SUSPENDED_AFTER_MS } from './start-prova.ts'

/**
 * Returns the open sittings of a bank (SEVERAL_BANCHE: over several, null: of all), newest first; none when the store fails. A
 * trial whose time is over is delivered first, so that no person is sent back to it.
 */
export async function readOpenSedute(id_concorso: number | null): Promise<readonly SedutaSummary[]> {
  await deliverExpiredProve()
  const result = await onStore((db) => db.listAperte({ id_concorso }))
  return result.ok ? result.value : []
}

/** Returns the open sittings of every bank, null before the first read. Reads again when one is closed or another device sends one. */
export function useOpenSedute(): readonly SedutaSummary[] | null {
  const [open, setOpen] = useState<readonly SedutaSummary[] | null>(null)
  useEffect(() => {
    const gone = new AbortController()
    const load = () => void readOpenSedute(null).then((loaded) => !gone.signal.aborted && setOpen(loaded))
    load()
    onStoreChange((n) => (n.tipo === 'giornale' || n.tipo === 'seduta') && load(), gone.signal)
    return () => gone.abort()
  }, [])
  return open
}

/** Resumes a sitting left open or paused. Returns true when it may be shown. A trial resumes on its own screen. */
async function resumeSeduta(id: string): Promise<boolean> {
  const at = nowIso()
  if ((await onStore((db) => db.readProva({ id, at }))).ok) return true
  const result = await onStore((db) => db.updateSeduta({ id, stato: 'in_corso', at }))
  if (!result.ok) showError(result.error, { riprova: () => void resumeSeduta(id) })
  return result.ok
}

/** Reads a trial in order to close it from outside. A trial that a dead page left running counts as paused since then (D25). */
async function readLeftProva(id: string): Promise<Result<SavedProva>> {
  const at = nowIso()
  const prova = await onStore((db) => db.readProva({ id, at }))
  const seduta = await onStore((db) => db.readSeduta({ id }))
  if (prova.ok && seduta.ok) await suspendLeftProva(prova.value, seduta.value.aggiornata, instantOf(at))
  return prova
}

/**
 * Closes a sitting left open as given up; its answers and levels stay. A trial whose time is over is delivered instead. Refuses a
 * simulation, whose attempt would be lost (0026). Only its own screen closes it.
 */
export async function dropSeduta(id: string): Promise<void> {
  const prova = await readLeftProva(id)
  if (prova.ok && prova.value.simulazione) return showError({ codice: 'REGOLE_NON_LO_PERMETTONO' })
  const at = nowIso()
  let result: Result<unknown> = prova.ok
    ? await onStore((db) => db.stepProva({ id, at, evento: { tipo: 'abbandona' } }))
    : await onStore((db) => db.updateSeduta({ id, stato: 'abbandonata', at }))
  if (!result.ok && result.error.codice === 'TEMPO_SCADUTO') {
    result = await onStore((db) => db.deliverProva({ id, at }))
    if (result.ok) delivery.tell(1)
  }
  if (!result.ok) return showError(result.error, { riprova: () => void dropSeduta(id) })
  tell([id])
}

/** Delivers a trial left open. Returns true when it is delivered. */
export async function deliverOpenProva(id: string): Promise<boolean> {
  const prova = await readLeftProva(id)
  const result = prova.ok ? await onStore((db) => db.deliverProva({ id, at: nowIso() })) : prova
  if (!result.ok) showError(result.error, { riprova: () => void deliverOpenProva(id) })
  else tell([id])
  return result.ok
}

/** Returns the actions of the lists of open sittings. */
export const openSeduteActions = (navigate: (href: string) => void) => ({
  onContinue: async (seduta: SedutaSummary) => {
    if (await resumeSeduta(seduta.id)) navigate(hrefSeduta(seduta))
  },
  onClose: ({ id }: SedutaSummary) => void dropSeduta(id),
  onDeliver: async (seduta: SedutaSummary) => {
    if (await deliverOpenProva(seduta.id)) navigate(hrefRisultati(seduta))
  },
  countDate: async ({ id }: SedutaSummary): Promise<number | null> => {
    const loaded = await onStore((db) => db.readProva({ id, at: nowIso() }))
    return loaded.ok ? loaded.value.voci.filter((v) => v.risposta !== null).length : null
  },
})

/** Reports closed sittings like a change of another tab, and requests a push. */
function tell(ids: readonly string[]): void {
  for (const id of ids) tellStoreChange({ tipo: 'seduta', id })
  recordChanged()
}

const delivery = {
  tell: (() => undefined) as (count: number) => void,
  timer: null as ReturnType<typeof setTimeout> | null,
  running: null as Promise<void> | null,
}

/** Sets the function that reports trials delivered at the end of their time, because the composition root has the words. */
export const onProveExpired = (f: (count: number) => void): void => {
  delivery.tell = f
}

/** Longest delay that a timer keeps, in ms. */
const MAX_WAIT_MS = 2_000_000_000

const stop = () => {
  if (delivery.timer !== null) clearTimeout(delivery.timer)
  delivery.timer = null
}

/**
 * Delivers personal trials without a pause whose time ended off screen [SI11]. Sets a timer for the next one. The trial on screen
 * delivers itself. A trial on screen in another tab does so too, and has a heartbeat (`BEAT_MS`).
 */
export function deliverExpiredProve(): Promise<void> {
  delivery.running ??= run().finally(() => {
    delivery.running = null
  })
  return delivery.running
}

async function run(): Promise<void> {
  stop()
  // Wait during a sitting, which a notice or a change would disturb; the next screen calls again.
  if (session.in_seduta) return
  const account = accountSignal()
  const open = await onStore((db) => db.listAperte({ id_concorso: null }))
  if (!open.ok) return
  let wait = Number.POSITIVE_INFINITY
  const ended: string[] = []
  for (const seduta of open.value) {
    const delay = await waitForEnd(seduta)
    if (delay > 0) wait = Math.min(wait, delay)
    else if (await areBancheHere(seduta.id)) {
      const result = await onStore((db) => db.deliverProva({ id: seduta.id, at: nowIso() }))
      if (result.ok) ended.push(seduta.id)
    }
  }
  if (wait < Number.POSITIVE_INFINITY && !account.aborted) {
    account.addEventListener('abort', stop, { once: true })
    delivery.timer = setTimeout(() => void deliverExpiredProve(), Math.min(MAX_WAIT_MS, wait))
  }
  if (ended.length === 0) return
  tell(ended)
  delivery.tell(ended.length)
}

/** Returns the milliseconds until this device delivers a trial; infinite for a sitting that waits for the person. */
async function waitForEnd({ id, tipo, stato, aggiornata, altrove }: SedutaSummary): Promise<number> {
  const never = Number.POSITIVE_INFINITY
  // Leave a sitting to the other device where it continues, because that one may have marks not here.
  if (tipo !== 'PROVA_PERSONALIZZATA' || stato !== 'in_corso' || altrove) return never
  const loaded = await onStore((db) => db.readProva({ id, at: nowIso() }))
  if (!loaded.ok || loaded.value.regole.pausa || loaded.value.resto === null) return never
  const last = instantOf(aggiornata)
  return Math.max(loaded.value.resto, SUSPENDED_AFTER_MS - Math.max(0, Date.now() - last))
}

/** Returns true when every bank of a trial is on the device. Without its bank a mark would not count, so the delivery waits. */
async function areBancheHere(id: string): Promise<boolean> {
  const banche = await onStore((db) => db.listBanche())
  const seduta = await onStore((db) => db.readSeduta({ id }))
  if (!banche.ok || !seduta.ok) return false
  const here = new Set(banche.value.flatMap((b) => (b.n_domande > 0 ? [b.id_concorso] : [])))
  return seduta.value.id_concorsi.every((id_concorso) => here.has(id_concorso))
}
