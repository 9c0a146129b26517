import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BancaLocale } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import type { Simulazione } from '#contract/schemas'
import type { SimulazioneAvviata } from '#contract/simulazioni'
import { apri, giusta, type Mondo, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

const AT = '2026-11-21T10:00:00.000+01:00'
const avviata = (gettone: string, altro: object = {}) =>
  ({
    id_simulazione: 4,
    descrizione: 'Una prova',
    regole: { durata: '01:00:00' },
    domande: [100_001, 100_002].map((id_domanda) => ({
      id_domanda,
      id_concorso: 1,
      id_materia: 1,
      sezione: 0,
      difficolta: 0,
    })),
    concorsi: [{ id_concorso: 1, concorso: 'Una' }],
    gettone,
    fine: '2026-11-21T11:00:00.000+01:00',
    tempo_aggiuntivo: 0,
    ...altro,
  }) as unknown as SimulazioneAvviata

describe('the start of a simulation', () => {
  let mondo: Mondo
  let chieste: [string, unknown][]
  let risposte: Record<string, Result<unknown>[]>
  const begin = async () => {
    const { bancheState: banche } = await import('#src/domain/banche-state')
    const { network: rete } = await import('#src/platform/network')
    rete.offset_ms = 0
    banche.list = [{ id_concorso: 1, n_domande: 30, stato: 1 } as BancaLocale]
    const { beginSimulazione } = await import('#src/domain/start-simulazione')
    return beginSimulazione(4)
  }
  beforeEach(async () => {
    vi.resetModules()
    stubBrowser()
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(AT))
    mondo = await apri()
    chieste = []
    risposte = { risposte_simulazione: [ok({ elementi: [], totale: 0, gettone: null })] }
    vi.doMock('../../src/api/client.ts', () => ({
      call: async (nome: string, args: unknown) => {
        chieste.push([nome, args])
        const sue = risposte[nome] ?? []
        return (sue.length > 1 ? sue.shift() : sue[0]) ?? fail('REMOTE_REQUEST_FAILED')
      },
    }))
    vi.doMock('../../src/store/on-store.ts', () => ({
      onStore: (f: (db: Mondo['db']) => Promise<unknown>) => f(mondo.db),
    }))
  })
  afterEach(() => {
    vi.doUnmock('../../src/api/client.ts')
    vi.doUnmock('../../src/store/on-store.ts')
    vi.restoreAllMocks()
  })

  it('makes one trial of a ticket, however often it is begun', async () => {
    risposte.simulazione = [ok(avviata('g'))]
    for (let i = 0; i < 2; i++)
      expect(value(await begin())).toEqual({ tipo: 'pronta', prova: { id: 'g', id_concorso: 1, tipo: 'SIMULAZIONE' } })
    expect(value(await mondo.db.listInCorso({ at: AT })).map((p) => p.id)).toEqual(['g'])
  })

  it('says which banks the draw lacks, and why', async () => {
    const due = [
      { id_concorso: 1, concorso: 'Una' },
      { id_concorso: 2, concorso: 'Altra' },
    ]
    risposte.simulazione = [ok(avviata('g', { concorsi: due }))]
    expect(value(await begin())).toMatchObject({
      tipo: 'mancano',
      banche: [{ id_concorso: 2, nome: 'Altra', perche: 'assente' }],
    })
    const altra = [{ id_domanda: 999_999, id_concorso: 1, id_materia: 1, sezione: 0, difficolta: 0 }]
    risposte.simulazione = [ok(avviata('h', { domande: altra }))]
    expect(value(await begin())).toMatchObject({ tipo: 'mancano', banche: [{ id_concorso: 1, perche: 'vecchia' }] })
    expect(value(await mondo.db.listInCorso({ at: AT }))).toEqual([])
  })

  it('closes with the server what was given up here, and gets another ticket', async () => {
    risposte.simulazione = [ok(avviata('g'))]
    await begin()
    value(await mondo.db.stepProva({ id: 'g', at: AT, evento: { tipo: 'abbandona' } }))
    risposte.simulazione = [ok(avviata('g')), ok(avviata('h'))]
    risposte.invia_esiti_simulazione = [ok({})]
    expect(value(await begin())).toMatchObject({ tipo: 'pronta', prova: { id: 'h' } })
    const chiusa = chieste.find(([nome]) => nome === 'invia_esiti_simulazione')?.[1]
    expect(chiusa).toMatchObject({ query: { id_simulazione: 4 }, corpo: { gettone: 'g', consegnata: false } })
  })

  it('tells that another attempt is out of the ranking', async () => {
    risposte.simulazione = [ok(avviata('g', { fuori_classifica: true }))]
    expect(value(await begin())).toMatchObject({ tipo: 'pronta', fuori_classifica: true })
  })

  it('takes over the answers that another device stored', async () => {
    const elementi = [
      { id_domanda: '100002', risposta: giusta(2) },
      { id_domanda: '100001', risposta: null },
    ]
    risposte.simulazione = [ok(avviata('g'))]
    risposte.risposte_simulazione = [ok({ elementi, totale: 2, gettone: 'g' })]
    await begin()
    const { voci } = value(await mondo.db.readProva({ id: 'g', at: AT }))
    expect(voci.map((v) => [v.indice, v.risposta])).toEqual([[1, giusta(2)]])
  })

  it.each(['libera', 'solo_avanti'])(
    '[EX13] %s: a second device resumes on the same place, with the same letters',
    async (navigazione) => {
      const domande = [1, 2, 3].map((p) => ({
        id_domanda: 100_000 + p,
        id_concorso: 1,
        id_materia: 1,
        sezione: 0,
        difficolta: 0,
      }))
      const s = avviata('g', { domande, regole: { durata: '01:00:00', navigazione } })
      risposte.simulazione = [ok(s)]
      const prima = [1, 3].map((p) => ({ id_domanda: String(100_000 + p), risposta: giusta(p), ms: 700, cambi: 1 }))
      const elementi = prima.map((r, i) => (i === 1 ? { ...r, da_rivedere: true, escluse: [2] } : r))
      risposte.risposte_simulazione = [ok({ elementi, totale: 2, gettone: 'g', indice: 2, mescola: false })]
      await begin()
      const { indice, voci } = value(await mondo.db.readProva({ id: 'g', at: AT }))
      expect(indice).toBe(2)
      expect(voci).toEqual([
        {
          indice: 0,
          risposta: giusta(1),
          da_rivedere: false,
          escluse: [],
          ms: 700,
          cambi: 1,
          cambi_rivedi: 0,
          cambi_escluse: 0,
        },
        {
          indice: 2,
          risposta: giusta(3),
          da_rivedere: true,
          escluse: [2],
          ms: 700,
          cambi: 1,
          cambi_rivedi: 0,
          cambi_escluse: 0,
        },
      ])
      const { seedOf: semeDi } = await import('#src/sync/resume-simulazione')
      expect(value(await mondo.db.readSeduta({ id: 'g' }))).toMatchObject({ mescola: false, seme: semeDi('g') })
    },
  )

  it('begun again on the first device, it takes what the second one did meanwhile', async () => {
    risposte.simulazione = [ok(avviata('g'))]
    await begin()
    const segna = (risposta: number) =>
      mondo.db.stepProva({ id: 'g', at: AT, evento: { tipo: 'segna', indice: 0, risposta, ms: 5_000 } })
    value(await segna(1))
    const elementi = [{ id_domanda: '100001', risposta: 2, ms: 800, cambi: 1 }]
    risposte.risposte_simulazione = [ok({ elementi, totale: 1, gettone: 'g', indice: 1 })]
    await begin()
    const { indice, voci } = value(await mondo.db.readProva({ id: 'g', at: AT }))
    expect([indice, voci.map((v) => [v.risposta, v.ms])]).toEqual([1, [[2, 5_000]]])
  })

  it('tells the failure of the server as it is', async () => {
    risposte.simulazione = [fail('RETE_ASSENTE')]
    const esito = await begin()
    expect(esito).toEqual(fail('RETE_ASSENTE'))
  })

  it('a demo sample, a bank in part and another version are found before the ticket is asked for', async () => {
    const { bancheState: banche } = await import('#src/domain/banche-state')
    const { listNotReady: listNonPronte, neededOfDemo } = await import('#src/domain/start-simulazione')
    const intera = { id_concorso: 1, n_domande: 900, n_domande_totali: 900, stato: 1, versione: 'v1' }
    const s = { id_simulazione: 4, id_concorso: 1, concorso: 'Una' } as Simulazione
    const perche = (banca: object | null, rimasti: number | null = null, altro: Partial<Simulazione> = {}) => {
      banche.list = banca ? [{ ...intera, ...banca } as BancaLocale] : []
      const concorsi = [{ id_concorso: 1, concorso: 'Una', versione: 'v1' }]
      return listNonPronte({ ...s, concorsi, ...altro }, rimasti).map((b) => b.perche)
    }
    expect(perche({})).toEqual([])
    expect(perche(null)).toEqual(['assente'])
    expect(perche({ n_domande: 0 })).toEqual(['assente'])
    // What the account may still receive decides whether the rest can come.
    expect(perche({ n_domande: 500, stato: 2 }, 0)).toEqual(['negata'])
    expect(perche({ n_domande: 500, stato: 2 }, 399)).toEqual(['negata'])
    expect(perche({ n_domande: 500, stato: 2 }, 400)).toEqual(['parziale'])
    expect(perche({ n_domande: 500, stato: 2 })).toEqual(['parziale'])
    expect(perche({ versione: 'v0' })).toEqual(['vecchia'])
    // A list of before versions were told: what the store knows.
    expect(perche({ stato: 3 }, null, { concorsi: [{ id_concorso: 1, concorso: 'Una' }] })).toEqual(['vecchia'])
    expect(perche({ stato: 3 })).toEqual([])
    expect(perche({ n_domande: 500, stato: 2 }, 0, { concorsi: undefined })).toEqual(['negata'])
    // What goes on already has its draw: only a bank that is not here at all keeps it away.
    expect(perche({ n_domande: 500, stato: 2, versione: 'v0' }, 0, { in_corso: true })).toEqual([])
    expect(perche(null, 0, { in_corso: true })).toEqual(['assente'])
    // Three banks of 608 questions: with 375 left nothing of them is downloaded, with 608 all of it is [D41].
    const tre = [185, 116, 307].map((numero_domande, i) => ({ id_concorso: i + 1, concorso: `B${i}`, numero_domande }))
    const stato = (quiz_rimasti: number, ricevute: { id_concorso: number; quiz: number }[] = []) =>
      ({ livello: 0, data_scadenza_premium: null, quiz_usati: 0, quiz_limite: 500, quiz_rimasti, ricevute }) as const
    banche.list = []
    const s3 = { ...s, concorsi: tre }
    expect(listNonPronte(s3, 375, stato(375)).map((b) => b.perche)).toEqual(['negata', 'negata', 'negata'])
    expect(listNonPronte(s3, 608, stato(608)).map((b) => b.perche)).toEqual(['assente', 'assente', 'assente'])
    expect(listNonPronte(s3, 375, stato(375, [{ id_concorso: 3, quiz: 307 }])).map((b) => b.perche)).toEqual([
      'assente',
      'assente',
      'assente',
    ])
    expect(neededOfDemo(s3, stato(375))).toBe(608)
    expect(chieste).toEqual([])
  })

  it('[EX13] what goes on here or elsewhere is known whatever the list says, of its bank alone', async () => {
    risposte.simulazione = [ok(avviata('g'))]
    await begin()
    const {
      isElsewhere: isAltrove,
      readLocal: readLocali,
      runningUnlisted: senzaElenco,
      simulazioniState: simulazioni,
    } = await import('#src/domain/simulazioni-state')
    await readLocali()
    const sua = (in_corso: boolean) => isAltrove({ id_simulazione: 4, in_corso }, simulazioni)
    expect(senzaElenco(simulazioni.in_corso, [], 1)).toMatchObject([{ id: 'g', id_simulazione: 4, id_concorso: 1 }])
    expect(senzaElenco(simulazioni.in_corso, [], 2)).toEqual([])
    expect(senzaElenco(simulazioni.in_corso, [{ id_simulazione: 4 }], 1)).toEqual([])
    expect([sua(true), isAltrove({ id_simulazione: 5, in_corso: true }, simulazioni)]).toEqual([false, true])
    // Given up here, and the server has not heard it: nobody goes on with it.
    value(await mondo.db.stepProva({ id: 'g', at: AT, evento: { tipo: 'abbandona' } }))
    await readLocali()
    expect([simulazioni.in_corso, sua(true), sua(false)]).toEqual([[], false, false])
  })
})
