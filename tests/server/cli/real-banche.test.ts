import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReport } from '#contract/domanda'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

// Published banks are not ours to copy: their folder comes from the environment. In CI their absence is a failure.
const CARTELLA = process.env.BANCHE_VERE ?? ''
if (!CARTELLA && process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata')
if (!CARTELLA) console.warn('BANCHE_VERE non è impostata: le prove sulle banche pubblicate sono saltate')

describe.skipIf(!CARTELLA)('published banks, end to end', () => {
  let world: Mondo
  beforeAll(async () => {
    world = await makeWorld()
  })
  afterAll(() => world?.close())

  async function importa(percorso: string, title: string, ...other: string[]): Promise<ImportReport> {
    const file = join(CARTELLA, percorso)
    expect(existsSync(file)).toBe(true)
    const result = await command(
      world.deps,
      'importa',
      file,
      '--titolo',
      title,
      '--ente',
      'Ente',
      '--anno',
      '2024',
      '--json',
      ...other,
    )
    expect([result.codice, result.err.filter((r) => r.startsWith('Rifiutato'))]).toEqual([0, []])
    return result.json()
  }
  let account = 0
  async function concorso(id_concorso: number | null, livello: 0 | 3) {
    const { token } = await world.registerVerified(`vere${++account}@prova.it`, livello)
    return (await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
  }

  test('RIPAM: 12,132 questions in 13 subjects; a demo account gets 500 over all of them', {
    timeout: 180_000,
  }, async () => {
    const report = await importa('ripam-3997/domande.ndjson.gz', 'RIPAM')
    expect(report).toMatchObject({ domande: 12_132, senza_chiave: 0 })
    expect(report.materie).toHaveLength(13)
    const tutta = await concorso(report.id_concorso, 3)
    expect((await download(world, tutta.url_domande)).domande).toHaveLength(12_132)

    const parte = await concorso(report.id_concorso, 0)
    expect(parte).toMatchObject({ stato: 2, domande_concesse: 500, numero_domande: 12_132 })
    const { manifest, domande } = await download(world, parte.url_domande)
    expect(manifest).toMatchObject({ domande: 500, domande_totali: 12_132 })
    expect(new Set(domande.map((d) => d.id_domanda)).size).toBe(500)
    expect(new Set(domande.map((d) => d.id_materia)).size).toBe(13)
    for (const { id_materia, numero } of tutta.materie) {
      const had = domande.filter((d) => d.id_materia === id_materia).length
      expect(Math.abs(had - (numero * 500) / 12_132)).toBeLessThanOrEqual(1)
    }
  })

  test('Polizia, from the workbook: 6,003 rows with their defects named', { timeout: 180_000 }, async () => {
    const report = await importa('polizia-agenti-2024/questions_extracted.xlsx', 'Polizia')
    expect(report.domande).toBe(6_003)
    const tipi = new Set(report.avvisi.map((a) => a.tipo))
    expect(tipi).toContain('pie_di_pagina')
    expect(tipi).toContain('filigrana')
    expect((await concorso(report.id_concorso, 3)).domande_concesse).toBe(report.domande)
  })

  test('Patente B: 7,139 true or false, 3,983 with images', { timeout: 180_000 }, async () => {
    const report = await importa(
      'patente-b-2023/domande.ndjson',
      'Patente',
      '--immagini',
      join(CARTELLA, 'patente-b-2023/img_sign'),
    )
    expect(report).toMatchObject({ domande: 7_139, con_immagine: 3_983, senza_chiave: 0 })
    const body = await concorso(report.id_concorso, 3)
    expect(body).toMatchObject({ numero_domande: 7_139, con_immagini: 3_983 })
    const zip = await world.app.inject({ method: 'GET', url: body.url_immagini })
    expect(zip.rawPayload.length).toBe(body.dimensione_immagini)
    expect(Object.keys((await unzip(new Uint8Array(zip.rawPayload))).entries)).toHaveLength(413)
  })

  test('verifica finds every one of them in order', { timeout: 120_000 }, async () => {
    const { codice: code, out } = await command(world.deps, 'verifica')
    expect([code, out.filter((r) => r.startsWith('ok')).length]).toEqual([0, 3])
  })
})
