import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RapportoImportazione } from '#contract/domanda'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../mondo.ts'
import { comando } from './comando.ts'

// Published banks are not ours to copy: their folder comes from the environment. In CI their absence is a failure.
const CARTELLA = process.env.BANCHE_VERE ?? ''
if (!CARTELLA && process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata')
if (!CARTELLA) console.warn('BANCHE_VERE non è impostata: le prove sulle banche pubblicate sono saltate')

describe.skipIf(!CARTELLA)('published banks, end to end', () => {
  let mondo: Mondo
  beforeAll(async () => {
    mondo = await makeWorld()
  })
  afterAll(() => mondo?.close())

  async function importa(percorso: string, titolo: string, ...altro: string[]): Promise<RapportoImportazione> {
    const file = join(CARTELLA, percorso)
    expect(existsSync(file)).toBe(true)
    const esito = await comando(
      mondo.deps,
      'importa',
      file,
      '--titolo',
      titolo,
      '--ente',
      'Ente',
      '--anno',
      '2024',
      '--json',
      ...altro,
    )
    expect([esito.codice, esito.err.filter((r) => r.startsWith('Rifiutato'))]).toEqual([0, []])
    return esito.json()
  }
  let conto = 0
  async function concorso(id_concorso: number | null, livello: 0 | 3) {
    const { token } = await mondo.registerVerified(`vere${++conto}@prova.it`, livello)
    return (await mondo.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })).corpo
  }

  test('RIPAM: 12,132 questions in 13 subjects; a demo account gets 500 over all of them', {
    timeout: 180_000,
  }, async () => {
    const rapporto = await importa('ripam-3997/domande.ndjson.gz', 'RIPAM')
    expect(rapporto).toMatchObject({ domande: 12_132, senza_chiave: 0 })
    expect(rapporto.materie).toHaveLength(13)
    const tutta = await concorso(rapporto.id_concorso, 3)
    expect((await download(mondo, tutta.url_domande)).domande).toHaveLength(12_132)

    const parte = await concorso(rapporto.id_concorso, 0)
    expect(parte).toMatchObject({ stato: 2, domande_concesse: 500, numero_domande: 12_132 })
    const { manifest, domande } = await download(mondo, parte.url_domande)
    expect(manifest).toMatchObject({ domande: 500, domande_totali: 12_132 })
    expect(new Set(domande.map((d) => d.id_domanda)).size).toBe(500)
    expect(new Set(domande.map((d) => d.id_materia)).size).toBe(13)
    for (const { id_materia, numero } of tutta.materie) {
      const avute = domande.filter((d) => d.id_materia === id_materia).length
      expect(Math.abs(avute - (numero * 500) / 12_132)).toBeLessThanOrEqual(1)
    }
  })

  test('Polizia, from the workbook: 6,003 rows with their defects named', { timeout: 180_000 }, async () => {
    const rapporto = await importa('polizia-agenti-2024/questions_extracted.xlsx', 'Polizia')
    expect(rapporto.domande).toBe(6_003)
    const tipi = new Set(rapporto.avvisi.map((a) => a.tipo))
    expect(tipi).toContain('pie_di_pagina')
    expect(tipi).toContain('filigrana')
    expect((await concorso(rapporto.id_concorso, 3)).domande_concesse).toBe(rapporto.domande)
  })

  test('Patente B: 7,139 true or false, 3,983 with images', { timeout: 180_000 }, async () => {
    const rapporto = await importa(
      'patente-b-2023/domande.ndjson',
      'Patente',
      '--immagini',
      join(CARTELLA, 'patente-b-2023/img_sign'),
    )
    expect(rapporto).toMatchObject({ domande: 7_139, con_immagine: 3_983, senza_chiave: 0 })
    const corpo = await concorso(rapporto.id_concorso, 3)
    expect(corpo).toMatchObject({ numero_domande: 7_139, con_immagini: 3_983 })
    const zip = await mondo.app.inject({ method: 'GET', url: corpo.url_immagini })
    expect(zip.rawPayload.length).toBe(corpo.dimensione_immagini)
    expect(Object.keys((await unzip(new Uint8Array(zip.rawPayload))).entries)).toHaveLength(413)
  })

  test('verifica finds every one of them in order', { timeout: 120_000 }, async () => {
    const { codice, out } = await comando(mondo.deps, 'verifica')
    expect([codice, out.filter((r) => r.startsWith('ok')).length]).toEqual([0, 3])
  })
})
