import { expect, it } from 'vitest'
import type { Copia } from '#contract/copia'
import { apri, value } from '../mondo.ts'

it('[SY14] settings are in a copy: the later one stays, and going back gives those of then', async () => {
  const mondo = await apri()
  const other = await apri()
  const save = async ({ db, at }: typeof mondo, nome: string, valore: string) =>
    value(await db.saveImpostazione({ nome, valore, at: at() }))
  const shown = async ({ db }: typeof mondo) =>
    Object.fromEntries(value(await db.listImpostazioni()).map(({ nome, valore }) => [nome, valore]))
  await save(other, 'prova:1', '2026-12-24')
  await save(mondo, 'quante', '40')
  await save(mondo, 'prova:1', '2026-12-01')
  const testo = value(await mondo.db.exportCopia({ at: mondo.at() }))
  value(await other.db.importCopia({ testo, id: 'c', at: other.at() }))
  expect(await shown(other)).toEqual({ 'prova:1': '2026-12-01', quante: '40' })
  for (let i = 0; i < 9; i++) await save(other, 'quante', '60')
  value(await other.db.importCopia({ testo, id: 'd', at: other.at() }))
  expect(await shown(other)).toEqual({ 'prova:1': '2026-12-01', quante: '60' })
  value(await other.db.restoreCopia({ testo, id: 'r', at: other.at() }))
  expect(await shown(other)).toEqual({ 'prova:1': '2026-12-01', quante: '40' })
})

it('a copy of before settings were in it is a copy', async () => {
  const mondo = await apri()
  const { dati, ...head } = JSON.parse(value(await mondo.db.exportCopia({ at: mondo.at() }))) as Copia
  const { impostazioni, ...before } = dati
  expect(impostazioni).toEqual([])
  const bytes = new TextEncoder().encode(JSON.stringify(before))
  const somma = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const testo = JSON.stringify({ ...head, somma, dati: before })
  expect(value(await mondo.db.previewCopia({ testo })).nuove).toMatchObject({ note: 0 })
  value(await mondo.db.restoreCopia({ testo, id: 'r', at: mondo.at() }))
})
