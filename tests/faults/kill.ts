import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, mixSeeds } from '#rules/random'
import { creaBanca } from '#tests/workers/mondo'
import { startBrowser } from './kill/browser.ts'
import type { Found, Orders, Told, Work } from './kill/orders.ts'
import { tearJournal } from './kill/tear.ts'
import type { FaultArgs, FaultResult } from './lib/fault.ts'
import { servePage } from './lib/page.ts'

/** Kills on one profile before a new one: what an earlier kill left is there when the next comes. */
const PER_PROFILE = 10
/** One kill in so many, on the rung of IndexedDB, leaves the browser's journal torn. */
const TORN = 2
/** Plain http on a name that is no localhost: no OPFS there. */
const ON_INDEXEDDB = 'guasti.test'
/** A browser that says nothing for so long will not say anything. */
const SILENCE_MS = 240_000
/** From the first acknowledged answer to the kill, milliseconds (docs/FAULTS.md). */
const SOONEST = 20
const LATEST = 1_200

/** What Node knows of a profile: it was told so before the browser died. */
type Known = {
  answers: Set<string>
  sent: Set<string>
  /** Version of the bank that is certainly there, and those whose installation began after. */
  bank: { sure: string | null; begun: Set<string> }
}

type Life = { orders: Orders; told: (t: Told) => void; found: (f: Found) => void }

/**
 * kill -9 of the whole browser at random moments: the product's own worker in real Chromium, answers told to Node only after
 * the page got its Result. One kill in four on the rung of IndexedDB, where one in two of them also tears the browser's journal;
 * one in four while a bank is installed or records are marked (docs/FAULTS.md).
 */
