import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createRandom, mixSeeds } from '#rules/random'
import { api, killProfile, makeAccount, newEmail, newProfile, openProfile, PASSWORD } from './aiuti.ts'
import {
  addTo,
  apriScheda,
  cardBanca,
  inizia,
  linkBanca,
  prossima,
  rispondi,
  scegliTutte,
  waitPronta,
} from './pratica.ts'
import { type Fault, StoppableServer } from './proxy.ts'

const BANCA = 'Diritto costituzionale'
/** Sessions of the two in turn. */
const SESSIONS = process.env.NOTTE === '1' ? 20 : 4
/** Before it four questions are answered, after it two: what was answered only before stays reset. */
const RESET_AT = SESSIONS / 2
const SEED = Number(process.env.SEME ?? 27)
const FAULTS: readonly (Fault | null)[] = ['drop', 'lose', 'lose', 'twice', 'late', null, null, null]

type Device = {
  profile: string
  server: StoppableServer
  browser: BrowserContext | null
  page: Page
  pushes: number
  calls: number
}
type Evento = { id: string; tipo: string; id_domanda: number; dati: string }
type Copia = {
  eventi: Evento[]
  statistiche: { id_domanda: number; preferiti: boolean; livello_conoscenza: number; data_eseguita: string | null }[]
}

