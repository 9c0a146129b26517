import type { ConsoleResponseOf } from '#contract/gestione'
import { fail, ok, type Result } from '#contract/result'
import type { Deps, Queryable } from '../deps.ts'
import { providerOf } from './checkout.ts'
import type { AcquistoRow } from './grant.ts'
import { type ListedPayment, type ListedRefund, listPayments, listRefunds } from './stripe.ts'

type Reading = NonNullable<ConsoleResponseOf<'differenze'>['lettura']>
type Kind = Reading['elementi'][number]['tipo']
type Difference = Omit<Reading['elementi'][number], 'quando'> & { quando: Date }

const DAY_MS = 24 * 60 * 60_000
const DAYS = 30
/** Clocks of provider and database may differ: its list begins earlier, in ms, than the purchases that must be in it. */
const SKEW_MS = 60 * 60_000
/** Longest time, in ms, for which the provider is read. */
const LIMIT_MS = 20_000
/** Most purchases of here that are compared, and most differences that are listed. */
const MOST_HERE = 5_000
const MOST_LISTED = 200

type Here = Pick<
  AcquistoRow,
  'id_acquisto' | 'id_sessione' | 'pagamento' | 'prezzo' | 'valuta' | 'stato' | 'creato' | 'pagato'
>

async function readHere(q: Queryable, since: Date, sessions: string[], payments: string[]): Promise<Here[]> {
  const { rows } = await q.query<Here>(
    `select id_acquisto, id_sessione, pagamento, prezzo, valuta, stato, creato, pagato from acquisto
     where fornitore = 'STRIPE' and (creato >= $1 or id_sessione = any($2) or pagamento = any($3)) order by creato desc limit $4`,
    [since, sessions, payments, MOST_HERE],
  )
  return rows
}

const isReturned = ({ stato }: Here): boolean => stato === 'rimborsato' || stato === 'recesso'

/** Returns how a purchase of here differs from its payment; null where they agree. */
function kindOf(here: Here, there: ListedPayment, returned: number): Kind | null {
  if (there.prezzo !== here.prezzo || there.valuta !== here.valuta) return 'altro_importo'
  if (there.refunded) return here.stato === 'pagato' ? 'restituito_la' : null
  if (isReturned(here)) return 'restituito_qui'
  if (here.stato !== 'pagato') return 'pagato_la'
  return returned > 0 ? 'altro_importo' : null
}

/**
 * Compares payments and refunds of the provider with purchases of here. `url`: payments of other sites may stand in the
 * same account of the provider. `since`: from when on the list of payments is whole.
 */
function compare(
  there: readonly ListedPayment[],
  refunds: readonly ListedRefund[],
  here: readonly Here[],
  { url, since }: { url: string; since: Date },
): Difference[] {
  const bySession = new Map(here.map((a) => [a.id_sessione, a]))
  const returned = new Map<string, number>()
  for (const { pagamento, importo } of refunds) returned.set(pagamento, (returned.get(pagamento) ?? 0) + importo)
  const found: Difference[] = []
  const paid = there.filter((p) => p.paid)
  for (const p of paid) {
    const a = bySession.get(p.id_sessione)
    const back = returned.get(p.pagamento ?? '') ?? 0
    const isOurs = p.id_acquisto !== null && p.ritorno?.startsWith(`${url}/`) === true
    const tipo = a ? kindOf(a, p, back) : isOurs && !p.refunded ? 'pagato_la' : null
    if (!tipo) continue
    const la = p.refunded ? 0 : p.prezzo - back
    const qui = !a ? null : a.stato === 'pagato' ? a.prezzo : 0
    found.push({ tipo, pagamento: p.pagamento, id_acquisto: a?.id_acquisto ?? null, quando: p.creato, la, qui })
  }
  const known = new Set(paid.map((p) => p.id_sessione))
  for (const { id_acquisto, id_sessione, pagamento, prezzo, stato, creato, pagato } of here) {
    if (stato !== 'pagato' || known.has(id_sessione)) continue
    const back = returned.get(pagamento ?? '') ?? 0
    const whole = back >= prezzo ? 'restituito_la' : 'altro_importo'
    const tipo = back > 0 ? whole : creato >= since ? 'ignoto_la' : null
    if (!tipo) continue
    const la = tipo === 'ignoto_la' ? null : Math.max(0, prezzo - back)
    found.push({ tipo, pagamento, id_acquisto, quando: pagato ?? creato, la, qui: prezzo })
  }
  return found.sort((a, b) => b.quando.getTime() - a.quando.getTime())
}

/**
 * Reads payments and refunds of the last 30 days from the provider, within pages and a time, and compares them with the
 * purchases of here. Null where the installation has no provider to read; PAGAMENTO_NON_DISPONIBILE.
 */
export async function readDifferences(deps: Deps): Promise<Result<Reading | null>> {
  const { stripe, publicUrl } = deps.config
  if (!stripe || providerOf(deps) !== 'STRIPE') return ok(null)
  const since = new Date(deps.now().getTime() - DAYS * DAY_MS)
  const before = new Date(since.getTime() - SKEW_MS)
  const deadline = performance.now() + LIMIT_MS
  try {
    const [payments, refunds] = await Promise.all([
      listPayments(stripe, before, deadline),
      listRefunds(stripe, since, deadline),
    ])
    const oldest = payments.items.at(-1)?.creato
    const from = payments.whole || !oldest ? since : new Date(oldest.getTime() + SKEW_MS)
    const sessions = payments.items.map((p) => p.id_sessione)
    const here = await readHere(
      deps.db,
      from,
      sessions,
      refunds.items.map((r) => r.pagamento),
    )
    const found = compare(payments.items, refunds.items, here, { url: publicUrl, since: from })
    return ok({
      dal: from.toISOString(),
      completa: payments.whole && refunds.whole,
      pagamenti: payments.items.length,
      rimborsi: refunds.items.length,
      totale: found.length,
      elementi: found.slice(0, MOST_LISTED).map((d) => ({ ...d, quando: d.quando.toISOString() })),
    })
  } catch (error) {
    deps.log.error({ err: error }, 'il fornitore dei pagamenti non risponde')
    return fail('PAGAMENTO_NON_DISPONIBILE')
  }
}
