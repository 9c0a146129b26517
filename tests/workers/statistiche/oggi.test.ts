import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, codice, creaBanca, giusta, rispondi, sbagliata, serve, value } from '../mondo.ts'

const at = '2026-11-21T12:00:00.000+01:00'
const read = (mondo: Awaited<ReturnType<typeof apri>>, altro: object = {}) =>
  mondo.db.readOggi({ id_concorso: 1, n: 10, data_prova: null, scelto: null, riposo: [], pesi: [], at, ...altro })

describe("today's sitting of a bank [OG1]", () => {
  it('begins with questions never seen, and answered ones do not come back the same day', async () => {
    const mondo = await apri()
    const before = value(await read(mondo))
    expect(before).toMatchObject({ dovute: 0, risposte_oggi: 0 })
    expect(before.scelte).toHaveLength(10)
    await rispondi(mondo, 1, giusta(1))
    await rispondi(mondo, 2, sbagliata(2))
    const after = value(await read(mondo))
    expect(after).toMatchObject({ mai_viste: before.mai_viste - 2, dovute: 0, risposte_oggi: 2 })
    expect([...after.scelte].some((id) => id === 100_001 || id === 100_002)).toBe(false)
  })

  it('a wrong answer is due the day after, behind the pace to the exam', async () => {
    const mondo = await apri()
    await rispondi(mondo, 2, sbagliata(2))
    const tomorrow = '2026-11-22T08:00:00.000+01:00'
    const oggi = value(await read(mondo, { at: tomorrow, data_prova: '2026-12-22' }))
    expect(oggi.dovute).toBe(1)
    expect(oggi.piano.giorni).toBe(30)
    expect([...oggi.scelte]).toContain(100_002)
  })

  it('without a date what is due comes back before new ones, up to half of the sitting', async () => {
    const mondo = await apri({ n: 120 })
    const first = value(await read(mondo, { n: 60 })).scelte
    const wrong = (from: number, to: number) =>
      Promise.all([...first].slice(from, to).map((id) => rispondi(mondo, id - 100_000, sbagliata(id - 100_000))))
    const tomorrow = () => read(mondo, { n: 20, at: '2026-11-22T08:00:00.000+01:00' })
    await wrong(0, 8)
    const { dovute, nuove } = value(await tomorrow())
    expect(dovute).toBeGreaterThan(5)
    expect(nuove).toBe(20 - dovute)
    expect(value(await read(mondo, { n: 20 })).ancora).toBe(false)
    await wrong(8, 30)
    const beyond = value(await read(mondo, { n: 20 }))
    expect([beyond.ancora, beyond.scelte.length]).toEqual([true, 20])
    expect(value(await tomorrow()).nuove).toBe(10)
  })

  it('counts a day once: the pace of the morning holds in the evening', async () => {
    const mondo = await apri()
    const morning = value(await read(mondo, { data_prova: '2026-11-26' }))
    for (const n of [1, 2, 3]) await rispondi(mondo, n, giusta(n))
    const evening = value(await read(mondo, { data_prova: '2026-11-26' }))
    expect(evening.piano).toEqual({ ...morning.piano, oggi: morning.piano.oggi - 3 })
  })

  it('a question without a key, and one answered without a verdict, are never offered as never seen', async () => {
    const mondo = await apri()
    await rispondi(mondo, 5, 3)
    const oggi = value(await read(mondo, { n: 60 }))
    const ids = [...oggi.scelte]
    expect(ids).not.toContain(100_007)
    expect(ids).not.toContain(100_005)
  })

  it('with all seen and none due it is a further sitting of the least known [OG2]', async () => {
    const mondo = await apri()
    const open = value(await read(mondo, { n: 1000 }))
    expect(open.ancora).toBe(false)
    for (const id of open.scelte) {
      const n = id - 100_000
      await rispondi(mondo, n, n === 4 ? sbagliata(n) : giusta(n))
    }
    const seen = value(await read(mondo))
    expect(seen).toMatchObject({ ancora: true, mai_viste: 0, dovute: 0 })
    expect(seen.scelte).toHaveLength(10)
    expect(seen.scelte[0]).toBe(100_004)
    const tomorrow = value(await read(mondo, { at: '2026-11-22T08:00:00.000+01:00' }))
    expect(tomorrow.ancora).toBe(false)
    expect(tomorrow.scelte).toHaveLength(tomorrow.dovute)
    expect([...tomorrow.scelte]).toContain(100_004)
  })

  it('banks of one exam share its day, and what is not on the device has no part in it [OG8]', async () => {
    const [first, second] = [await creaBanca(), await creaBanca({ id_concorso: 2, n: 30 })]
    const mondo = await apri({}, memoryPlatform({ fetch: serve(first, second) }))
    value(await mondo.db.downloadBanca({ concorso: second.concorso, at: mondo.at() }, () => {}))
    const exam = { data_prova: '2026-12-22', scelto: 20 }
    const mine = value(await read(mondo, { ...exam, insieme: [2, 99] }))
    const other = value(await read(mondo, { ...exam, id_concorso: 2, insieme: [1, 99] }))
    expect(mine.piano.obiettivo + other.piano.obiettivo).toBe(20)
    expect(mine.piano.obiettivo).toBeGreaterThan(other.piano.obiettivo)
    expect(mine.insieme).toMatchObject({
      piano: { obiettivo: 20 },
      mai_viste: mine.mai_viste + other.mai_viste,
      altre: [{ id_concorso: 2, resta: other.piano.obiettivo }],
    })
    // A sitting ends where the next bank's turn begins.
    expect(other.scelte).toHaveLength(Math.min(10, other.piano.obiettivo))
    expect(value(await read(mondo, { ...exam, insieme: [99] })).insieme).toBeNull()
    for (const id of other.scelte) await rispondi({ ...mondo, banca: second }, id - 200_000, giusta(id - 200_000))
    expect(value(await read(mondo, { ...exam, insieme: [2] })).insieme?.altre).toEqual([
      { id_concorso: 2, resta: Math.max(0, other.piano.obiettivo - 10) },
    ])
  })

  it('a bank that is not on the device is refused', async () => {
    const mondo = await apri()
    expect(codice(await read(mondo, { id_concorso: 99 }))).toBe('CONCORSO_NON_TROVATO')
  })
})
