import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzip } from 'unzipit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReport } from '#contract/domanda'
import type { EsitoSimulazione, SimulazioneAvviata } from '#contract/simulazioni'
import { download } from '../concorso/pacchetto.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

// Published banks are not ours to copy: their folder comes from the environment. In CI their absence is a failure.
const CARTELLA = process.env.BANCHE_VERE ?? ''
if (!CARTELLA && process.env.CI === 'true') throw new Error('BANCHE_VERE non è impostata')
if (!CARTELLA) console.warn('BANCHE_VERE non è impostata: le prove sulle banche pubblicate sono saltate')

type Indice = {
  struttura_esame: {
    domande_totali: number
    tempo_minuti: number
    soglia_superamento: number
    punteggi_conoscenze_logica: { corretta: number; errata: number; non_data: number }
  }
  materie: { nome: string; domande_esame: number }[]
}

describe.skipIf(!CARTELLA)('published banks, end to end', () => {
  let world: Mondo
  let folder: string
  let ripam: ImportReport
  beforeAll(async () => {
    world = await makeWorld()
    folder = await mkdtemp(join(tmpdir(), 'idoneo-vere-'))
    ripam = await importa('ripam-3997/domande.ndjson.gz', 'RIPAM')
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    await rm(folder, { recursive: true, force: true })
  })

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

  async function publish(documento: unknown, id_concorso: number) {
    const file = join(folder, 'simulazione.json')
    await writeFile(file, JSON.stringify(documento))
    return command(world.deps, 'simulazione', file, '--concorso', String(id_concorso), '--json')
  }

  test('RIPAM: 12,132 questions in 13 subjects; a demo account gets 500 over all of them', {
    timeout: 180_000,
  }, async () => {
    const report = ripam
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

  test('the RIPAM blueprint as a simulation: 40 questions in 60 minutes, situational grades, a score counted by hand [SI5][SI7]', {
    timeout: 120_000,
  }, async () => {
    const index = JSON.parse(await readFile(join(CARTELLA, 'ripam-3997/index.json'), 'utf8')) as Indice
    const { struttura_esame: s } = index
    const { corretta, errata, non_data } = s.punteggi_conoscenze_logica
    const materie = index.materie.map((m) => ({ materia: m.nome, numero: m.domande_esame })).filter((m) => m.numero > 0)
    const situazionale = (name: string) => /situazional/i.test(name)
    const names = (real: boolean) => materie.map((m) => m.materia).filter((name) => situazionale(name) === real)
    const pubblicata = await publish(
      {
        descrizione: 'RIPAM 3997: la prova',
        durata: `0${s.tempo_minuti / 60}:00:00`,
        materie,
        sezioni: [
          {
            nome: 'Conoscenze e logica',
            materie: names(false),
            punti: { tipo: 'fissi', corretta, sbagliata: errata, omessa: non_data },
          },
          { nome: 'Situazionali', materie: names(true), punti: { tipo: 'per_risposta', omessa: 0 } },
        ],
        ammissione: { minimo: s.soglia_superamento },
      },
      ripam.id_concorso ?? 0,
    )
    expect([pubblicata.codice, pubblicata.err]).toEqual([0, []])
    const { id_simulazione, numero_domande } = pubblicata.json()
    expect(numero_domande).toBe(40)

    const { token } = await world.registerVerified('ripam@prova.it', 3)
    const query = `id_simulazione=${id_simulazione}`
    const avviata = (await world.call('GET', `/ms_concorso/simulazione?${query}`, { token }))
      .corpo as SimulazioneAvviata
    expect(Date.parse(avviata.fine) - Date.parse(avviata.iniziata)).toBe(60 * 60_000)
    expect(avviata.domande).toHaveLength(40)
    const { rows } = await world.db.query<{
      id_domanda: number
      corretta: number | null
      punti: number[] | null
      n: number
    }>(
      'select id_domanda, corretta, punti, cardinality(risposte) as n from domanda where id_domanda = any($1::bigint[])',
      [avviata.domande.map((d) => d.id_domanda)],
    )
    const per_id = new Map(rows.map((r) => [r.id_domanda, r]))
    const conoscenze = avviata.domande.filter((d) => d.sezione === 0)
    const situazioni = avviata.domande.filter((d) => d.sezione === 1)
    const waiting = materie.filter((m) => situazionale(m.materia)).reduce((sum, m) => sum + m.numero, 0)
    expect(situazioni).toHaveLength(waiting)
    // 116 of the 1,024 published ones have only two of the three grades.
    const grades = (id: number) => new Set(per_id.get(id)?.punti)
    for (const d of situazioni) {
      expect([...grades(d.id_domanda)].filter((p) => ![750, 375, 0].includes(p))).toEqual([])
      expect(grades(d.id_domanda).has(750)).toBe(true)
    }

    // 20 right, 5 wrong, the others blank; situational: best, neutral, worst, then blank.
    const giusta = (id: number) => per_id.get(id)?.corretta ?? 0
    const altra = (id: number) => (giusta(id) === 1 ? 2 : 1)
    const situata = (punti: number, before: readonly { id_domanda: string }[]) => {
      const d = situazioni.find(
        (s) => grades(s.id_domanda).has(punti) && !before.some((b) => b.id_domanda === String(s.id_domanda)),
      )
      const index = per_id.get(d?.id_domanda ?? 0)?.punti?.indexOf(punti) ?? -1
      expect(index).toBeGreaterThanOrEqual(0)
      return { id_domanda: String(d?.id_domanda), risposta: index + 1 }
    }
    const situate: { id_domanda: string; risposta: number }[] = []
    for (const punti of [0, 375, 750]) situate.push(situata(punti, situate))
    const risposte = [
      ...conoscenze.slice(0, 20).map((d) => ({ id_domanda: String(d.id_domanda), risposta: giusta(d.id_domanda) })),
      ...conoscenze.slice(20, 25).map((d) => ({ id_domanda: String(d.id_domanda), risposta: altra(d.id_domanda) })),
      ...situate,
    ]
    world.orologio.advance(45 * 60_000)
    const result = (
      await world.call('PUT', `/ms_reportistica/esiti_simulazione?${query}`, {
        token,
        payload: {
          gettone: avviata.gettone,
          data_simulazione: world.orologio.now().toISOString(),
          sorgente: 'WEB',
          consegnata: true,
          risposte,
        },
      })
    ).corpo as EsitoSimulazione
    // 20 × 0.75 − 5 × 0.25 + 0.75 + 0.375 + 0 = 15 − 1.25 + 1.125 = 14.875, out of 40 × 0.75 = 30.
    expect(result).toMatchObject({
      punteggio: 14.875,
      punteggio_massimo: 30,
      superata: false,
      in_classifica: true,
      numero_risposte_intermedie: 1,
      numero_non_risposte: 12,
    })
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
