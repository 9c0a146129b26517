import { FLAG_HTML } from '#contract/pacchetto'
import { normalizeTesto, stripHtml } from '#rules/testo'
import type { Archivio } from '../archivio.ts'
import { attach } from '../attach.ts'
import { alfabeticheOf, type BancaLetta } from './letta.ts'

type Parte = { letta: BancaLetta; posizioni: Int32Array }

/** Texts read at a time. */
const PAGINA = 4096

/** Places of the hits, joined bank by bank, in alphabetical order. */
export function rankAlfabetico(a: Archivio, parti: readonly Parte[]): Int32Array {
  const [only, ...others] = parti.filter(({ posizioni }) => posizioni.length > 0)
  if (!only) return new Int32Array(0)
  return others.length === 0 ? byRank(a, only) : byText(a, parti)
}

/** In one bank by the rank stored in it: a walk over the bank, whatever the hits. */
function byRank(a: Archivio, { letta, posizioni }: Parte): Int32Array {
  const placeOf = new Int32Array(letta.id_domande.length)
  for (let i = 0; i < posizioni.length; i++) placeOf[posizioni[i] as number] = i + 1
  const places = new Int32Array(posizioni.length)
  let n = 0
  for (const p of alfabeticheOf(a, letta)) {
    const place = placeOf[p] as number
    if (place > 0) places[n++] = place - 1
  }
  return places
}

/**
 * Ranks of different banks say nothing of each other: across banks the order is that of the normalised texts, then of the
 * banks' ids, then of the rank (decision 0017). So it depends on the hits alone. Each bank's come in their rank's order:
 * nearly sorted runs, which sorting merges.
 */
function byText(a: Archivio, parti: readonly Parte[]): Int32Array {
  const testi: string[] = []
  const concorsi: number[] = []
  const ranghi: number[] = []
  const order: number[] = []
  let first = 0
  for (const parte of parti) {
    const { letta, posizioni } = parte
    const known = readTesti(a, parte)
    for (const [rank, place] of byRank(a, parte).entries()) {
      testi[first + place] = known[posizioni[place] as number] as string
      concorsi[first + place] = letta.id_concorso
      ranghi[first + place] = rank
      order.push(first + place)
    }
    first += posizioni.length
  }
  order.sort((x, y) => {
    const a = testi[x] as string
    const b = testi[y] as string
    if (a !== b) return a < b ? -1 : 1
    return (concorsi[x] as number) - (concorsi[y] as number) || (ranghi[x] as number) - (ranghi[y] as number)
  })
  return Int32Array.from(order)
}

/** Normalised texts of the questions by position, those of the hits at least; kept with the bank. */
function readTesti(a: Archivio, { letta, posizioni }: Parte): readonly (string | undefined)[] {
  letta.testi ??= new Array(letta.id_domande.length)
  const { testi } = letta
  const missing = posizioni.filter((p) => testi[p] === undefined)
  const { alias } = attach(a, letta.id_concorso)
  for (let from = 0; from < missing.length; from += PAGINA) {
    const rows = a.db.all<{ posizione: number; testo: string; flags: number }>(
      `SELECT posizione, testo, flags FROM json_each(?) j CROSS JOIN ${alias}.domande d ON d.posizione = j.value`,
      `[${missing.subarray(from, from + PAGINA).join(',')}]`,
    )
    for (const { posizione, testo, flags } of rows)
      testi[posizione] = normalizeTesto((flags & FLAG_HTML) === 0 ? testo : stripHtml(testo))
  }
  return testi
}
