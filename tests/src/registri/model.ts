import { fail, ok, type Result } from '#contract/result'
import type { Risposta } from '#contract/schemas'
import { mergeStatistica } from '#rules/merge'
import { createRandom } from '#rules/random'
import {
  answerStatistica,
  needsLevelCall,
  needsSync,
  newStatistica,
  resetStatistica,
  type Statistica,
  setPreferitiStatistica,
  toRisposta,
  undoAnswer,
} from '#rules/statistica'
import { type FetchRisposte, type PullStore, pullBanca } from '#src/sync/pull'
import { type PushStore, pushRisposte, type SendRisposte } from '#src/sync/push'
import { markSynced } from '#tests/rules/mark-synced'
import { type Bug, Server } from './server.ts'

// Records of two or three devices: the rules and the push and pull of the product, a bad network between, and an oracle that knows only
// what people did and when.

const BANK = 1
const QUESTIONS = [1, 2, 3]
const START = Date.UTC(2026, 10, 21, 9)
class Killed extends Error {}

/** `last`: of each question the last answer given here, with the record of before it and the one that it made. */
type Device = {
  records: Map<number, Statistica>
  last: Map<number, { before: Statistica; after: Statistica }>
  cursore: number
  skew: number
  fuse: number
}
/** What a half of a question shows since somebody did something; null: nothing. */
type Act = { value: number | boolean | null; reset: boolean }
type Call = Parameters<SendRisposte>[0]

class World {
  readonly chance: (n: number) => number
  readonly bug: Bug | null
  readonly server: Server
  readonly devices: Device[]
  readonly delayed: Call[] = []
  readonly answers = new Map<number, Act[]>()
  readonly favourites = new Map<number, Act[]>()
  ms = START
  calm = false

  constructor(seed: number, bug: Bug | null) {
    this.chance = createRandom(seed)
    this.bug = bug
    this.server = new Server(() => this.ms, bug, this.chance)
    this.devices = Array.from({ length: 2 + this.chance(2) }, () => this.newDevice(this.chance(3)))
  }

  newDevice = (skew: number): Device => ({
    records: new Map(),
    last: new Map(),
    cursore: 0,
    skew: [0, 3_600_000, -3_600_000][skew] as number,
    fuse: Number.POSITIVE_INFINITY,
  })

  /** The page corrects its clock by the server's (D30). */
  now = (d: Device): string => new Date(this.ms + (this.bug === 'a clock is believed' ? d.skew : 0)).toISOString()

  act(d: Device): void {
    this.ms += 1 + this.chance(50)
    const q = QUESTIONS[this.chance(QUESTIONS.length)] as number
    const before = d.records.get(q) ?? newStatistica({ id_concorso: BANK, id_domanda: q, indice_uff: q })
    const at = this.now(d)
    if (this.chance(3) === 0) {
      const preferiti = before.preferiti === 0
      d.records.set(q, setPreferitiStatistica(before, preferiti, at))
      this.note(this.favourites, q, preferiti)
    } else if (this.chance(3) > 0 || !this.undo(d, q, at)) {
      const risposta = 1 + this.chance(5)
      const esito = this.chance(2) === 0 ? 'corretta' : 'errata'
      const after = answerStatistica(before, { risposta, esito, modalita: 'ESEGUITA', at })
      d.records.set(q, after)
      d.last.set(q, { before, after })
      this.note(this.answers, q, risposta)
    }
  }

  /** Takes the last answer back, where the level is still the one that it gave; false where it is not. */
  undo(d: Device, q: number, at: string): boolean {
    const [now, last] = [d.records.get(q), d.last.get(q)]
    if (!now || !last || now.data_livello !== last.after.data_livello) return false
    const undone = undoAnswer(now, last.before, at)
    const kept = this.bug === 'an undone level stays here' ? { isPreferitiUpdated: now.isPreferitiUpdated } : {}
    d.records.set(q, { ...undone, ...kept })
    d.last.delete(q)
    this.note(this.answers, q, last.before.risposta_gettonata)
    return true
  }

  note(acts: Map<number, Act[]>, q: number, value: Act['value'], reset = false): void {
    acts.set(q, [...(acts.get(q) ?? []), { value, reset }])
  }

  store(own: Device): PushStore & PullStore {
    const step = () => {
      if (--own.fuse < 0) throw new Killed()
    }
    const run = async <T>(f: () => T): Promise<Result<T>> => {
      step()
      const value = f()
      step()
      return ok(value)
    }
    const { records } = own
    const waiting = () => [...records.values()].filter(needsSync)
    const mark = (coppie: readonly { id_domanda: number; data_eseguita: string }[]) => {
      for (const { id_domanda, data_eseguita } of coppie) {
        const stat = records.get(id_domanda)
        if (!stat) continue
        const date = this.bug === 'marks by id alone' ? (stat.data_eseguita as string) : data_eseguita
        records.set(id_domanda, markSynced(stat, date))
      }
      return { segnate: coppie.length }
    }
    return {
      countUnsynced: () => run(() => ({ totale: waiting().length, per_banca: [] })),
      listUnsynced: () =>
        run(() => {
          const found = waiting()
          if (found.length === 0) return null
          const sent = (level: boolean) =>
            found.filter((s) => needsLevelCall(s) === level).map((s) => toRisposta(s) as Risposta)
          const lists = { id_concorso: BANK, con_livello: sent(true), altre: sent(false) }
          if (this.bug === 'marks before it is sent') mark([...lists.con_livello, ...lists.altre])
          return lists
        }),
      markSynced: ({ coppie }) => run(() => mark(coppie)),
      quarantine: () => run(() => ({ accantonate: 0 })),
      pullState: () => run(() => ({ data: null, cursore: own.cursore })),
      applyRemote: ({ risposte, cursore, forzato }) =>
        run(() => {
          for (const r of risposte) {
            const base = { id_concorso: BANK, id_domanda: r.id_domanda, indice_uff: r.id_domanda }
            records.set(r.id_domanda, mergeStatistica(records.get(r.id_domanda) ?? null, r, { forzato, base }))
          }
          own.cursore = cursore
          return { cambiate: risposte.length }
        }),
    }
  }

