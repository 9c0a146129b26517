import { fail, ok, type Result } from '#contract/result'
import { createRandom } from '#rules/random'
import { type GiornaleServer, type GiornaleStore, syncGiornale } from '#src/sync/giornale'
import type { StoreContext } from '#workers/core/context'
import { appendEvento, readChain } from '#workers/core/events'
import { migrate } from '#workers/core/migrate'
import type { Connection } from '#workers/core/platform'
import { REBUILD_PASSI } from '#workers/core/schema-journal'
import { listEventi, markEventi } from '#workers/giornale/chains'
import { applyEventi, readGiornale, resetGiornale } from '#workers/giornale/receive'
import { takeVoci } from '#workers/giornale/voci'
import { deleteModello, saveModello, saveNota } from '#workers/prove/lists'
import { deleteFiltro, saveFiltro } from '#workers/ricerca/filtri-salvati'
import { memoria } from '../engine/connections.ts'
import { contents, type Device, type Tipo, type Write, wrongAtRest } from './model-checks.ts'
import { type Bug, type Remote, Server, type Wire } from './model-server.ts'

const START = Date.UTC(2026, 10, 21, 9)
const KEYS = [1, 2] as const
const TABLES = ['eventi', 'passi', 'note', 'chiavi_utente', 'filtri_salvati', 'modelli_prova', 'voci', 'giornale']
const ALSO = ['giornale_inviati', 'giornale_rifiutati', 'ambiente']

class Killed extends Error {}

/** Connections are made once: a history begins by emptying them. */
const pool: Connection[] = []

export class World {
  readonly chance: (n: number) => number
  readonly server: Remote
  readonly devices: Device[] = []
  readonly delayed: Wire[][] = []
  readonly answers = new Set<string>()
  readonly undone = new Set<string>()
  readonly writes: Write[] = []
  ms = START
  n = 0
  calm = false
  /** It has not heard the server's clock yet. */
  deaf: Device | null = null
  /** Something that only a backup or a damaged store knew is gone: what is shown must be the same, no more. */
  forgot = false

  readonly seed: number
  readonly bug: Bug | null
  readonly skewed: boolean
  constructor(seed: number, bug: Bug | null, skewed: boolean, remote?: (now: () => number) => Remote) {
    this.seed = seed
    this.bug = bug
    this.skewed = skewed
    this.chance = createRandom(seed)
    const now = () => this.ms
    this.server = remote?.(now) ?? new Server(now, bug, this.chance)
  }

  static async make(seed: number, bug: Bug | null, remote?: (now: () => number) => Remote): Promise<World> {
    const skewed = seed % 3 === 0
    const world = new World(seed, bug, skewed, remote)
    const count = 2 + world.chance(2)
    while (pool.length < count) {
      const db = await memoria()
      migrate(db)
      pool.push(db)
    }
    for (let i = 0; i < count; i++) {
      const skew = skewed ? [0, 3_600_000, -3_600_000][world.chance(3)]! : 0
      world.devices.push(world.newDevice(pool[i] as Connection, `d${i}`, skew))
    }
    return world
  }

  newDevice(db: Connection, name: string, skew: number): Device {
    for (const table of [...TABLES, ...ALSO]) db.exec(`DELETE FROM ${table}`)
    const ctx = { db, chain: readChain(db, () => `${name}-${++this.n}`) } as StoreContext
    return { ctx, name, skew, last: null, fuse: Number.POSITIVE_INFINITY }
  }

  iso = (d: Device): string => new Date(this.ms + d.skew).toISOString()

  /** Something that a person does. */
  act(d: Device): void {
    this.ms += 1 + this.chance(50)
    const key = KEYS[this.chance(KEYS.length)] as number
    const what = this.chance(10)
    if (what < 4) this.answer(d, key)
    else if (what === 4) this.undo(d)
    else {
      const tipo = (['NOTA', 'NOTA', 'CHIAVE', 'RICERCA', 'MODELLO'] as const)[what - 5] as Tipo
      this.write(d, tipo, key, this.chance(4) === 0 ? null : `t${++this.n}`)
    }
  }

  answer(d: Device, id_domanda: number): void {
    const id = `e${++this.n}`
    const dati = {
      risposta: 1,
      esito: 'corretta',
      prima: { livello_conoscenza: -99 },
      livello_dopo: 0,
      ms: 1000 * this.n,
    }
    const e = {
      id,
      id_concorso: 1,
      id_domanda,
      tipo: 'RISPOSTA' as const,
      dati,
      ts_client: this.iso(d),
      versione_banca: 'v',
    }
    d.ctx.chain = d.ctx.db.transaction(() => appendEvento(d.ctx.db, d.ctx.chain, e))
    this.answers.add(id)
    d.last = id
  }

  undo(d: Device): void {
    if (!d.last) return
    const dati = { annulla: d.last }
    const rest = { id_concorso: 1, id_domanda: 1, ts_client: this.iso(d), versione_banca: 'v' }
    const e = { id: `a${++this.n}`, tipo: 'ANNULLA' as const, dati, ...rest }
    d.ctx.chain = d.ctx.db.transaction(() => appendEvento(d.ctx.db, d.ctx.chain, e))
    this.undone.add(d.last)
    this.answers.add(e.id)
    d.last = null
  }

