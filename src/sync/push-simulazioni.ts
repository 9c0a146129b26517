import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { serverNow } from '../platform/clock.ts'
import { nowIso } from '../platform/network.ts'
import { serverOrDeviceNow } from '../platform/server-now.ts'
import { showToastLater } from '../session/notices.ts'
import { syncStatus } from '../store/sync-status.ts'
import { simulazioniText as texts } from '../text/simulazioni.ts'
import { confirmClock } from './device-sleep.ts'
import { rememberDraft } from './draft.ts'
import { deviceSource, provaOnScreen, sentSimulazioni } from './sent-simulazioni.ts'
import { sendSimulazioni } from './simulazioni.ts'

const wake = {
  call: (() => undefined) as () => void,
  timer: null as ReturnType<typeof setTimeout> | null,
}

/** Sets the function to call when a simulation that is not on screen ends. */
export const onSimulazioneExpired = (f: () => void): void => {
  wake.call = f
}

/** Longest delay that a timer keeps, in ms. */
const MAX_WAIT_MS = 2_000_000_000

/** Counts the waiting outcomes, and sets the timer for the end of a simulation left open [SI11]. */
export async function countWaitingSimulazioni(db: Database): Promise<void> {
  const waiting = await db.listDaSpedire()
  if (waiting.ok) syncStatus.simulazioni = waiting.value.length
  const running = await db.listInCorso({ at: nowIso(serverOrDeviceNow()) })
  // Store the drafts of earlier visits without a network, because another device may continue them.
  if (running.ok) for (const { id } of running.value) if (id !== provaOnScreen()) rememberDraft(id)
  if (wake.timer !== null) clearTimeout(wake.timer)
  wake.timer = null
  // Set no timer without the server's clock on this page.
  if (!running.ok || serverNow() === null) return
  const lefts = running.value.flatMap(({ id, resto: left }) => (left === null || id === provaOnScreen() ? [] : [left]))
  if (lefts.length > 0) wake.timer = setTimeout(() => wake.call(), Math.min(MAX_WAIT_MS, ...lefts))
}

/** Sends the waiting outcomes. An accepted one updates the screens without a message; one refused for good shows a toast once. */
export async function pushSimulazioni(db: Database): Promise<Result<null>> {
  const result = await sendSimulazioni(db, (args) => call('invia_esiti_simulazione', args), {
    ora: () => nowIso(serverOrDeviceNow()),
    confirm: confirmClock,
    sorgente: deviceSource(),
    inVista: provaOnScreen(),
  })
  if (!result.ok) return result
  for (const e of result.value.sent) sentSimulazioni.esiti[e.gettone] = e
  for (const { prova, error } of result.value.refused) {
    if (prova.simulazione) sentSimulazioni.refused[prova.simulazione.gettone] = error
    showToastLater({ text: texts.rifiutata(prova.regole.nome ?? texts.una) })
  }
  const { postponed } = result.value
  return postponed ? { ok: false, error: postponed } : ok(null)
}
