import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatIso, instantOf } from '#rules/dates'
import { halvesOf, mergeRisposta } from '#rules/merge'
import type { Modalita, RispostaRecord } from '#rules/statistica'
import { foldRisposte } from '#server/reportistica/parse'
import { listRisposte, storeRisposte } from '#server/reportistica/statistiche'
import { ENGINES, type Mondo, makeWorld } from '../world.ts'

// The SQL statement against the rule, on a real database: random histories with equal instants, other offsets, absent halves.

let world: Mondo
let id_utente: number

const HOUR = Date.parse('2026-11-21T09:00:00.000Z')
const data = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 60, -330, 840))
  .map(([ms, offset]) => formatIso(HOUR + ms, offset))
const forse = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: null })
const recordArb: fc.Arbitrary<RispostaRecord> = fc.record({
  id_concorso: fc.constantFrom(1, 2),
  id_domanda: fc.integer({ min: 1, max: 3 }),
  id_materia: forse(fc.integer({ min: 1, max: 3 })),
  id_argomento: forse(fc.constantFrom('1;2;;;;;', '10;2;;;;;', 'a', 'B')),
  id_sotto_percorso: forse(fc.constantFrom('1', '2', '12')),
  livello_conoscenza: fc.constantFrom(-99, -2, -1, 0, 1) as fc.Arbitrary<RispostaRecord['livello_conoscenza']>,
  data_eseguita: data,
  risposta_gettonata: forse(fc.integer({ min: 1, max: 5 })),
  preferiti: fc.boolean(),
  modalita: fc.subarray<Modalita>(['ESEGUITA', 'LETTA', 'ASCOLTATA']),
  data_livello: forse(data),
  data_preferiti: forse(data),
  data_letta: forse(data),
  data_ascoltata: forse(data),
})
/** A caller of the specification's own fields. */
const semplice = recordArb.map((r) => ({
  ...r,
  data_livello: null,
  data_preferiti: null,
  data_letta: null,
  data_ascoltata: null,
}))
const invio = fc.record({
  records: fc.array(fc.oneof(recordArb, semplice), { minLength: 1, maxLength: 8 }),
  incrementa: fc.boolean(),
})

const ms = (d: string | null | undefined) => (d ? instantOf(d) : null)
/** Instants travel back in UTC; the date of the record keeps its text. */
const comparable = (r: RispostaRecord) => ({
  ...r,
  id_materia: r.id_materia ?? null,
  risposta_gettonata: r.risposta_gettonata ?? null,
  data_livello: ms(r.data_livello),
  data_preferiti: ms(r.data_preferiti),
  data_letta: ms(r.data_letta),
  data_ascoltata: ms(r.data_ascoltata),
})
type Modello = Map<string, { record: RispostaRecord; contatore: number }>
const key = (r: RispostaRecord) => `${r.id_concorso}:${r.id_domanda}`

/** What the rules say after a call; answers how many records changed. */
function apply(modello: Modello, records: RispostaRecord[], incrementa: boolean): number {
  let cambiati = 0
  for (const next of foldRisposte(records)) {
    const old = modello.get(key(next))
    const fuso = old ? mergeRisposta(old.record, next) : next
    const nuova = instantOf(halvesOf(next).livello)
    const counts = incrementa && nuova > (old ? instantOf(halvesOf(old.record).livello) : -Infinity)
    const equal = old && isDeepStrictEqual(comparable(old.record), comparable(fuso))
    if (!equal) cambiati += 1
    modello.set(key(next), { record: fuso, contatore: (old?.contatore ?? 0) + (counts ? 1 : 0) })
  }
  return cambiati
}

async function stored() {
  const banche = await Promise.all(
    [1, 2].map((id_concorso) =>
      listRisposte(world.db, { id_utente, id_concorso, cursore: null, da: null, modalita: null }),
    ),
  )
  const { rows } = await world.db.query<{ chiave: string; contatore: number }>(
    `select id_contesto || ':' || id_domanda as chiave, contatore from statistica where id_utente = $1`,
    [id_utente],
  )
  const counters = new Map(rows.map((r) => [r.chiave, r.contatore]))
  return new Map(
    banche
      .flatMap((b) => JSON.parse(b.risposte) as RispostaRecord[])
      .map((r) => [key(r), { record: comparable(r), contatore: counters.get(key(r)) }]),
  )
}

describe.each(ENGINES)('merge on %s', (engine) => {
  beforeAll(async () => {
    world = await makeWorld({ motore: engine })
    id_utente = (await world.registerVerified('fusione@prova.it')).id_utente
  })
  afterAll(() => world.close())

  test('[MG4] the stored record is what mergeRisposta says after any history of calls', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(invio, { minLength: 1, maxLength: 6 }), async (invii) => {
        await world.db.query('delete from statistica where id_utente = $1', [id_utente])
        const modello: Modello = new Map()
        for (const { records, incrementa } of invii) {
          const expected = apply(modello, records, incrementa)
          const scritti = await storeRisposte(world.db, {
            id_utente,
            records: foldRisposte(records),
            incrementa,
            ora: new Date(HOUR),
          })
          expect(scritti).toBe(expected)
          const atteso = [...modello].map(
            ([k, v]) => [k, { record: comparable(v.record), contatore: v.contatore }] as const,
          )
          const found = await stored()
          expect(new Map([...found].sort())).toEqual(new Map(atteso.sort((a, b) => (a[0] < b[0] ? -1 : 1))))
        }
      }),
      { numRuns: Number(process.env.PROVE ?? (process.env.NOTTE === '1' ? 3_000 : 120)) },
    )
  })
})