  write(d: Device, tipo: Tipo, key: number, value: string | null): void {
    const saw = contents(d)[`${tipo}${key}`] ?? null
    if (value === null && saw === null) return
    const at = this.iso(d)
    const { ctx } = d
    if (tipo === 'NOTA') saveNota(ctx, { id_concorso: 1, id_domanda: key, testo: value ?? '', at })
    else if (tipo === 'CHIAVE' && value === null) ctx.db.run('DELETE FROM chiavi_utente WHERE id_domanda = ?', key)
    else if (tipo === 'CHIAVE') {
      // Five answers only: what makes one different is its date.
      ctx.db.run('INSERT OR REPLACE INTO chiavi_utente VALUES (?, 1, ?, ?)', key, 1 + this.chance(5), at)
    } else if (tipo === 'RICERCA' && value === null) deleteFiltro(ctx, { id: `f${key}` })
    else if (tipo === 'RICERCA')
      saveFiltro(ctx, { id: `f${key}`, nome: value as string, filtro: {}, ordine: 'UFFICIALE', creato: at })
    else if (value === null) deleteModello(ctx, { id: `m${key}` })
    else saveModello(ctx, { id: `m${key}`, nome: value, dati: {}, creato: at })
    this.writes.push({ at: this.ms, key: `${tipo}${key}`, value: contents(d)[`${tipo}${key}`] ?? null, saw })
  }

  /** The store as the page has it; at any call the device may be killed. */
  store(d: Device): GiornaleStore {
    const step = () => {
      if (--d.fuse < 0) throw new Killed()
    }
    const run = async <T>(f: () => T): Promise<Result<T>> => {
      step()
      const value = f()
      step()
      return ok(value)
    }
    const { ctx } = d
    return {
      readGiornale: () => run(() => readGiornale(ctx)),
      listEventi: (args) =>
        run(() => {
          const found = listEventi(ctx, { limite: Math.min(args.limite, 3) })
          if (this.bug === 'ack before commit' && found) markEventi(ctx, { fino: found.fino, rifiutati: [] })
          return found
        }),
      takeVoci: (args) => run(() => takeVoci(ctx, args).filter((e) => this.bug !== 'no tombstone' || e.dati !== null)),
      markEventi: (args) => run(() => markEventi(ctx, args)),
      applyEventi: (args) =>
        run(() => {
          if (this.bug === 'cursor before content') {
            ctx.db.run('INSERT OR REPLACE INTO giornale VALUES (1, ?, ?)', args.cursore, args.epoca)
            step()
          }
          return applyEventi(ctx, args)
        }),
      resetGiornale: (args) => run(() => resetGiornale(ctx, args)),
    }
  }

  /** The network between: loses requests and answers, repeats and delays; people go on meanwhile. */
  network(d: Device): GiornaleServer {
    const meanwhile = () => {
      this.ms += this.calm ? 1 : this.chance(20)
      if (!this.calm && this.chance(6) === 0) this.act(d)
    }
    const lost = <T>(): Result<T> => fail('REMOTE_REQUEST_FAILED')
    return {
      clock: () => {
        const heard = this.calm ? d !== this.deaf : this.chance(2) === 0
        return { at: this.iso(d), scarto_ms: heard ? -d.skew || 0 : 0 }
      },
      send: async ({ corpo: { eventi } }) => {
        const copy = structuredClone(eventi)
        const fate = this.calm ? 9 : this.chance(10)
        meanwhile()
        if (fate === 0) return lost()
        if (fate === 1) {
          this.delayed.push(copy)
          return lost()
        }
        await this.server.put(copy)
        if (fate === 2) await this.server.put(copy)
        meanwhile()
        if (fate === 3) return lost()
        if (this.bug === 'sent is what is here now') this.takeForSent(d)
        return ok({ rifiutati: [] })
      },
      fetch: async ({ query: { cursore } }) => {
        const page = structuredClone(await this.server.page(cursore))
        meanwhile()
        return !this.calm && this.chance(8) === 0 ? lost() : ok(page)
      },
    }
  }

  takeForSent({ ctx: { db } }: Device): void {
    db.run(`UPDATE voci SET id = 'x', effettivo_ms = 0, dati = (SELECT json_object('id_concorso', id_concorso, 'testo', testo,
      'aggiornata', aggiornata) FROM note WHERE id_domanda = chiave) WHERE tipo = 'NOTA' AND inviata IS NOT NULL`)
  }

