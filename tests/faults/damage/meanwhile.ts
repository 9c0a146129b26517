// Bundled and run in Node by tests/workers/recovery/meanwhile.test.ts: what else happens while a store is looked at or put right.
import type { Result } from '#contract/result'
import type { Disk, Image } from '../disk/disk.ts'
import type { Published, World } from '../power/world.ts'
import { pathOf } from './strike.ts'
import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from './world.ts'

/** One turn of the event loop, however long a wait was asked for. */
const turn = () => new Promise<void>((done) => setTimeout(done, 0))
/** A promise that the scene resolves. */
function gate() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
/** Turns after which work that waits for nobody is over. */
const TURNS = 50
async function settle(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await turn()
}
const NOTE = 6
const RISPOSTE = 10

const answer = ({ db }: World, { ids }: Published, k: number) =>
  db.answer({
    ...{ id_concorso: 1, id_domanda: ids[k % ids.length] as number, risposta: 1, modalita: 'ESEGUITA' as const },
    ...{ id_evento: `e${k}`, id_seduta: null, indice: null, at: instant(100 + k) },
  })
const codeOf = (r: Result<unknown>): string => (r.ok ? 'ok' : r.error.codice)
const count = (world: World, table: string): number =>
  world.connection()?.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
const copyOf = (disk: Disk): Image => new Map([...disk.image()].map(([path, bytes]) => [path, bytes.slice()]))

/** What the next visit, by another worker, finds and is told. */
async function visit(disk: Disk, banks: readonly Published[], specchio: MemorySpecchio) {
  const world = createWorld(disk, banks, specchio, 'altro', turn)
  const opened = codeOf(await world.db.open({ id_utente: UTENTE }))
  const { recupero: recovery } = must(await world.db.verifyArchivio({ at: instant(9000), completa: true }))
  const trovato = {
    aperto: opened,
    note: count(world, 'note'),
    eventi: count(world, 'eventi'),
    causa: recovery?.causa ?? null,
  }
  await world.end()
  return trovato
}

