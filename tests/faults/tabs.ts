import { createRandom } from '#rules/random'
import { loadSqlite } from '#wasm/sqlite'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { examine } from './store/examine.ts'
import { createRegistro, type Registro } from './tabs/record.ts'
import { openScena, type Scena } from './tabs/scene.ts'
import { COLPI, type Colpo, openTab, type Tab } from './tabs/tab.ts'

/** An owner that has no successor after this time has none, milliseconds: longer than the most patient tab waits. */
const PERSO_MS = 60_000

type TabFaults = FaultArgs & {
  /** The strikes to choose from, in turns of all of them. */
  strikes?: readonly Colpo[]
  /** How many times slower the tabs' clock runs. */
  slow?: number
  /** Tabs that answer at the same time. */
  open?: number
}

const now = () => performance.timeOrigin + performance.now()

/**
 * Hand-overs of the store's ownership (docs/FAULTS.md): tabs answer, the one that owns the store is closed, crashes,
 * is reloaded, navigates away into the back/forward cache or is frozen, and comes back. Never two owners, and every answer
 * that a page saw acknowledged is in the store once.
 */
export async function run({
  n,
  seed,
  log,
  plants = [],
  first = false,
  strikes = COLPI,
  slow,
  open = 8,
}: TabFaults): Promise<FaultResult> {
  const caso = createRandom(seed)
  const scene = await openScena(plants, slow)
  const registro = createRegistro()
  const findings: string[] = []
  const tempi: number[] = []
  const conteggi: Partial<Record<Colpo | 'da_cache', number>> = {}
  let lost = 0
  let tried = 0
  const turn: Colpo[] = []
  try {
    await listen(scene, registro)
    const tabs: Tab[] = []
    for (let i = 0; i < open; i++) tabs.push(await openTab(scene, registro, i))
    log(`${open} tabs answer`)
    while (tried < n) {
      if (turn.length === 0) turn.push(...strikes)
      const [colpo] = turn.splice(caso(turn.length), 1) as [Colpo]
      tried++
      const { durata, male } = await handOver(tabs, registro, colpo)
      if (durata !== null) tempi.push(durata)
      conteggi[colpo] = (conteggi[colpo] ?? 0) + 1
      if (male === null && colpo === 'away' && registro.tornate.size > 0) {
        conteggi.da_cache = (conteggi.da_cache ?? 0) + 1
        registro.tornate.clear()
      }
      if (male !== null) {
        lost++
        findings.push(`hand-over ${tried}, ${colpo}: ${male}`)
        // A scene in which nobody owns the store has nothing more to show.
        if (lost >= (first ? 1 : 3)) break
      }
      if (tried % 10 === 0) log(`${tried} hand-overs, ${registro.risposte.size} answers`)
    }
    findings.push(...(await compare(tabs, registro)))
    lost = Math.min(tried, lost + (findings.length > lost ? 1 : 0))
  } finally {
    await scene.close()
  }
  tempi.sort((a, b) => a - b)
  const quantile = (q: number) =>
    Math.round(tempi[Math.min(tempi.length - 1, Math.floor(q * tempi.length))] ?? Number.NaN)
  const { piu_lenta, ripetute, risposte } = registro.misure()
  return {
    tried,
    survived: tried - lost,
    lost,
    findings: findings.slice(0, 12),
    figures: {
      handover_p50: quantile(0.5),
      handover_p99: quantile(0.99),
      handover_max: quantile(1),
      answers: risposte,
      slowest_call: piu_lenta,
      told_again: ripetute,
      ...conteggi,
    },
  }
}

/** Strikes the owner and waits until an answer is acknowledged that another carried out, then brings the tab back. */
async function handOver(
  tabs: readonly Tab[],
  registro: Registro,
  colpo: Colpo,
): Promise<{ durata: number | null; male: string | null }> {
  const before = registro.owner()
  const tab = tabs.find((t) => t.n === before?.tab)
  if (!before || !tab) return { durata: null, male: 'nobody says that the store is his' }
  // Only a hidden tab is ever frozen.
  if (colpo === 'freeze') await tabs.find((t) => t !== tab)?.page.bringToFront()
  const forced = registro.forced()
  const morte = now()
  const colpito = tab.strike(colpo).catch(() => {})
  await registro.until(() => registro.firstAfter(before.titolo) !== null, PERSO_MS)
  const primo = registro.firstAfter(before.titolo)
  // A tab that leaves serves until it has left: its last sign of life is before its end, so nothing is measured too short.
  const durata = primo === null ? null : primo - Math.max(morte, registro.lastOf(before.titolo))
  await colpito
  const tornata = await tab.restore(colpo).catch((e: unknown) => String(e))
  return { durata, male: complaint(durata, registro.forced() > forced, tornata) }
}

