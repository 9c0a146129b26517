import { fail, ok } from '#contract/result'
import type { PushResult } from '#contract/schemas'
import { parseIso } from '#rules/dates'
import { type Contesto, idOfRaccolta } from '#rules/raccolta'
import type { RispostaRecord } from '#rules/statistica'
import { type Banca, readBanca } from '../concorso/banche.ts'
import type { Db, Deps } from '../deps.ts'
import type { Handlers } from '../handler.ts'
import { mapInTurns } from '../in-turns.ts'
import { readGettonate } from './gettonate.ts'
import { foldRisposte, readRisposta } from './parse.ts'
import { listRisposte, storeRisposte } from './statistiche.ts'

/** Most field names that a refusal lists. */
const MAX_FIELDS = 20

/** Returns versions of the banks that the account has or had; records of any other are refused. */
async function readOwn(db: Db, id_utente: number, id_concorsi: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id_concorso: number; versione: string | null }>(
    `select id_concorso, versione from concorso_utente join concorso using (id_concorso)
     where id_utente = $1 and id_concorso = any($2::bigint[])`,
    [id_utente, id_concorsi],
    'concorsi_miei',
  )
  return new Map(rows.map((r) => [r.id_concorso, r.versione ?? '']))
}

/** Sorts the records by their defect; `rifiutate` keeps the order of the request. */
async function sortRecords(
  db: Db,
  { id_utente, body, now, contesto }: { id_utente: number; body: readonly unknown[]; now: number; contesto: Contesto },
) {
  const parsedAll = await mapInTurns(body, (value) => readRisposta(value, now, contesto))
  const fields = parsedAll.flatMap((l, i) => (l.ok ? [] : l.campi.map((field) => `${i}.${field}`)))
  const id_concorsi = [...new Set(parsedAll.flatMap((l) => (l.ok ? [l.record.id_concorso] : [])))]
  const own = id_concorsi.length > 0 ? await readOwn(db, id_utente, id_concorsi) : new Map<number, string>()
  const banche = new Map<number, Banca>()
  for (const [id, versione] of own) banche.set(id, await readBanca(db, id, versione))

  const accepted: RispostaRecord[] = []
  const refused: PushResult['rifiutate'] = []
  for (const [i, parsed] of parsedAll.entries()) {
    if (!parsed.ok) refused.push({ id_domanda: parsed.id_domanda, codice: 'RICHIESTA_NON_VALIDA' })
    else {
      const { id_domanda, id_concorso } = parsed.record
      const banca = banche.get(id_concorso)
      if (!banca) refused.push({ id_domanda, codice: NOT_OWN[contesto] })
      else if (!banca.id_domande.has(id_domanda)) refused.push({ id_domanda, codice: 'DOMANDA_NON_TROVATA' })
      else if (contesto === 'PERCORSO' && lacksNodo(banca, parsed.record)) {
        fields.push(`${i}.id_sotto_percorso`)
        refused.push({ id_domanda, codice: 'RICHIESTA_NON_VALIDA' })
      } else accepted.push(parsed.record)
    }
  }
  return { buone: accepted, rifiutate: refused, campi: fields }
}

/** Returns whether a record names a node that its path's tree lacks: it would count under no topic. */
const lacksNodo = ({ nodi }: Banca, { id_materia }: RispostaRecord): boolean =>
  id_materia != null && !nodi.has(-id_materia)

const NOT_OWN = { CONCORSO: 'CONCORSO_NON_TUO', PERCORSO: 'PERCORSO_NON_TUO' } as const

type Asked = { data?: string | undefined; cursore?: number | undefined; modalita?: string | undefined }

/** Reads records of an account in a bank or path that it has or had. */
async function readRisposte({ db }: Deps, id_utente: number, contesto: Contesto, id: number, asked: Asked) {
  const da = asked.data ? parseIso(asked.data) : null
  const id_concorso = idOfRaccolta({ contesto, id })
  const own = await readOwn(db, id_utente, [id_concorso])
  if (!own.has(id_concorso)) return fail(NOT_OWN[contesto])
  const { risposte, cursore } = await listRisposte(db, {
    id_utente,
    id_concorso,
    cursore: asked.cursore ?? null,
    da: da === null ? null : new Date(da),
    modalita: asked.modalita ?? null,
  })
  return ok({ json: `{"risposte":${risposte},"cursore":${cursore}}` })
}

type Sent = { contesto: Contesto; body: readonly unknown[]; incrementa: boolean | undefined }

/** Stores the sound records and returns the others by name; refuses the request when none is sound. */
async function writeRisposte(deps: Deps, id_utente: number, { contesto, body, incrementa }: Sent) {
  const now = deps.now()
  const {
    buone: accepted,
    rifiutate: refused,
    campi: fields,
  } = await sortRecords(deps.db, { id_utente, body, now: now.getTime(), contesto })
  const all = (code: string) => refused.length === body.length && refused.every((r) => r.codice === code)
  if (all('RICHIESTA_NON_VALIDA')) return fail('RICHIESTA_NON_VALIDA', { campi: fields.slice(0, MAX_FIELDS) })
  if (all(NOT_OWN[contesto])) return fail(NOT_OWN[contesto])
  await storeRisposte(deps.db, {
    id_utente,
    records: foldRisposte(accepted),
    incrementa: incrementa ?? true,
    ora: now,
  })
  return ok(refused.length > 0 ? { rifiutate: refused } : null)
}

export const reportisticaHandlers: Handlers<
  | 'risposte_concorso'
  | 'invia_risposte_concorso'
  | 'risposte_percorso'
  | 'invia_risposte_percorso'
  | 'dettaglio_risposte_gettonate'
> = {
  dettaglio_risposte_gettonate: async ({ deps, session, query: { id_domanda, id_concorso, id_argomento } }) => {
    const { id_utente } = session
    if (id_concorso !== undefined) return readGettonate(deps.db, { id_domanda, id_concorso, id_utente })
    if (id_argomento === undefined) return fail('MISSING_REQUIRED_PARAM', { campi: ['id_concorso'] })
    const id = idOfRaccolta({ contesto: 'PERCORSO', id: id_argomento })
    const told = await readGettonate(deps.db, { id_domanda, id_concorso: id, id_utente })
    return !told.ok && told.error.codice === 'CONCORSO_NON_TUO' ? fail('PERCORSO_NON_TUO') : told
  },

  risposte_concorso: ({ deps, session, query }) =>
    readRisposte(deps, session.id_utente, 'CONCORSO', query.id_concorso, query),

  risposte_percorso: ({ deps, session, query }) =>
    readRisposte(deps, session.id_utente, 'PERCORSO', query.id_argomento, query),

  invia_risposte_concorso: ({ deps, session, query, body }) =>
    writeRisposte(deps, session.id_utente, { contesto: 'CONCORSO', body, incrementa: query.incrementa_contatore }),

  invia_risposte_percorso: ({ deps, session, query, body }) =>
    writeRisposte(deps, session.id_utente, { contesto: 'PERCORSO', body, incrementa: query.incrementa_contatore }),
}