  /** Loses requests and answers, repeats and delays; people go on meanwhile. */
  send =
    (d: Device): SendRisposte =>
    async (call) => {
      const copy = structuredClone(call)
      const fate = this.calm ? 9 : this.chance(10)
      this.meanwhile(d)
      if (fate === 0) return fail('REMOTE_REQUEST_FAILED')
      if (fate === 1) {
        this.delayed.push(copy)
        return fail('REMOTE_REQUEST_FAILED')
      }
      this.server.put(copy)
      if (fate === 2) this.server.put(copy)
      this.meanwhile(d)
      return fate === 3 ? fail('REMOTE_REQUEST_FAILED') : ok(null)
    }
  fetch =
    (d: Device): FetchRisposte =>
    async ({ query: { cursore } }) => {
      const page = this.server.page(cursore)
      this.meanwhile(d)
      return !this.calm && this.chance(8) === 0 ? fail('REMOTE_REQUEST_FAILED') : ok(page)
    }
  meanwhile(d: Device): void {
    this.ms += 1 + this.chance(20)
    if (!this.calm && this.chance(5) === 0) this.act(d)
  }

  async sync(d: Device, what: number): Promise<void> {
    const store = this.store(d)
    try {
      if (what !== 1) await pushRisposte(store, this.send(d))
      if (what !== 0) await pullBanca(store, this.fetch(d), BANK)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    d.fuse = Number.POSITIVE_INFINITY
  }

  /** Of everything, everywhere: the server first; when its answer gets lost nothing is done here. */
  reset(d: Device): void {
    this.ms += 1
    if (this.chance(4) === 0) return
    this.server.reset()
    for (const q of QUESTIONS) {
      this.note(this.answers, q, null, true)
      this.note(this.favourites, q, null, true)
    }
    if (this.chance(4) === 0) return
    for (const [q, stat] of d.records) d.records.set(q, resetStatistica(stat))
  }

  /** Signing out clears what is here, when nothing of it waits. */
  clear(i: number): void {
    const d = this.devices[i] as Device
    const waits = [...d.records.values()].some(needsSync)
    if (waits && this.bug !== 'clearing loses the unsent') return
    this.devices[i] = { ...this.newDevice(0), skew: d.skew }
  }

  async step(): Promise<void> {
    const i = this.chance(this.devices.length)
    const d = this.devices[i] as Device
    const what = this.chance(20)
    if (what < 10) return this.act(d)
    if (what < 17) {
      if (this.chance(5) === 0) d.fuse = this.chance(8)
      return this.sync(d, this.chance(3))
    }
    if (what === 17) {
      const call = this.delayed.splice(this.chance(this.delayed.length + 1), 1)[0]
      if (call) this.server.put(call)
    } else if (what === 18) this.clear(i)
    else if (this.chance(2) === 0) this.reset(d)
  }

  async settle(): Promise<void> {
    this.calm = true
    for (const call of this.delayed.splice(0)) this.server.put(call)
    for (let round = 0; round < 4; round++) for (const d of this.devices) await this.sync(d, 2)
  }

  /** What is wrong at rest; null when nothing is. */
  wrong(): string | null {
    for (const q of QUESTIONS) {
      const answer = this.answers.get(q)?.at(-1)?.value ?? null
      const favourite = this.favourites.get(q)?.at(-1)?.value ?? false
      const expected = JSON.stringify([answer, answer === null, favourite === true])
      for (const [i, { records }] of this.devices.entries()) {
        const s = records.get(q)
        const level = s?.livello_conoscenza ?? -99
        const shown = JSON.stringify([s?.risposta_gettonata ?? null, level === -99, s?.preferiti === 1])
        if (shown !== expected) return `question ${q} on device ${i}: ${shown}, not ${expected}`
        if (level !== (this.devices[0]?.records.get(q)?.livello_conoscenza ?? -99)) return `question ${q}: two levels`
        if (s && needsSync(s)) return `question ${q} still waits on device ${i}`
      }
      const counted = this.server.contatore(q)
      const given = this.answers.get(q)?.filter(({ reset }) => !reset).length ?? 0
      if (counted > given) return `question ${q} counted ${counted} times, answered and undone ${given}`
    }
    return null
  }
}

/** One history from its seed; what was wrong, or null. */
export async function runHistory(seed: number, bug: Bug | null = null): Promise<string | null> {
  const world = new World(seed, bug)
  const steps = 8 + world.chance(24)
  for (let i = 0; i < steps; i++) await world.step()
  await world.settle()
  return world.wrong()
}
