// Bundled and run in Node by ../pieno.test.ts: whoever answers without a pause.
import { createWorld, instant, MemorySpecchio, must, UTENTE, withDisks } from '../damage/world.ts'
import type { Published } from '../power/world.ts'

/** Answers under way at the same time: the worker always finds one that waits. */
const INSIEME = 50

/** Gives `n` answers, and tells the most bytes that the log ever had, and how many were written to it in all. */
export function answerOn(banks: readonly Published[], n: number): Promise<{ massimo: number; scritti: number }> {
  return withDisks(async (enter) => {
    const disk = enter()
    const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
    const world = createWorld(disk, banks, new MemorySpecchio(), 'prima', wait)
    const [bank] = banks as [Published]
    must(await world.db.open({ id_utente: UTENTE }))
    must(await world.db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
    must(await world.db.verifyArchivio({ at: instant(50), completa: true }))
    const logBytes = () => world.connection()?.raw?.('main', true)?.size() ?? 0
    let massimo = 0
    let scritti = 0
    let before = logBytes()
    for (let k = 0; k < n; k += INSIEME) {
      await Promise.all(
        Array.from({ length: INSIEME }, async (_, i) => {
          const id_domanda = bank.ids[(k + i) % bank.ids.length] as number
          must(
            await world.db.answer({
              ...{ id_concorso: 1, id_domanda, risposta: 1, modalita: 'ESEGUITA', at: instant(100 + k + i) },
              ...{ id_evento: `e${k + i}`, id_seduta: null, indice: null },
            }),
          )
        }),
      )
      const now = logBytes()
      massimo = Math.max(massimo, now)
      scritti += now >= before ? now - before : now
      before = now
      await new Promise((done) => setImmediate(done))
    }
    await world.end()
    return { massimo, scritti }
  })
}
