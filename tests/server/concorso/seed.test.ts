import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTrialQuestion } from '#server/concorso/trial-question'
import { seedContenuti } from '#server/pacchetti/seed'
import { type Mondo, makeWorld } from '../world.ts'
import { BANCHE, copyContenuti } from './content.ts'

let world: Mondo
let content: string
beforeAll(async () => {
  world = await makeWorld()
  content = await copyContenuti()
})
afterAll(async () => {
  await world.close()
  await rm(content, { recursive: true, force: true })
})

/** What happened to the bank that these tests edit, the others being untouched. */
const esitoDi = ({ banche }: Awaited<ReturnType<typeof seedContenuti>>) => {
  expect(banche.filter((b) => b.slug !== 'diritto-costituzionale' && b.esito !== 'invariata')).toEqual([])
  return banche.find((b) => b.slug === 'diritto-costituzionale')?.esito
}
const BANCA = 'banche/diritto-costituzionale/domande.json'
type Voce = { id: string; testo: string; spiegazione: string }
async function edit(change: (entries: Voce[]) => Voce[]) {
  const entries = JSON.parse(await readFile(join(content, BANCA), 'utf8'))
  await writeFile(join(content, BANCA), JSON.stringify(change(entries)))
}
const ids = async () => {
  const { rows } = await world.db.query<{ id_origine: string; id_domanda: number }>(
    `select id_origine, id_domanda from domanda join concorso using (id_concorso)
     where slug = 'diritto-costituzionale' order by posizione`,
  )
  return new Map(rows.map((r) => [r.id_origine, r.id_domanda]))
}
const versione = async () => {
  const { rows } = await world.db.query<{ versione: string; pacchetto: string; data_ultimo_aggiornamento: Date }>(
    `select versione, pacchetto, data_ultimo_aggiornamento from concorso where slug = 'diritto-costituzionale'`,
  )
  return rows[0]!
}

test('[OP6] the first seeding publishes every bank, path and simulation of the content', async () => {
  const result = await seedContenuti(world.deps, content)
  expect(result.rilievi).toEqual([])
  expect(result.banche.map((b) => b.slug)).toEqual(BANCHE)
  expect(result.banche.every((b) => b.esito === 'nuova')).toBe(true)
  expect(result.banche.every((b) => b.domande >= 80)).toBe(true)
  const { corpo: body } = await world.call('GET', '/ms_concorso/concorsi')
  expect(body.totale).toBe(result.banche.length)
  const costituzionale = body.elementi.find((c: { concorso: string }) => c.concorso === 'Diritto costituzionale')
  expect(costituzionale.materie[0].materia).toBe('Principi fondamentali')
  const simulazioni = await world.call(
    'GET',
    `/ms_concorso/simulazioni?id_concorso=${costituzionale.id_concorso}&attiva=true`,
  )
  expect(simulazioni.corpo.elementi[0]).toMatchObject({
    numero_domande: 40,
    durata: '01:00:00',
    punteggio_risposte_corrette: 0.75,
    punteggio_risposte_sbagliate: -0.25,
    sbarramento: 21,
  })
})

test('[OP6] seeding again changes nothing', async () => {
  const before = await versione()
  world.orologio.advance(60_000)
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('invariata')
  expect(await versione()).toEqual(before)
})

test('[PP2] a question to try is of the starter banks, short, with its key, and another on another day', async () => {
  const days = Array.from({ length: 5 }, (_, i) => new Date(Date.UTC(2026, 10, 1 + i, 12)))
  const questions = await Promise.all(days.map((day) => readTrialQuestion(world.db, day)))
  expect(new Set(questions.map((q) => q?.testo)).size).toBeGreaterThan(1)
  expect(await readTrialQuestion(world.db, days[0] as Date)).toEqual(questions[0])
  for (const q of questions) {
    expect(q?.testo.length).toBeLessThanOrEqual(110)
    expect(q?.risposte[(q.corretta ?? 0) - 1]).toBeDefined()
    expect(q?.spiegazione).not.toBe('')
  }
  const { corpo: body } = await world.call('GET', '/ms_concorso/domanda_prova')
  expect(['Diritto costituzionale', 'Informatica e competenze digitali']).toContain(body.domanda.banca)
  await world.db.query("update concorso set stato = 'ritirato'")
  expect(await readTrialQuestion(world.db, days[0] as Date)).toBeNull()
  await world.db.query("update concorso set stato = 'pubblicato'")
})

test('[OP6] a bank published when its file held less is published again, once, with the same ids', async () => {
  const before = await versione()
  const idPrima = await ids()
  await world.db.query(`update concorso set versione = $1 where slug = 'diritto-costituzionale'`, ['0'.repeat(64)])
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('aggiornata')
  expect((await versione()).versione).toBe(before.versione)
  expect(await ids()).toEqual(idPrima)
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('invariata')
  world.orologio.advance(60_000)
})

test('[D19] a corrected text makes a new version with the same ids', async () => {
  const before = await versione()
  const idPrima = await ids()
  await edit((entries) => entries.map((v) => (v.id === 'cost-001' ? { ...v, testo: `${v.testo} (corretta)` } : v)))
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('aggiornata')
  expect(await ids()).toEqual(idPrima)
  const after = await versione()
  expect(after.versione).not.toBe(before.versione)
  expect(after.data_ultimo_aggiornamento.getTime()).toBeGreaterThan(before.data_ultimo_aggiornamento.getTime())
})

