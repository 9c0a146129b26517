import { type OrdineSeduta, SEVERAL_BANCHE } from '#contract/database'
import { permute } from '#rules/shuffle'
import { attach } from '../banche/attach.ts'
import type { StoreContext } from '../core/context.ts'

/** Questions of a sitting with the bank that they share, or PIU_BANCHE and the bank of each. */
export type ChosenDomande = { id_domande: Int32Array; id_concorso: number; id_concorsi: Int32Array | null }

/**
 * Returns the questions that a person chose, of any bank, each once and in their order; shuffled by the seed for
 * CASUALE. Ids are unique over all banks (D17), so the banks on the device identify each owner. A question without a
 * bank here is left out.
 */
export function chooseDomande(
  ctx: StoreContext,
  chosen: Int32Array,
  { ordine, seme }: { ordine: OrdineSeduta; seme: number },
): ChosenDomande {
  const ids = Int32Array.from(new Set(ordine === 'CASUALE' ? permute(Int32Array.from(new Set(chosen)), seme) : chosen))
  const owners = ownersOf(ctx, ids)
  const here = ids.filter((_, place) => owners[place] !== NOBODY)
  const id_concorsi = owners.filter((owner) => owner !== NOBODY)
  const [first = SEVERAL_BANCHE] = id_concorsi
  return id_concorsi.every((owner) => owner === first)
    ? { id_domande: here, id_concorso: first, id_concorsi: null }
    : { id_domande: here, id_concorso: SEVERAL_BANCHE, id_concorsi }
}

/** Owner of an id that no bank has. */
const NOBODY = 0

/** Returns the bank of each id, among those on the device. */
function ownersOf(ctx: StoreContext, ids: Int32Array): Int32Array {
  const owners = new Int32Array(ids.length).fill(NOBODY)
  const asked = `[${ids.join(',')}]`
  const banks = ctx.db.all<{ id_concorso: number }>('SELECT id_concorso FROM banche WHERE file IS NOT NULL')
  let missing = ids.length
  for (const { id_concorso } of banks) {
    if (missing === 0) break
    const { alias } = attach(ctx, id_concorso)
    const [places] = ctx.db.integers(
      `SELECT j.key FROM json_each(?) j JOIN ${alias}.domande d ON d.id_domanda = j.value`,
      1,
      asked,
    ) as [Int32Array]
    for (const place of places) owners[place] = id_concorso
    missing -= places.length
  }
  return owners
}
