// Bundled and run in Node by ../damage.ts: everything in here is what a browser's worker would run, over a fake disk.
import { createRandom, mixSeeds } from '#rules/random'
import { eventIdOf } from '#workers/prove/deliver'
import { Disk } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import type { Published } from '../power/world.ts'
import { apply, type Rows } from '../power/writings.ts'
import { type Ask, examine } from '../store/examine.ts'
import { differences, kindOf, nameOf, readWritings, sittingOf, tell } from '../store/writings.ts'
import { type Life, live, type Shown, shownOf } from './life.ts'
import { hitIn } from './pages.ts'
import { practise, readAll } from './practise.ts'
import { type Strike, strike } from './strike.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE } from './world.ts'

export type Options = {
  n: number
  seed: number
  banks: readonly Published[]
  log: (line: string) => void
  first?: boolean
  /** The first life to live. */
  from?: number | undefined
}
export type Outcome = {
  tried: number
  lost: number
  findings: string[]
  /** Damages that changed what the store or a bank says, and of those the ones that were noticed. */
  harmful: number
  detected: number
  /** Visits on which the person went on before the store was checked. */
  early: number
  /** Sittings and trials whose own pages were hit and which no copy and no mirror has: lost, and told. */
  sittings: number
  /** The same of notes, templates, saved filters, keys, flags, rules and marks of trials. */
  writings: number
  /** Logs cut short and old copies without a mirror: nothing is left that knows of what is missing. */
  unwitnessed: number
  /** Events not sent yet whose own bytes were hit while the mirror was gone too. */
  unsavable: number
}

/** What losing an event that had been sent, or the sitting of an answer, leaves behind: history of this device, no record. */
const EXPECTED = ['has no place in its sitting', 'which is no event', 'mark and answer differ']
const UNTOUCHED: Shown = { livello_conoscenza: -99, preferiti: 0, risposta_gettonata: null }
/** Damages to each life. */
const STRIKES = 20
/** Where a mark has its time. */
const MS = 3
const FINDINGS = 40

export async function damageStores({ n, seed, banks, log, first = false, from = 0 }: Options): Promise<Outcome> {
  const outcome: Outcome = {
    tried: 0,
    lost: 0,
    findings: [],
    harmful: 0,
    detected: 0,
    early: 0,
    sittings: 0,
    writings: 0,
    unwitnessed: 0,
    unsavable: 0,
  }
  const { random } = Math
  const { warn } = console
  const opfs = installOpfs(new Disk())
  console.warn = () => {}
  try {
    for (let i = from; outcome.tried < n && !(first && outcome.lost > 0); i++) {
      // Places of the pool are named by chance: each life has its own, so that it can be lived again alone.
      const names = createRandom(mixSeeds(seed, i + 0x2000_0000))
      Math.random = () => (names(1 << 20) + names(1 << 20) / (1 << 20)) / (1 << 20)
      const life = await live(banks, mixSeeds(seed, i), (disk) => opfs.change(disk))
      const chance = createRandom(mixSeeds(seed, i + 0x1000_0000))
      for (let k = 0; k < STRIKES && outcome.tried < n; k++) {
        const hit = strike(life.image, life.old, chance)
        // One in four has no mirror: IndexedDB was gone, or never there.
        const mirrored = chance(4) > 0
        const wrong = await visit({ life, hit, mirrored, chance }, banks, outcome, (disk) => opfs.change(disk))
        outcome.tried++
        if (outcome.tried % 100 === 0) log(`${outcome.tried} damaged, ${outcome.lost} lost`)
        if (wrong.length === 0) continue
        outcome.lost++
        const name = `seed ${seed}, life ${i}, strike ${k} (${hit.kind} in ${hit.target}${mirrored ? '' : ', no mirror'})`
        if (outcome.findings.length < FINDINGS) outcome.findings.push(`${name}: ${wrong.slice(0, 3).join('; ')}`)
      }
    }
    return outcome
  } finally {
    Math.random = random
    console.warn = warn
    opfs.uninstall()
  }
}

type Blow = { life: Life; hit: Strike; mirrored: boolean; chance: (n: number) => number }

