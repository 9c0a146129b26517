import { describe, expect, it } from 'vitest'
import type { UnsyncedRecords } from '#contract/database'
import { fail, ok, type Result } from '#contract/result'
import type { Risposta } from '#contract/schemas'
import { pullBanca } from '#src/sync/pull'
import { pushRisposte } from '#src/sync/push'
import { createScheduler, MAX_DELAY_MS, type PushState, QUIET_MS } from '#src/sync/scheduler'
import { memoryPlatform } from '#tests/workers/memory'
import { apri, creaBanca, rispondi, serve, value } from '../workers/mondo.ts'

const record = (id_domanda: number, data_eseguita = '2026-11-21T10:00:00.000+01:00'): Risposta => ({
  id_concorso: 7,
  id_domanda,
  livello_conoscenza: -1,
  data_eseguita,
  preferiti: false,
  modalita: ['ESEGUITA'],
})

/** A store with a queue of its own: enough to see what a push asks and marks. */
function queue(con_livello: Risposta[], altre: Risposta[]) {
  const waiting = new Map([...con_livello.map((r) => [r, true] as const), ...altre.map((r) => [r, false] as const)])
  const aside: number[] = []
  const drop = (id: number, data: string) => {
    for (const r of waiting.keys()) if (r.id_domanda === id && r.data_eseguita === data) return waiting.delete(r)
    return false
  }
  return {
    waiting,
    aside,
    listUnsynced: async ({ limite }: { limite: number }): Promise<Result<UnsyncedRecords | null>> => {
      const records = [...waiting].slice(0, limite)
      if (records.length === 0) return ok(null)
      return ok({
        id_concorso: 7,
        con_livello: records.filter(([, livello]) => livello).map(([r]) => r),
        altre: records.filter(([, livello]) => !livello).map(([r]) => r),
      })
    },
    countUnsynced: async () => ok({ totale: waiting.size, per_banca: [{ id_concorso: 7, n: waiting.size }] }),
    markSynced: async ({ coppie }: { coppie: readonly { id_domanda: number; data_eseguita: string }[] }) =>
      ok({ segnate: coppie.filter((c) => drop(c.id_domanda, c.data_eseguita)).length }),
    quarantine: async ({ coppie }: { coppie: readonly { id_domanda: number; data_eseguita: string }[] }) => {
      for (const c of coppie) if (drop(c.id_domanda, c.data_eseguita)) aside.push(c.id_domanda)
      return ok({ accantonate: coppie.length })
    },
  }
}