describe('two devices of a person over a network that fails, with browsers that are killed', () => {
  const chance = createRandom(SEED)
  /** The fault of a device's call by its number, each of them once in a round: a seed strikes the same calls again. */
  const faultOf = (device: number, call: number): Fault | null => {
    const round = Math.floor(call / FAULTS.length)
    const sorted = FAULTS.map((fault, i) => ({ fault, key: mixSeeds(mixSeeds(SEED + device, round), i) }))
    return sorted.toSorted((a, b) => a.key - b.key)[call % FAULTS.length]?.fault ?? null
  }
  const struck = new Map<Fault, number>()
  const email = newEmail('coppia')
  let token = ''
  let devices: Device[] = []
  let broken = false
  /** Answers that a screen showed as kept; the last word about each place of the bank's order as a favourite. */
  let answered = 0
  const favourites = new Map<number, boolean>()

  const open = async (d: Device) => {
    d.browser ??= await openProfile(d.profile)
    d.page = d.browser.pages()[0] ?? (await d.browser.newPage())
  }
  const go = (d: Device, path: string) => d.page.goto(`${d.server.address}/simulatore${path}`)
  const openBank = async (d: Device) => {
    await go(d, '/banche-dati')
    await linkBanca(d.page, BANCA).click()
    await d.page.getByRole('heading', { level: 1, name: BANCA }).waitFor()
  }

  beforeAll(async () => {
    token = await makeAccount(email, 'premium')
    devices = [newProfile(), newProfile()].map((profile, i) => {
      const server = new StoppableServer(inject('indirizzo'))
      const device: Device = { profile, server, browser: null, page: null as never, pushes: 0, calls: 0 }
      server.fault = (method, path) => {
        if (!path.startsWith('/api/ms_reportistica/')) return null
        if (method === 'PUT') device.pushes++
        const fault = broken ? faultOf(i, device.calls++) : null
        if (fault) struck.set(fault, (struck.get(fault) ?? 0) + 1)
        return fault
      }
      return device
    })
    for (const [i, d] of devices.entries()) {
      await d.server.start()
      await open(d)
      await go(d, '/auth/?type=login')
      await d.page.getByLabel('E-mail', { exact: true }).fill(email)
      await d.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await d.page.getByRole('button', { name: 'Accedi', exact: true }).click()
      await d.page.waitForURL(/\/simulatore\/?$/)
      if (i === 0) await addTo(d.page, BANCA, `${d.server.address}/simulatore`)
      else {
        await go(d, '/banche-dati')
        await cardBanca(d.page, BANCA).getByRole('button', { name: 'Scarica' }).click()
        await waitPronta(d.page, BANCA)
      }
      // The session is on the disk: the browser writes it late, and the first kill may come sooner.
      await d.browser?.close()
      d.browser = null
    }
  })
  afterAll(async () => {
    for (const d of devices) {
      await d.browser?.close()
      await d.server.stop()
    }
  })

  /** Everything of the bank, here and on the server; the network holds for that. */
  async function reset(d: Device): Promise<void> {
    broken = false
    await openBank(d)
    await apriScheda(d.page, 'Progressi')
    await d.page.locator('summary', { hasText: 'Strumenti' }).click()
    await d.page.getByRole('button', { name: 'Ricomincia da capo' }).click()
    const dialog = d.page.getByRole('dialog', { name: 'Ricomincia da capo' })
    await dialog.getByRole('radio', { name: 'Anche sul server' }).check()
    await dialog.getByRole('button', { name: 'Azzera', exact: true }).click()
    await d.page.getByText(/^Azzerate le statistiche di/).waitFor()
    for (const place of favourites.keys()) favourites.set(place, false)
    broken = true
  }

  async function practise(d: Device, questions: number): Promise<void> {
    await openBank(d)
    await scegliTutte(d.page)
    await inizia(d.page)
    const marked = 1 + chance(questions)
    for (let n = 1; n <= questions; n++) {
      if (n > 1) await prossima(d.page, n)
      await rispondi(d.page, chance(3))
      answered++
      if (n !== marked) continue
      const [add, remove] = ['Aggiungi alle preferite', 'Togli dalle preferite'].map((name) =>
        d.page.getByRole('button', { name }),
      ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>]
      const is = await remove.isVisible()
      await (is ? remove : add).click()
      await (is ? add : remove).waitFor()
      favourites.set(n, !is)
    }
  }

  it(`${SESSIONS} sessions in turn, most of them ended by a kill`, async () => {
    broken = true
    for (let s = 0; s < SESSIONS; s++) {
      const d = devices[s % 2] as Device
      await open(d)
      if (s === RESET_AT) await reset(d)
      const before = d.pushes
      await practise(d, s < RESET_AT ? 4 : 2)
      const end = chance(4)
      // At once, or with a push on its way; the others just leave the page.
      if (end === 1) await expect.poll(() => d.pushes).toBeGreaterThan(before)
      if (end === 3) await d.page.goto('about:blank')
      else {
        await killProfile(d.profile, d.browser as BrowserContext)
        d.browser = null
      }
    }
    // Calls are made until each fault has struck.
    const [d] = devices as [Device]
    await open(d)
    const kinds = async () => {
      await openBank(d)
      return [...struck.keys()].toSorted()
    }
    await expect.poll(kinds).toEqual(['drop', 'late', 'lose', 'twice'])
  })

  /** Waits for the last page of a bank's records: its cursor stands still, and the pages before it are in the store. */
  const waitPulled = (page: Page) =>
    page.waitForResponse(async (response) => {
      const { pathname, searchParams } = new URL(response.url())
      if (!pathname.endsWith('/risposte_concorso') || response.request().method() !== 'GET') return false
      return ((await response.json()) as { cursore: number }).cursore <= Number(searchParams.get('cursore'))
    })

  /** The copy of everything that a device has, as its profile gives it. */
  async function copyOf(d: Device): Promise<Copia> {
    const pulled = waitPulled(d.page)
    await openBank(d)
    await pulled
    await d.page.getByText('Sincronizzato', { exact: true }).first().waitFor()
    await go(d, '/profilo?pagina=dati')
    const coming = d.page.waitForEvent('download')
    await d.page.getByRole('button', { name: 'Scarica la copia' }).click()
    return (JSON.parse(readFileSync(await (await coming).path(), 'utf8')) as { dati: Copia }).dati
  }
  async function onServer(): Promise<Evento[]> {
    const all: Evento[] = []
    for (let cursore = 0; ; ) {
      const { corpo } = await api(`/ms_reportistica/eventi?cursore=${cursore}`, { token })
      // Settings are voices: a copy has them apart.
      all.push(...(corpo.eventi as Evento[]).filter(({ tipo }) => tipo !== 'IMPOSTAZIONE'))
      if ((corpo.cursore as number) <= cursore) return all
      cursore = corpo.cursore as number
    }
  }
  const idsOf = (eventi: readonly Evento[]) => eventi.map(({ id }) => id).toSorted()
  const recordsOf = ({ statistiche }: Copia) =>
    statistiche
      .filter((r) => r.livello_conoscenza !== -99 || r.preferiti || r.data_eseguita !== null)
      .map((r) => [r.id_domanda, r.livello_conoscenza, Boolean(r.preferiti)])
      .toSorted(([a], [b]) => Number(a) - Number(b))

  it('at rest both have everything that was acknowledged, once, and show the same', async () => {
    broken = false
    for (const d of devices) await open(d)
    let copies: Copia[] = []
    await expect
      .poll(
        async () => {
          copies = []
          for (const d of devices) copies.push(await copyOf(d))
          return copies.map((c) => [idsOf(c.eventi), recordsOf(c)])
        },
        { timeout: 120_000 },
      )
      .toSatisfy(([one, other]) => JSON.stringify(one) === JSON.stringify(other))
    const [copy] = copies as [Copia, Copia]
    const answers = copy.eventi.filter(({ tipo }) => tipo === 'RISPOSTA')
    expect(answers).toHaveLength(answered)
    expect(idsOf(await onServer())).toEqual(idsOf(copy.eventi))
    const places = new Map(answers.map((e) => [(JSON.parse(e.dati).indice as number) + 1, e.id_domanda]))
    const recordOf = (place: number) => copy.statistiche.find((r) => r.id_domanda === places.get(place))
    for (const [place, is] of favourites) expect([place, Boolean(recordOf(place)?.preferiti)]).toEqual([place, is])
    for (const place of [3, 4]) expect([place, recordOf(place)?.livello_conoscenza ?? -99]).toEqual([place, -99])
  })
})