/** A world with a bank, five answers, a check of every byte, six notes and five answers more. */
async function begin(disk: Disk, banks: readonly Published[], specchio: MemorySpecchio, verifica = true) {
  const world = createWorld(disk, banks, specchio, 'prima', turn)
  const [bank] = banks as [Published]
  const { db } = world
  must(await db.open({ id_utente: UTENTE }))
  must(await db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
  for (let k = 0; k < RISPOSTE / 2; k++) must(await answer(world, bank, k))
  if (verifica) must(await db.verifyArchivio({ at: instant(50), completa: true }))
  for (let k = 0; k < NOTE; k++)
    must(
      await db.saveNota({
        id_concorso: 1,
        id_domanda: bank.ids[k] as number,
        testo: `nota ${k}`,
        at: instant(200 + k),
      }),
    )
  for (let k = RISPOSTE / 2; k < RISPOSTE; k++) must(await answer(world, bank, k))
  return { world, bank }
}

/** The store is closed while its first write asks the mirror, or while every byte is looked at. */
export function closeMeanwhile(banks: readonly Published[], che: 'risposta' | 'verifica') {
  return withDisks(async (enter) => {
    const specchio = new MemorySpecchio()
    const disk = enter()
    const { world, bank } = await begin(disk, banks, specchio)
    const { db } = world
    must(await db.close())
    must(await db.open({ id_utente: UTENTE }))
    // The care of what was opened is over.
    await settle()
    const { readEnd: readFine } = specchio
    const asked = gate()
    const told = gate()
    specchio.readEnd = async () => {
      asked.resolve()
      await told.promise
      return readFine()
    }
    const call: Promise<Result<unknown>> =
      che === 'risposta' ? answer(world, bank, 20) : db.verifyArchivio({ at: instant(90), completa: true })
    await (che === 'risposta' ? asked.promise : turn())
    const closing = db.close()
    await turn()
    told.resolve()
    must(await closing)
    const chiamata = codeOf(await call)
    await settle()
    const image = copyOf(disk)
    const utenti = [...image].filter(([path, b]) => path.includes('.opaque/') && pathOf(b) === '/utente.db').length
    const riaperto = codeOf(await db.open({ id_utente: UTENTE }))
    const mirror = new MemorySpecchio(specchio.content)
    await world.end()
    return { chiamata, utenti, riaperto, poi: await visit(enter(image), banks, mirror) }
  })
}

/** A bit of the newer file of sums is changed, or all of it is gone; then the store with its log of `n` answers is opened. */
export function sealDoubtful(banks: readonly Published[], n: number, loss: 'bit' | 'all') {
  return withDisks(async (enter) => {
    const specchio = new MemorySpecchio()
    const disk = enter()
    const wait = (ms: number) => (ms > 0 ? new Promise<void>(() => {}) : Promise.resolve())
    const world = createWorld(disk, banks, specchio, 'prima', wait)
    const [bank] = banks as [Published]
    const { db } = world
    must(await db.open({ id_utente: UTENTE }))
    must(await db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
    must(await db.verifyArchivio({ at: instant(50), completa: true }))
    for (let k = 0; k < NOTE; k++)
      must(await db.saveNota({ id_concorso: 1, id_domanda: bank.ids[k] as number, testo: 'nota', at: instant(60 + k) }))
    must(await db.verifyArchivio({ at: instant(70), completa: true }))
    for (let k = 0; k < n; k++) must(await answer(world, bank, k))
    const image = copyOf(disk)
    const generazione = (b: Uint8Array) => new Float64Array(b.slice().buffer)[2] as number
    const [newest] = [...image]
      .filter(([path, b]) => path.includes('/somme-') && b.length > 0)
      .sort(([, a], [, b]) => generazione(b) - generazione(a))
    if (!newest) throw new Error('no sums')
    const [path, bytes] = newest
    if (loss === 'bit') bytes[60] = (bytes[60] as number) ^ 4
    const mirror = new MemorySpecchio(specchio.content)
    await world.end()
    return visit(enter(loss === 'bit' ? image : new Map([...image, [path, new Uint8Array(0)]])), banks, mirror)
  })
}

/** A page is damaged; an answer comes while it is looked for. What happened, in its order. */
export function answerMeanwhile(banks: readonly Published[]) {
  return withDisks(async (enter) => {
    const specchio = new MemorySpecchio()
    const { world, bank } = await begin(enter(), banks, specchio)
    must(await world.db.verifyArchivio({ at: instant(400), completa: true }))
    const root = world
      .connection()
      ?.get<{ n: number }>("SELECT rootpage AS n FROM sqlite_schema WHERE name = 'modelli_prova'")
    const image = copyOf(world.disk)
    for (const [path, b] of image)
      if (path.includes('.opaque/') && b.length > 4096 && pathOf(b) === '/utente.db') {
        const at = 4096 + ((root?.n ?? 0) - 1) * 8192 + 5000
        b[at] = (b[at] as number) ^ 4
      }
    const mirror = new MemorySpecchio(specchio.content)
    await world.end()
    const ordine: string[] = []
    const write = mirror.write.bind(mirror)
    mirror.write = async (id, change) => {
      ordine.push('specchio')
      await write(id, change)
    }
    const read = mirror.read
    mirror.read = async () => {
      ordine.push('recupero')
      return read()
    }
    const given = gate()
    let looks = false
    const after = createWorld(enter(image), banks, mirror, 'dopo', () => (looks ? given.promise : turn()))
    must(await after.db.open({ id_utente: UTENTE }))
    looks = true
    const verifica = after.db.verifyArchivio({ at: instant(500), completa: true })
    must(await answer(after, bank, 20))
    await settle()
    given.resolve()
    must(await verifica)
    await after.end()
    return ordine
  })
}

/** The file of the database is gone from the pool; its log has everything. */
export function loseMain(banks: readonly Published[]) {
  return withDisks(async (enter) => {
    const { world } = await begin(enter(), banks, new MemorySpecchio(), false)
    const image = copyOf(world.disk)
    for (const [path, b] of [...image])
      if (path.includes('.opaque/') && pathOf(b) === '/utente.db') (image as Map<string, Uint8Array>).delete(path)
    await world.end()
    const disk = enter(image)
    const trovato = await visit(disk, banks, new MemorySpecchio())
    return trovato
  })
}

/** A store of another day; answers are given while the check that a page asked for puts it right. */
export function answerWhileHealing(banks: readonly Published[]) {
  return withDisks(async (enter) => {
    const specchio = new MemorySpecchio()
    const { world, bank } = await begin(enter(), banks, specchio)
    const image = copyOf(world.disk)
    must(await answer(world, bank, RISPOSTE))
    must(await world.db.verifyArchivio({ at: instant(400), completa: false }))
    const mirror = new MemorySpecchio(specchio.content)
    await world.end()
    const { readEnd: readFine, read } = mirror
    const late = gate()
    const heals = gate()
    const healed = gate()
    let times = 0
    mirror.readEnd = async () => {
      const second = ++times === 2
      const end = await readFine()
      if (second) await late.promise
      return end
    }
    let recoveries = 0
    mirror.read = async () => {
      recoveries++
      heals.resolve()
      await healed.promise
      return read()
    }
    const after = createWorld(enter(image), banks, mirror, 'dopo', turn)
    must(await after.db.open({ id_utente: UTENTE }))
    times = 0
    const verifica = after.db.verifyArchivio({ at: instant(500), completa: false })
    await turn()
    const una = answer(after, bank, 20)
    await heals.promise
    const other = answer(after, bank, 21)
    await turn()
    late.resolve()
    await settle()
    healed.resolve()
    const esiti = [codeOf(await verifica), codeOf(await una), codeOf(await other)]
    const eventi = count(after, 'eventi')
    await after.end()
    return { esiti, eventi, recuperi: recoveries }
  })
}
