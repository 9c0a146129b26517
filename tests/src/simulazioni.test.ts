import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione, SimulazioneAvviata } from '#contract/simulazioni'
import { sendSimulazioni } from '#src/sync/simulazioni'
import { apri, giusta, type Mondo, nuovaSeduta, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

const FINE = '2026-11-21T10:10:00.000+01:00'
const TARDI = '2026-11-21T18:00:00.000+01:00'

/** A simulation of three questions, the first answered right. */
async function begin(mondo: Mondo, gettone: string) {
  value(
    await mondo.db.createProva({
      ...nuovaSeduta({ id: gettone, tipo: 'SIMULAZIONE', at: mondo.at() }),
      scelte: Int32Array.of(100_001, 100_002, 100_003),
      prova: {
        regole: { durata: '01:00:00' },
        sezioni: [0, 0, 0],
        difficolta: [0, 0, 0],
        tempo_aggiuntivo: 0,
        simulazione: { id_simulazione: 4, gettone, fine: FINE },
        sfida: null,
      },
    }),
  )
  const evento = { tipo: 'segna' as const, indice: 0, risposta: giusta(1), ms: 1_500 }
  value(await mondo.db.stepProva({ id: gettone, at: mondo.at(), evento }))
}

const ESITO = { in_classifica: true, motivo: null } as EsitoSimulazione
type Chiamata = { query: { id_simulazione: number }; corpo: EsitoInviato }

/** A server that answers in turn; it remembers what it was sent. */
function server(...risposte: Result<EsitoSimulazione>[]) {
  const chiamate: Chiamata[] = []
  const invia = async (a: Chiamata) => {
    chiamate.push(a)
    return risposte[chiamate.length - 1] ?? ok({ ...ESITO, gettone: a.corpo.gettone ?? '' })
  }
  return { chiamate, invia }
}
type Altro = { at?: string; inVista?: string | null; confirm?: () => Promise<boolean> }
const opzioni = ({ at = '2026-11-21T10:00:30.000+01:00', ...altro }: Altro = {}) => ({
  ora: () => at,
  confirm: async () => true,
  sorgente: 'WEB' as const,
  inVista: null,
  ...altro,
})
const waiting = async ({ db }: Mondo) => value(await db.listDaSpedire()).map((p) => p.id)

describe('sending simulations', () => {
  it('[SI7] what the server counted stays with the trial', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    value(await mondo.db.deliverProva({ id: 'a', at: mondo.at() }))
    const conti = { numero_risposte_corrette: 2, numero_risposte_errate: 0, numero_risposte_intermedie: 0 }
    const esito = {
      ...{ ...ESITO, ...conti, gettone: 'a', punteggio: 1.5, punteggio_massimo: 2.25, superata: null },
      ...{ numero_domande_previste: 3, numero_non_risposte: 1 },
    }
    value(await sendSimulazioni(mondo.db, server(ok(esito)).invia, opzioni()))
    const { consegna, da_spedire } = value(await mondo.db.readProva({ id: 'a', at: mondo.at() }))
    expect(da_spedire).toBe(false)
    expect(consegna?.server).toEqual({
      ...{ punti: 1500, massimo: 2250, domande: 3, corrette: 2, errate: 0, intermedie: 0, omesse: 1 },
      superata: null,
    })
  })

  it('sends every place, ids as text, blanks as null; then nothing waits', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    const consegna = value(await mondo.db.deliverProva({ id: 'a', at: mondo.at() }))
    const s = server()
    const esito = value(await sendSimulazioni(mondo.db, s.invia, opzioni()))
    expect(esito.sent).toHaveLength(1)
    expect(s.chiamate).toEqual([
      {
        query: { id_simulazione: 4 },
        corpo: {
          gettone: 'a',
          data_simulazione: consegna.consegna?.at,
          numero_domande_previste: 3,
          numero_risposte_corrette: 1,
          numero_risposte_errate: 0,
          sorgente: 'WEB',
          consegnata: true,
          risposte: [
            { id_domanda: '100001', risposta: giusta(1), ms: 1_500, cambi: 0 },
            { id_domanda: '100002', risposta: null, ms: 0, cambi: 0 },
            { id_domanda: '100003', risposta: null, ms: 0, cambi: 0 },
          ],
        },
      },
    ])
    value(await sendSimulazioni(mondo.db, s.invia, opzioni()))
    expect(s.chiamate).toHaveLength(1)
  })

  it('a network that fails leaves it waiting, and the same ticket goes again', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    value(await mondo.db.deliverProva({ id: 'a', at: mondo.at() }))
    const s = server(fail('RETE_ASSENTE'))
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni())).postponed?.codice).toBe('RETE_ASSENTE')
    expect(await waiting(mondo)).toEqual(['a'])
    value(await sendSimulazioni(mondo.db, s.invia, opzioni()))
    expect(s.chiamate.map((c) => c.corpo.gettone)).toEqual(['a', 'a'])
    expect(s.chiamate[1]).toEqual(s.chiamate[0])
    expect(await waiting(mondo)).toEqual([])
  })

  it('what left is told also when another one has to wait', async () => {
    const mondo = await apri()
    for (const id of ['a', 'b', 'c']) {
      await begin(mondo, id)
      value(await mondo.db.deliverProva({ id, at: mondo.at() }))
    }
    const s = server(ok({ ...ESITO, gettone: 'a' }), fail('REMOTE_REQUEST_FAILED'), fail('NON_TROVATO'))
    const { sent, refused, postponed } = value(await sendSimulazioni(mondo.db, s.invia, opzioni()))
    expect([sent.map((e) => e.gettone), refused.map((r) => r.prova.id)]).toEqual([['a'], ['c']])
    expect(postponed?.codice).toBe('REMOTE_REQUEST_FAILED')
    expect(await waiting(mondo)).toEqual(['b'])
  })

  it.each(['NON_TROVATO', 'RICHIESTA_NON_VALIDA'] as const)(
    '%s is for good: marked, told, and the next one goes',
    async (c) => {
      const mondo = await apri()
      for (const id of ['a', 'b']) {
        await begin(mondo, id)
        value(await mondo.db.deliverProva({ id, at: mondo.at() }))
      }
      const s = server(fail(c))
      const esito = value(await sendSimulazioni(mondo.db, s.invia, opzioni()))
      expect(esito.refused.map((r) => [r.prova.id, r.error.codice])).toEqual([['a', c]])
      expect(esito.sent.map((e) => e.gettone)).toEqual(['b'])
      expect(await waiting(mondo)).toEqual([])
    },
  )

  it('one that was given up is told once, with no answers and no result', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    value(await mondo.db.stepProva({ id: 'a', at: mondo.at(), evento: { tipo: 'abbandona' } }))
    const s = server(fail('RETE_ASSENTE'), fail('NON_TROVATO'))
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni())).postponed?.codice).toBe('RETE_ASSENTE')
    expect(await waiting(mondo)).toEqual(['a'])
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni()))).toEqual({
      sent: [],
      refused: [],
      postponed: null,
    })
    expect(s.chiamate[1]).toEqual({
      query: { id_simulazione: 4 },
      corpo: { gettone: 'a', data_simulazione: expect.any(String), sorgente: 'WEB', consegnata: false },
    })
    expect(await waiting(mondo)).toEqual([])
    expect(value(await mondo.db.readProva({ id: 'a', at: TARDI }))).toMatchObject({
      stato: 'abbandonata',
      consegna: null,
    })
  })

  it('[SI11] one whose time ended while nobody looked is delivered as of its end, and sent', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    const s = server()
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni())).sent).toEqual([])
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni({ at: TARDI, inVista: 'a' }))).sent).toEqual([])
    expect(value(await sendSimulazioni(mondo.db, s.invia, opzioni({ at: TARDI }))).sent).toHaveLength(1)
    expect(s.chiamate[0]?.corpo.data_simulazione).toBe(FINE)
    const { consegna } = value(await mondo.db.readProva({ id: 'a', at: TARDI }))
    expect(consegna).toMatchObject({ at: FINE, motivo: 'tempo', punteggio: { corrette: 1, omesse: 2 } })
  })
})