/** What was wrong with a hand-over; null when nothing was. */
function complaint(durata: number | null, forced: boolean, tornata: boolean | string): string | null {
  if (durata === null) return `no other tab owned the store after ${PERSO_MS} ms`
  // Only an owner that never let go is given up after this silence.
  if (forced) return `the store had to be taken by force, after ${Math.round(durata)} ms`
  return tornata === true ? null : `the tab did not come back: ${tornata}`
}

/** Somebody on the account's channel who has no store: hears which ownership carried out which event. */
async function listen(scene: Scena, registro: Registro): Promise<void> {
  const page = await scene.browser.newPage()
  await page.exposeBinding('racconta', (_, d) => registro.hear(-1, d))
  await page.goto(scene.altrove)
  await page.evaluate(() => {
    const channel = new BroadcastChannel('idoneo-schede-7')
    const { racconta } = window as unknown as { racconta: (d: unknown) => void }
    channel.onmessage = ({ data }) => {
      if (data.tipo === 'forced') racconta(data)
      if (data.tipo !== 'change' || data.change.tipo !== 'record') return
      const quando = performance.timeOrigin + performance.now()
      racconta({ tipo: 'annuncio', proprietario: data.leader, id_evento: data.change.id_evento, quando })
    }
    Object.assign(window, { canale: channel })
  })
}

/** The store at the end against everything that was said on the way: what is wrong. */
async function compare(tabs: readonly Tab[], registro: Registro): Promise<string[]> {
  const testo = await copyStore(tabs)
  if (testo === null) return ['no tab can read the store']
  const sqlite = await loadSqlite()
  const name = '/schede.db'
  sqlite.capi.sqlite3_js_posix_create_file(name, new Uint8Array(Buffer.from(testo, 'base64')))
  const db = new sqlite.oo1.DB(name, 'r')
  const { events, wrong } = examine({ all: <T>(sql: string) => db.selectObjects(sql) as T[] })
  db.close()
  const presenti = new Set(events)
  const mancano = [...registro.risposte.keys()].filter((id) => !presenti.has(id))
  if (mancano.length > 0) wrong.push(`${mancano.length} acknowledged answers are missing`)
  for (const id of mancano.slice(0, 3)) wrong.push(registro.story(id, presenti))
  for (const { page } of tabs) {
    const recovery = await page.evaluate(() => window.tab.recuperi()).catch(() => '')
    if (recovery !== '') wrong.push(`the store put itself right: ${recovery}`)
    if (recovery !== '') break
  }
  if (presenti.size !== events.length) wrong.push('an event is there twice')
  wrong.push(...interleaved(events, registro.eseguite))
  for (const titolo of registro.doppie) wrong.push(`${titolo} wrote after another owned the store`)
  return wrong
}

/** The person's database from the first tab that still works, in base 64; null when none does. */
async function copyStore(tabs: readonly Tab[]): Promise<string | null> {
  const within = <T>(work: Promise<T>): Promise<T | null> =>
    Promise.race([work.catch(() => null), new Promise<null>((r) => setTimeout(() => r(null), 20_000).unref())])
  await Promise.all(tabs.map(({ page }) => within(page.evaluate(() => window.tab.ferma()))))
  for (const { page } of tabs) {
    const testo = await within(page.evaluate(() => window.tab.copia()))
    if (testo !== null) return testo
  }
  return null
}

/** Two owners at once would take turns in the chain of events: each ownership must be one piece of it. */
function interleaved(events: readonly string[], eseguite: ReadonlyMap<string, string>): string[] {
  const ended = new Set<string>()
  const wrong = new Set<string>()
  let corrente: string | undefined
  for (const id of events) {
    const titolo = eseguite.get(id)
    if (titolo === undefined || titolo === corrente) continue
    if (ended.has(titolo)) wrong.add(titolo)
    if (corrente !== undefined) ended.add(corrente)
    corrente = titolo
  }
  return [...wrong].map((titolo) => `events of ${titolo} stand among those of another owner`)
}