/** The next visit on the damaged storage: opened, checked, brought up to date from the server, used. Answers what is wrong. */
async function visit(
  blow: Blow,
  banks: readonly Published[],
  outcome: Outcome,
  enter: (disk: Disk) => void,
): Promise<string[]> {
  const { life, hit, mirrored, chance } = blow
  const wrong: string[] = []
  const disk = new Disk(hit.image)
  disk.recording = false
  enter(disk)
  const mirror = new MemorySpecchio(mirrored ? life.specchio.content : undefined)
  const world = createWorld(disk, banks, mirror, `${life.device}-dopo`)
  const { db } = world
  try {
    const opened = await db.open({ id_utente: UTENTE })
    if (!opened.ok) return [`cannot open: ${opened.error.codice} ${opened.error.detail ?? ''}`]
    // The page checks some seconds after it has opened the store: many have begun by then.
    const early = chance(3) === 0
    if (early) outcome.early++
    const since = await practise(world, early ? 1 + chance(6) : 0, life.steps, chance, banks)
    wrong.push(...since.wrong)
    const checked = await db.verifyArchivio({ at: instant(20_000_000), completa: true })
    if (!checked.ok) return [`cannot verify: ${checked.error.codice} ${checked.error.detail ?? ''}`]
    const { recupero: recovery } = checked.value
    const sql = () => world.connection() as NonNullable<ReturnType<typeof world.connection>>
    const gone = [...life.events.keys()].filter((id) => !sql().get('SELECT 1 FROM eventi WHERE id = ?', id))
    for (const id of gone.filter((e) => life.unsent.has(e))) {
      if (!mirrored && wasHit(life, hit, id)) outcome.unsavable++
      else wrong.push(`${id} was not sent yet and is lost`)
    }
    for (const id of since.events)
      if (!sql().get('SELECT 1 FROM eventi WHERE id = ?', id)) wrong.push(`${id} came after the damage and is lost`)
    wrong.push(...missing(blow, since.rows, sql(), recovery !== null, disk, outcome))
    await life.server.pull(world, 1, life.cursore + 1)
    const bankHere = new Map(
      sql()
        .all<{ id_concorso: number; file: string }>('SELECT id_concorso, file FROM banche WHERE file IS NOT NULL')
        .map((r) => [r.id_concorso, r.file]),
    )
    const droppedBanks = [...life.banks.keys()].filter((id) => !bankHere.has(id))
    for (const id of droppedBanks) {
      if (!recovery?.banche.some((b) => b.id_concorso === id)) wrong.push(`bank ${id} was dropped and nobody was told`)
      const bank = banks[0] as Published
      if (id === bank.concorso.id_concorso)
        must(await db.downloadBanca({ concorso: bank.concorso, at: instant(20_000_001) }, () => {}))
    }
    wrong.push(...(await readAll(db, sql())))
    const newer = [...since.events, ...deliveredSince(life, sql())]
    const poorer = new Set([...gone.map((id) => life.events.get(id)?.id_domanda), ...questionsOf(sql(), newer)])
    const shown = shownOf(sql())
    for (const [id, before] of life.shown) {
      const after = shown.get(id)
      // Without one of its own events a record that was never sent has nowhere to come back from.
      // No record is what a question never touched has [DB9].
      if (JSON.stringify(after ?? UNTOUCHED) !== JSON.stringify(before) && !poorer.has(id))
        wrong.push(`question ${id} is ${JSON.stringify(after)}, was ${JSON.stringify(before)}`)
    }
    wrong.push(...examine(sql(), { remote: true }).wrong.filter((w) => !EXPECTED.some((text) => w.includes(text))))
    wrong.push(...(await banksWrong(world.db, banks[0] as Published)))
    const noticed = recovery !== null
    const harmful = gone.length > 0 || droppedBanks.length > 0 || noticed
    if (harmful) outcome.harmful++
    if (noticed) outcome.detected++
    else if (gone.length > 0 && !mirrored && (hit.target === 'log' || hit.kind === 'old')) outcome.unwitnessed++
    else if (gone.length > 0) wrong.push(`${gone.length} events are gone and nobody was told`)
    const again = must(await db.verifyArchivio({ at: instant(20_000_002), completa: true }))
    if (again.recupero) wrong.push('damaged again after the recovery')
    return wrong
  } catch (error) {
    return [...wrong, `threw ${(error as Error).stack ?? error}`]
  } finally {
    await world.end()
  }
}

const questionsOf = (db: Ask, events: readonly string[]): number[] =>
  events.flatMap((id) =>
    db.all<{ id: number }>('SELECT id_domanda AS id FROM eventi WHERE id = ?', id).map((r) => r.id),
  )