test('[D20] a corrected explanation reaches the server and leaves the package as it is', async () => {
  const before = await versione()
  await edit((entries) =>
    entries.map((v) => (v.id === 'cost-001' ? { ...v, spiegazione: 'Spiegazione corretta.' } : v)),
  )
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('aggiornata')
  expect(await versione()).toEqual(before)
  const { rows } = await world.db.query<{ spiegazione: string }>(
    `select spiegazione from domanda where id_origine = 'cost-001'`,
  )
  expect(rows[0]?.spiegazione).toBe('Spiegazione corretta.')
})

test('[D19] questions that move, leave and come keep the ids of the others', async () => {
  const before = await ids()
  // cost-003 to cost-010 are in no official draw together: the last of the list is.
  await edit((entries) => {
    const [before, second, ...altre] = entries as [Voce, Voce, ...Voce[]]
    const senza = altre.filter((v) => v.id !== 'cost-003')
    return [...senza, second, before, { ...before, id: 'cost-900', testo: 'Un quesito nuovo?' }]
  })
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('aggiornata')
  const after = await ids()
  expect(after.has('cost-003')).toBe(false)
  expect(after.has('cost-900')).toBe(true)
  for (const [origine, id] of after) if (origine !== 'cost-900') expect(before.get(origine)).toBe(id)
  expect([...after.keys()].slice(-3)).toEqual(['cost-002', 'cost-001', 'cost-900'])
})

test('a package that was lost with its folder is built again', async () => {
  const { pacchetto } = await versione()
  await rm(join(world.cartella, 'pacchetti', pacchetto))
  expect(esitoDi(await seedContenuti(world.deps, content))).toBe('aggiornata')
  expect(await world.deps.packageFiles.size(pacchetto)).toBeGreaterThan(0)
})

test('[OP10] a bank with a defect is refused whole and named, and the others are not touched', async () => {
  const before = await versione()
  await edit((entries) => entries.map((v, i) => (i === 7 ? { ...v, testo: '' } : v)))
  const result = await seedContenuti(world.deps, content)
  expect(result.rilievi[0]).toMatchObject({ file: BANCA, id: expect.stringContaining('cost-') })
  expect(result.banche.map((b) => [b.slug, b.esito])).toEqual([['informatica-competenze-digitali', 'invariata']])
  expect(result.simulazioni).toBe(0)
  expect(await versione()).toEqual(before)
  await rm(join(content, BANCA))
  expect(await seedContenuti(world.deps, content)).toMatchObject({ banche: [], rilievi: [{ file: content }] })
  await writeFile(join(content, BANCA), 'non è JSON')
  expect((await seedContenuti(world.deps, content)).banche).toHaveLength(1)
  expect(await versione()).toEqual(before)
})

test('[OP6] a simulation over two banks has the subjects and the questions of both', async () => {
  const other = await makeWorld()
  const intatti = await copyContenuti()
  const simulazione = {
    slug: 'due-banche',
    banca: 'diritto-costituzionale',
    descrizione: 'Diritto e informatica',
    durata: '00:05:00',
    numero_domande: 2,
    attiva: true,
    materie_simulazione: [
      { materia: 'parlamento', numero: 1 },
      { banca: 'informatica-competenze-digitali', materia: 'hardware-sistemi-operativi', numero: 1 },
    ],
    punteggio_risposte_corrette: 1,
    punteggio_risposte_sbagliate: 0,
    punteggio_non_risposte: 0,
  }
  const materieDi = async (slug: string) => {
    const entries = JSON.parse(await readFile(join(intatti, `banche/${slug}/domande.json`), 'utf8'))
    return new Map(entries.map((v: { id: string; materia: string }) => [v.materia, v.id]))
  }
  const domande = [
    (await materieDi('diritto-costituzionale')).get('parlamento'),
    (await materieDi('informatica-competenze-digitali')).get('hardware-sistemi-operativi'),
  ]
  try {
    const file = join(intatti, 'simulazioni/due-banche.json')
    await writeFile(file, JSON.stringify({ ...simulazione, domande }))
    expect(await seedContenuti(other.deps, intatti)).toMatchObject({ simulazioni: 2, rilievi: [] })
    const { rows } = await other.db.query<{ materie: { materia: string }[]; origini: string[]; banche: number }>(
      `select materie, array(select id_origine from unnest(estrazione) with ordinality as e(id_domanda, n)
         join domanda using (id_domanda) order by n) as origini,
         (select count(distinct id_concorso) from jsonb_array_elements(materie) as m(v)
           join materia on id_materia = (v->>'id_materia')::int) as banche
       from simulazione where slug = 'due-banche'`,
    )
    expect(rows[0]?.origini).toEqual(domande)
    expect(Number(rows[0]?.banche)).toBe(2)
    expect(rows[0]?.materie.map((m) => m.materia)).toEqual(['Parlamento', expect.stringContaining('Hardware')])
  } finally {
    await other.close()
    await rm(intatti, { recursive: true, force: true })
  }
})

test('two processes that seed at once publish once', async () => {
  const other = await makeWorld()
  const intatti = await copyContenuti()
  try {
    const esiti = await Promise.all([seedContenuti(other.deps, intatti), seedContenuti(other.deps, intatti)])
    const count = esiti[0]?.banche.length ?? 0
    const added = esiti.flatMap((e) => e.banche).filter((b) => b.esito === 'nuova')
    expect(added.map((b) => b.slug).sort()).toEqual(esiti[0]?.banche.map((b) => b.slug).sort())
    expect(esiti.flatMap((e) => e.banche).filter((b) => b.esito === 'invariata')).toHaveLength(count)
    const { rows } = await other.db.query<{ n: number }>('select count(*) as n from concorso where id_concorso > 0')
    expect(rows[0]?.n).toBe(count)
  } finally {
    await other.close()
    await rm(intatti, { recursive: true, force: true })
  }
})