describe('[SI10] a device clock set ahead', () => {
  it('ends no simulation while the server cannot be asked', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    const s = server()
    const senza = opzioni({ at: TARDI, confirm: async () => false })
    expect(value(await sendSimulazioni(mondo.db, s.invia, senza)).sent).toEqual([])
    const { stato } = value(await mondo.db.readProva({ id: 'a', at: mondo.at() }))
    expect([stato, s.chiamate]).toEqual(['in_corso', []])
  })

  it('ends none when the server says that there is time', async () => {
    const mondo = await apri()
    await begin(mondo, 'a')
    let at = TARDI
    const confirm = async () => {
      at = '2026-11-21T10:00:30.000+01:00'
      return true
    }
    const s = server()
    value(await sendSimulazioni(mondo.db, s.invia, { ...opzioni({ confirm }), ora: () => at }))
    const { stato } = value(await mondo.db.readProva({ id: 'a', at }))
    expect([stato, s.chiamate]).toEqual(['in_corso', []])
  })
})

const AVVIATA = {
  id_simulazione: 4,
  descrizione: 'Una prova',
  regole: { durata: '01:00:00' },
  domande: [
    { id_domanda: 9, id_concorso: 1, id_materia: 2, sezione: 1, difficolta: 3 },
    { id_domanda: 5, id_concorso: 1, id_materia: 3, sezione: 0, difficolta: 0 },
  ],
  concorsi: [{ id_concorso: 1, concorso: 'Una' }],
  gettone: 'g',
  fine: FINE,
  tempo_aggiuntivo: 30,
} as unknown as SimulazioneAvviata

