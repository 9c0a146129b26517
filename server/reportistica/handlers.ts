import { fail, ok } from '#contract/result'
import type { PushResult } from '#contract/schemas'
import { parseIso } from '#rules/dates'
import type { RispostaRecord } from '#rules/statistica'
import { readBanca } from '../concorso/banche.ts'
import type { Db } from '../deps.ts'
import type { Handlers } from '../handler.ts'
import { readGettonate } from './gettonate.ts'
import { foldRisposte, readRisposta } from './parse.ts'
import { listRisposte, storeRisposte } from './statistiche.ts'

/** Most field names that a refusal lists. */
const MAX_FIELDS = 20

/** Versions of the banks that the account has or had; answers of any other are refused. */
async function readOwn(db: Db, id_utente: number, id_concorsi: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id_concorso: number; versione: string | null }>(
    `select id_concorso, versione from concorso_utente join concorso using (id_concorso)
     where id_utente = $1 and id_concorso = any($2::bigint[])`,
    [id_utente, id_concorsi],
    'concorsi_miei',
  )
  return new Map(rows.map((r) => [r.id_concorso, r.versione ?? '']))
}

/** Parts the records by what is wrong with them; `rifiutate` keeps the order of the request. */
async function sortRecords(db: Db, id_utente: number, body: readonly unknown[], now: number) {
  const parsedAll = body.map((value) => readRisposta(value, now))
  const fields = parsedAll.flatMap((l, i) => (l.ok ? [] : l.campi.map((field) => `${i}.${field}`)))
  const id_concorsi = [...new Set(parsedAll.flatMap((l) => (l.ok ? [l.record.id_concorso] : [])))]
  const own = id_concorsi.length > 0 ? await readOwn(db, id_utente, id_concorsi) : new Map<number, string>()
  const domande = new Map<number, ReadonlySet<number>>()
  for (const [id, versione] of own) domande.set(id, (await readBanca(db, id, versione)).id_domande)

  const accepted: RispostaRecord[] = []
  const refused: PushResult['rifiutate'] = []
  for (const parsed of parsedAll) {
    if (!parsed.ok) refused.push({ id_domanda: parsed.id_domanda, codice: 'RICHIESTA_NON_VALIDA' })
    else {
      const { id_domanda, id_concorso } = parsed.record
      const banca = domande.get(id_concorso)
      if (!banca) refused.push({ id_domanda, codice: 'CONCORSO_NON_TUO' })
      else if (!banca.has(id_domanda)) refused.push({ id_domanda, codice: 'DOMANDA_NON_TROVATA' })
      else accepted.push(parsed.record)
    }
  }
  return { buone: accepted, rifiutate: refused, campi: fields }
}

export const reportisticaHandlers: Handlers<
  'risposte_concorso' | 'invia_risposte_concorso' | 'dettaglio_risposte_gettonate'
> = {
  dettaglio_risposte_gettonate: ({ deps, session, query }) =>
    readGettonate(deps.db, { ...query, id_utente: session.id_utente }),

  risposte_concorso: async ({ deps, session, query }) => {
    const da = query.data ? parseIso(query.data) : null
    if (query.data && da === null) return fail('RICHIESTA_NON_VALIDA', { campi: ['data'] })
    const own = await readOwn(deps.db, session.id_utente, [query.id_concorso])
    if (!own.has(query.id_concorso)) return fail('CONCORSO_NON_TUO')
    return ok(
      await listRisposte(deps.db, {
        id_utente: session.id_utente,
        id_concorso: query.id_concorso,
        cursore: query.cursore ?? null,
        da: da === null ? null : new Date(da),
        modalita: query.modalita ?? null,
      }),
    )
  },

  invia_risposte_concorso: async ({ deps, session, query, body }) => {
    const now = deps.now()
    const { id_utente } = session
    const {
      buone: accepted,
      rifiutate: refused,
      campi: fields,
    } = await sortRecords(deps.db, id_utente, body, now.getTime())
    const all = (code: string) => refused.length === body.length && refused.every((r) => r.codice === code)
    if (all('RICHIESTA_NON_VALIDA')) return fail('RICHIESTA_NON_VALIDA', { campi: fields.slice(0, MAX_FIELDS) })
    if (all('CONCORSO_NON_TUO')) return fail('CONCORSO_NON_TUO')
    await storeRisposte(deps.db, {
      id_utente,
      records: foldRisposte(accepted),
      incrementa: query.incrementa_contatore ?? true,
      ora: now,
    })
    return ok(refused.length > 0 ? { rifiutate: refused } : null)
  },
}
