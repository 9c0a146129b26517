import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fail, ok } from '#contract/result'
import { bancaText } from '#src/text/banca'
import { updateText } from '#src/text/update'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, type BancaDiProva, creaBanca, type Mondo, serve, value } from '../workers/mondo.ts'
import { stubBrowser } from './aiuti.ts'

const CHANGES = { uguali: 36, modificate: 2, chiave_cambiata: 1, aggiunte: 4, tolte: 1 }

it('[BK9] an update is told in numbers, before and after, without the lines that would say none', () => {
  expect(updateText.righe(CHANGES)).toEqual([
    '36 domande sono come prima',
    '2 domande hanno il testo modificato',
    '1 domanda ha un’altra risposta corretta',
    '4 domande sono nuove',
    '1 domanda non c’è più',
  ])
  expect(bancaText.aggiornamento_testo(6000, 6010)).toContain(': ha 6.010 domande, qui ne hai 6.000.')
  expect(bancaText.aggiornamento_testo(40, 40)).toContain(', con 40 domande come prima.')
  const same = { uguali: 1, modificate: 0, chiave_cambiata: 0, aggiunte: 0, tolte: 0 }
  expect(updateText.righe(same)).toEqual(['1 domanda è come prima'])
  expect(updateText.livelli_prima(0)).toBe('I tuoi livelli restano.')
  expect(updateText.livelli_prima(2)).toMatch(/tranne 2 domande da ripetere/)
  expect(updateText.livelli(0)).toBe('I tuoi livelli sono rimasti.')
  expect(updateText.livelli(2)).toMatch(/tranne 2 domande da ripetere/)
})

describe('[BK4] [BK9] nothing of a bank is replaced before the person’s word', () => {
  let mondo: Mondo
  let after: BancaDiProva
  let imagesCome = true
  beforeEach(async () => {
    vi.resetModules()
    stubBrowser()
    imagesCome = true
    after = await creaBanca({ n: 22, conImmagini: true })
    const served = serve(await creaBanca({ n: 20 }), after)
    const fetch: typeof served = async (address, init) =>
      address === after.concorso.url_immagini && !imagesCome
        ? new Response(null, { status: 500 })
        : served(address, init)
    mondo = await apri({ n: 20 }, memoryPlatform({ fetch }))
    vi.doMock('../../src/store/opening.ts', () => ({
      withStore: async () => ok(mondo.db),
      isDurable: () => true,
      store: { id_utente: 7 },
    }))
    vi.doMock('../../src/sync/raccolte.ts', () => ({ grantRaccolta: async () => ok(after.concorso) }))
    vi.doMock('../../src/sync/requests.ts', () => ({
      pullConcorso: async () => fail('RETE_ASSENTE'),
      recordChanged: () => undefined,
    }))
  })
  afterEach(() => {
    for (const path of ['store/opening', 'sync/raccolte', 'sync/requests']) vi.doUnmock(`../../src/${path}.ts`)
  })
  const load = async () => ({
    ...(await import('#src/domain/downloads')),
    ...(await import('#src/session/notices')),
  })
  const here = async () => value(await mondo.db.listBanche())[0]?.n_domande
  const asked = (page: Awaited<ReturnType<typeof load>>) =>
    vi.waitFor(() => {
      const [question] = page.notices.updates
      if (!question) throw new Error('not asked')
      return question
    })

  it.each(['a no', 'a stop from the card'])(
    '%s leaves the bank as it is, and the next press asks again',
    async (no) => {
      const page = await load()
      for (let i = 0; i < 2; i++) {
        const update = page.downloadBanca(1, 'Concorso 1')
        const { changes, answer } = await asked(page)
        expect(changes).toMatchObject({ uguali: 20, aggiunte: 2 })
        expect(page.downloads.by_banca[1]?.fase).toBe('conferma')
        if (no === 'a no') answer(false)
        else await page.cancelDownload(1)
        expect(await update).toEqual(fail('DOWNLOAD_ANNULLATO'))
        expect(await here()).toBe(20)
        expect([page.downloads.by_banca, page.notices.updates]).toEqual([{}, []])
      }
    },
  )

  it('a yes is asked for once, cut or not; without changed keys nothing more is told', async () => {
    const page = await load()
    imagesCome = false
    const cut = page.downloadBanca(1, 'Concorso 1')
    ;(await asked(page)).answer(true)
    expect((await cut).ok).toBe(false)
    expect(await here()).toBe(20)
    imagesCome = true
    expect(await page.downloadBanca(1, 'Concorso 1')).toEqual(ok(null))
    expect(await here()).toBe(22)
    expect([page.downloads.by_banca, page.notices.updates, page.updates.by_banca]).toEqual([{}, [], {}])
  })

  it('an account that leaves has said no', async () => {
    const page = await load()
    const update = page.downloadBanca(1, 'Concorso 1')
    await asked(page)
    ;(await import('#src/session/account')).endAccount()
    expect((await update).ok).toBe(false)
    expect(await here()).toBe(20)
    expect(page.notices.updates).toEqual([])
  })
})
