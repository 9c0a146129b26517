// Bundled and run in Node by ../sync.test.ts: the real store and the real push over a fake disk, and a server that keeps the newest.
import { ok } from '#contract/result'
import type { Risposta } from '#contract/schemas'
import { createRandom, mixSeeds } from '#rules/random'
import { pushRisposte } from '#src/sync/push'
import { Disk } from '../disk/disk.ts'
import { installOpfs } from '../disk/opfs.ts'
import { createWorld, instant, must, type Published, UTENTE } from '../power/world.ts'

export type Options = { n: number; seed: number; banks: readonly Published[] }
export type Outcome = { tried: number; lost: number; duringPush: number; findings: string[] }

const STEPS = 10

/** Histories in which the person answers while a push travels; at rest the server must have every newest answer. */
export async function answerDuringPush({ n, seed, banks }: Options): Promise<Outcome> {
  const outcome: Outcome = { tried: 0, lost: 0, duringPush: 0, findings: [] }
  const opfs = installOpfs(new Disk())
  try {
    for (let i = 0; i < n; i++) {
      outcome.tried++
      const wrong = await history(mixSeeds(seed, i))
      if (wrong.length === 0) continue
      outcome.lost++
      outcome.findings.push(`history ${i}: ${wrong.join('; ')}`)
    }
    return outcome
  } finally {
    opfs.uninstall()
  }

  async function history(seme: number): Promise<string[]> {
    const chance = createRandom(seme)
    const disk = new Disk()
    opfs.change(disk)
    const world = createWorld(disk, banks)
    const { db } = world
    const bank = banks[0] as Published
    const { id_concorso } = bank.concorso
    const ids = bank.ids.slice(0, 3)
    const server = new Map<number, Risposta>()
    let step = 0
    const answer = async () => {
      const n = ++step
      const id_domanda = ids[chance(ids.length)] as number
      const given = { risposta: 1 + chance(2), modalita: 'ESEGUITA' as const, at: instant(n), id_evento: `evento-${n}` }
      must(await db.answer({ id_concorso, id_domanda, ...given, id_seduta: null, indice: null }))
    }
    const push = (meanwhile: () => Promise<void>) =>
      pushRisposte(db, async ({ corpo }) => {
        for (const r of corpo) server.set(r.id_domanda, r)
        await meanwhile()
        return ok({ rifiutate: [] })
      })
    must(await db.open({ id_utente: UTENTE }))
    must(await db.downloadBanca({ concorso: bank.concorso, at: instant(0) }, () => {}))
    for (let i = 0; i < STEPS; i++) {
      await answer()
      if (chance(3) !== 0) continue
      let once = chance(2) === 0
      must(
        await push(async () => {
          if (!once) return
          once = false
          outcome.duringPush++
          await answer()
        }),
      )
    }
    must(await push(async () => {}))
    const local = must(await db.readDomande({ id_concorso, id_domande: ids }))
    await world.end()
    return local.flatMap(({ id_domanda, statistica }) => {
      const sent = server.get(id_domanda)
      const same = (sent?.data_eseguita ?? null) === statistica.data_eseguita
      return same ? [] : [`question ${id_domanda}: ${statistica.data_eseguita} here, ${sent?.data_eseguita} there`]
    })
  }
}
