import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendNotices } from '#server/avvisi/notice-mails'
import { packagesFolder } from '#server/package-files/open'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { type Desk, openDesk, type Signed } from './desk.ts'

describe('[OP45] banks in the console', () => {
  let world: Mondo
  let desk: Desk
  let editor: Signed
  let ids: number[]
  let id_concorso: number
  const people: { token: string; id_utente: number; email: string }[] = []

  beforeAll(async () => {
    world = await makeWorld()
    desk = openDesk(world)
    editor = await desk.seat('redige@posta.example', 'redattore')
    const domande = [
      ...Array.from({ length: 8 }, (_, i) => makeDomanda(i + 1)),
      makeDomanda(9, { testo: 'Testo con <b>grassetto</b>?', html: true }),
      makeDomanda(10, { risposte: ['Uguale', 'Uguale', 'Altra'], corretta: 3 }),
    ]
    ;({ id_concorso, ids } = await addBanca(world, { concorso: 'Banca curata', ente: 'Regione', domande }))
    await addBanca(world, { concorso: 'Altra banca', ente: 'Comune', n: 5 })
    for (let i = 0; i < 6; i++) {
      const email = `persona${i}@posta.example`
      people.push({ ...(await world.registerVerified(email, 3)), email })
    }
  })
  afterAll(() => world.close())

  const list = async (query: Record<string, string> = {}) => (await desk.call('banche', { query }, editor)).corpo
  const bank = async () => (await desk.call('banca', { query: { id_concorso: String(id_concorso) } }, editor)).corpo
  const health = async (more: Record<string, string> = {}) =>
    (await desk.call('salute_banca', { query: { id_concorso: String(id_concorso), ...more } }, editor)).corpo
  const lastAct = async () => (await desk.audit())[0]
  const question = async (id: number | undefined) =>
    (
      await world.db.query<{
        testo: string
        risposte: string[]
        corretta: number | null
        stato: string
        chiave: string
      }>('select testo, risposte, corretta, stato, chiave from domanda where id_domanda = $1', [id])
    ).rows[0]!
  const correct = async (id: number | undefined, more: object) => {
    const { versione } = (await bank()).banca
    const { testo, risposte, corretta, stato } = await question(id)
    const corpo = {
      id_concorso,
      versione,
      id_domanda: id,
      testo,
      risposte,
      corretta,
      stato,
      motivo: 'Corretta',
      chiudi: true,
    }
    const { status, corpo: answer } = await desk.call('correggi_domanda', { corpo: { ...corpo, ...more } }, editor)
    return { status, ...answer }
  }
  const report = async (i: number, id: number | undefined, rcode: string) => {
    const { token, id_utente } = people[i]!
    const path = `/segnalaquiz?id_user=${id_utente}&id_domanda=${id}&rcode=${rcode}`
    expect((await world.call('POST', path, { token })).status).toBe(204)
  }

  it('are listed with people, reports and whether their package is whole', async () => {
    for (const { token } of people.slice(0, 3))
      await world.call('GET', `/ms_concorso/concorso?id_concorso=${id_concorso}`, { token })
    await report(0, ids[0], 'CHIAVE_ERRATA')
    await report(1, ids[0], 'ALTRO')
    const { elementi, totale } = await list()
    expect(totale).toBe(2)
    expect(elementi[0]).toMatchObject({
      ...{ id_concorso, concorso: 'Banca curata', ente: 'Regione', stato: 'pubblicato', domande: 10 },
      ...{ persone: 3, segnalate: 1, contestate: 0, integra: true },
    })
    expect((await list({ cerca: 'comune' })).elementi.map((b: { concorso: string }) => b.concorso)).toEqual([
      'Altra banca',
    ])
    expect((await list({ ordine: 'nome' })).elementi[0].concorso).toBe('Altra banca')
    expect((await list({ stato: 'ritirato' })).totale).toBe(0)
    const other = (await list({ cerca: 'comune' })).elementi[0].id_concorso
    const { rows } = await world.db.query<{ pacchetto: string }>(
      'select pacchetto from concorso where id_concorso = $1',
      [other],
    )
    await rm(join(packagesFolder(world.deps.config), rows[0]!.pacchetto))
    expect((await list({ cerca: 'comune' })).elementi[0].integra).toBe(false)
  })

  it('one is withdrawn and brought back, each with its row of the audit', async () => {
    const out = await desk.call('ritira_banca', { corpo: { id_concorso, ritira: true } }, editor)
    expect([out.status, (await bank()).banca.stato]).toEqual([204, 'ritirato'])
    expect(await lastAct()).toMatchObject({
      chiamata: 'ritira_banca',
      oggetto: `banca ${id_concorso}`,
      prima: { stato: 'pubblicato' },
      dopo: { stato: 'ritirato' },
    })
    await desk.call('ritira_banca', { corpo: { id_concorso, ritira: false } }, editor)
    expect((await bank()).banca.stato).toBe('pubblicato')
    const rows = (await desk.audit()).length
    const missing = await desk.call('ritira_banca', { corpo: { id_concorso: 999_999, ritira: true } }, editor)
    expect([missing.corpo.codice, (await desk.audit()).length]).toEqual(['CONCORSO_NON_TROVATO', rows])
  })

  it('health names what was reported, what most people choose against the key, and doubtful questions', async () => {
    for (const [i, { id_utente }] of people.entries())
      await world.db.query(
        `insert into statistica (id_utente, contesto, id_contesto, id_domanda, livello_conoscenza, preferiti, risposta_gettonata,
           data_eseguita, data_eseguita_testo, seq) values ($1, 0, $2, $3, 0, false, $4, $5, '2026-11-20T10:00:00Z', $6)`,
        [id_utente, id_concorso, ids[1], i < 4 ? 1 : 3, world.orologio.now(), 1_000 + i],
      )
    const found = await health({ id_domanda: String(ids[5]) })
    expect(found).toMatchObject({
      ...{ id_concorso, domande: 10, segnalate: { totale: 1, id: [ids[0]] } },
      altra_scelta: { totale: 1, id: [ids[1]] },
      risposte_uguali: { totale: 1, id: [ids[9]] },
    })
    const by = new Map(found.voci.map((d: { id_domanda: number }) => [d.id_domanda, d]))
    expect(by.get(ids[1])).toMatchObject({ scelte: [4, 0, 2, 0], corretta: 3 })
    expect(by.get(ids[0])).toMatchObject({
      segnalazioni: expect.arrayContaining([
        { motivo: 'CHIAVE_ERRATA', n: 1 },
        { motivo: 'ALTRO', n: 1 },
      ]),
      scelte: null,
    })
    // The question that was asked for is there, whatever its state.
    expect(by.get(ids[5])).toMatchObject({ materia: 'Materia 1' })
  })

  it('a corrected key is a new version: ids stay, authors are told once, the audit has before and after', async () => {
    const before = world.messaggi.length
    const { versione } = (await bank()).banca
    const done = await correct(ids[0], { corretta: 3, motivo: 'La risposta giusta è la C.' })
    expect(done).toMatchObject({ status: 200, avvisate: 2 })
    expect(done.versione).not.toBe(versione)
    expect(await question(ids[0])).toMatchObject({ corretta: 3, chiave: 'redazione' })
    expect(await lastAct()).toMatchObject({
      chiamata: 'correggi_domanda',
      oggetto: `domanda ${ids[0]} della banca ${id_concorso}`,
      prima: { corretta: 2 },
      dopo: { corretta: 3, motivo: 'La risposta giusta è la C.' },
    })
    const mails = world.messaggi.slice(before)
    expect(mails.map((m) => m.to).sort()).toEqual([people[0]!.email, people[1]!.email])
    expect(mails[0]?.text).toContain('La risposta giusta è la C.')
    expect((await health()).segnalate.totale).toBe(0)
    const { versioni } = await bank()
    expect(versioni.map((v: { numero: number; motivo: string | null }) => [v.numero, v.motivo])).toEqual([
      [2, 'La risposta giusta è la C.'],
      [1, null],
    ])
  })

  it('whoever asked for notices of updates reads the reason', async () => {
    const { id_utente, email } = people[2]!
    await world.db.query('insert into avvisi (id_utente, banche) values ($1, $2)', [id_utente, world.orologio.now()])
    world.orologio.advance(60_000)
    await correct(ids[2], { testo: 'Testo senza refuso?', motivo: 'Tolto un refuso dalla domanda 3.' })
    world.orologio.advance(60_000)
    await sendNotices(world.deps)
    await world.deps.wake()
    const mail = world.messaggi.filter((m) => m.to === email).at(-1)
    expect(mail?.subject).toBe('Banca aggiornata: Banca curata')
    expect(mail?.text).toContain('. Tolto un refuso dalla domanda 3.')
  })

  it('a question is disputed or annulled; HTML keeps to the importers’ list', async () => {
    expect((await correct(ids[3], { stato: 'contestata' })).status).toBe(200)
    expect((await health()).contestate.id).toEqual([ids[3]])
    expect((await list({ cerca: 'curata' })).elementi[0].contestate).toBe(1)
    expect((await correct(ids[3], { stato: 'annullata', corretta: null })).status).toBe(200)
    expect(await question(ids[3])).toMatchObject({ stato: 'annullata', corretta: null, chiave: 'assente' })
    await correct(ids[8], { testo: 'Ora con <em>corsivo</em><script>alert(1)</script>?' })
    expect((await question(ids[8])).testo).not.toContain('script')
  })

  it.each([
    ['another number of answers', { risposte: ['A', 'B'] }, 400, 'RICHIESTA_NON_VALIDA'],
    ['a key that is none of them', { corretta: 5 }, 400, 'RICHIESTA_NON_VALIDA'],
    ['no change', {}, 400, 'RICHIESTA_NON_VALIDA'],
    ['no reason', { corretta: 1, motivo: ' ' }, 400, 'RICHIESTA_NON_VALIDA'],
    ['a version that is no longer published', { corretta: 1, versione: 'f'.repeat(64) }, 404, 'NON_TROVATO'],
    ['a question of another bank', { corretta: 1, id_domanda: 999_999 }, 404, 'DOMANDA_NON_TROVATA'],
  ])('%s is refused, and nothing is written', async (_, more, status, code) => {
    const [rows, { versioni }] = [(await desk.audit()).length, await bank()]
    const refused = await correct(ids[4], more)
    expect([refused.status, refused.codice]).toEqual([status, code])
    expect((await desk.audit()).length).toBe(rows)
    expect((await bank()).versioni).toEqual(versioni)
  })

  it('goes back to an earlier version: a new one, with its own reason and date', async () => {
    const before = await bank()
    const [last] = before.versioni
    world.orologio.advance(60_000)
    const corpo = { id_concorso, numero: 1, over: before.banca.versione, motivo: 'Si torna alla banca ufficiale.' }
    expect((await desk.call('torna_versione', { corpo }, editor)).status).toBe(204)
    expect(await lastAct()).toMatchObject({
      chiamata: 'torna_versione',
      prima: { versione: last.numero },
      dopo: { versione: last.numero + 1, uguale_a: 1, motivo: 'Si torna alla banca ufficiale.' },
    })
    expect(await question(ids[0])).toMatchObject({ corretta: 2, chiave: 'ufficiale' })
    const [now, ...others] = (await bank()).versioni
    expect(now).toMatchObject({
      ...{ numero: last.numero + 1, attuale: true, motivo: 'Si torna alla banca ufficiale.' },
      ...{ versione: before.versioni.at(-1).versione, pubblicata: new Date(world.orologio.now()).toISOString() },
    })
    expect(others).toEqual([{ ...last, attuale: false }, ...before.versioni.slice(1)])
    const missing = await desk.call('torna_versione', { corpo: { ...corpo, over: now.versione, numero: 99 } }, editor)
    expect([missing.status, missing.corpo.codice]).toEqual([404, 'NON_TROVATO'])
  })

  it('a version that the list did not show is not published over', async () => {
    const { banca, versioni } = await bank()
    expect((await correct(ids[0], { corretta: 3, motivo: 'Corretta di nuovo.' })).status).toBe(200)
    const rows = (await desk.audit()).length
    const corpo = { id_concorso, numero: versioni[1].numero, over: banca.versione, motivo: 'Da una scheda vecchia.' }
    const stale = await desk.call('torna_versione', { corpo }, editor)
    expect([stale.status, stale.corpo.codice, (await desk.audit()).length]).toEqual([404, 'NON_TROVATO', rows])
    expect(await question(ids[0])).toMatchObject({ corretta: 3 })
    expect((await bank()).versioni).toMatchObject([
      { motivo: 'Corretta di nuovo.', attuale: true },
      ...versioni.map((v: { numero: number }) => ({ numero: v.numero })),
    ])
  })

  it('the reason of a version published again reaches whoever asked for notices', async () => {
    const { email } = people[2]!
    const { banca } = await bank()
    world.orologio.advance(60_000)
    const corpo = { id_concorso, numero: 1, over: banca.versione, motivo: 'Di nuovo la banca ufficiale.' }
    expect((await desk.call('torna_versione', { corpo }, editor)).status).toBe(204)
    world.orologio.advance(60_000)
    await sendNotices(world.deps)
    await world.deps.wake()
    expect(world.messaggi.filter((m) => m.to === email).at(-1)?.text).toContain('Di nuovo la banca ufficiale.')
  })
})
