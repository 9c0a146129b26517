import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#contract/database'
import { ok } from '#contract/result'
import { formatEsame } from '#rules/esame'
import { readAfterSeduta } from '#src/domain/after-seduta'
import { bancheState, leadingBanca, reloadBanche } from '#src/domain/banche-state'
import { readPointsToWin } from '#src/domain/points-to-win'
import { writePlan } from '#src/domain/study-plan'
import { loadOggi, loadPrevisione, oggiState, restoreOggi } from '#src/features/home/oggi-state'
import { session } from '#src/session/session'
import { OggiCard } from '../../src/features/home/OggiCard.tsx'
import { apri, giusta, type Mondo, nuovaSeduta, rispondi, sbagliata, value } from '../workers/mondo.ts'
import { makeBanca, stubBrowser } from './aiuti.ts'

let mondo: Mondo
let db: Database
const delays: Promise<unknown>[] = []
const clock = { at: '2026-11-21T20:00:00.000+01:00' }
vi.mock('../../src/store/opening.ts', async () => ({
  withStore: async () => {
    await delays.shift()
    return ok(db)
  },
  store: (await import('valtio')).proxy({ stato: 'aperto' }),
}))
stubBrowser()
vi.stubGlobal('location', new URL('http://localhost/'))
vi.mock('../../src/platform/server-now.ts', async (real) => ({
  ...(await real<typeof import('#src/platform/server-now')>()),
  correctedIso: () => clock.at,
}))
const ESAME = {
  ...{ fonte: 'Prova vera', domande: 40, corretta: 750, sbagliata: -250, soglia: 21_000, massimo: 30_000 },
  quote: [],
}
const keyed = () => mondo.banca.domande.filter((d) => d.corretta !== null).map((d) => d.posizione)

beforeAll(async () => {
  session.credentials = { utente: { id_utente_idoneo: 7 } } as NonNullable<typeof session.credentials>
  mondo = await apri({ n: 120 })
  db = mondo.db
  await reloadBanche()
})

describe('after a sitting', () => {
  it('[PV6] [OG5] without rules nothing is predicted; tomorrow is offered with the questions of the plan', async () => {
    const { movement, appointment } = await readAfterSeduta(1, 'x')
    expect(movement).toBeNull()
    expect(appointment).toMatchObject({ giorno: '2026-11-22', domani: true, n: 20, nuove: 20 })
    expect(new Date(appointment?.at_ms ?? 0).toISOString()).toBe('2026-11-22T07:00:00.000Z')
    writePlan('prove', 1, '2026-11-22')
    expect((await readAfterSeduta(1, 'x')).appointment).toBeNull()
    writePlan('prove', 1, null)
  })

  it('[PV6] tells the prediction before it and now', async () => {
    writePlan('esami', 1, formatEsame(ESAME))
    for (const p of keyed().slice(0, 62)) await rispondi(mondo, p, sbagliata(p))
    const places = keyed().slice(62)
    const scelte = Int32Array.from(places, (p) => 100_000 + p)
    const { id } = value(await db.createSeduta(nuovaSeduta({ at: mondo.at(), scelte })))
    for (const [indice, p] of places.entries())
      await db.answer({
        ...{ id_concorso: 1, id_domanda: 100_000 + p, risposta: giusta(p), modalita: 'ESEGUITA' as const },
        ...{ at: mondo.at(), id_evento: mondo.id(), id_seduta: id, indice },
      })
    const { movement } = await readAfterSeduta(1, id)
    expect(movement?.massimo).toBe(30_000)
    expect(movement?.prima).not.toBeNull()
    expect(movement?.dopo).toBeGreaterThan(movement?.prima ?? Number.POSITIVE_INFINITY)
  })

  it('[OG6] the subjects of a bank are by points still to win, told as points of a known exam alone', async () => {
    const banca = bancheState.list[0] as (typeof bancheState.list)[0]
    const known = await readPointsToWin(banca)
    const points = known?.materie.map((m) => m.da_vincere) ?? []
    expect(known?.told).toBe(true)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    writePlan('esami', 1, null)
    const unknown = await readPointsToWin(banca)
    expect([unknown?.told, unknown?.materie.length]).toEqual([false, points.length])
  })
})

