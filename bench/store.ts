import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type NomeBanco, openBanco } from './lib/browser.ts'
import { type Cifra, cifra, formatTable, median, percentile, readOpzioni } from './lib/cifre.ts'
import { addTempi, runRound, runRounds, type Tempi } from './lib/giri.ts'
import { OPERAZIONI, type Operazione } from './lib/lavoro.ts'

// Equal work for our store, for the specification's v9 stores on Dexie and on raw IndexedDB, for TanStack DB over SQLite in OPFS, and for native SQLite
// (docs/PERFORMANCE.md). Every engine is measured where it runs: ours inside its worker, Dexie, IndexedDB and TanStack DB in the page, native in
// Node. What a person waits for is measured from the page, messages included: cold open, bank ready and, against the peers of the
// page, answers and searches. What the messages add to the rest is in `details`, under the same names with `_from_page`.
const RISULTATI = join(fileURLToPath(new URL('.', import.meta.url)), 'results')
const MISURE = [1_000, 10_000, 100_000]
const PARI = ['dexie', 'idb', 'tanstack', 'native'] as const
type Pari = (typeof PARI)[number]
const TUTTI: readonly NomeBanco[] = ['pagina', 'dexie', 'idb', 'tanstack', 'dentro', 'native']
const DA_PAGINA: readonly NomeBanco[] = ['pagina', 'dexie', 'idb', 'tanstack', 'native']
const AWAITED: readonly (keyof Misurate)[] = ['answer', 'search_all', 'search_any']
const RANGES = ['ids_all', 'range_subjects', 'order_alphabetical', 'order_random'] as const
const RICERCHE: readonly Operazione[] = ['search_all', 'search_any']
/**
 * All rounds of these are over in a second or two: what the browser still does after the ones before (or after a peer has read
 * every row) would be in each. And they read little of a file, which the system may have let go when it was not read for some
 * seconds: the native peer reads its own for every order, and keeps words in memory; ours does neither.
 */
const BREVI: ReadonlySet<Operazione> = new Set(['page50', 'completion', ...RICERCHE])
/** Rounds of searches at every size: one search in twenty is the figure, and the slowest of few are chance. */
const CERCATE = 5
/** Rounds of a cold open: each is a page of its own, on a machine at rest. */
const STARTS = { giri: 7, fresca: true, quiete: true }
/** Rounds of what waits and its mark, after a rehearsal. */
const SEGNATE = 5

type Misurate = Record<Operazione | 'cold_open' | 'cold_open_first' | 'bank_ready', Tempi>
/** `engine_kept`: the browser had kept the engine when the first starts were over, and before the later ones. It should be no, yes. */
type Esito = {
  n: number
  figures: Cifra[]
  details: Cifra[]
  load: number
  engine_kept: { first: boolean; later: boolean }
}

/** Fewer rounds where a peer needs a minute for one. */
const misureFor = (n: number) => ({
  giri: n >= 100_000 ? 3 : 5,
  pronte: n >= 100_000 ? 2 : 4,
  compito: {
    ripetizioni: n >= 100_000 ? 5 : 8,
    risposte: 200,
    ricerche_giro: 50,
    ricerche_righe: n >= 100_000 ? 1 : 3,
  },
})

async function measure(n: number): Promise<Esito> {
  const { giri, pronte, compito } = misureFor(n)
  const banco = await openBanco(n, compito)
  const say = (what: string) => console.error(`${n}: ${what}`)
  try {
    const tempi = {} as Misurate
    say('bank_ready')
    tempi.bank_ready = await runRounds(banco, 'bank_ready', { metodi: DA_PAGINA, giri: pronte, prove: 0 })
    await banco.run('dentro', 'bank_ready', 0)
    say('cold_open_first')
    await banco.run('pagina', 'close', 0)
    tempi.cold_open_first = await runRounds(banco, 'cold_open', { ...STARTS, metodi: ['pagina', 'nudo'] })
    const first = await banco.hasEngine()
    if (first) say('the browser kept the engine early: some of the first starts did not compile it')
    await banco.run('pagina', 'open', 0)
    for (const metodo of TUTTI) await banco.run(metodo, 'history', 0)
    for (const operazione of OPERAZIONI) {
      if (operazione === 'unsynced' || operazione === 'mark_synced') continue
      say(operazione)
      const breve = BREVI.has(operazione)
      const quanti = RICERCHE.includes(operazione) ? CERCATE : giri
      const piano = { metodi: TUTTI, giri: quanti, quiete: breve, letti: breve }
      tempi[operazione] = await runRounds(banco, operazione, piano)
    }
    say('unsynced, mark_synced')
    // Each round answers what is to be marked again, in every store, and gives one mark: a middle needs some of them.
    tempi.unsynced = {}
    tempi.mark_synced = {}
    for (let giro = 0; giro <= SEGNATE; giro++) {
      const metodi = giro % 2 === 0 ? TUTTI : [...TUTTI].reverse()
      for (const metodo of metodi) await banco.run(metodo, 'practice', giro)
      const [unsynced, mark] = await runRound(banco, ['unsynced', 'mark_synced'], giro, { metodi, quiete: true })
      if (!unsynced || !mark || giro === 0) continue
      addTempi(tempi.unsynced, unsynced)
      addTempi(tempi.mark_synced, mark)
    }
    say('cold_open')
    for (const metodo of TUTTI) await banco.run(metodo, 'close', 0)
    const later = await banco.keepEngine()
    if (!later) say('the browser has not kept the engine: every start compiles it')
    tempi.cold_open = await runRounds(banco, 'cold_open', { ...STARTS, metodi: [...DA_PAGINA, 'nudo'] })
    return { n, ...figuresOf(tempi), load: loadavg()[0] ?? 0, engine_kept: { first, later } }
  } finally {
    await banco.close()
  }
}

