// Bundled and run in Node by tests/faults/full-disk.test.ts: the real store opened again over a fake disk without room.
import { LOG_RESERVE_BYTES, RESERVE_BYTES } from '#workers/backends/disk-reserve'
import { createWorld, MemorySpecchio } from '../damage/world.ts'
import { Disk, type Image } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { codeOf, instant, must, type Published, UTENTE, type World } from '../power/world.ts'

const POOL = `idoneo-${UTENTE}/archivio/.opaque`
/** Bytes of a file of the pool before its own begin. */
const HEADER = 4096
const PAGE = 8192
/** Events acknowledged before the disk is full. */
export const RISPOSTE = 20
export const MOLTE = 60

/** Runs `use` in a browser with an empty disk, the noise of the failures left out. */
async function withOpfs<T>(use: (change: (disk: Disk) => void) => Promise<T>): Promise<T> {
  const { warn, error } = console
  const opfs = installOpfs(new Disk())
  console.warn = () => {}
  console.error = () => {}
  try {
    return await use((disk) => {
      disk.recording = false
      opfs.change(disk)
    })
  } finally {
    console.warn = warn
    console.error = error
    opfs.uninstall()
  }
}

/** From now on the disk takes so many bytes more; what is deleted is room again. */
function leave(disk: Disk, room: number): void {
  const used = () => [...disk.files.values()].reduce((sum, file) => sum + file.size, 0)
  const most = used() + room
  disk.limit = (more) => {
    if (used() + more > most) throw new DOMException('No capacity available for this operation', 'QuotaExceededError')
  }
}

const reserve = (disk: Disk, name: string, size: number) =>
  disk.write(disk.create(`idoneo-${UTENTE}/${name}`), new Uint8Array(size), 0)

const answer = ({ db }: World, { concorso, ids }: Published, n: number) =>
  db.answer({
    id_concorso: concorso.id_concorso,
    id_domanda: ids[n % ids.length] as number,
    risposta: 1 + (n % 2),
    modalita: 'ESEGUITA',
    at: instant(100 + n),
    id_evento: `risposta-${n}`,
    id_seduta: null,
    indice: null,
  })

/**
 * A first life with a bank and answers: what is on its disk, and in its mirror, when the page is left. Before the answer `alla` the
 * log is written back.
 */
