import type { OwnBankReader } from '#contract/own-bank'
import { ok, type Result } from '#contract/result'
import { deleteBanca, hideBanca, reloadBanche } from '../../../domain/banche-state.ts'
import { nowIso } from '../../../platform/network.ts'
import { onStore } from '../../../store/on-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { type KeepingStep, propriaText as texts } from './text.ts'

/** Times that another tab may take the number that was meant for this bank. */
const MAX_TAKEN = 5

type Keeping = { reader: OwnBankReader; concorso: string; signal: AbortSignal; told: (step: KeepingStep) => void }

/**
 * Keeps what was read as a bank of this device. Returns its number, or null once a cancelled bank is removed.
 * Tries again with another number where another tab takes the first meanwhile.
 */
export async function keepOwnBank(keeping: Keeping): Promise<Result<number | null>> {
  let kept = await keepOnce(keeping)
  for (let times = 1; times < MAX_TAKEN && !kept.ok && kept.error.codice === 'RICHIESTA_NON_VALIDA'; times++)
    kept = await keepOnce(keeping)
  return kept
}

async function keepOnce({ reader, concorso, signal, told }: Keeping): Promise<Result<number | null>> {
  told('preparo')
  const next = await onStore((db) => db.nextPropria())
  if (!next.ok) return next
  const built = await reader.build({ id_concorso: next.value, concorso })
  if (signal.aborted) return ok(null)
  if (!built.ok) return built
  told('scrivo')
  // Hide the bank while it may be cancelled, because the store writes it whole before a removal.
  hideBanca(next.value, true)
  try {
    const kept = await onStore((db) => db.installPropria({ ...built.value, ente: texts.ente, at: nowIso() }))
    if (!kept.ok) return kept
    const listed = signal.aborted ? ok(null) : await reloadBanche()
    if (!signal.aborted) return listed.ok ? ok(next.value) : listed
    const gone = await deleteBanca(next.value, true)
    return gone.ok ? ok(null) : gone
  } finally {
    hideBanca(next.value, false)
  }
}

/** Saves a copy of the bank outside of this device, which can be imported again. */
export async function saveOwnBank(id_concorso: number, concorso: string): Promise<Result<null>> {
  const copy = await onStore((db) => db.copyPropria({ id_concorso }))
  if (!copy.ok) return copy
  const name = concorso.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  saveFile(`${name || 'banca'}.json`, JSON.stringify(copy.value, null, 1), 'application/json')
  return ok(null)
}
