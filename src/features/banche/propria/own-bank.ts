import type { OwnBankReader } from '#contract/own-bank'
import { ok, type Result } from '#contract/result'
import { reloadBanche } from '../../../domain/banche-state.ts'
import { nowIso } from '../../../platform/network.ts'
import { onStore } from '../../../store/on-store.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { propriaText as texts } from './text.ts'

/** Times that another tab may take the number that was meant for this bank. */
const MAX_TAKEN = 5

/** Keeps what was read as a bank of this device; answers its number. Another number when another tab takes the first meanwhile. */
export async function keepOwnBank(reader: OwnBankReader, concorso: string): Promise<Result<number>> {
  let kept = await keepOnce(reader, concorso)
  for (let times = 1; times < MAX_TAKEN && !kept.ok && kept.error.codice === 'RICHIESTA_NON_VALIDA'; times++)
    kept = await keepOnce(reader, concorso)
  return kept
}

async function keepOnce(reader: OwnBankReader, concorso: string): Promise<Result<number>> {
  const next = await onStore((db) => db.nextPropria())
  if (!next.ok) return next
  const built = await reader.build({ id_concorso: next.value, concorso })
  if (!built.ok) return built
  const kept = await onStore((db) => db.installPropria({ ...built.value, ente: texts.ente, at: nowIso() }))
  if (!kept.ok) return kept
  const listed = await reloadBanche()
  return listed.ok ? ok(next.value) : listed
}

/** A copy of the bank outside of this device, which can be imported again. */
export async function saveOwnBank(id_concorso: number, concorso: string): Promise<Result<null>> {
  const copy = await onStore((db) => db.copyPropria({ id_concorso }))
  if (!copy.ok) return copy
  const name = concorso.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
  saveFile(`${name || 'banca'}.json`, JSON.stringify(copy.value, null, 1), 'application/json')
  return ok(null)
}
