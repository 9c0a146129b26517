import { describe, expect, it } from 'vitest'
import type { NewProva } from '#contract/prova'
import type { WrittenRegolamento } from '#rules/regolamento/types'
import { EMPTY_FORM, toProvaFiltro } from '#src/features/prove/nuova/form-state'
import { memoryPlatform } from '#tests/workers/memory'
import type { Connection, Platform } from '#workers/core/platform'
import { eventIdOf } from '#workers/prove/deliver'
import { createDatabase } from '#workers/store/database'
import { apri, codice, creaBanca, giusta, type Mondo, nuovaSeduta, sbagliata, serve, UTENTE, value } from '../mondo.ts'

const RIPAM: WrittenRegolamento = {
  nome: 'Come la RIPAM',
  sezioni: [
    { nome: 'Conoscenze', punti: { tipo: 'fissi', corretta: 0.75, sbagliata: -0.25, omessa: 0 } },
    { nome: 'Situazionali', punti: { tipo: 'per_risposta', omessa: 0 } },
  ],
  ammissione: { minimo: 2 },
  durata: '01:00:00',
  pausa: true,
}

/** A trial over positions 1, 2, 3, 5 and 6; the one in five is situational. */
function nuova(mondo: Mondo, prova: Partial<NewProva> = {}, altro: Partial<Parameters<typeof nuovaSeduta>[0]> = {}) {
  const scelte = Int32Array.of(100_001, 100_002, 100_003, 100_005, 100_006)
  return mondo.db.createProva({
    ...nuovaSeduta({ id: 'prova-1', tipo: 'PROVA_PERSONALIZZATA', at: mondo.at(), ...altro }),
    scelte,
    prova: {
      regole: RIPAM,
      sezioni: [0, 0, 0, 1, 0],
      difficolta: [0, 0, 0, 0, 0],
      tempo_aggiuntivo: 0,
      simulazione: null,
      sfida: null,
      ...prova,
    },
  })
}
const segna = ({ db, at }: Mondo, indice: number, risposta: number, seconda = false) =>
  db.stepProva({ id: 'prova-1', at: at(), evento: { tipo: 'segna', indice, risposta, seconda } })
const ESCLUDI = { tipo: 'escludi', indice: 0, risposta: 3, vero: true } as const
const CANCELLA = { tipo: 'cancella', indice: 0 } as const
const riapri = async (mondo: Mondo): Promise<Mondo> => {
  value(await mondo.db.close())
  const db = createDatabase(mondo.platform)
  value(await db.open({ id_utente: UTENTE }))
  return { ...mondo, db }
}

