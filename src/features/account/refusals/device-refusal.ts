import { type DispositiviNoti, dispositiviNoti } from '#contract/account'
import { parseWith } from '#contract/parse'
import type { Failure } from '#contract/result'

export type DeviceRefusal = { massimo: number; giorni: number; noti: DispositiviNoti }

/** Reads the limit that was met and the devices that may still enter [AU37]; null without figures of the limit. */
export function readDeviceRefusal({ dati = {} }: Failure): DeviceRefusal | null {
  const massimo = Number(dati.massimo)
  const giorni = Number(dati.giorni)
  if (!Number.isFinite(massimo) || !Number.isFinite(giorni)) return null
  let written: unknown = []
  try {
    written = JSON.parse(String(dati.noti ?? '[]'))
  } catch {
    // Leave the list empty; the sentence stands without it.
  }
  const parsed = parseWith(dispositiviNoti, written)
  return { massimo, giorni, noti: parsed.ok ? parsed.value : [] }
}
