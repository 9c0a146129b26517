import fc from 'fast-check'
import { formatIso, instantOf } from '#rules/dates'
import type { Livello } from '#rules/livello'
import { type Flag, type Modalita, needsSync, type Statistica } from '#rules/statistica'
import { type Mondo, value } from '../mondo.ts'

const flag = fc.constantFrom<Flag>(0, 1)
const date = fc.integer({ min: 0, max: 40 }).map((n) => formatIso(Date.UTC(2026, 9, 25) + n, n % 2 === 0 ? 120 : 60))
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary })
const record = fc.record({
  id_materia: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 4 }),
  id_argomento: seldom(fc.constant('7')),
  id_sotto_percorso: seldom(fc.constant('è')),
  livello_conoscenza: fc.constantFrom<Livello>(-99, -2, -1, 0, 1),
  preferiti: flag,
  risposta_gettonata: fc.option(fc.integer({ min: 1, max: 5 })),
  data_eseguita: fc.option(date, { freq: 8 }),
  modalita: fc.constantFrom<Modalita | null>('ESEGUITA', 'ESEGUITA', 'LETTA', 'ASCOLTATA', null),
  sincronizzata: fc.constantFrom<Flag>(0, 0, 1),
  isLevelUpdated: flag,
  isPreferitiUpdated: flag,
  livello: fc.constantFrom('come', 'altra', 'nessuna'),
  altra: date,
  data_preferiti: seldom(date),
  data_letta: seldom(date),
  data_ascoltata: seldom(date),
})
/** Records of every kind; dates are mostly absent and often alike, so that answers alone stand among all others. */
export const records = fc.array(record, { maxLength: 12 }).map((rows) =>
  rows.map(
    ({ livello, altra, ...row }, i): Statistica => ({
      ...row,
      id_concorso: 1,
      id_domanda: i + 1,
      indice_uff: i + 1,
      has_image: 0,
      has_risposta: 1,
      data_livello: livello === 'come' ? row.data_eseguita : livello === 'altra' ? altra : null,
    }),
  ),
)
/** What waits of them, the oldest first. */
export const oldest = (some: Statistica[]) =>
  some
    .filter(needsSync)
    .sort((a, b) => instantOf(a.data_eseguita) - instantOf(b.data_eseguita) || a.id_domanda - b.id_domanda)

export const leggi = async ({ db }: Mondo, posizione: number) =>
  value(await db.readDomande({ id_concorso: 1, id_domande: [100_000 + posizione] }))[0]!.statistica

export const preferito = ({ db, at, id }: Mondo, posizione: number, preferiti = true) =>
  db.setPreferiti({ id_concorso: 1, id_domanda: 100_000 + posizione, preferiti, at: at(), id_evento: id() })
