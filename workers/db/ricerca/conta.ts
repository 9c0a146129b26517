import type { ConteggiRicerca } from '#contract/database'
import type { Chiave, StatoDomanda } from '#contract/domanda'
import { FLAG_IMMAGINE } from '#contract/pacchetto'
import { CHIAVI, STATI } from '#rules/domanda'
import { type Condizioni, STATI_RISPOSTA } from '#rules/filtro'
import { LIVELLI } from '#rules/livello'
import type { Archivio } from '../archivio.ts'
import { compile, MANCA } from './condizioni.ts'
import type { BancaLetta } from './letta.ts'
import { candidates } from './seleziona.ts'
import { readStato } from './stato.ts'

/** Sums of several banks, one array of counters for each facet, by the places of `Stato`. */
export type Somme = {
  totale: number
  livelli: Uint32Array
  preferiti: Uint32Array
  immagini: Uint32Array
  haChiave: Uint32Array
  risposte: Uint32Array
  chiavi: Uint32Array
  stati: Uint32Array
}

/** What one bank adds: its questions that pass all but the choice of banks, and those of each subject (0: of none). */
export type Contata = { n: number; materie: Uint32Array }

export const newSomme = (): Somme => ({
  totale: 0,
  livelli: new Uint32Array(LIVELLI.length),
  preferiti: new Uint32Array(2),
  immagini: new Uint32Array(2),
  haChiave: new Uint32Array(2),
  risposte: new Uint32Array(STATI_RISPOSTA.length),
  chiavi: new Uint32Array(CHIAVI.length),
  stati: new Uint32Array(STATI.length),
})

/**
 * Adds a bank to the sums, in one pass over what its words and range leave: a question counts for a facet when it fails no
 * filter but that facet's own. `scelta`: the person asks of this bank too. Without `chiavi` the facets of keys, outcomes
 * and states are left alone, unless the filter reads them.
 */
export function countIn(
  a: Archivio,
  letta: BancaLetta,
  filtro: Condizioni,
  somme: Somme,
  { scelta, chiavi }: { scelta: boolean; chiavi: boolean },
): Contata {
  const found = candidates(a, letta, filtro)
  const s = readStato(a, letta, { record: true, chiavi })
  const failed = compile(filtro, letta, s)
  const { materia, flags } = letta
  const { livello, preferito, haChiave, risposta, provenienza, stato } = s
  const materie = new Uint32Array(letta.materie.length + 1)
  let n = 0
  const outside = scelta ? 0 : MANCA.concorsi
  for (let i = 0; i < found.length; i++) {
    const p = found[i] as number
    const fails = failed(p) | outside
    // Two failures or more: no facet counts it. One: its own facet does.
    if ((fails & (fails - 1)) !== 0) continue
    const all = fails === 0
    if (all) somme.totale++
    if (all || fails === MANCA.concorsi) n++
    if (all || fails === MANCA.materie) add(materie, materia[p])
    if (all || fails === MANCA.livelli) add(somme.livelli, livello[p])
    if (all || fails === MANCA.soloPreferiti) add(somme.preferiti, preferito[p])
    if (all || fails === MANCA.conImmagine) add(somme.immagini, (flags[p] as number) & FLAG_IMMAGINE)
    if (all || fails === MANCA.conRisposta) add(somme.haChiave, haChiave[p])
    if (all || fails === MANCA.risposte) add(somme.risposte, risposta[p])
    if (all || fails === MANCA.chiavi) add(somme.chiavi, provenienza[p])
    if (all || fails === MANCA.stati) add(somme.stati, stato[p])
  }
  return { n, materie }
}

function add(counters: Uint32Array, value: number | undefined): void {
  counters[value as number] = (counters[value as number] as number) + 1
}

type Nominati = Pick<
  ConteggiRicerca,
  | 'totale'
  | 'per_livello'
  | 'preferiti'
  | 'con_immagine'
  | 'senza_immagine'
  | 'con_risposta'
  | 'senza_risposta'
  | 'per_risposta'
  | 'per_chiave'
  | 'per_stato'
>

/** The sums by name, as they cross the boundary. */
export function nameSomme(somme: Somme): Nominati {
  const named = <T extends string | number>(values: readonly T[], counters: Uint32Array) =>
    Object.fromEntries(values.map((value, i) => [value, counters[i] as number])) as Record<T, number>
  const [senza_immagine = 0, con_immagine = 0] = somme.immagini
  const [senza_risposta = 0, con_risposta = 0] = somme.haChiave
  return {
    totale: somme.totale,
    per_livello: named(LIVELLI, somme.livelli),
    preferiti: somme.preferiti[1] ?? 0,
    con_immagine,
    senza_immagine,
    con_risposta,
    senza_risposta,
    per_risposta: named(STATI_RISPOSTA, somme.risposte),
    per_chiave: named<Chiave>(CHIAVI, somme.chiavi),
    per_stato: named<StatoDomanda>(STATI, somme.stati),
  }
}