  async sync(d: Device): Promise<void> {
    try {
      await syncGiornale(this.store(d), this.network(d))
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
    d.fuse = Number.POSITIVE_INFINITY
  }

  /** Signing out clears the store, when nothing waits in it; the next sign-in finds an empty one. */
  clear(i: number): void {
    const d = this.devices[i] as Device
    if (this.seed % 4 === 0) return
    if (this.bug !== 'clearing loses the unsent' && readGiornale(d.ctx).da_inviare > 0) return
    this.devices[i] = this.newDevice(d.ctx.db, d.name, d.skew)
  }

  /** The end of the chain is gone, where the server has it; what is known of the journal is gone too, or is of before. */
  damage(d: Device): void {
    // Beside a server that lost it too, nothing could bring it back.
    if (this.seed % 2 === 0) return
    const { ctx } = d
    const end = ctx.db.get<{ seq: number }>(
      'SELECT seq FROM giornale_inviati WHERE dispositivo = ?',
      ctx.chain.dispositivo,
    )
    if (end?.seq !== ctx.chain.seq || ctx.chain.seq === 0) return
    ctx.db.run('DELETE FROM eventi WHERE dispositivo = ? AND seq > ?', ctx.chain.dispositivo, ctx.chain.seq - 2)
    ctx.db.exec(REBUILD_PASSI)
    ctx.chain = readChain(ctx.db, () => d.name)
    // A deletion that nobody was told of is forgotten with it: damage never reads as one.
    this.forgot = true
    if (this.chance(2) === 0)
      for (const table of ['giornale', 'giornale_inviati', 'voci']) ctx.db.exec(`DELETE FROM ${table}`)
    else ctx.db.exec('UPDATE giornale SET cursore = 0')
    d.last = null
    this.answer(d, 1)
    this.answer(d, 2)
    if (this.bug === 'a number names an event')
      ctx.db.run(
        'UPDATE giornale_inviati SET id = (SELECT id FROM eventi e WHERE (e.dispositivo, e.seq) = (giornale_inviati.dispositivo, giornale_inviati.seq))',
      )
  }

  /** Back to a copy of before: what was acknowledged since is gone there. */
  restoreServer(): void {
    // What was acknowledged and cleared from its device would be nowhere.
    if (this.seed % 4 !== 0) return
    if (!(this.server instanceof Server)) return
    this.server.kept = this.server.kept.slice(0, this.chance(this.server.kept.length + 1))
    this.server.epoca += '+'
    this.forgot = true
  }

  async step(): Promise<void> {
    const i = this.chance(this.devices.length)
    const d = this.devices[i] as Device
    const what = this.chance(20)
    if (what < 10) return this.act(d)
    if (what < 16) {
      if (this.chance(4) === 0) d.fuse = this.chance(12)
      return this.sync(d)
    }
    if (what === 16) {
      const put = this.delayed.splice(this.chance(this.delayed.length + 1), 1)[0]
      if (put) await this.server.put(put)
    } else if (what === 17) this.clear(i)
    else if (what === 18) this.damage(d)
    else if (what === 19 && this.chance(4) === 0) this.restoreServer()
  }

  /** All that is under way arrives, and every device syncs until nothing moves. */
  async settle(): Promise<void> {
    this.calm = true
    for (const eventi of this.delayed.splice(0)) await this.server.put(eventi)
    await this.server.put([])
    for (let round = 0; round < 8; round++) {
      let moved = 0
      for (const d of this.devices) {
        this.ms += 1000
        const result = await syncGiornale(this.store(d), this.network(d))
        if (!result.ok) throw new Error(result.error.codice)
        moved += result.value.sent + result.value.eventi + result.value.voci
      }
      if (moved === 0) return
    }
    throw new Error('it never comes to rest')
  }
}

/** Of two that do not know of each other the later one stays, even when the clock of the earlier is ahead. */
async function wrongWithClocks(world: World): Promise<string | null> {
  const [ahead, other] = world.devices.toSorted((a, b) => b.skew - a.skew) as [Device, Device]
  world.deaf = ahead
  world.write(ahead, 'NOTA', 2, 'prima')
  await world.sync(ahead)
  world.ms += 60_000
  world.write(other, 'NOTA', 2, 'dopo')
  world.deaf = null
  await world.settle()
  const shown = world.devices.map((d) => contents(d).NOTA2)
  return shown.every((text) => text === 'dopo') ? null : `${shown.join()} after a clock ahead`
}

/** One history from its seed; what was wrong, or null. */
export async function runHistory(
  seed: number,
  bug: Bug | null = null,
  remote?: (now: () => number) => Remote,
): Promise<string | null> {
  const world = await World.make(seed, bug, remote)
  try {
    const steps = 8 + world.chance(24)
    for (let i = 0; i < steps; i++) await world.step()
    await world.settle()
    const wrong = await wrongAtRest(world)
    if (wrong) return wrong
    // At rest everybody knows everything: what is done now is what stays, whatever its clock says.
    const d = world.devices[world.chance(world.devices.length)] as Device
    for (const tipo of ['NOTA', 'CHIAVE', 'RICERCA', 'MODELLO'] as const)
      world.write(d, tipo, 1, world.chance(2) === 0 ? null : `fine${seed}`)
    const wanted = JSON.stringify(contents(d))
    await world.settle()
    const other = world.devices.find((o) => JSON.stringify(contents(o)) !== wanted)
    if (other) return `${other.name} shows ${JSON.stringify(contents(other))}, not ${wanted}`
    return await wrongWithClocks(world)
  } catch (error) {
    return String(error instanceof Error ? error.stack : error)
  }
}