async function live(
  change: (disk: Disk) => void,
  banks: readonly Published[],
  { risposte = RISPOSTE, alla = RISPOSTE - 1 } = {},
) {
  const disk = new Disk()
  change(disk)
  const mirror = new MemorySpecchio()
  const world = createWorld(disk, banks, mirror, 'prima')
  const [bank] = banks as [Published]
  must(await world.db.open({ id_utente: UTENTE }))
  must(await world.db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
  for (let n = 0; n < risposte; n++) {
    // A log that is worth writing back would be room for whatever wants it.
    if (n === alla) must(await world.db.verifyArchivio({ at: instant(50), completa: true }))
    must(await answer(world, bank, n))
  }
  // The bank was the last thing that there was room for.
  reserve(disk, 'riserva', RESERVE_BYTES)
  reserve(disk, 'riserva-log', LOG_RESERVE_BYTES)
  const image = new Map(disk.image())
  const content = mirror.content
  await world.end()
  return { image, content, bank }
}

const events = (world: World) => world.connection()?.get<{ n: number }>('SELECT count(*) AS n FROM eventi')?.n

/**
 * The page is loaded again on a disk without a byte of room. `mezzo`: a place of the pool was being made when it filled.
 * What is tried that wants a place, then the remedy, then the same once more.
 */
export function reopenFull({ banks, mezzo }: { banks: readonly Published[]; mezzo: boolean }) {
  return withOpfs(async (change) => {
    const { image, content, bank } = await live(change, banks)
    if (mezzo) image.set(`${POOL}/mezzo`, new Uint8Array(0))
    const disk = new Disk(image)
    change(disk)
    leave(disk, 0)
    const world = createWorld(disk, banks, new MemorySpecchio(content), 'seconda')
    const { db } = world
    const other = banks[2] as Published
    const download = () => db.downloadBanca({ concorso: other.concorso, at: instant(500) }, () => {})
    const found = {
      aperto: codeOf(await db.open({ id_utente: UTENTE })),
      eventi: events(world),
      scaricamento: codeOf(await download()),
      copia: codeOf(await db.copyStore({ id_concorsi: [] })),
      riaperto: codeOf(await db.close().then(() => db.open({ id_utente: UTENTE }))),
      cancellata: codeOf(await db.deleteBanca({ id_concorso: bank.concorso.id_concorso, dallaLista: false })),
      dopo: { scaricamento: '', copia: '', eventi: 0 as number | undefined },
    }
    // A person makes room outside of the product.
    leave(disk, 16 * 1024 * 1024)
    found.dopo = {
      scaricamento: codeOf(await download()),
      copia: codeOf(await db.copyStore({ id_concorsi: [other.concorso.id_concorso] })),
      eventi: events(world),
    }
    disk.limit = null
    await world.end()
    return found
  })
}

/** A new account on a disk with room for one place of its pool: what each opening answers, and the one after there is room. */
export function openWithoutPlaces(banks: readonly Published[]) {
  return withOpfs(async (change) => {
    const disk = new Disk()
    change(disk)
    leave(disk, HEADER + 512)
    const world = createWorld(disk, banks, new MemorySpecchio(), 'prima')
    const open = async () => codeOf(await world.db.open({ id_utente: UTENTE }))
    const senza = [await open(), await open(), await open()]
    disk.limit = null
    const con = await open()
    await world.end()
    return { senza, con }
  })
}

/** The beginning of the database is gone, and there is room for nothing: what opening answers `volte` times, and what is there. */
export function mendFull({ banks, riserve, volte }: { banks: readonly Published[]; riserve: boolean; volte: number }) {
  return withOpfs(async (change) => {
    const { image, content, bank } = await live(change, banks)
    if (!riserve) for (const name of ['riserva', 'riserva-log']) image.delete(`idoneo-${UTENTE}/${name}`)
    tear(image)
    const disk = new Disk(image)
    change(disk)
    // Room to put the damaged store aside, and no more.
    leave(disk, riserve ? 0 : logOf(image).bytes.length + dbOf(image).bytes.length)
    const world = createWorld(disk, banks, new MemorySpecchio(content), 'seconda')
    const aperture: string[] = []
    for (let n = 0; n < volte; n++) aperture.push(codeOf(await world.db.open({ id_utente: UTENTE })))
    const guasti = [...disk.files.keys()].filter((path) => /guasto-\d+\.db$/.test(path)).length
    const cancellata = codeOf(await world.db.deleteBanca({ id_concorso: bank.concorso.id_concorso, dallaLista: false }))
    leave(disk, 16 * 1024 * 1024)
    const after = { aperto: codeOf(await world.db.open({ id_utente: UTENTE })), eventi: events(world) }
    disk.limit = null
    await world.end()
    return { aperture, guasti, cancellata, dopo: after }
  })
}

/**
 * A damaged store without a mirror. Its room is gone at the moment when the store to come is whole, and not yet in its place; then
 * the reserves are given up. What opening answers then, and once more, and how many stores to come are left.
 */
export function mendCut({ banks, danno }: { banks: readonly Published[]; danno: 'database' | 'log' }) {
  return withOpfs(async (change) => {
    // Most of it is in the log: the store to come is larger than the old one.
    const { image } = await live(change, banks, { risposte: MOLTE, alla: RISPOSTE })
    const { path, bytes } = danno === 'database' ? dbOf(image) : logOf(image)
    const changed = bytes.slice(0, danno === 'database' ? HEADER + PAGE : bytes.length)
    if (danno === 'log')
      changed[HEADER + 32 + 3 * (24 + PAGE) + 500] = 0xff ^ (bytes[HEADER + 32 + 3 * (24 + PAGE) + 500] as number)
    image.set(path, changed)
    const disk = new Disk(image)
    change(disk)
    const nuovi = () => [...disk.files].filter(([path, { size }]) => path.endsWith('nuovo.db') && size > 0).length
    let piena = false
    disk.limit = () => {
      if (piena || nuovi() === 0) return
      piena = true
      throw new DOMException('No capacity available for this operation', 'QuotaExceededError')
    }
    const world = createWorld(disk, banks, new MemorySpecchio(), 'seconda')
    const aperture: { aperto: string; eventi: number | undefined; nuovi: number }[] = []
    for (let n = 0; n < 2; n++) {
      const opened = codeOf(await world.db.open({ id_utente: UTENTE }))
      aperture.push({ aperto: opened, eventi: events(world), nuovi: nuovi() })
      await world.db.close()
    }
    await world.end()
    return { piena, aperture }
  })
}

const pathOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, Math.max(0, bytes.subarray(0, 512).indexOf(0))))
const find = (image: Image, name: string) => {
  const found = [...image].find(([path, bytes]) => path.startsWith(POOL) && pathOf(bytes) === name)
  if (!found) throw new Error(`no ${name}`)
  return { path: found[0], bytes: found[1] }
}
const dbOf = (image: Image) => find(image, '/utente.db')
const logOf = (image: Image) => find(image, '/utente.db-wal')

/** Zeros over the first sector of the database: SQLite does not take it for one any more. */
function tear(image: Map<string, Uint8Array>): void {
  const { path, bytes } = dbOf(image)
  const torn = bytes.slice()
  torn.fill(0, HEADER, HEADER + 512)
  image.set(path, torn)
}
