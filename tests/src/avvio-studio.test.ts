import { expect, it, vi } from 'vitest'
import type { Database, Ordine } from '#contract/database'
import { ok } from '#contract/result'
import { startStudy } from '#src/features/banche/banca/start-study'
import { toPresetFiltro } from '#src/features/banche/banca/view'
import { apri, value } from '../workers/mondo.ts'

let db: Database
vi.mock('../../src/store/opening.ts', async () => ({
  withStore: async () => ok(db),
  openStore: async () => ok({}),
  store: (await import('valtio')).proxy({ stato: 'aperto' }),
}))

it('[SC28] a short sitting of new questions is in the order that was asked for', async () => {
  const { banca, ...mondo } = await apri({ cambia: (d) => ({ ...d, id_materia: d.posizione <= 40 ? 11 : 12 }) })
  db = mondo.db
  const begin = async (ordine: Ordine) => {
    const filtro = toPresetFiltro('nuove', { id_concorso: banca.id_concorso })
    const asked = { filtro, ordine, n: 6, total: banca.domande.length, mescola: false, avanti_da_sola: false }
    const { id_domande } = value(await startStudy(asked))
    return [...id_domande].map((id) => id % 100_000)
  }
  expect(await begin('UFFICIALE')).toEqual([1, 2, 3, 4, 5, 6])
  expect(await begin('MATERIE')).toEqual([1, 41, 2, 3, 42, 4])
})