describe('the home', () => {
  it('is led by the nearest exam to come, whatever was used last', () => {
    const used = makeBanca({ id_concorso: 21, selezionata: true, ultimo_uso: '2026-11-21T19:00:00.000+01:00' })
    const far = makeBanca({ id_concorso: 22, selezionata: false })
    const near = makeBanca({ id_concorso: 23, selezionata: false })
    writePlan('prove', 22, '2027-02-01')
    writePlan('prove', 23, '2026-12-01')
    expect(leadingBanca([used, far, near], '2026-11-21')?.id_concorso).toBe(23)
    expect(leadingBanca([used, far, near], '2026-12-02')?.id_concorso).toBe(22)
    expect(leadingBanca([used, far, near], '2027-02-02')?.id_concorso).toBe(21)
  })

  it('is not led by a bank that was only opened while another has answers', () => {
    const opened = makeBanca({ id_concorso: 21, selezionata: true })
    const answered = makeBanca({ id_concorso: 22, selezionata: false })
    const begun = { ...answered, viste: 1 }
    const fresh = { ...opened, viste: 0 }
    expect(leadingBanca([fresh, begun], '2026-11-21')).toBe(begun)
    expect(leadingBanca([fresh], '2026-11-21')).toBe(fresh)
  })

  it('[PP7] has the figures of the last visit at once, from which nothing starts', async () => {
    await loadOggi(1)
    const { oggi } = oggiState
    oggiState.id_concorso = null
    restoreOggi(1)
    const picture = { kept: true, oggi: { ...oggi, scelte: new Int32Array() } }
    expect(oggiState).toMatchObject({ ...picture, passato: false })
    await loadOggi(1)
    expect(oggiState).toMatchObject({ kept: false, oggi })
    await loadOggi(99)
    expect(oggiState.oggi).toBeNull()
  })

  it('[PP7] shows no answers of a day that is over, whose plan stands', async () => {
    await loadOggi(1)
    const evening = clock.at
    clock.at = '2026-11-22T07:00:00.000+01:00'
    oggiState.id_concorso = null
    restoreOggi(1)
    expect(oggiState).toMatchObject({ kept: true, passato: true })
    const banca = makeBanca({ id_concorso: 1 })
    const draw = () => renderToString(createElement(OggiCard, { banca, open: [] }))
    expect(draw()).not.toMatch(/Oggi: \d+ su/)
    await loadOggi(1)
    expect(draw()).toMatch(/Oggi: \d+ su/)
    clock.at = evening
  })

  it('[OG2] where today’s questions cannot be read, says why and asks again', async () => {
    const banca = makeBanca({ id_concorso: 99 })
    const draw = () => renderToString(createElement(OggiCard, { banca, open: [] }))
    await loadOggi(99)
    expect(oggiState.error?.codice).toBe('CONCORSO_NON_TROVATO')
    expect(draw()).toMatch(/role="alert".*Le domande di oggi non sono pronte\..*>Riprova</s)
    expect(draw()).not.toContain('disabled')
    await loadOggi(1)
    expect(draw()).not.toContain('Riprova')
  })

  it('[PV4] shows the prediction that was asked for last, whichever is read first', async () => {
    const banca = bancheState.list[0] as (typeof bancheState.list)[0]
    oggiState.id_concorso = 1
    writePlan('esami', 1, formatEsame(ESAME))
    let release = () => {}
    delays.push(new Promise<void>((done) => (release = done)))
    const slow = loadPrevisione(banca)
    await vi.waitFor(() => expect(delays).toHaveLength(0))
    writePlan('esami', 1, formatEsame({ ...ESAME, domande: 60, massimo: 45_000 }))
    await loadPrevisione(banca)
    release()
    await slow
    expect(oggiState.esame?.domande).toBe(60)
    expect(oggiState.previsione?.materie.reduce((sum, m) => sum + m.quota, 0)).toBeCloseTo(60)
  })
})