export async function run({ n, seed, log, plants = [] }: FaultArgs): Promise<FaultResult> {
  const versions = await Promise.all([creaBanca({ n: 400 }), creaBanca({ n: 401 })])
  const ids = versions[0].domande.map((d) => d.id_domanda)
  let life: Life | null = null
  const page = await servePage(
    new URL('./kill/', import.meta.url),
    async (_, path, body) => {
      const [, what, of] = path.split('/')
      if (what === 'orders') return life?.orders
      if (what !== 'told' && what !== 'found')
        return versions.find(({ concorso }) => path === `/${concorso.versione}.zip`)?.pacchetto
      const text = await body()
      // The last words of a browser that was killed may be read when the next one already lives: they are not its own.
      if (Number(of) !== life?.orders.life) return null
      if (what === 'told') life.told(JSON.parse(text) as Told)
      else life.found(JSON.parse(text) as Found)
      return null
    },
    plants,
  )
  const chance = createRandom(seed)
  const findings: string[] = []
  const opened: number[] = []
  const rungs = new Map<string, number>()
  let acknowledged = 0
  let torn = 0
  let lost = 0
  let lives = 0

  /** One life of the browser: looks at what the last one left, works, dies `delay` after its first acknowledged answer. */
  async function live(profile: string, host: string, work: Work, known: Known, delay: number): Promise<Found | string> {
    const origin = `http://${host}:${page.port}`
    const banks = versions.map(({ concorso }) => ({ ...concorso, url_domande: `${origin}/${concorso.versione}.zip` }))
    let resolve: (outcome: Found | string) => void = () => {}
    const promise = new Promise<Found | string>((done) => {
      resolve = done
    })
    let seen: Found | null = null
    let dying = false
    const silence = setTimeout(() => resolve('the browser says nothing'), SILENCE_MS)
    life = {
      orders: { life: ++lives, work, banks, ids },
      found(f) {
        seen = f
        if (work === 'nothing') resolve(f)
      },
      told(t) {
        if (t.kind === 'failed') return resolve(t.what)
        if (t.kind === 'sync') for (const pair of t.pairs) known.sent.add(pair)
        if (t.kind === 'bank') {
          if (!t.done) return void known.bank.begun.add(t.versione)
          known.bank = { sure: t.versione, begun: new Set() }
        }
        if (t.kind !== 'answer') return
        acknowledged++
        known.answers.add(t.id)
        if (!dying) setTimeout(() => resolve(seen ?? 'nothing was found'), delay)
        dying = true
      },
    }
    const browser = startBrowser(profile, `${origin}/`)
    const outcome = await promise
    clearTimeout(silence)
    await browser.kill()
    life = null
    return outcome
  }

  const judge = (found: Found | string, known: Known, name: string): void => {
    const wrong = typeof found === 'string' ? [found] : wrongIn(found, known, versions)
    if (typeof found !== 'string') {
      opened.push(found.open)
      rungs.set(found.gradino, (rungs.get(found.gradino) ?? 0) + 1)
    }
    if (wrong.length === 0) return
    lost++
    if (findings.length < 12) findings.push(`${name}: ${wrong.slice(0, 3).join('; ')}`)
  }

  /** A profile with `kills` kills; each is judged by the browser that comes after. */
  async function age(kills: readonly Work[], host: string): Promise<void> {
    const profile = mkdtempSync(join(tmpdir(), 'idoneo-faults-profile-'))
    const known: Known = { answers: new Set(), sent: new Set(), bank: { sure: null, begun: new Set() } }
    const name = (i: number) => `seed ${seed}, ${host}, kill ${i} (${kills[i - 1]})`
    try {
      for (const [i, work] of kills.entries()) {
        const delay = SOONEST + chance(LATEST - SOONEST)
        const before = snapshot(known)
        const found = await live(profile, host, work, known, delay)
        // Not the last: a torn journal is thrown away at the opening after the next.
        const follows = i < kills.length - 1
        if (host === ON_INDEXEDDB && i % TORN === 0 && follows && tearJournal(profile)) torn++
        if (i > 0 || typeof found === 'string') judge(found, before, name(i))
        if (typeof found === 'string') {
          // Nothing more can be learnt from this profile: its other kills count as lost.
          lost += kills.length - i - 1
          return
        }
      }
      judge(await live(profile, host, 'nothing', known, 0), known, name(kills.length))
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
  }

  let tried = 0
  try {
    const plan = Array.from({ length: n }, (_, i) => i % 4)
    const long = (i: number): Work => (mixSeeds(seed, i) % 2 === 0 ? 'bank' : 'sync')
    const works: [string, Work[]][] = [
      ['localhost', plan.filter((k) => k !== 3).map((k, i) => (k === 2 ? long(i) : 'answers'))],
      [ON_INDEXEDDB, plan.filter((k) => k === 3).map((_, i) => (i % 3 === 2 ? long(i) : 'answers'))],
    ]
    for (const [host, list] of works)
      for (let at = 0; at < list.length; at += PER_PROFILE) {
        const kills = list.slice(at, at + PER_PROFILE)
        await age(kills, host)
        tried += kills.length
        log(`${tried} kills, ${acknowledged} answers acknowledged, ${lost} lost`)
      }
  } finally {
    await page.close()
  }
  opened.sort((a, b) => a - b)
  const figures = {
    acknowledged,
    torn,
    reopen_p50: Math.round(opened[opened.length >> 1] ?? 0),
    reopen_max: Math.round(opened.at(-1) ?? 0),
    ...Object.fromEntries([...rungs].map(([rung, times]) => [`on_${rung}`, times])),
  }
  return { tried, survived: tried - lost, lost, findings, figures }
}

const snapshot = ({ answers, sent, bank }: Known): Known => ({
  answers: new Set(answers),
  sent,
  bank: { sure: bank.sure, begun: new Set(bank.begun) },
})

type Version = Awaited<ReturnType<typeof creaBanca>>

/** What of the promises made before the kill is not there after it. */
function wrongIn(
  { facts, bank }: Found,
  { answers, sent, bank: promised }: Known,
  versions: readonly Version[],
): string[] {
  const wrong = [...facts.wrong]
  const here = new Set(facts.events)
  const missing = [...answers].filter((id) => !here.has(id))
  if (missing.length > 0) wrong.push(`${missing.length} acknowledged answers lost: ${missing.slice(0, 3).join(', ')}`)
  const unsent = facts.synced.filter((s) => !sent.has(`${s.id_domanda} ${s.data_eseguita}`))
  if (unsent.length > 0) wrong.push(`${unsent.length} records marked as sent that were not`)
  const unsentEvents = facts.sent.filter((id) => !sent.has(id))
  if (unsentEvents.length > 0) wrong.push(`${unsentEvents.length} events marked as sent that were not`)
  const versione = bank?.versione ?? null
  const may = versione === promised.sure || (versione !== null && promised.begun.has(versione))
  if (!may) wrong.push(`the bank is ${versione}, ${promised.sure} was installed`)
  const source = versions.find(({ concorso }) => concorso.versione === versione)
  if (versione !== null && (bank?.n_domande !== source?.domande.length || !bank?.readable)) wrong.push('half a bank')
  return wrong
}
