import { beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { ok } from '#contract/result'
import { formatIso, instantOf } from '#rules/dates'
import { listPastResets, resetBanca, restoreBanca } from '#src/features/banche/reset'
import { answer, openSeduta, undoLast } from '#src/features/sedute/seduta-state'
import { setLivello } from '#src/features/sedute/set-livello'
import { toggleShownPreferita } from '#src/features/sedute/toggle-preferita'
import { network } from '#src/platform/network'
import { correctedIso } from '#src/platform/server-now'
import { registerSync } from '#src/sync/requests'
import { apri, giusta, type Mondo, nuovaSeduta, value } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/store/opening.ts', () => ({ withStore: async () => ok(db), store: { stato: 'aperto' } }))
vi.mock('../../src/api/client.ts', () => ({ call: async () => ok(null) }))
registerSync({ changed: () => {}, pull: async () => ok({ cambiate: 0 }) })

const HOUR = 3_600_000
/** The server's instant; the device's clock shows an hour less. */
const TRUE = Date.UTC(2026, 10, 21, 12)
let mondo: Mondo
beforeEach(async () => {
  vi.spyOn(Date, 'now').mockReturnValue(TRUE - HOUR)
  network.offset_ms = HOUR
  mondo = await apri({ n: 50 })
  db = mondo.db
})
const record = async () => value(await db.readDomande({ id_concorso: 1, id_domande: [100_001] }))[0]?.statistica
const waiting = async () => {
  const { con_livello = [], altre = [] } = value(await db.listUnsynced({ id_concorso: 1, limite: 9 })) ?? {}
  return [...con_livello, ...altre]
}

it('what is done on a device whose clock is behind has the server’s date; the sitting goes by the device’s', async () => {
  const seduta = value(await db.createSeduta(nuovaSeduta({ at: formatIso(TRUE - HOUR, 60) })))
  await openSeduta(seduta.id)
  value((await answer(giusta(1))) ?? ok(null))
  expect(instantOf((await record())?.data_livello)).toBe(TRUE)
  expect(instantOf(value(await db.readSeduta({ id: seduta.id })).aggiornata)).toBe(TRUE - HOUR)
  value((await undoLast()) ?? ok(null))
  expect(instantOf((await record())?.data_livello)).toBe(TRUE + 1)
  expect(instantOf(value(await db.readSeduta({ id: seduta.id })).aggiornata)).toBe(TRUE - HOUR)
  await toggleShownPreferita()
  expect(instantOf((await record())?.data_preferiti)).toBe(TRUE + 2)
  await setLivello(1)
  expect(instantOf((await record())?.data_livello)).toBe(TRUE + 3)
})

it('a reset that is taken back there is dated after what the server did', async () => {
  const given = { id_concorso: 1, modalita: 'ESEGUITA' as const, id_seduta: null, indice: null, risposta: giusta(1) }
  value(await db.answer({ ...given, id_domanda: 100_001, at: correctedIso(), id_evento: 'e' }))
  value(await resetBanca({ id_concorso: 1, materie: null, everywhere: true }))
  expect(await waiting()).toEqual([])
  const [act] = value(await listPastResets(1, 'azzeramento'))
  value(await restoreBanca(1, 'azzeramento', act?.id ?? ''))
  expect((await waiting()).map((r) => instantOf(r.data_livello))).toEqual([TRUE])
})

it.each([
  [1_999, 0],
  [-1_999, 0],
  [2_000, 2_000],
  [-30 * 86_400_000, -30 * 86_400_000],
  [null, 0],
])('clocks that are %s ms apart move a date by %s', (offset, moved) => {
  network.offset_ms = offset
  expect(instantOf(correctedIso())).toBe(TRUE - HOUR + moved)
})