/**
 * Answers of a trial delivered before the check that were marked before the damage: a recovery has put the mark back since the
 * person read the trial. Those alone whose answer is the one that was marked.
 */
const deliveredSince = ({ written, events }: Life, db: Ask): string[] =>
  [...written].flatMap(([name, value]) => {
    const [kind, trial = '', place] = name.split(' ')
    const id = kind === 'voce' ? eventIdOf(trial, Number(place)) : ''
    const [evento] = events.has(id) ? [] : db.all<{ dati: string }>('SELECT dati FROM eventi WHERE id = ?', id)
    return evento && JSON.parse(evento.dati).risposta === JSON.parse(value)[0] ? [id] : []
  })

/**
 * What of sittings, trials and the like is not as it was written. Only what lay on pages that were hit, and what neither the
 * copy nor the mirror has, may be; and only when the person is told.
 */
function missing(
  { life, hit, mirrored }: Blow,
  since: Rows,
  db: Ask,
  told: boolean,
  { files }: Disk,
  outcome: Outcome,
): string[] {
  const was = new Map(life.written)
  apply(was, since)
  const different = differences(was, readWritings(db))
  if (different.length === 0) return []
  const isHit = hitIn(life.image, life.pages, hit.image)
  const known = [...files.keys()].some((path) => path.includes('/guasto-'))
  // Cut off with nothing left that knows of it: the mirror knows of answers, and of sittings and trials under way.
  const unseen = !told && !known && (hit.target === 'log' || hit.kind === 'old')
  let unwitnessed = 0
  const wrong: string[] = []
  for (const d of different) {
    if (since.has(nameOf('prova', sittingOf(d.name) ?? '')) && isTimeAlone(d)) continue
    // A damaged log may hold what was written after the copy and not what came last, which may be again as in the copy.
    const copied = life.copied.get(d.name) === d.was && (d.is === null || hit.target !== 'log')
    const kept = d.was !== null && (copied || (mirrored && life.mirrored.get(d.name) === d.was))
    const ofSitting = sittingOf(d.name) !== null && (isHit('seduta') || isHit('prova'))
    // Without a mirror nothing says that what was done last is missing: that a copy has it is found by who rebuilds alone.
    if (unseen && !mirrored) unwitnessed++
    else if (kept) wrong.push(`${tell(d)}, though copy or mirror has it`)
    else if (!isHit(kindOf(d.name)) && !ofSitting) wrong.push(`${tell(d)}, though its pages are whole`)
    // Of an exercise the mirror has where it stood, and not its flags.
    else if (unseen && (kindOf(d.name) === 'segno' || !life.mirrored.has(nameOf('seduta', sittingOf(d.name) ?? ''))))
      unwitnessed++
    else if (!told) wrong.push(`${tell(d)}, and nobody was told`)
    else if (kindOf(d.name) === 'seduta') outcome.sittings++
    else outcome.writings++
  }
  if (unwitnessed > 0) outcome.unwitnessed++
  return wrong
}

/**
 * The same mark with more time on it. What passed before the check, on a trial that a recovery has put forward since, is counted
 * where that one has the person, which need not be the place where they were.
 */
function isTimeAlone({ name, was, is }: ReturnType<typeof differences>[number]): boolean {
  if (kindOf(name) !== 'voce' || was === null || is === null) return false
  const [a, b] = [JSON.parse(was), JSON.parse(is)] as [unknown[], unknown[]]
  return Number(b[MS]) > Number(a[MS]) && JSON.stringify(a.with(MS, 0)) === JSON.stringify(b.with(MS, 0))
}

/** Nowhere in what is left are the event's own bytes whole. */
function wasHit(life: Life, { image }: Strike, id: string): boolean {
  const own = Buffer.from(life.events.get(id)?.bytes ?? [])
  return ![...image.values()].some((b) => own.length > 0 && Buffer.from(b.buffer, b.byteOffset, b.length).includes(own))
}

/** Every question of the bank reads as it was published. */
async function banksWrong(
  db: Awaited<ReturnType<typeof createWorld>>['db'],
  { concorso, ids }: Published,
): Promise<string[]> {
  const read = await db.readDomande({ id_concorso: concorso.id_concorso, id_domande: ids })
  if (!read.ok) return [`bank ${concorso.id_concorso}: ${read.error.codice}`]
  return read.value.length === ids.length ? [] : ['questions are missing']
}