describe('a trial in the store', () => {
  it('a challenge that comes with the sitting open is kept, one that comes later does not replace it', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    expect(value(await nuova(mondo, { sfida: 'abcdefghijklmnop' })).sfida).toBe('abcdefghijklmnop')
    expect(value(await nuova(mondo, { sfida: 'ponmlkjihgfedcba' })).sfida).toBe('abcdefghijklmnop')
    expect(value(await nuova(mondo)).sfida).toBe('abcdefghijklmnop')
  })

  it('[EX13] every mark is there after the store was closed, and the time left is what was left', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    value(await segna(mondo, 0, giusta(1)))
    value(await segna(mondo, 0, sbagliata(1)))
    value(
      await mondo.db.stepProva({
        id: 'prova-1',
        at: mondo.at(),
        evento: { tipo: 'escludi', indice: 2, risposta: 3, vero: true, ms: 700 },
      }),
    )
    value(await mondo.db.stepProva({ id: 'prova-1', at: mondo.at(), evento: { tipo: 'apri', indice: 2 } }))
    const after = await riapri(mondo)
    const prova = value(await after.db.readProva({ id: 'prova-1', at: after.at() }))
    expect(prova.voci).toEqual([
      {
        indice: 0,
        risposta: sbagliata(1),
        da_rivedere: false,
        escluse: [],
        ms: 700,
        cambi: 1,
        cambi_rivedi: 0,
        cambi_escluse: 0,
      },
      {
        indice: 2,
        risposta: null,
        da_rivedere: false,
        escluse: [3],
        ms: 0,
        cambi: 0,
        cambi_rivedi: 0,
        cambi_escluse: 1,
      },
    ])
    expect(prova).toMatchObject({
      stato: 'in_corso',
      indice: 2,
      durata: 3_600_000,
      resto: 3_600_000 - 5_000,
      consegna: null,
    })
  })

  it('[SI5] [SI6] delivery scores by the rules and moves the levels of what was answered, once', async () => {
    const mondo = await apri()
    value(await nuova(mondo))
    value(await segna(mondo, 0, giusta(1)))
    value(await segna(mondo, 1, giusta(2)))
    value(await segna(mondo, 2, sbagliata(3)))
    value(await segna(mondo, 3, 3))
    const livelli = async () =>
      value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [100_001, 100_003, 100_005, 100_006] })).map(
        (d) => d.statistica.livello_conoscenza,
      )
    expect(await livelli()).toEqual([-99, -99, -99, -99])
    const consegnata = value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(consegnata).toMatchObject({
      stato: 'consegnata',
      da_spedire: false,
      consegna: { motivo: 'consegna', punteggio: { punti: 1625, massimo: 3750, omesse: 1, esito: 'non_superata' } },
    })
    expect(await livelli()).toEqual([-1, -2, -99, -99])
    const ancora = value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(ancora).toEqual(consegnata)
    expect(value(await mondo.db.countUnsynced()).totale).toBe(3)
    expect(value(await mondo.db.readSeduta({ id: 'prova-1' })).risposte.map((r) => [r.indice, r.id_evento])).toEqual(
      [0, 1, 2, 3].map((i) => [i, eventIdOf('prova-1', i)]),
    )
  })

  it('[SI5] [LV8] an annulled question gives no points, loses none and moves no level', async () => {
    const mondo = await apri({ cambia: (d) => (d.posizione <= 2 ? { ...d, stato: 'annullata' } : d) })
    const filtro = toProvaFiltro(1, EMPTY_FORM)
    const { posizioni } = value(await mondo.db.selectDomande({ filtro, ordine: 'UFFICIALE', seme: 0 }))
    expect([...posizioni.subarray(0, 2)]).toEqual([3, 4])
    value(await nuova(mondo))
    value(await segna(mondo, 0, sbagliata(1)))
    value(await segna(mondo, 1, giusta(2)))
    value(await segna(mondo, 2, giusta(3)))
    const { consegna } = value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(consegna?.punteggio).toMatchObject({ punti: 750, corrette: 1, errate: 0, omesse: 2, non_valutate: 2 })
    expect(consegna?.punteggio.massimo).toBe(2250)
    const lette = value(await mondo.db.readDomande({ id_concorso: 1, id_domande: [100_001, 100_002, 100_003] }))
    expect(lette.map((d) => d.statistica.livello_conoscenza)).toEqual([-99, -99, -1])
    expect(value(await mondo.db.readSeduta({ id: 'prova-1' })).risposte.map((r) => r.esito)).toEqual([
      'nulla',
      'nulla',
      'corretta',
    ])
  })

  it('[SI11] at zero what was answered is delivered, and nothing else is accepted', async () => {
    const mondo = await apri()
    value(await nuova(mondo, { regole: { ...RIPAM, durata: '00:00:03' } }))
    value(await segna(mondo, 0, giusta(1)))
    for (let i = 0; i < 3; i++) mondo.at()
    expect(codice(await segna(mondo, 1, giusta(2)))).toBe('TEMPO_SCADUTO')
    const { consegna } = value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(consegna).toMatchObject({ motivo: 'tempo', usati: 3_000, punteggio: { punti: 750, omesse: 4 } })
  })

  it('[SI10] a section closes at its end, with the extra time, and a trial opened later is in the open one', async () => {
    const mondo = await apri()
    const [before, seconda] = RIPAM.sezioni as NonNullable<WrittenRegolamento['sezioni']>
    const { durata: _, ...regole } = RIPAM
    const sezioni = [
      { nome: 'A', ...before, durata: '00:00:04' },
      { nome: 'B', ...seconda, durata: '00:01:00' },
    ].map((s, i) => ({ ...s, nome: `S${i}` }))
    const prova = { regole: { ...regole, sezioni }, sezioni: [0, 0, 0, 1, 1], tempo_aggiuntivo: 50 }
    expect(value(await nuova(mondo, prova)).durata).toBe(96_000)
    value(await segna(mondo, 2, giusta(3)))
    expect(codice(await segna(mondo, 4, 1))).toBe('SEZIONE_CHIUSA')
    for (let i = 0; i < 4; i++) mondo.at()
    expect(codice(await segna(mondo, 2, sbagliata(3)))).toBe('SEZIONE_CHIUSA')
    const after = await riapri(mondo)
    const letta = value(await after.db.readProva({ id: 'prova-1', at: after.at() }))
    expect([letta.indice, letta.voci.map((v) => v.risposta)]).toEqual([3, [giusta(3)]])
    expect(value(await segna(after, 4, 2))).toMatchObject({ stato: 'in_corso', voce: { risposta: 2 } })
  })

  it('[FG1] [FG2] [FG3] on paper a second mark is kept beside the first, counts by the rules, and writes no answer', async () => {
    const carta = { regole: { ...RIPAM, correzioni: 'mai' as const }, foglio: 'B' as const }
    for (const multipla of ['omessa', 'sbagliata'] as const) {
      const mondo = await apri()
      value(await nuova(mondo, { ...carta, regole: { ...carta.regole, risposta_multipla: multipla } }))
      value(await segna(mondo, 0, giusta(1)))
      expect(value(await segna(mondo, 0, sbagliata(1), true))).toMatchObject({ voce: { doppia: sbagliata(1) } })
      value(await mondo.db.stepProva({ id: 'prova-1', at: mondo.at(), evento: ESCLUDI }))
      value(await segna(mondo, 1, giusta(2)))
      expect(codice(await mondo.db.stepProva({ id: 'prova-1', at: mondo.at(), evento: CANCELLA }))).toBe(
        'REGOLE_NON_LO_PERMETTONO',
      )
      const after = await riapri(mondo)
      const { voci, foglio } = value(await after.db.readProva({ id: 'prova-1', at: after.at() }))
      expect([foglio, voci]).toMatchObject([
        'B',
        [{ risposta: giusta(1), doppia: sbagliata(1), escluse: [3] }, { risposta: giusta(2) }],
      ])
      const { consegna } = value(await after.db.deliverProva({ id: 'prova-1', at: after.at() }))
      const errate = multipla === 'sbagliata' ? 1 : 0
      expect(consegna?.punteggio).toMatchObject({ punti: 750 - 250 * errate, corrette: 1, errate, omesse: 4 - errate })
      expect(value(await after.db.readSeduta({ id: 'prova-1' })).risposte.map((r) => r.indice)).toEqual([1])
    }
  })

  it('[FG1] a sheet needs rules without corrections, has one of two versions, and is no simulation', async () => {
    const mondo = await apri()
    const mai = { ...RIPAM, correzioni: 'mai' as const }
    const gettone = { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T10:10:00.000+01:00' }
    for (const prova of [
      { foglio: 'A' as const },
      { regole: mai, foglio: 'C' as 'A' },
      { regole: mai, foglio: 'A' as const, simulazione: gettone },
    ])
      expect(codice(await nuova(mondo, prova))).toBe('RICHIESTA_NON_VALIDA')
  })

  it('extra time is added to the time of the rules', async () => {
    const mondo = await apri()
    expect(value(await nuova(mondo, { tempo_aggiuntivo: 30 })).durata).toBe(4_680_000)
  })

  it('[SI10] a simulation ends when the server said, and must be sent', async () => {
    const mondo = await apri()
    const simulazione = { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T10:10:00.000+01:00' }
    const { resto } = value(await nuova(mondo, { simulazione }, { tipo: 'SIMULAZIONE' }))
    expect(resto).toBeLessThan(600_000)
    const inCorso = async () => value(await mondo.db.listInCorso({ at: mondo.at() })).map((p) => p.id)
    expect(await inCorso()).toEqual(['prova-1'])
    value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(await inCorso()).toEqual([])
    expect(value(await mondo.db.listDaSpedire()).map((p) => p.id)).toEqual(['prova-1'])
    // Blank from end to end: no answer waits, it does.
    expect(value(await mondo.db.countUnsynced()).totale).toBe(0)
    expect(value(await mondo.db.open({ id_utente: UTENTE })).da_sincronizzare).toBe(1)
    value(await mondo.db.markSpedita({ id: 'prova-1' }))
    expect(value(await mondo.db.open({ id_utente: UTENTE })).da_sincronizzare).toBe(0)
    expect(value(await mondo.db.listDaSpedire())).toEqual([])
    expect(value(await mondo.db.listProve({ id_concorso: 1, id_simulazione: 4, limite: 5 }))).toMatchObject([
      { id: 'prova-1', nome: 'Come la RIPAM', punti: 0, superata: false, da_spedire: false },
    ])
  })

  it('a simulation whose rules are damaged still waits, and stops no opening', async () => {
    const base = memoryPlatform({ fetch: serve(await creaBanca()) })
    const connections: Connection[] = []
    const openDriver: Platform['openDriver'] = async (id) => {
      const driver = await base.openDriver(id)
      const connect = () => {
        const connection = driver.connect()
        connections.push(connection)
        return connection
      }
      return { ...driver, connect }
    }
    const mondo = await apri({}, { ...base, openDriver })
    const simulazione = { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T10:10:00.000+01:00' }
    value(await nuova(mondo, { simulazione }, { tipo: 'SIMULAZIONE' }))
    value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    connections.at(-1)?.run("UPDATE prove SET dati = json_remove(dati, '$.regole')")
    expect(codice(await mondo.db.listDaSpedire())).not.toBe('ok')
    expect(value(await mondo.db.open({ id_utente: UTENTE })).da_sincronizzare).toBe(1)
  })

  it('[EX3] the history has trials given up and exercises concluded beside trials, newest first, page by page', async () => {
    const mondo = await apri()
    const { db, at } = mondo
    value(await nuova(mondo))
    value(await segna(mondo, 0, giusta(1)))
    value(await db.stepProva({ id: 'prova-1', at: at(), evento: { tipo: 'abbandona' } }))
    value(await db.createSeduta(nuovaSeduta({ id: 'esercizio-1', at: at() })))
    const place = { id_concorso: 1, id_domanda: 100_001, indice: 0, id_seduta: 'esercizio-1' }
    value(
      await db.answer({ ...place, risposta: giusta(1), modalita: 'ESEGUITA', at: at(), id_evento: 'evento-000001' }),
    )
    value(await db.updateSeduta({ id: 'esercizio-1', stato: 'consegnata', at: at() }))
    value(await db.createSeduta(nuovaSeduta({ id: 'lasciato', at: at() })))
    value(await db.updateSeduta({ id: 'lasciato', stato: 'abbandonata', at: at() }))
    value(await db.createSeduta(nuovaSeduta({ id: 'aperto', at: at() })))
    value(await nuova(mondo, {}, { id: 'prova-2' }))
    value(await db.deliverProva({ id: 'prova-2', at: at() }))
    const storia = async (limite: number, salta = 0) =>
      value(await db.listStoria({ id_concorso: 1, limite, salta })).map((s) => [s.id, s.stato, s.corrette, s.prova])
    const tutte = await storia(10)
    expect(tutte).toEqual([
      ['prova-2', 'consegnata', 0, { punti: 0, massimo: 3750, superata: false }],
      ['esercizio-1', 'consegnata', 1, null],
      ['prova-1', 'abbandonata', 0, null],
    ])
    expect(await storia(2)).toEqual(tutte.slice(0, 2))
    expect(await storia(2, 2)).toEqual(tutte.slice(2))
    expect(value(await db.listStoria({ id_concorso: 2, limite: 9, salta: 0 }))).toEqual([])
  })

  it('[SI7] the server’s count is kept with the trial, and the history tells it', async () => {
    const mondo = await apri()
    const simulazione = { id_simulazione: 4, gettone: 'g', fine: '2026-11-21T10:10:00.000+01:00' }
    value(await nuova(mondo, { simulazione }, { tipo: 'SIMULAZIONE' }))
    value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    const conti = { corrette: 4, errate: 0, intermedie: 1, omesse: 0 }
    const server = { punti: 3375, massimo: 3750, domande: 5, ...conti, superata: true }
    value(await mondo.db.markSpedita({ id: 'prova-1', server }))
    value(await mondo.db.markSpedita({ id: 'prova-1' }))
    const after = await riapri(mondo)
    const { consegna } = value(await after.db.readProva({ id: 'prova-1', at: after.at() }))
    expect(consegna).toMatchObject({ server, punteggio: { punti: 0 } })
    expect(value(await after.db.listProve({ id_concorso: 1, limite: 5 }))).toMatchObject([
      { punti: 3375, massimo: 3750, superata: true, da_spedire: false },
    ])
  })

  it('refusals have their codes and change nothing', async () => {
    const mondo = await apri()
    expect(codice(await nuova(mondo, { regole: { durata: '00:00:00' } }))).toBe('RICHIESTA_NON_VALIDA')
    expect(codice(await nuova(mondo, { sezioni: [0, 0, 0, 0, 2] }))).toBe('RICHIESTA_NON_VALIDA')
    expect(codice(await nuova(mondo, {}, { tipo: 'ESERCITAZIONE' }))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    expect(codice(await mondo.db.readProva({ id: 'prova-1', at: mondo.at() }))).toBe('ESERCITAZIONE_NON_INIZIALIZZATA')
    value(await nuova(mondo))
    expect(codice(await segna(mondo, 9, 1))).toBe('INDEX_OUT_OF_BOUND')
    expect(codice(await segna(mondo, 0, 5))).toBe('IMPOSSIBILE_SELEZIONARE_RISPOSTA')
    value(await mondo.db.createSeduta(nuovaSeduta({ at: mondo.at() })))
    expect(codice(await mondo.db.readProva({ id: 'seduta-1', at: mondo.at() }))).toBe('TIPO_ESERCITAZIONE_ERRATO')
    const lost = {
      ...nuovaSeduta({ id: 'p', tipo: 'SIMULAZIONE', at: mondo.at() }),
      scelte: Int32Array.of(100_001, 5),
    }
    const prova = {
      regole: {},
      sezioni: [0, 0],
      difficolta: [0, 0],
      tempo_aggiuntivo: 0,
      simulazione: null,
      sfida: null,
    }
    expect(codice(await mondo.db.createProva({ ...lost, prova }))).toBe('DOMANDA_NON_TROVATA')
  })

  it('a trial over two banks is scored even when one was removed meanwhile: its questions count for nobody', async () => {
    const banca = await creaBanca()
    const other = await creaBanca({ id_concorso: 2 })
    const { memoryPlatform } = await import('#tests/workers/memory')
    const { serve } = await import('../mondo.ts')
    const mondo = await apri({}, memoryPlatform({ fetch: serve(banca, other) }))
    value(await mondo.db.downloadBanca({ concorso: other.concorso, at: mondo.at() }, () => {}))
    value(
      await mondo.db.createProva({
        ...nuovaSeduta({ id: 'prova-1', tipo: 'SIMULAZIONE', at: mondo.at() }),
        scelte: Int32Array.of(100_001, 200_001),
        prova: { regole: {}, sezioni: [0, 0], difficolta: [0, 0], tempo_aggiuntivo: 0, simulazione: null, sfida: null },
      }),
    )
    value(await segna(mondo, 0, giusta(1)))
    value(await segna(mondo, 1, giusta(1)))
    value(await mondo.db.deleteBanca({ id_concorso: 2, dallaLista: false }))
    const { consegna } = value(await mondo.db.deliverProva({ id: 'prova-1', at: mondo.at() }))
    expect(consegna?.punteggio).toMatchObject({ punti: 1000, corrette: 1, non_valutate: 1 })
  })

  it('templates and notes are kept, renamed and removed', async () => {
    const { db, at } = await apri()
    const dati = { materie: [1, 2] }
    value(await db.saveModello({ id: 'b', nome: ' Zeta ', dati, creato: at() }))
    expect(value(await db.saveModello({ id: 'a', nome: 'Àlfa', dati, creato: at() })).map((m) => m.nome)).toEqual([
      'Àlfa',
      'Zeta',
    ])
    expect(codice(await db.saveModello({ id: 'c', nome: ' ', dati, creato: at() }))).toBe('RICHIESTA_NON_VALIDA')
    expect(value(await db.deleteModello({ id: 'a' }))).toMatchObject([{ id: 'b', dati }])
    value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: 'ricordati', at: at() }))
    expect(value(await db.readNota({ id_domanda: 100_001 }))).toBe('ricordati')
    value(await db.saveNota({ id_concorso: 1, id_domanda: 100_001, testo: ' ', at: at() }))
    expect(value(await db.readNota({ id_domanda: 100_001 }))).toBe('')
  })
})
