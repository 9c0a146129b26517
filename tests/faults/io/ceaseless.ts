// Bundled and run in Node by tests/faults/full-disk.test.ts: whoever answers without a pause, and stores whose owners all die young.

import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from '../damage/world.ts'
import type { Image } from '../disk/disk.ts'
import type { Published, World } from '../power/world.ts'

/** Answers under way at the same time: the worker always finds one that waits. They take a millisecond each. */
const INSIEME = 50

const logBytes = (world: World): number => world.connection()?.raw?.('main', true)?.size() ?? 0

async function answer({ db }: World, { ids }: Published, k: number): Promise<void> {
  const id_domanda = ids[k % ids.length] as number
  const other = { id_evento: `e${k}`, id_seduta: null, indice: null, at: instant(100 + k) }
  must(await db.answer({ id_concorso: 1, id_domanda, risposta: 1, modalita: 'ESEGUITA', ...other }))
}

/** Gives `n` answers, and tells the most bytes that the log ever had, and how many were written to it in all. */
export function answerOn(banks: readonly Published[], n: number): Promise<{ massimo: number; scritti: number }> {
  return withDisks(async (enter) => {
    const disk = enter()
    // Move the clock with the answers, and grant a turn between calls for each turn of them: the machine's pace decides nothing.
    let now = 0
    let waiting: { until: number; done: () => void }[] = []
    const wait = (ms: number) =>
      new Promise<void>((done) => (ms > 0 ? waiting.push({ until: now + ms, done }) : setImmediate(done)))
    const pass = (ms: number) => {
      now += ms
      for (const { until, done } of waiting) if (until <= now) done()
      waiting = waiting.filter(({ until }) => until > now)
    }
    const world = createWorld(disk, banks, new MemorySpecchio(), 'prima', wait)
    const [bank] = banks as [Published]
    must(await world.db.open({ id_utente: UTENTE }))
    must(await world.db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
    must(await world.db.verifyArchivio({ at: instant(50), completa: true }))
    let massimo = 0
    let scritti = 0
    let before = logBytes(world)
    for (let k = 0; k < n; k += INSIEME) {
      await Promise.all(Array.from({ length: INSIEME }, (_, i) => answer(world, bank, k + i)))
      const bytes = logBytes(world)
      massimo = Math.max(massimo, bytes)
      scritti += bytes >= before ? bytes - before : bytes
      before = bytes
      pass(INSIEME)
      await new Promise((done) => setImmediate(done))
    }
    await world.end()
    return { massimo, scritti }
  })
}

/** `vite` owners answer `n` times each and die before anything is quiet; the bytes of log that each began with, and all the answers at the end. */
export function dieYoung(
  banks: readonly Published[],
  { vite, n }: { vite: number; n: number },
): Promise<{ trovati: number[]; risposte: number }> {
  return withDisks(async (enter) => {
    const [bank] = banks as [Published]
    const mirror = new MemorySpecchio()
    const wait = (ms: number) => (ms > 0 ? new Promise<void>(() => {}) : Promise.resolve())
    const trovati: number[] = []
    let image: Image | undefined
    let risposte = 0
    for (let vita = 0; vita < vite; vita++) {
      const disk = enter(image)
      const world = createWorld(disk, banks, mirror, `vita-${vita}`, wait)
      must(await world.db.open({ id_utente: UTENTE }))
      if (vita === 0) must(await world.db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
      trovati.push(logBytes(world))
      for (let k = 0; k < n; k++) await answer(world, bank, vita * n + k)
      risposte = world.connection()?.get<{ n: number }>('SELECT count(*) AS n FROM eventi')?.n ?? 0
      image = new Map(disk.image())
      await world.end()
    }
    return { trovati, risposte }
  })
}
