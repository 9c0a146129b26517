import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

/** An entry that nobody took and nobody replied to. */
const NEW = { presa_da: null, risposte: 0 }

describe('[OP43] queue of what people ask', () => {
  let world: Mondo
  let desk: Desk
  let helper: Signed
  let editor: Signed
  let ids: number[]
  let id_concorso: number
  const people: Record<string, { token: string; id_utente: number }> = {}

  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    helper = await desk.seat('aiuta@posta.example', 'assistenza')
    editor = await desk.seat('redige@posta.example', 'redattore')
    const domande = [makeDomanda(1, { testo: 'Chi nomina il <b>prefetto</b>?', html: true }), makeDomanda(2)]
    const banca = await addBanca(world, { concorso: 'Banca della coda', domande })
    id_concorso = banca.id_concorso
    ids = banca.ids
    for (const name of ['ada', 'bea', 'cleo']) people[name] = await world.registerVerified(`${name}@posta.example`, 3)
  })
  afterAll(() => world.close())

  const report = async (who: string, id_domanda: number | undefined, rcode: string, nota?: string) => {
    const { token, id_utente } = people[who]!
    const path = `/segnalaquiz?id_user=${id_utente}&id_domanda=${id_domanda}&rcode=${rcode}`
    expect((await world.call('POST', path, { token, ...(nota && { payload: { nota } }) })).status).toBe(204)
    world.orologio.advance(60_000)
  }
  const askHelp = async (email: string, testo: string) => {
    const sent = await world.call('POST', '/ms_utente/assistenza', { payload: { email, argomento: 'DATI', testo } })
    expect(sent.status).toBe(200)
    world.orologio.advance(60_000)
    return String(sent.corpo.numero)
  }
  const list = async (query: Record<string, string> = {}, who = helper) =>
    (await desk.call('coda', { query }, who)).corpo as {
      elementi: { tipo: string; id: string; quante: number; argomento: string; presa_da: string | null; mia: boolean }[]
      totale: number
    }
  const act = async (
    name: 'prendi_voce' | 'rispondi_voce' | 'chiudi_voce' | 'unisci_voci',
    corpo: object,
    who = helper,
  ) => {
    const { status, corpo: answer } = await desk.call(name, { corpo }, who)
    return { status, ...answer }
  }
  /** Publishes a version of the bank where one question has another key. */
  const correct = async (id_domanda: number | undefined) => {
    const { corpo: health } = await desk.call(
      'salute_banca',
      { query: { id_concorso: String(id_concorso), id_domanda: String(id_domanda) } },
      editor,
    )
    const { testo, risposte } = health.voci.find((d: { id_domanda: number }) => d.id_domanda === id_domanda)
    const now = { testo, risposte, corretta: 1, stato: 'valida', motivo: 'Altra chiave', chiudi: false }
    const corpo = { id_concorso, versione: health.versione, id_domanda, ...now }
    expect((await desk.call('correggi_domanda', { corpo }, editor)).status).toBe(200)
  }
  const lastAct = async () => (await desk.audit())[0]

  it('shows reports of one question and reason as one entry, and all kinds in one list', async () => {
    await report('ada', ids[0], 'CHIAVE_ERRATA', 'È il Ministro')
    await report('bea', ids[0], 'CHIAVE_ERRATA')
    await report('ada', ids[1], 'IMMAGINE')
    await askHelp('dora@posta.example', 'Non trovo più le mie risposte.')
    const { elementi, totale } = await list()
    expect(totale).toBe(3)
    expect(elementi.map((v) => [v.tipo, v.argomento, v.quante])).toEqual([
      ['domanda', 'CHIAVE_ERRATA', 2],
      ['domanda', 'IMMAGINE', 1],
      ['assistenza', 'DATI', 1],
    ])
    expect(elementi[0]).toMatchObject({
      testo: 'Chi nomina il prefetto?',
      concorso: 'Banca della coda',
      presa_da: null,
    })
    expect((await list({ tipo: 'assistenza' })).totale).toBe(1)
    expect((await list({ id_concorso: String(id_concorso) })).totale).toBe(2)
    expect((await list({ stato: 'mie' })).totale).toBe(0)
    // Reports show their text, and not who made them.
    expect(JSON.stringify(elementi)).not.toContain('posta.example')
  })

  it('is taken by one, seen as taken by the others, and left again, each with its row of the audit', async () => {
    const [first] = (await list()).elementi
    const { tipo, id } = first!
    const taken = await act('prendi_voce', { tipo, id, prendi: true })
    expect(taken.voce).toMatchObject({ presa_da: 'aiuta@posta.example', mia: true })
    expect(await lastAct()).toMatchObject({
      chiamata: 'prendi_voce',
      oggetto: `segnalazione ${id}`,
      ruolo: 'assistenza',
      prima: { presa_da: null },
      dopo: { presa_da: expect.any(Number) },
    })
    expect((await list({ stato: 'mie' })).elementi.map((v) => v.id)).toEqual([id])
    expect((await list({ stato: 'libere' })).totale).toBe(2)
    expect((await list({}, editor)).elementi[0]).toMatchObject({ presa_da: 'aiuta@posta.example', mia: false })
    expect((await act('prendi_voce', { tipo, id, prendi: false }, editor)).voce.presa_da).toBeNull()
    expect(await lastAct()).toMatchObject({ prima: { presa_da: expect.any(Number) }, dopo: { presa_da: null } })
  })

  it('a reply goes to everybody of the entry, is kept with it, and its text stays out of the audit', async () => {
    const [first] = (await list()).elementi
    const before = world.messaggi.length
    const { tipo, id } = first!
    const answer = await act('rispondi_voce', { tipo, id, testo: 'La stiamo controllando.', visto: NEW })
    expect(answer.risposte).toMatchObject([{ chi: 'aiuta@posta.example', testo: 'La stiamo controllando.' }])
    expect(answer.voce.mia).toBe(true)
    const mails = world.messaggi.slice(before)
    expect(mails.map((m) => m.to).sort()).toEqual(['ada@posta.example', 'bea@posta.example'])
    expect(mails[0]).toMatchObject({
      subject: 'Sulla domanda che hai segnalato',
      replyTo: world.deps.config.assistenza,
    })
    expect(mails[0]?.text).toContain('Domanda: Chi nomina il prefetto?')
    expect(await lastAct()).toMatchObject({ chiamata: 'rispondi_voce', dopo: { mail: 2 } })
    expect(JSON.stringify(await desk.audit())).not.toContain('controllando')
  })

  it('a colleague’s entry, or one with a newer reply, is written to knowingly alone', async () => {
    const [, second] = (await list()).elementi
    const entry = { tipo: second!.tipo, id: second!.id }
    const before = world.messaggi.length
    await act('prendi_voce', { ...entry, prendi: true }, editor)
    const rows = (await desk.audit()).length
    const stale = await act('rispondi_voce', { ...entry, testo: 'Da una scheda vecchia.', visto: NEW })
    expect([stale.status, stale.codice]).toEqual([409, 'VOCE_CAMBIATA'])
    expect([world.messaggi.length, (await desk.audit()).length]).toEqual([before, rows])
    const seen = { presa_da: 'redige@posta.example', risposte: 0 }
    expect((await act('rispondi_voce', { ...entry, testo: 'Lo so.', visto: seen })).voce.mia).toBe(true)
    // An answer that got lost: the same reply is not sent twice.
    const again = await act('rispondi_voce', { ...entry, testo: 'Lo so.', visto: seen })
    expect([again.codice, world.messaggi.length]).toEqual(['VOCE_CAMBIATA', before + 1])
    await act('prendi_voce', { ...entry, prendi: false })
  })

  it('other reasons of the same question become doubles, and one closing tells all their authors', async () => {
    await report('cleo', ids[0], 'NON_AGGIORNATA', 'La norma è del 2024')
    const main = (await list()).elementi.find((v) => v.argomento === 'CHIAVE_ERRATA')!
    const { corpo: detail } = await desk.call('voce_coda', { query: { tipo: 'domanda', id: main.id } }, helper)
    expect(detail.simili).toMatchObject([{ argomento: 'NON_AGGIORNATA' }])
    expect(detail.domanda).toMatchObject({ id_domanda: ids[0], corretta: 2 })
    const [alike] = detail.simili
    const other = (await list()).elementi.find((v) => v.argomento === 'IMMAGINE')!
    const wrong = await act('unisci_voci', { tipo: 'domanda', id: main.id, doppie: [other.id] })
    expect([wrong.status, wrong.codice]).toEqual([400, 'RICHIESTA_NON_VALIDA'])
    const merged = await act('unisci_voci', { tipo: 'domanda', id: alike.id, doppie: [main.id] })
    expect(merged.voce).toMatchObject({ quante: 3, argomento: 'NON_AGGIORNATA', mia: false })
    expect(merged.messaggi.map((m: { testo: string }) => m.testo)).toEqual(['È il Ministro', 'La norma è del 2024'])
    expect(await lastAct()).toMatchObject({ chiamata: 'unisci_voci', dopo: { doppie: [main.id] } })
    const before = world.messaggi.length
    const { id } = merged.voce
    const early = await act('chiudi_voce', { tipo: 'domanda', id, esito: 'corretta', testo: null })
    expect([early.status, early.codice, world.messaggi.length]).toEqual([409, 'DOMANDA_NON_CORRETTA', before])
    await correct(ids[1])
    expect((await act('chiudi_voce', { tipo: 'domanda', id, esito: 'corretta', testo: null })).codice).toBe(
      'DOMANDA_NON_CORRETTA',
    )
    await correct(ids[0])
    const closed = await act('chiudi_voce', { tipo: 'domanda', id, esito: 'corretta', testo: 'Ora è la C.' })
    expect(closed.voce).toMatchObject({ esito: 'corretta', quante: 3 })
    expect(closed.risposte.at(-1)).toMatchObject({ testo: 'Ora è la C.' })
    expect(world.messaggi.slice(before).map((m) => m.to)).toEqual(
      expect.arrayContaining(['ada@posta.example', 'bea@posta.example', 'cleo@posta.example']),
    )
    expect(await lastAct()).toMatchObject({
      ...{ chiamata: 'chiudi_voce', prima: { esito: null, presa_da: null }, dopo: { esito: 'corretta', chiuse: 3 } },
    })
    expect((await list({ stato: 'chiuse' })).elementi.map((v) => v.id)).toEqual([id])
    const rows = (await desk.audit()).length
    expect((await act('chiudi_voce', { tipo: 'domanda', id, esito: 'respinta', testo: null })).codice).toBe(
      'NON_TROVATO',
    )
    expect((await desk.audit()).length).toBe(rows)
  })

  it('help requests of one address are answered as one; an outcome of another kind is refused', async () => {
    const again = await askHelp('dora@posta.example', 'Ancora io: ora le vedo.')
    const [main] = (await list({ tipo: 'assistenza' })).elementi
    const { corpo: detail } = await desk.call('voce_coda', { query: { tipo: 'assistenza', id: main!.id } }, helper)
    expect(detail.simili).toMatchObject([{ id: again }])
    expect(detail.messaggi).toMatchObject([{ da: 'dora@posta.example', testo: 'Non trovo più le mie risposte.' }])
    // Who read a person's message is recorded.
    expect(await lastAct()).toMatchObject({ chiamata: 'voce_coda', oggetto: `richiesta di assistenza ${main!.id}` })
    const entry = { tipo: 'assistenza', id: main!.id }
    const other = await askHelp('elio@posta.example', 'Non entro più.')
    expect((await act('unisci_voci', { ...entry, doppie: [other] })).codice).toBe('RICHIESTA_NON_VALIDA')
    await act('chiudi_voce', { tipo: 'assistenza', id: other, esito: 'risolta', testo: null })
    expect((await act('unisci_voci', { ...entry, doppie: [again] })).messaggi).toHaveLength(2)
    expect((await act('chiudi_voce', { ...entry, esito: 'corretta', testo: null })).codice).toBe('RICHIESTA_NON_VALIDA')
    const before = world.messaggi.length
    const closed = await act('chiudi_voce', { ...entry, esito: 'risolta', testo: 'Bene così.' })
    expect(closed.voce).toMatchObject({ esito: 'risolta', quante: 2 })
    const mails = world.messaggi.slice(before)
    expect(mails.map((m) => [m.to, m.subject])).toEqual([
      ['dora@posta.example', `Risposta alla tua richiesta n. ${main!.id}`],
    ])
    expect((await list({ tipo: 'assistenza' })).totale).toBe(0)
  })

  it('a requested bank is closed without a mail where nobody wrote one', async () => {
    const payload = {
      id_richiesta: '5b0f7f0e-0f4b-4c35-8a55-111111111111',
      ...{ ente: 'Comune di Torino', profilo: 'Vigile', anno: 2026, nota: null, link: null },
    }
    const sent = await world.call('POST', '/ms_concorso/richiedi_banca', { token: people.ada!.token, payload })
    expect([sent.status, sent.corpo]).toEqual([204, null])
    const [entry] = (await list({ tipo: 'banca' })).elementi
    expect(entry).toMatchObject({ argomento: 'Comune di Torino', testo: 'Vigile, 2026' })
    const before = world.messaggi.length
    const nota = 'Mi serve entro maggio'
    const asked = { ...payload, id_richiesta: '5b0f7f0e-0f4b-4c35-8a55-222222222222', nota }
    await world.call('POST', '/ms_concorso/richiedi_banca', { token: people.bea!.token, payload: asked })
    await act('unisci_voci', { tipo: 'banca', id: entry!.id, doppie: [asked.id_richiesta] })
    // Each reads the own words alone.
    await act('rispondi_voce', { tipo: 'banca', id: entry!.id, testo: 'La stiamo preparando.', visto: NEW })
    const told = world.messaggi.slice(before).map((m) => [m.to, String(m.text).includes(nota)])
    expect(told).toEqual(
      expect.arrayContaining([
        [expect.stringMatching(/^ada/), false],
        [expect.stringMatching(/^bea/), true],
      ]),
    )
    const mailed = world.messaggi.length
    const closed = await act('chiudi_voce', { tipo: 'banca', id: entry!.id, esito: 'non_disponibile', testo: null })
    expect([closed.voce.esito, world.messaggi.length]).toEqual(['non_disponibile', mailed])
    // The reply above took the entry.
    expect(await lastAct()).toMatchObject({
      ...{ prima: { esito: null, presa_da: expect.any(Number) }, dopo: { esito: 'non_disponibile', chiuse: 2 } },
    })
    expect((await act('prendi_voce', { tipo: 'banca', id: entry!.id, prendi: true })).codice).toBe('NON_TROVATO')
  })
})