describe('push', () => {
  it('[SY2] sends level changes apart, with incrementa_contatore true, the others with false', async () => {
    const db = queue([record(1), record(2)], [record(3)])
    const calls: [string, number[]][] = []
    const esito = await pushRisposte(db, async ({ query, corpo }) => {
      calls.push([query.incrementa_contatore, corpo.map((r) => r.id_domanda)])
      return ok(null)
    })
    expect(calls).toEqual([
      ['true', [1, 2]],
      ['false', [3]],
    ])
    expect(esito).toEqual(ok({ sent: 3, refused: 0 }))
  })

  it('[SY3] a failed call leaves its records waiting and keeps what another call marked', async () => {
    const db = queue([record(1)], [record(2)])
    const esito = await pushRisposte(db, async ({ query }) =>
      query.incrementa_contatore === 'true' ? ok(null) : fail('REMOTE_REQUEST_FAILED'),
    )
    expect(esito.ok).toBe(false)
    expect([...db.waiting.keys()].map((r) => r.id_domanda)).toEqual([2])
  })

  it('sends 1,200 records in three calls of at most 500', async () => {
    const db = queue(
      Array.from({ length: 1200 }, (_, i) => record(i + 1)),
      [],
    )
    const sizes: number[] = []
    await pushRisposte(db, async ({ corpo }) => {
      sizes.push(corpo.length)
      return ok(null)
    })
    expect(sizes).toEqual([500, 500, 200])
  })

  it('a record refused by name is set aside and the others go on', async () => {
    const db = queue([record(1), record(2), record(3)], [])
    const esito = await pushRisposte(db, async ({ corpo }) =>
      ok(
        corpo.some((r) => r.id_domanda === 2)
          ? { rifiutate: [{ id_domanda: 2, codice: 'DOMANDA_NON_TROVATA' }] }
          : null,
      ),
    )
    expect(esito).toEqual(ok({ sent: 2, refused: 1 }))
    expect(db.aside).toEqual([2])
  })

  describe('[SY2] a bank of which the server takes nothing', () => {
    /** One answer in each of two banks, the first bank's given before. */
    async function due() {
      const [una, altra] = await Promise.all([creaBanca({ n: 10 }), creaBanca({ id_concorso: 2, n: 10 })])
      const mondo = await apri({ n: 10 }, memoryPlatform({ fetch: serve(una, altra) }))
      value(await mondo.db.downloadBanca({ concorso: altra.concorso, at: mondo.at() }, () => {}))
      value(await rispondi(mondo, 1, 1))
      value(await rispondi({ ...mondo, banca: altra }, 1, 1))
      const elenco = (...banche: (typeof una)[]) =>
        mondo.db.registerBanche({
          banche: banche.map(({ concorso: c }) => ({
            id_concorso: c.id_concorso,
            concorso: c.concorso,
            ente: c.ente.ente,
            anno: c.anno,
            profilo: c.profilo,
            n_domande_totali: c.numero_domande,
            con_immagini: false,
            data_ultimo_aggiornamento: c.data_ultimo_aggiornamento,
          })),
          versioni: {},
        })
      return { ...mondo, una, altra, elenco, attese: async () => value(await mondo.db.countUnsynced()).per_banca }
    }
    /** As the server does: when nothing of a call can be taken the call fails. */
    const server =
      (codice: 'CONCORSO_NON_TUO' | 'RICHIESTA_NON_VALIDA', arrivate: number[], rifiuta = 1) =>
      async ({ corpo }: { corpo: Risposta[] }) => {
        if (corpo.every((r) => r.id_concorso === rifiuta)) return fail(codice)
        arrivate.push(...corpo.map((r) => r.id_domanda))
        return ok(null)
      }

    it('that the account has no more: its answers wait aside until it is in the list again, the others are sent', async () => {
      const { db, una, altra, elenco, attese } = await due()
      const arrivate: number[] = []
      expect(await pushRisposte(db, server('CONCORSO_NON_TUO', arrivate))).toEqual(ok({ sent: 1, refused: 1 }))
      expect(arrivate).toEqual([200_001])
      expect(await attese()).toEqual([{ id_concorso: 1, n: 1 }])
      value(await elenco(altra))
      expect(await pushRisposte(db, server('CONCORSO_NON_TUO', arrivate))).toEqual(ok({ sent: 0, refused: 0 }))
      value(await elenco(una, altra))
      expect(await pushRisposte(db, server('CONCORSO_NON_TUO', arrivate, 0))).toEqual(ok({ sent: 1, refused: 0 }))
      expect(arrivate).toEqual([200_001, 100_001])
      expect(await attese()).toEqual([])
    })

    it('because no record of it is one: it is tried again another time, the others are sent now', async () => {
      const { db, attese } = await due()
      const arrivate: number[] = []
      expect(await pushRisposte(db, server('RICHIESTA_NON_VALIDA', arrivate))).toEqual(fail('RICHIESTA_NON_VALIDA'))
      expect(arrivate).toEqual([200_001])
      expect(await attese()).toEqual([{ id_concorso: 1, n: 1 }])
      expect(await pushRisposte(db, server('RICHIESTA_NON_VALIDA', arrivate, 0))).toEqual(ok({ sent: 1, refused: 0 }))
      expect(await attese()).toEqual([])
    })
  })

  it('an answer given during the push stays unsynced', async () => {
    const db = queue([record(1)], [])
    let rounds = 0
    await pushRisposte(db, async () => {
      if (rounds++ === 0) {
        db.waiting.clear()
        db.waiting.set(record(1, '2026-11-21T10:00:01.000+01:00'), true)
      }
      return ok(null)
    })
    expect(rounds).toBe(1)
    expect(db.waiting.size).toBe(1)
  })
})

describe('pull', () => {
  it('asks page after page until the cursor stands still', async () => {
    let cursore = 0
    const pages = new Map([
      [0, { risposte: [record(1), record(2)], cursore: 2 }],
      [2, { risposte: [record(3)], cursore: 3 }],
      [3, { risposte: [], cursore: 3 }],
    ])
    const asked: number[] = []
    const esito = await pullBanca(
      {
        pullState: async () => ok({ data: null, cursore }),
        applyRemote: async (a) => {
          cursore = a.cursore
          return ok({ cambiate: a.risposte.length })
        },
      },
      async ({ query }) => {
        asked.push(query.cursore)
        const page = pages.get(query.cursore)
        return page ? ok(page) : fail('REMOTE_REQUEST_FAILED')
      },
      7,
    )
    expect(asked).toEqual([0, 2, 3])
    expect(esito).toEqual(ok({ cambiate: 3 }))
  })
})