/** The figures of the issue and, in `details`, the four operations whose mean is `range_order` and what messages add. */
function figuresOf(tempi: Misurate): Pick<Esito, 'figures' | 'details'> {
  const at = (peer: Pari, name: keyof Misurate, q: number, from?: NomeBanco): Cifra => {
    const where = from ?? (peer !== 'native' && AWAITED.includes(name) ? 'pagina' : 'dentro')
    // A cold open and a ready bank have no inside.
    const mine = tempi[name][where] ?? tempi[name].pagina ?? []
    return cifra(name, percentile(mine, q), 'ms', peer, percentile(tempi[name][peer] ?? [], q))
  }
  const mid = (peer: Pari, name: keyof Misurate) => at(peer, name, 0.5)
  const named = (name: string, c: Cifra): Cifra => ({ ...c, name })
  const figures = PARI.flatMap((peer) => {
    const ranges = RANGES.map((name) => mid(peer, name))
    const mean = (of: (c: Cifra) => number) => ranges.reduce((sum, c) => sum + of(c), 0) / ranges.length
    const range_order = cifra(
      'range_order',
      mean((c) => c.value),
      'ms',
      peer,
      mean((c) => c.peer_value),
    )
    const queries = [range_order, mid(peer, 'completion'), mid(peer, 'unsynced')]
    const middle = (of: (c: Cifra) => number) => median(queries.map(of))
    return [
      mid(peer, 'cold_open'),
      mid(peer, 'bank_ready'),
      named('answer_p50', mid(peer, 'answer')),
      named('answer_p99', at(peer, 'answer', 0.99)),
      cifra(
        'query',
        middle((c) => c.value),
        'ms',
        peer,
        middle((c) => c.peer_value),
      ),
      range_order,
      mid(peer, 'page50'),
      mid(peer, 'completion'),
      mid(peer, 'unsynced'),
      mid(peer, 'mark_synced'),
      named('search_all_p95', at(peer, 'search_all', 0.95)),
      named('search_any_p95', at(peer, 'search_any', 0.95)),
    ]
  })
  const details = PARI.flatMap((peer) => [
    ...RANGES.map((name) => mid(peer, name)),
    ...([...RANGES, 'page50', 'completion', 'unsynced', 'mark_synced'] as const).map((name) =>
      named(`${name}_from_page`, at(peer, name, 0.5, 'pagina')),
    ),
  ])
  // What no start in this machine's browser can be below.
  const starts = (['cold_open', 'cold_open_first'] as const).map((name) => {
    const { pagina = [], nudo = [] } = tempi[name]
    return cifra(name, median(pagina), 'ms', 'engine', median(nudo))
  })
  return { figures, details: [...details, ...starts] }
}

/** Slope of log(time) over log(n) between the smallest and the largest size: 1 grows as the bank, 0 not at all. */
function exponents(esiti: readonly Esito[]): { name: string; peer: string; ours: number; theirs: number }[] {
  const first = esiti[0]
  const last = esiti.at(-1)
  if (!first || !last || first === last) return []
  const slope = (a: number, b: number) => Number((Math.log(b / a) / Math.log(last.n / first.n)).toFixed(2))
  return last.figures.flatMap((l) => {
    const f = first.figures.find(({ name, peer }) => name === l.name && peer === l.peer)
    return f
      ? [{ name: l.name, peer: l.peer, ours: slope(f.value, l.value), theirs: slope(f.peer_value, l.peer_value) }]
      : []
  })
}

const opzioni = readOpzioni(0)
const esiti: Esito[] = []
mkdirSync(RISULTATI, { recursive: true })
for (const n of opzioni.n > 0 ? [opzioni.n] : MISURE) {
  const esito = await measure(n)
  esiti.push(esito)
  // A run of all the sizes is long: what is measured is not lost with what comes after.
  writeFileSync(join(RISULTATI, `store-${n}.json`), `${JSON.stringify({ bench: 'store', ...esito }, null, 2)}\n`)
}
const growth = exponents(esiti)
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, node: process.version }
const largest = esiti.at(-1) as Esito
const report = { bench: 'store', ...largest, sizes: esiti, growth, machine }
const file = join(RISULTATI, `store-${esiti.map((e) => e.n).join('-')}.json`)
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
if (opzioni.json) console.log(JSON.stringify(report))
else {
  for (const { n, figures, details } of esiti)
    console.log(`${formatTable(`store, n = ${n}`, [...figures, ...details])}\n`)
  for (const g of growth) console.log(`growth ${g.name} (${g.peer}): ours ${g.ours}, theirs ${g.theirs}`)
  console.log(file)
}
