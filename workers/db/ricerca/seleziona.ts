import type { Ordine, Trovate } from '#contract/database'
import { type Condizioni, STATI_RISPOSTA } from '#rules/filtro'
import { permuteN, rankEsatte } from '#rules/ordine'
import type { Archivio } from '../archivio.ts'
import { rankAlfabetico } from './alfabeto.ts'
import { compile, cutRange, isAperto, partiOf } from './condizioni.ts'
import { type BancaLetta, readLetta } from './letta.ts'
import { readStato, type Stato } from './stato.ts'
import { searchTesto } from './testi.ts'

/** Hits of one bank: positions, ascending. Only to be read: the list may be the bank's own. */
type Parte = { letta: BancaLetta; posizioni: Int32Array; stato: Stato }

/** Positions, ascending, that words and range leave. */
export const candidates = (a: Archivio, letta: BancaLetta, filtro: Condizioni): Int32Array =>
  cutRange(searchTesto(a, letta, filtro) ?? letta.posizioni, filtro)

/** Questions that a filter leaves in these banks, in the order asked for. UFFICIALE is bank by bank, as they come. */
export function selectIn(
  a: Archivio,
  concorsi: readonly number[],
  filtro: Condizioni,
  ordine: Ordine,
  seme: number,
): Trovate {
  // Chance does not depend on which bank was used last.
  const inOrder = ordine === 'CASUALE' ? [...concorsi].sort((x, y) => x - y) : concorsi
  const parti = inOrder.map((id_concorso) => filterIn(a, readLetta(a, id_concorso), filtro, ordine === 'ESATTE'))
  const official = join(parti)
  switch (ordine) {
    case 'UFFICIALE':
      return official
    case 'CASUALE':
      return pick(official, permuteN(official.posizioni.length, seme))
    case 'ESATTE':
      return pick(official, byRisposta(parti))
    case 'ALFABETICO':
      return pick(official, rankAlfabetico(a, parti))
  }
}

function filterIn(a: Archivio, letta: BancaLetta, filtro: Condizioni, esatte: boolean): Parte {
  const found = candidates(a, letta, filtro)
  const { record, chiavi } = partiOf(filtro)
  const stato = readStato(a, letta, { record, chiavi: chiavi || esatte })
  if (isAperto(filtro)) return { letta, posizioni: found, stato }
  const failed = compile(filtro, letta, stato)
  const kept = new Int32Array(found.length)
  let n = 0
  for (let i = 0; i < found.length; i++) {
    const p = found[i] as number
    if (failed(p) === 0) kept[n++] = p
  }
  return { letta, posizioni: kept.subarray(0, n), stato }
}

function join(parti: readonly Parte[]): Trovate {
  const n = parti.reduce((sum, { posizioni }) => sum + posizioni.length, 0)
  const trovate = { id_domande: new Int32Array(n), id_concorsi: new Int32Array(n), posizioni: new Int32Array(n) }
  let place = 0
  for (const { letta, posizioni } of parti) {
    const { id_domande } = letta
    trovate.id_concorsi.fill(letta.id_concorso, place, place + posizioni.length)
    trovate.posizioni.set(posizioni, place)
    for (let i = 0; i < posizioni.length; i++)
      trovate.id_domande[place + i] = id_domande[posizioni[i] as number] as number
    place += posizioni.length
  }
  return trovate
}

/** The hits in another order of their places. */
function pick(trovate: Trovate, places: Int32Array): Trovate {
  const at = (array: Int32Array) => places.map((place) => array[place] as number)
  return { id_domande: at(trovate.id_domande), id_concorsi: at(trovate.id_concorsi), posizioni: at(trovate.posizioni) }
}

const RANK = Uint8Array.from(STATI_RISPOSTA, (stato) => rankEsatte(stato === 'mai' ? null : stato))

/** Places of the official order, wrong answers first, then never answered or neither, then right ones [EX12]. */
function byRisposta(parti: readonly Parte[]): Int32Array {
  const places = new Int32Array(parti.reduce((sum, { posizioni }) => sum + posizioni.length, 0))
  let n = 0
  for (let rank = 0; n < places.length; rank++) {
    let place = 0
    for (const { posizioni, stato } of parti)
      for (let i = 0; i < posizioni.length; i++, place++)
        if (RANK[stato.risposta[posizioni[i] as number] as number] === rank) places[n++] = place
  }
  return places
}