/** A clock that moves only when told. */
function clock(chance = 0) {
  let now = 0
  let next = 1
  const timers = new Map<number, { at: number; f: () => void }>()
  return {
    now: () => now,
    setTimeout: (f: () => void, ms: number) => {
      timers.set(next, { at: now + ms, f })
      return next++
    },
    clearTimeout: (t: unknown) => void timers.delete(t as number),
    random: () => chance,
    async advance(ms: number) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(([, t]) => t.at <= end).sort((a, b) => a[1].at - b[1].at)[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].f()
        for (let i = 0; i < 5; i++) await Promise.resolve()
      }
      now = end
    },
  }
}

describe('when a push happens', () => {
  it('[D17b] 750 ms after the last change, and one push for many', async () => {
    const t = clock()
    let pushes = 0
    const p = createScheduler(
      async () => ok(pushes++),
      () => {},
      t,
    )
    p.changed()
    await t.advance(QUIET_MS - 1)
    p.changed()
    await t.advance(QUIET_MS - 1)
    expect(pushes).toBe(0)
    await t.advance(1)
    expect(pushes).toBe(1)
  })

  it('at the latest five seconds after the first change', async () => {
    const t = clock()
    let first = Number.NaN
    const p = createScheduler(
      async () => {
        first = t.now()
        return ok(null)
      },
      () => {},
      t,
    )
    for (let i = 0; i < 20; i++) {
      p.changed()
      await t.advance(500)
      if (!Number.isNaN(first)) break
    }
    expect(first).toBeLessThanOrEqual(MAX_DELAY_MS)
  })

  it('chance shortens a pause, so that devices that failed together do not come back together', async () => {
    const t = clock(0.5)
    const pauses: number[] = []
    const p = createScheduler(
      async () => fail('RETE_ASSENTE'),
      (s) => s.fase === 'rinviato' && pauses.push(s.in_ms),
      t,
    )
    await p.flush()
    await t.advance(3_750)
    expect(pauses).toEqual([3_750, 7_500])
  })

  it('a server that does not answer is asked no sooner because of new answers, and at once when it is heard again', async () => {
    const t = clock()
    const at: number[] = []
    let good = false
    const p = createScheduler(
      async () => {
        at.push(t.now())
        return good ? ok(null) : fail('REMOTE_REQUEST_FAILED')
      },
      () => {},
      t,
    )
    for (let s = 0; s < 60; s++) {
      p.changed()
      await t.advance(1_000)
    }
    // One second after the other an answer is given; the attempts are those of the doubling pauses.
    expect(at).toEqual([QUIET_MS, 5_750, 15_750, 35_750])
    good = true
    p.answered()
    await t.advance(QUIET_MS)
    expect(at.at(-1)).toBe(60_000)
    p.changed()
    await t.advance(QUIET_MS)
    expect(at).toHaveLength(6)
  })

  it('a server that says when to come back is believed', async () => {
    const t = clock()
    const pauses: number[] = []
    const p = createScheduler(
      async () => fail('SERVIZIO_NON_PRONTO', { dati: { secondi: 9 } }),
      (s) => s.fase === 'rinviato' && pauses.push(s.in_ms),
      t,
    )
    await p.flush()
    await t.advance(9_000)
    expect(pauses).toEqual([9_000, 10_000])
  })

  it('pauses double after failures and end at the first success', async () => {
    const t = clock()
    const stati: PushState[] = []
    let good = false
    const p = createScheduler(
      async () => (good ? ok(null) : fail('RETE_ASSENTE')),
      (s) => stati.push(s),
      t,
    )
    await p.flush()
    await t.advance(5_000)
    await t.advance(10_000)
    const pauses = stati.flatMap((s) => (s.fase === 'rinviato' ? [s.in_ms] : []))
    expect(pauses).toEqual([5_000, 10_000, 20_000])
    good = true
    await t.advance(20_000)
    expect(stati.at(-1)).toEqual({ fase: 'fermo' })
  })
})
