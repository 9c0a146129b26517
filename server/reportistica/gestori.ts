import { fail, ok } from '#contract/result'
import type { EsitoInvio } from '#contract/schemi'
import { parseIso } from '#rules/data'
import type { RispostaRecord } from '#rules/statistica'
import { readBanca } from '../concorso/banche.ts'
import type { Db } from '../deps.ts'
import type { Gestori } from '../gestore.ts'
import { readGettonate } from './gettonate.ts'
import { foldRisposte, readRisposta } from './lettura.ts'
import { listRisposte, storeRisposte } from './statistiche.ts'

/** Most field names that a refusal lists. */
const CAMPI_MASSIMI = 20

/** Versions of the banks that the account has or had; answers of any other are refused. */
async function readMiei(db: Db, id_utente: number, id_concorsi: readonly number[]): Promise<Map<number, string>> {
  const { righe } = await db.query<{ id_concorso: number; versione: string | null }>(
    `select id_concorso, versione from concorso_utente join concorso using (id_concorso)
     where id_utente = $1 and id_concorso = any($2::bigint[])`,
    [id_utente, id_concorsi],
    'concorsi_miei',
  )
  return new Map(righe.map((r) => [r.id_concorso, r.versione ?? '']))
}

/** Parts the records by what is wrong with them; `rifiutate` keeps the order of the request. */
async function sortRecords(db: Db, id_utente: number, corpo: readonly unknown[], ora: number) {
  const lette = corpo.map((valore) => readRisposta(valore, ora))
  const campi = lette.flatMap((l, i) => (l.ok ? [] : l.campi.map((campo) => `${i}.${campo}`)))
  const id_concorsi = [...new Set(lette.flatMap((l) => (l.ok ? [l.record.id_concorso] : [])))]
  const miei = id_concorsi.length > 0 ? await readMiei(db, id_utente, id_concorsi) : new Map<number, string>()
  const domande = new Map<number, ReadonlySet<number>>()
  for (const [id, versione] of miei) domande.set(id, (await readBanca(db, id, versione)).id_domande)

  const buone: RispostaRecord[] = []
  const rifiutate: EsitoInvio['rifiutate'] = []
  for (const letta of lette) {
    if (!letta.ok) rifiutate.push({ id_domanda: letta.id_domanda, codice: 'RICHIESTA_NON_VALIDA' })
    else {
      const { id_domanda, id_concorso } = letta.record
      const banca = domande.get(id_concorso)
      if (!banca) rifiutate.push({ id_domanda, codice: 'CONCORSO_NON_TUO' })
      else if (!banca.has(id_domanda)) rifiutate.push({ id_domanda, codice: 'DOMANDA_NON_TROVATA' })
      else buone.push(letta.record)
    }
  }
  return { buone, rifiutate, campi }
}

export const gestoriReportistica: Gestori<
  'risposte_concorso' | 'invia_risposte_concorso' | 'dettaglio_risposte_gettonate'
> = {
  dettaglio_risposte_gettonate: ({ deps, sessione, query }) =>
    readGettonate(deps.db, { ...query, id_utente: sessione.id_utente }),

  risposte_concorso: async ({ deps, sessione, query }) => {
    const da = query.data ? parseIso(query.data) : null
    if (query.data && da === null) return fail('RICHIESTA_NON_VALIDA', { campi: ['data'] })
    const miei = await readMiei(deps.db, sessione.id_utente, [query.id_concorso])
    if (!miei.has(query.id_concorso)) return fail('CONCORSO_NON_TUO')
    return ok(
      await listRisposte(deps.db, {
        id_utente: sessione.id_utente,
        id_concorso: query.id_concorso,
        cursore: query.cursore ?? null,
        da: da === null ? null : new Date(da),
        modalita: query.modalita ?? null,
      }),
    )
  },

  invia_risposte_concorso: async ({ deps, sessione, query, corpo }) => {
    const ora = deps.now()
    const { id_utente } = sessione
    const { buone, rifiutate, campi } = await sortRecords(deps.db, id_utente, corpo, ora.getTime())
    const tutte = (codice: string) => rifiutate.length === corpo.length && rifiutate.every((r) => r.codice === codice)
    if (tutte('RICHIESTA_NON_VALIDA')) return fail('RICHIESTA_NON_VALIDA', { campi: campi.slice(0, CAMPI_MASSIMI) })
    if (tutte('CONCORSO_NON_TUO')) return fail('CONCORSO_NON_TUO')
    await storeRisposte(deps.db, {
      id_utente,
      records: foldRisposte(buone),
      incrementa: query.incrementa_contatore ?? true,
      ora,
    })
    return ok(rifiutate.length > 0 ? { rifiutate } : null)
  },
}