describe('a simulation on the page', () => {
  beforeEach(() => {
    vi.resetModules()
    stubBrowser()
  })

  it('is a trial with the draw in its order, the server’s ticket as its id, and the extra time that the server granted', async () => {
    const { toProvaStart: toAvvio } = await import('#src/domain/start-simulazione')
    expect(toAvvio(AVVIATA, 'abcdefghijklmnop')).toEqual({
      id: 'g',
      // 32 bits of the ticket's name (FNV-1a): the same letters on every device.
      seme: 3_792_446_982,
      tipo: 'SIMULAZIONE',
      id_concorso: 1,
      scelte: Int32Array.of(9, 5),
      prova: {
        regole: { durata: '01:00:00', nome: 'Una prova' },
        sezioni: [1, 0],
        difficolta: [3, 0],
        tempo_aggiuntivo: 30,
        simulazione: { id_simulazione: 4, gettone: 'g', fine: FINE },
        sfida: 'abcdefghijklmnop',
      },
    })
    expect(
      toAvvio({ ...AVVIATA, concorsi: [...AVVIATA.concorsi, { id_concorso: 2, concorso: 'Altra' }] }, null),
    ).toMatchObject({
      id_concorso: 0,
    })
  })

  it('[SI10] a device clock that is wrong by hours neither adds nor takes time, also after a reload without a network', async () => {
    const vero = Date.parse('2026-11-21T09:00:00.000Z')
    const { serverOrDeviceNow: adessoServer } = await import('#src/platform/server-now')
    const { network: rete } = await import('#src/platform/network')
    for (const errore of [0, 5, -7]) {
      const device = vero + errore * 3_600_000
      vi.spyOn(Date, 'now').mockReturnValue(device)
      rete.offset_ms = vero - device
      expect(adessoServer()).toBe(vero)
    }
    vi.resetModules()
    const ricaricata = await import('#src/platform/server-now')
    expect(ricaricata.serverOrDeviceNow()).toBe(vero)
    vi.restoreAllMocks()
  })

  it('a challenge opened before signing in is given back once, and not a day later', async () => {
    const { hrefSfida, keepSfida, takeSfida } = await import('#src/features/classifica/kept-sfida')
    const codiceSfida = 'AbCdEfGhIjKl_-12'
    keepSfida('/esercitazione/sfida', `sfida=${codiceSfida}`, 1_000)
    expect(takeSfida(2_000)).toBe(hrefSfida(codiceSfida))
    expect(takeSfida(2_000)).toBeNull()
    keepSfida('/esercitazione/sfida', `sfida=${codiceSfida}`, 1_000)
    expect(takeSfida(86_401_000)).toBeNull()
    keepSfida('/esercitazione/sfida', 'sfida=//altrove.example', 1_000)
    keepSfida('/riepilogo', `sfida=${codiceSfida}`, 1_000)
    expect(takeSfida(2_000)).toBeNull()
  })

  it('[RT39] a challenge without its ticket leads to the simulations, of the bank named or the last one', async () => {
    const { hrefSimulazioni } = await import('#src/domain/hrefs')
    expect(['', '?sfida=', '?id_concorso=x', '?id_concorso=7', '?id_argomento=4'].map(hrefSimulazioni)).toEqual([
      '/banca-dati?scheda=simulazioni',
      '/banca-dati?scheda=simulazioni',
      '/banca-dati?scheda=simulazioni',
      '/banca-dati?id_concorso=7&scheda=simulazioni',
      '/materia?id_argomento=4&scheda=simulazioni',
    ])
  })

  it('a score falls in the band that begins at it or below', async () => {
    const { bandOf: fasciaDi } = await import('#src/features/classifica/read-classifica')
    const bande = [
      { da: -1, n: 1 },
      { da: 3, n: 4 },
      { da: 9.5, n: 2 },
    ]
    expect([-2, -1, 2.999, 3, 40].map((p) => fasciaDi(bande, p))).toEqual([-1, 0, 0, 1, 2])
  })
})
