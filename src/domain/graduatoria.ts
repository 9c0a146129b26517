import type { Graduatoria } from '#rules/graduatoria'
import { call } from '../api/client.ts'
import { createKeptList, readKeptAnswer } from '../api/kept-list.ts'

const keyOf = (id_concorso: number) => `graduatoria-${id_concorso}`

/** Returns the kept results of a bank's exam [PV7]; null where there are none. */
export const keptGraduatoria = async (id_concorso: number): Promise<Graduatoria | null> =>
  (await readKeptAnswer('graduatoria', keyOf(id_concorso)))?.value.elementi[0] ?? null

/** Fetches the results, unless they were fetched within a day. */
export const stockGraduatoria = (id_concorso: number): Promise<void> =>
  createKeptList('graduatoria', () => call('graduatoria', { query: { id_concorso } }), keyOf(id_concorso)).stock()
