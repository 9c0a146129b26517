import { describe, expect, it } from 'vitest'
import { countGraduatoria } from '#rules/graduatoria'
import { LE_SAI, NON_RISPOSTE } from '#rules/livello'
import { packPasso } from '#tests/rules/passo'
import { createMemoria, createStoria } from '#workers/statistiche/memoria'
import { apri, giusta, nuovaSeduta, rispondi, sbagliata, value } from '../mondo.ts'

const at = '2026-11-21T12:00:00.000+01:00'
const regole = {
  base: 0,
  massimo: 30_000,
  soglia: 21_000,
  sezioni: [{ domande: 40, punti: { corretta: 750, sbagliata: -250 }, materie: [] }],
}
type Mondo = Awaited<ReturnType<typeof apri>>
const read = async (mondo: Mondo, when = at, seduta?: string) =>
  value(await mondo.db.readPrevisione({ id_concorso: 1, regole, at: when, seme: 1, ...(seduta && { seduta }) }))

describe('memory of the questions [ME1]', () => {
  it('fades with days, lasts longer after each right answer, and begins anew after a wrong one', () => {
    const memoria = createMemoria()
    const recall = (day: number) => memoria.recall(1, day)?.ricordo ?? 0
    expect(memoria.recall(1, 0)).toBeNull()
    memoria.answer(1, 0, true)
    expect(recall(0)).toBe(1)
    expect(recall(5)).toBeLessThan(recall(2))
    const first = recall(13) / recall(3)
    memoria.answer(1, 3, true)
    expect(recall(13)).toBeGreaterThan(first)
    memoria.answer(1, 13, false)
    expect(recall(15)).toBeLessThan(0.9)
  })

  it('counts the first answer of a day alone, and leaves out those from a day on', () => {
    const memoria = createMemoria()
    memoria.answer(1, 0, false)
    const before = memoria.recall(1, 4)
    memoria.answer(1, 0, true)
    expect(memoria.recall(1, 4)).toEqual(before)
    memoria.answer(1, 3, true)
    expect(memoria.recall(1, 4, 3)).toEqual(before)
    expect(memoria.recall(1, 4, 0)).toBeNull()
  })

  it('a level set by hand begins a memory, unanswered forgets it', () => {
    const memoria = createMemoria()
    memoria.setLevel(1, 0, LE_SAI)
    expect(memoria.recall(1, 5)?.ricordo).toBeGreaterThan(0.9)
    memoria.setLevel(1, 1, NON_RISPOSTE)
    expect(memoria.recall(1, 5)).toBeNull()
  })

  it('followed in two parts is as followed at once', () => {
    const n = 400
    const minuti = Int32Array.from({ length: n }, (_, i) => 29_000_000 + 700 * i)
    const domande = Int32Array.from({ length: n }, (_, i) => (i * 7) % 31)
    const stati = Int32Array.from({ length: n }, (_, i) =>
      packPasso({ esito: 1 + (i % 2), prima: 1, dopo: 2, decimi: 9 }),
    )
    const once = createStoria()
    once.follow({ minuti, domande, stati }, new Map())
    const parts = createStoria()
    for (const [from, to] of [
      [0, 150],
      [150, n],
    ] as const)
      parts.follow(
        { minuti: minuti.slice(from, to), domande: domande.slice(from, to), stati: stati.slice(from, to) },
        new Map(),
      )
    expect(parts.storia.riscontri).toEqual(once.storia.riscontri)
    for (let id = 0; id < 31; id++)
      expect(parts.storia.memoria.recall(id, 20_500)).toEqual(once.storia.memoria.recall(id, 20_500))
  })
})

describe('the prediction of a bank [PV1][PV4]', () => {
  it('says how many answers are missing, and predicts from then on', async () => {
    const mondo = await apri()
    expect(await read(mondo)).toMatchObject({ mancano_risposte: 60, oggi: null, ieri: null })
    await rispondi(mondo, 1, giusta(1))
    expect((await read(mondo)).mancano_risposte).toBe(59)
  })

  it('rises with right answers; an answer taken back is one never given', async () => {
    const mondo = await apri()
    const all = value(
      await mondo.db.readOggi({ id_concorso: 1, n: 1000, data_prova: null, scelto: null, riposo: [], pesi: [], at }),
    )
    for (const id of all.scelte) await rispondi(mondo, id - 100_000, giusta(id - 100_000))
    const { oggi, ieri, materie } = await read(mondo)
    if (all.scelte.length < 60) expect(oggi).toBeNull()
    expect(materie.reduce((sum, m) => sum + m.quota, 0)).toBeCloseTo(40)
    const before = materie.reduce((sum, m) => sum + m.da_vincere, 0)
    const last = (all.scelte.at(-1) ?? 0) - 100_000
    await rispondi(mondo, last, sbagliata(last))
    expect(ieri === null || (oggi?.mediana ?? 0) >= ieri).toBe(true)
    const undone = await read(mondo)
    expect(undone.materie.reduce((sum, m) => sum + m.da_vincere, 0)).toBe(before)
  })

  it('[PV6] tells the median before a sitting as it stood then, until other answers come', async () => {
    const mondo = await apri({ n: 120 })
    const { db, at: now, id } = mondo
    const keyed = mondo.banca.domande.filter((d) => d.corretta !== null).map((d) => d.posizione)
    const old = keyed.slice(0, 62)
    for (const p of old) await rispondi(mondo, p, sbagliata(p))
    const start = await read(mondo)
    expect([start.mancano_risposte, start.prima]).toEqual([0, null])
    const places = [...keyed.slice(62), ...old.slice(0, 5)]
    const { id: seduta } = value(
      await db.createSeduta(nuovaSeduta({ at: now(), scelte: Int32Array.from(places, (p) => 100_000 + p) })),
    )
    expect((await read(mondo, at, seduta)).prima).toBeNull()
    const list = countGraduatoria([0, 29_000, 30_000], { titolo: 'T', posti: 2, massimo: 30_000 })
    const asked = { id_concorso: 1, regole, at, seme: 1, graduatoria: list }
    expect(value(await db.readPrevisione(asked)).posto).toEqual({ posto: 3, p_posto: 0 })
    for (const [indice, p] of places.entries())
      value(
        await db.answer({
          ...{ id_concorso: 1, id_domanda: 100_000 + p, risposta: giusta(p), modalita: 'ESEGUITA' as const },
          ...{ at: now(), id_evento: id(), id_seduta: seduta, indice },
        }),
      )
    const after = await read(mondo, at, seduta)
    expect(after.prima).toBe(start.oggi?.mediana)
    expect(after.oggi?.mediana).toBeGreaterThan(after.prima ?? Number.POSITIVE_INFINITY)
    expect((await read(mondo)).prima).toBeNull()
    await rispondi(mondo, old[7] as number, giusta(old[7] as number))
    expect((await read(mondo, at, seduta)).prima).toBeNull()
  })
})
