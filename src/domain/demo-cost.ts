import type { Concorso, StatoLivello } from '#contract/schemas'
import { type DemoCost, demoCost } from '#rules/demo-cost'

/** Returns the number of questions of a bank that the account has received. */
export const receivedOf = (id_concorso: number, stato: StatoLivello | null): number =>
  stato?.ricevute?.find((r) => r.id_concorso === id_concorso)?.quiz ?? 0

/** Returns the cost of a bank's download for a demo (D41); null where there is no limit, or the limit is unknown. */
export function demoCostOf(
  c: Pick<Concorso, 'id_concorso' | 'numero_domande'>,
  stato: StatoLivello | null,
): DemoCost | null {
  const left = stato?.quiz_rimasti ?? null
  return left === null
    ? null
    : demoCost({ domande: c.numero_domande, ricevute: receivedOf(c.id_concorso, stato) }, left)
}
