import { beforeEach, describe, expect, test } from 'vitest'
import type { EsitoSimulazione } from '#contract/simulazioni'
import { MOTORI, type Motore } from '../mondo.ts'
import { useBanco } from './banco.ts'

let conto = 0

describe.each(MOTORI)('simulations on %s', (motore: Motore) => {
  const { qui, ids, id, avvia, concedi, consegna, risposte } = useBanco(motore, 'sim')
  let { mondo, token, io }: ReturnType<typeof qui> = qui()
  beforeEach(() => {
    ;({ mondo, token, io } = qui())
  })

  test('[SI5] every official simulation of the content begins with rules that can be used and a whole draw', async () => {
    for (const slug of ids.keys()) {
      const s = await avvia(slug)
      expect([slug, s.domande.length]).toEqual([slug, s.numero_domande])
      const sezioni = s.regole.sezioni?.length ?? 1
      expect(new Set(s.domande.map((d) => d.sezione)).size).toBe(sezioni)
      expect(s.domande.every((d) => d.difficolta >= 1)).toBe(true)
      const esito = (await consegna(s, { risposte: await risposte(s, s.numero_domande) })).corpo
      expect([slug, esito.punteggio]).toEqual([slug, s.regole.massimo ?? esito.punteggio_massimo])
    }
  })

  test('[SC16] the list carries the rules that hold, without the subjects of the sections', async () => {
    const { righe } = await mondo.db.query<{ id_concorso: number }>(
      'select id_concorso from simulazione where id_simulazione = $1',
      [id('polizia-cinque-sezioni')],
    )
    const { corpo } = await mondo.call('GET', `/ms_concorso/simulazioni?id_concorso=${righe[0]?.id_concorso}`, {
      token,
    })
    const una = corpo.elementi.find(
      (s: { id_simulazione: number }) => s.id_simulazione === id('polizia-cinque-sezioni'),
    )
    expect(una.regole).toMatchObject({ durata: '01:40:00', ammissione: { minimo: 114, minimo_per_sezione: 19 } })
    expect(una.regole.sezioni).toHaveLength(5)
    expect(una.regole.sezioni[0]).toMatchObject({ sbarramento: 19, punti: { tipo: 'per_difficolta' } })
    expect(JSON.stringify(una.regole)).not.toContain('materie')
    const avviata = await avvia('polizia-cinque-sezioni')
    expect(avviata.regole.sezioni?.[0]?.materie).not.toEqual([])
  })

  test('[SI10] the end is fixed at the start, with extra time; beginning again wins nothing', async () => {
    await concedi(30)
    // Another device, or somebody who writes addresses by hand, asks for more.
    const s = await avvia('ripam-40-quesiti-situazionali', '&tempo_aggiuntivo=50')
    expect(Date.parse(s.fine) - Date.parse(s.iniziata)).toBe(78 * 60_000)
    mondo.orologio.advance(10 * 60_000)
    await concedi(50)
    const ancora = await avvia('ripam-40-quesiti-situazionali')
    expect(ancora.tempo_aggiuntivo).toBe(30)
    expect([ancora.gettone, ancora.fine]).toEqual([s.gettone, s.fine])
  })

  test('[SI7] the server counts again: forged counts change nothing, the same ticket twice is one outcome', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    mondo.orologio.advance(30 * 60_000)
    const uno = await consegna(s, { risposte: await risposte(s, 28) })
    expect(uno.status).toBe(200)
    expect(uno.corpo).toMatchObject({
      punteggio: 21,
      numero_risposte_corrette: 28,
      numero_non_risposte: 12,
      superata: true,
      in_classifica: true,
    })
    expect((await consegna(s, { risposte: await risposte(s, 40) })).corpo).toEqual(uno.corpo)
  })

  test('answers sent before count when delivery carries none', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    mondo.orologio.advance(30 * 60_000)
    const prime = await risposte(s, 10)
    const { status } = await mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, {
      token,
      payload: prime,
    })
    expect(status).toBe(204)
    expect((await consegna(s)).corpo.punteggio).toBe(7.5)
    const lette = await mondo.call('GET', `/ms_reportistica/risposte_simulazione?id_simulazione=${s.id_simulazione}`, {
      token,
    })
    expect(lette.corpo).toMatchObject({ gettone: s.gettone, totale: 40 })
    expect(lette.corpo.elementi.filter((r: { risposta: number | null }) => r.risposta !== null)).toHaveLength(10)
  })

  test('[SI8] only a first, timely and plausible delivery is ranked, and no later one of the account', async () => {
    const prova = async (minuti: number, altro: object = {}, chi = token): Promise<EsitoSimulazione> => {
      const s = await avvia('scuola-50-quesiti', '', chi)
      mondo.orologio.advance(minuti * 60_000)
      return (await consegna(s, { risposte: await risposte(s, 40), ...altro }, chi)).corpo
    }
    const nuovo = async () => (await mondo.registerVerified(`primo${motore}${++conto}@prova.it`)).token
    const [frettoloso, lento] = [await nuovo(), await nuovo()]
    expect(await prova(0.1, {}, frettoloso)).toMatchObject({ in_classifica: false, motivo: 'tempi_implausibili' })
    // Its review has shown the answers of this draw.
    expect(await prova(50, {}, frettoloso)).toMatchObject({ in_classifica: false, motivo: 'gia_classificata' })
    expect(await prova(102, {}, lento)).toMatchObject({ in_classifica: false, motivo: 'in_ritardo' })
    expect(await prova(50)).toMatchObject({ in_classifica: true, motivo: null })
    expect(await prova(50, { consegnata: false })).toMatchObject({ in_classifica: false, motivo: 'non_consegnata' })
    expect(await prova(50)).toMatchObject({ in_classifica: false, motivo: 'gia_classificata' })
    const storia = (
      await mondo.call('GET', `/ms_reportistica/esiti_simulazione?id_simulazione=${id('scuola-50-quesiti')}`, { token })
    ).corpo
    // The one that was given up is no attempt.
    expect(storia).toMatchObject({ totale: 2, punteggio_medio: 80 })
    const { righe } = await mondo.db.query('select 1 from esito_simulazione where id_utente = $1 and in_classifica', [
      io,
    ])
    expect(righe).toHaveLength(1)
  })

  test('[SI7] a device that never saw the answers does not erase them; one that took a mark away does', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    mondo.orologio.advance(30 * 60_000)
    const prime = await risposte(s, 30)
    await mondo.call('PUT', `/ms_reportistica/risposte_simulazione?gettone=${s.gettone}`, { token, payload: prime })
    const vuote = s.domande.map((d, i) => ({ id_domanda: d.id_domanda, risposta: null, ...(i === 0 && { cambi: 1 }) }))
    expect((await consegna(s, { risposte: vuote })).corpo).toMatchObject({
      numero_risposte_corrette: 29,
      in_classifica: true,
    })
  })

  test('another simulation’s id is refused before anything is stored', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const altra = { ...s, id_simulazione: id('scuola-50-quesiti') }
    expect((await consegna(altra)).corpo.codice).toBe('NON_TROVATO')
    const { righe } = await mondo.db.query('select 1 from esito_simulazione where id_utente = $1', [io])
    expect(righe).toEqual([])
  })

  test('two devices that deliver together are ranked once', async () => {
    const slug = 'ministeri-60-quesiti'
    const uno = await avvia(slug)
    mondo.orologio.advance(20 * 60_000)
    // A second sitting of the same account, as if begun before the first was known.
    await mondo.db.query(
      `insert into partecipazione select id_utente, gen_random_uuid(), id_simulazione, iniziata, fine, tempo_aggiuntivo, estrazione, regole
       from partecipazione where gettone = $1`,
      [uno.gettone],
    )
    const { righe } = await mondo.db.query<{ gettone: string }>(
      'select gettone from partecipazione where id_utente = $1',
      [io],
    )
    const corpi = await Promise.all(
      righe.map((r) => consegna({ ...uno, gettone: r.gettone }).then((c) => c.corpo.in_classifica)),
    )
    expect(corpi.sort()).toEqual([false, true])
  })

  test('[SI2] [SI9] ties share a position; the mean, the threshold and the group of equal time', async () => {
    const slug = 'polizia-cinque-sezioni'
    const fatti: [string, number][] = []
    for (const [giuste, extra] of [
      [100, 0],
      [60, 0],
      [60, 30],
      [10, 0],
    ] as const) {
      const { token: chi } = await mondo.registerVerified(`rank${motore}${++conto}@prova.it`)
      await concedi(extra, chi)
      const s = await avvia(slug, '', chi)
      mondo.orologio.advance(40 * 60_000)
      const { corpo } = await consegna(s, { risposte: await risposte(s, giuste) }, chi)
      fatti.push([chi, corpo.punteggio])
    }
    const viste = await Promise.all(
      fatti.map(
        async ([chi]) =>
          (await mondo.call('GET', `/ms_reportistica/classifica?id_simulazione=${id(slug)}`, { token: chi })).corpo,
      ),
    )
    const n = 4
    expect(viste.map((v) => v.posizione_classifica)).toEqual([1, 2, 2, 4])
    expect(viste[1].pari_merito).toBe(2)
    expect(viste[2].stesso_tempo).toMatchObject({
      tempo_aggiuntivo: 30,
      numero_partecipanti: 1,
      posizione_classifica: 1,
    })
    expect(viste[3].distribuzione.reduce((sum: number, f: { n: number }) => sum + f.n, 0)).toBe(n)
    const estranea = (await mondo.call('GET', `/ms_reportistica/classifica?id_simulazione=${id(slug)}`, { token }))
      .corpo
    expect(estranea).toMatchObject({ posizione_classifica: null, punteggio: null, numero_partecipanti: n })
  })

  test('an account that is deleted leaves the ranking', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    mondo.orologio.advance(30 * 60_000)
    await consegna(s, { risposte: await risposte(s, 3) })
    const leggi = async (chi: string) =>
      (await mondo.call('GET', `/ms_reportistica/classifica?id_simulazione=${s.id_simulazione}`, { token: chi })).corpo
        .numero_partecipanti
    const prima = await leggi(token)
    const { token: altro } = await mondo.registerVerified(`resta${motore}${++conto}@prova.it`)
    await mondo.db.query('delete from utente where id_utente = $1', [io])
    expect(await leggi(altro)).toBe(prima - 1)
  })

  test('a challenge: the same draw, and the comparison only to who has delivered', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    mondo.orologio.advance(20 * 60_000)
    await consegna(s, { risposte: await risposte(s, 30) })
    const { codice } = (await mondo.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } }))
      .corpo
    const leggi = async (chi: string) =>
      (await mondo.call('GET', `/ms_reportistica/sfida?codice=${codice}`, { token: chi })).corpo
    const { token: altro } = await mondo.registerVerified(`sfida${motore}${++conto}@prova.it`)
    expect(await leggi(altro)).toMatchObject({ mia: false, io: null, sfidante: null, avversari: [] })
    const sua = await avvia(slug, `&sfida=${codice}`, altro)
    expect(sua.domande).toEqual(s.domande)
    mondo.orologio.advance(20 * 60_000)
    await consegna(sua, { risposte: await risposte(sua, 20) }, altro)
    expect(await leggi(altro)).toMatchObject({
      io: { punteggio: 15, corrette: 20 },
      sfidante: { punteggio: 22.5 },
      avversari: [],
    })
    expect(await leggi(token)).toMatchObject({ mia: true, io: { punteggio: 22.5 }, avversari: [{ punteggio: 15 }] })
    expect(JSON.stringify(await leggi(token))).not.toContain('@')
  })

  test('a challenge counts the seconds by the server’s clock, and tells which side is not to be compared', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    mondo.orologio.advance(30 * 60_000)
    // The page says that it was delivered as soon as it began.
    await consegna(s, { risposte: await risposte(s, 30), data_simulazione: s.iniziata })
    const { codice } = (await mondo.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } }))
      .corpo
    const { token: altro } = await mondo.registerVerified(`alla-pari${motore}${++conto}@prova.it`)
    const leggi = async (chi: string) =>
      (await mondo.call('GET', `/ms_reportistica/sfida?codice=${codice}`, { token: chi })).corpo
    const vista = await avvia(slug, '', altro)
    mondo.orologio.advance(60_000)
    await consegna(vista, { consegnata: false }, altro)
    const sua = await avvia(slug, `&sfida=${codice}`, altro)
    mondo.orologio.advance(20 * 60_000)
    await consegna(sua, { risposte: await risposte(sua, 20) }, altro)
    // Delivered offline in time, received late: when it says, never before the start nor after the end.
    const { token: tardivo } = await mondo.registerVerified(`tardivo${motore}${++conto}@prova.it`)
    const tarda = await avvia(slug, `&sfida=${codice}`, tardivo)
    mondo.orologio.advance(5 * 3_600_000)
    const data_simulazione = new Date(Date.parse(tarda.iniziata) + 45 * 60_000).toISOString()
    await consegna(tarda, { risposte: await risposte(tarda, 10), data_simulazione }, tardivo)
    const { io: lato, avversari } = await leggi(token)
    expect(lato).toMatchObject({ secondi: 30 * 60, motivo: null })
    expect(avversari.map((l: { secondi: number; motivo: string }) => [l.secondi, l.motivo])).toEqual([
      [45 * 60, 'in_ritardo'],
      [20 * 60, 'gia_vista'],
    ])
    expect(await leggi(altro)).toMatchObject({ io: { motivo: 'gia_vista' }, sfidante: { motivo: null } })
  })

  test('a challenge taken up with the sitting already open compares, and its author finds it again', async () => {
    const slug = 'costituzionale-40-quesiti'
    const s = await avvia(slug)
    await consegna(s, { risposte: await risposte(s, 30) })
    const storia = async () =>
      (await mondo.call('GET', `/ms_reportistica/esiti_simulazione?id_simulazione=${s.id_simulazione}`, { token }))
        .corpo.elementi
    expect((await storia())[0].sfida_lanciata).toBeUndefined()
    const { codice } = (await mondo.call('POST', '/ms_reportistica/sfida', { token, payload: { gettone: s.gettone } }))
      .corpo
    expect((await storia())[0].sfida_lanciata).toBe(codice)
    const { token: altro } = await mondo.registerVerified(`aperta${motore}${++conto}@prova.it`)
    const aperta = await avvia(slug, '', altro)
    const sua = await avvia(slug, `&sfida=${codice}`, altro)
    expect([sua.gettone, sua.fine]).toEqual([aperta.gettone, aperta.fine])
    await consegna(sua, { risposte: await risposte(sua, 20) }, altro)
    const { corpo } = await mondo.call('GET', `/ms_reportistica/sfida?codice=${codice}`, { token: altro })
    expect(corpo).toMatchObject({ io: { corrette: 20 }, sfidante: { corrette: 30 } })
  })

  test('bad input is refused with its code and changes nothing', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const { token: altro } = await mondo.registerVerified(`ladro${motore}${++conto}@prova.it`)
    expect((await consegna(s, {}, altro)).corpo.codice).toBe('NON_TROVATO')
    expect((await consegna(s, { gettone: 'x' })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await consegna(s, { risposte: [{ id_domanda: '0x1' }] })).corpo.codice).toBe('RICHIESTA_NON_VALIDA')
    expect((await mondo.call('GET', '/ms_concorso/simulazione?id_simulazione=999999', { token })).corpo.codice).toBe(
      'NON_TROVATO',
    )
    expect((await mondo.call('GET', `/ms_concorso/simulazione?id_simulazione=${s.id_simulazione}`)).status).toBe(401)
    expect((await mondo.call('GET', '/ms_reportistica/classifica?id_simulazione=999999', { token })).corpo.codice).toBe(
      'NON_TROVATO',
    )
    // Answers to questions that are not of the draw count for nothing.
    const { corpo } = await consegna(s, {
      risposte: [{ id_domanda: 999_999, risposta: 1 }],
      data_simulazione: '2099-01-01T00:00:00.000Z',
    })
    expect(corpo).toMatchObject({ punteggio: 0, numero_non_risposte: 40 })
    expect(Date.parse(corpo.data_simulazione)).toBeLessThanOrEqual(mondo.orologio.now().getTime())
  })

  test('[VA14] a question is reported once for each reason, with question and a reason that is known', async () => {
    const s = await avvia('costituzionale-40-quesiti')
    const dove = `/segnalaquiz?id_domanda=${s.domande[0]?.id_domanda}`
    expect((await mondo.call('POST', '/segnalaquiz?rcode=CHIAVE_ERRATA', { token })).corpo.codice).toBe(
      'MISSING_REQUIRED_PARAM',
    )
    expect((await mondo.call('POST', dove, { token })).corpo.codice).toBe('MISSING_REQUIRED_PARAM')
    expect(
      (await mondo.call('POST', '/segnalaquiz?id_domanda=999999&rcode=CHIAVE_ERRATA', { token })).corpo.codice,
    ).toBe('DOMANDA_NON_TROVATA')
    for (const storto of ['BANANA', 'chiave_errata', "ALTRO';--"])
      expect((await mondo.call('POST', `${dove}&rcode=${encodeURIComponent(storto)}`, { token })).corpo).toMatchObject({
        codice: 'RICHIESTA_NON_VALIDA',
        campi: ['rcode'],
      })
    for (let i = 0; i < 2; i++)
      expect(
        (await mondo.call('POST', `${dove}&rcode=CHIAVE_ERRATA`, { token, payload: { nota: 'comma sbagliato' } }))
          .status,
      ).toBe(204)
    const { righe } = await mondo.db.query('select motivo, nota from segnalazione where id_utente = $1', [io])
    expect(righe).toEqual([{ motivo: 'CHIAVE_ERRATA', nota: 'comma sbagliato' }])
  })
})
