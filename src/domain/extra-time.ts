import { snapshot, subscribe } from 'valtio'
import { ok, type Result } from '#contract/result'
import { call } from '../api/client.ts'
import { network, onNetworkBack } from '../platform/network.ts'
import { readKey, writeKey } from '../platform/web-storage.ts'
import { accountMemory, accountState } from '../session/account.ts'
import { keepCredentials, session } from '../session/session.ts'
import { refreshUser } from './sign-in.ts'

/** Most extra time, per cent; the rules on DSA and law 104 allow up to half as much again. */
export const MAX_EXTRA_TIME = 50
/** Quiet after the last change before it is sent, in ms. */
const EXTRA_TIME_QUIET_MS = 750

const id = () => session.credentials?.utente.id_utente_idoneo ?? 0
/** Keys of this device's copy, which trials use offline, and of the mark that the server has it. */
const keyOf = () => `idoneo.tempo.${id()}`
const knownKeyOf = () => `idoneo.tempo_noto.${id()}`

const isPercent = (n: number) => Number.isInteger(n) && n >= 0 && n <= MAX_EXTRA_TIME
function read(): { percent: number; unsent: boolean } {
  const stored = readKey('locale', keyOf())
  const n = Number(stored ?? 0)
  return isPercent(n)
    ? { percent: n, unsent: stored !== null && readKey('locale', knownKeyOf()) === null }
    : { percent: 0, unsent: false }
}

/** Extra time of the account (DSA, law 104), per cent. Every timed sitting uses it, on every device. */
export const extraTime = accountState(read)

function write(percent: number, known: boolean): void {
  Object.assign(extraTime, { percent, unsent: !known })
  writeKey('locale', keyOf(), String(percent))
  writeKey('locale', knownKeyOf(), known ? '1' : null)
}

/** Copies the value of the profile, unless a choice made here is still unsent. */
function adopt(): void {
  const profile = session.credentials?.utente.tempo_aggiuntivo
  if (profile !== undefined && !extraTime.unsent && profile !== extraTime.percent) write(profile, true)
}

/** Follows the profile, and sends a choice when the network is back. */
export function followExtraTime(): void {
  adopt()
  subscribe(session, adopt)
  onNetworkBack(() => void sendExtraTime())
}

const sending = accountMemory(() => ({ timer: undefined as ReturnType<typeof setTimeout> | undefined }))

/** Sets the extra time: kept here at once, in the account as soon as there is a network. */
export function setExtraTime(percent: number): void {
  write(Math.min(MAX_EXTRA_TIME, Math.max(0, Math.round(percent) || 0)), false)
  clearTimeout(sending.timer)
  sending.timer = setTimeout(() => void sendExtraTime(), EXTRA_TIME_QUIET_MS)
}

/** Sends an unsent choice to the account; does nothing otherwise. */
export async function sendExtraTime(): Promise<Result<null>> {
  if (!extraTime.unsent || id() === 0) return ok(null)
  const [mine, percent] = [id(), extraTime.percent]
  const result = await call('aggiorna_utente', {
    query: { id_utente_idoneo: mine },
    corpo: { tempo_aggiuntivo: percent },
  })
  // Leave the choice unsent when another choice or another person replaced it meanwhile.
  if (!result.ok || id() !== mine || extraTime.percent !== percent) return result
  write(percent, true)
  const c = session.credentials && snapshot(session.credentials)
  if (c) keepCredentials({ ...c, utente: { ...c.utente, tempo_aggiuntivo: percent } })
  return result
}

/** Refreshes the value before a person begins, because another device may have changed it. Silent without a network. */
export async function refreshExtraTime(): Promise<void> {
  if (!network.online) return
  if (extraTime.unsent) await sendExtraTime()
  else await refreshUser()
}
