import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctDomanda } from '#server/pacchetti/correct'
import { findPublishedById } from '#server/pacchetti/published'
import { addBanca, makeDomanda } from '../concorso/fixtures.ts'
import { type Mondo, makeWorld } from '../world.ts'
import { command } from './command.ts'

let world: Mondo
const domande: { una: number[]; altra: number[] } = { una: [], altra: [] }
const banche = { una: 0, altra: 0 }
beforeAll(async () => {
  world = await makeWorld()
  for (const name of ['una', 'altra'] as const) {
    const { id_concorso } = await addBanca(world, {
      concorso: `Banca ${name}`,
      ente: 'Ente',
      anno: 2026,
      domande: [makeDomanda(1), makeDomanda(2)],
    })
    banche[name] = id_concorso
    const { rows } = await world.db.query<{ id: number }>(
      'select id_domanda as id from domanda where id_concorso = $1 order by posizione',
      [id_concorso],
    )
    domande[name] = rows.map((r) => r.id)
  }
  const { token, id_utente } = await world.registerVerified('segnala@prova.it', 3)
  const segnala = async (id: number | undefined, rcode: string, known?: string) => {
    const { status } = await world.call('POST', `/segnalaquiz?id_user=${id_utente}&id_domanda=${id}&rcode=${rcode}`, {
      token,
      ...(known && { payload: { nota: known } }),
    })
    expect(status).toBe(204)
    world.orologio.advance(1_000)
  }
  await segnala(domande.una[0], 'CHIAVE_ERRATA', 'Il comma è un altro\n\u001b[31mrosso')
  await segnala(domande.altra[0], 'IMMAGINE')
  await segnala(domande.una[1], 'ALTRO', 'Refuso')
})
afterAll(() => world?.close())

const list = async (...args: string[]) => (await command(world.deps, 'segnalazioni', ...args, '--json')).json()
const motivi = async (...args: string[]) =>
  (await list(...args)).elementi.map((e: { motivo: string }) => e.motivo) as string[]

test('lists what was reported, the newest first, of every bank, of one, or of one question', async () => {
  expect(await motivi()).toEqual(['ALTRO', 'IMMAGINE', 'CHIAVE_ERRATA'])
  expect(await motivi('--concorso', String(banche.una))).toEqual(['ALTRO', 'CHIAVE_ERRATA'])
  expect(await motivi('--domanda', String(domande.altra[0]))).toEqual(['IMMAGINE'])
  const { elementi: items, totale: total } = await list('--quante', '1')
  expect([items.length, total]).toEqual([1, 3])
  expect(items[0]).toMatchObject({
    motivo: 'ALTRO',
    nota: 'Refuso',
    id_domanda: domande.una[1],
    id_concorso: banche.una,
    concorso: 'Banca una',
    posizione: 2,
    creata: '2026-11-21T09:00:02.000Z',
  })
  expect(JSON.stringify(await list())).not.toContain('segnala@prova.it')
})

test('says it to people on single lines, and a terminal obeys nothing of a note', async () => {
  const { codice: code, out } = await command(world.deps, 'segnalazioni', '--concorso', String(banche.una))
  expect(code).toBe(0)
  expect(out).toContain('    Nota: Il comma è un altro [31mrosso')
  expect(out.join('')).not.toMatch(/\p{Cc}/u)
  expect(out.at(-1)).toBe('2 di 2 segnalazioni')
  expect((await command(world.deps, 'segnalazioni', '--domanda', '999999')).out).toEqual(['Nessuna segnalazione.'])
})

/** Publishes a version of a bank where one question has another text. */
async function correct(id_concorso: number, id_domanda: number | undefined): Promise<void> {
  const { versione, domande: all } = (await findPublishedById(world.db, id_concorso))!
  const { risposte, corretta, stato } = all.find((d) => d.id_domanda === id_domanda)!
  const words = { testo: 'Testo corretto', risposte, corretta, stato, motivo: 'Refuso', chiudi: false }
  const correction = { id_concorso, versione, id_domanda: id_domanda!, ...words }
  expect((await correctDomanda(world.deps, correction, () => undefined)).ok).toBe(true)
}

test('[VA24] a report that is closed is told to who made it, once', async () => {
  const [{ id_segnalazione: id }] = (await list('--domanda', String(domande.una[0]))).elementi
  const close = (...args: string[]) => command(world.deps, 'segnalazioni', 'chiudi', String(id), ...args)
  for (const args of [[], ['--esito', 'boh'], ['--esito', 'corretta', '--quante', '3']])
    expect((await close(...args)).codice).toBe(2)
  expect((await command(world.deps, 'segnalazioni', 'chiudi', '999999', '--esito', 'corretta')).codice).toBe(1)
  expect((await command(world.deps, 'segnalazioni', '--esito', 'corretta')).codice).toBe(2)
  const { token, id_utente } = await world.registerVerified('altra@prova.it', 3)
  const alike = `/segnalaquiz?id_user=${id_utente}&id_domanda=${domande.una[0]}&rcode=CHIAVE_ERRATA`
  await world.call('POST', alike, { token })
  const before = world.messaggi.length
  // Another question of the bank is corrected first, and changes nothing for this one.
  await correct(banche.una, domande.una[1])
  const early = await close('--esito', 'corretta')
  expect([early.codice, early.out, world.messaggi.length]).toEqual([1, [], before])
  expect(early.err).toEqual([expect.stringMatching(/^Non fatto: la domanda è ancora com’era/)])
  await correct(banche.una, domande.una[0])
  expect((await close('--esito', 'corretta', '--risposta', 'È il <comma> 2.')).out.at(-1)).toMatch(/^Chiuse: 2\./)
  const mails = world.messaggi.slice(before)
  expect(mails.map((m) => m.to).sort()).toEqual(['altra@prova.it', 'segnala@prova.it'])
  expect(mails[0]?.subject).toBe('La domanda che hai segnalato è corretta')
  expect(mails[0]?.text).toContain('È il <comma> 2.')
  expect(mails[0]?.html).toContain('È il &lt;comma&gt; 2.')
  expect(mails[0]?.text).toContain('Banca una')
  expect((await close('--esito', 'respinta')).out).toEqual(['Era già chiusa.'])
  expect(world.messaggi).toHaveLength(before + 2)
  const [kept] = (await list('--domanda', String(domande.una[0]))).elementi
  expect(kept.esito).toBe('corretta')
})

test('a report of a question that its bank has lost is still listed', async () => {
  await world.db.query('delete from domanda where id_domanda = $1', [domande.altra[0]])
  expect(await motivi()).toEqual(['CHIAVE_ERRATA', 'ALTRO', 'IMMAGINE', 'CHIAVE_ERRATA'])
  expect((await command(world.deps, 'segnalazioni')).out.join('\n')).toContain('la domanda non c’è più')
})

test('an option that is no number is a wrong usage', async () => {
  for (const args of [['--concorso', 'x'], ['--domanda', '0'], ['--quante', '-1'], ['altro']])
    expect((await command(world.deps, 'segnalazioni', ...args)).codice).toBe(2)
})
