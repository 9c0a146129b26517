import type { QueryOf, ResponseOf } from '#contract/calls'
import { fail, ok, type Result } from '#contract/result'
import type { Concorso, ConcorsoScaricabile, ConcorsoUtente, Percorso, Risposta } from '#contract/schemas'
import { fromPercorsoRecord, isPercorso, materiaOfNodo, toPercorsoRecord, toRaccolta } from '#rules/raccolta'
import { call } from '../api/client.ts'
import { fetchPages } from '../api/pages.ts'
import { materiaName } from '../text/materie.ts'

// Only this module separates the calls for banks from those for paths. The page names both by one number (rules/raccolta).

/** Returns the first-level nodes in the place of a bank's subjects. */
const materieOf = ({ sotto_percorsi }: Percorso): Concorso['materie'] =>
  Object.values(sotto_percorsi).map((n) => ({
    id_materia: materiaOfNodo(n.id_sotto_percorso),
    materia: n.nome,
    numero: 0,
  }))

/** Converts a path to the shape of a bank. */
export const percorsoAsConcorso = (p: Percorso): Concorso => ({
  id_concorso: -p.id_argomento,
  concorso: p.argomento,
  ente: { id_ente: 0, ente: materiaName },
  anno: null,
  profilo: null,
  descrizione: p.descrizione,
  in_evidenza: false,
  numero_domande: p.numero_domande,
  con_immagini: p.con_immagini,
  materie: materieOf(p),
  data_ultimo_aggiornamento: p.data_ultimo_aggiornamento,
  versione: p.versione,
})

/** A bank or a path of the account; `ritirata` when only the account's list still has it. */
export type Listed = Concorso & Pick<ConcorsoUtente, 'ritirata'>

const percorsoAsListed = (p: ResponseOf<'percorsi_utente'>['elementi'][number]): Listed => ({
  ...percorsoAsConcorso(p),
  ...(p.ritirata && { ritirata: true }),
})

/** Returns the banks and paths of the account. */
export async function listRaccolte(): Promise<Result<Listed[]>> {
  const [banche, percorsi] = await Promise.all([call('concorsi_utente'), call('percorsi_utente')])
  if (!banche.ok) return banche
  if (!percorsi.ok) return percorsi
  return ok([...banche.value.elementi, ...percorsi.value.elementi.map(percorsoAsListed)])
}

/** Adds a bank or a path to the account and returns its addresses (D15). */
export async function grantRaccolta(id_concorso: number): Promise<Result<ConcorsoScaricabile>> {
  if (!isPercorso(id_concorso)) return call('concorso', { query: { id_concorso, sorgente: 'WEB' } })
  const granted = await call('percorso', { query: { id_argomento: toRaccolta(id_concorso).id, sorgente: 'WEB' } })
  if (!granted.ok) return granted
  const { url_domande, hash_domande, dimensione_zip, url_immagini, hash_immagini, dimensione_immagini } = granted.value
  const { stato, domande_concesse } = granted.value
  return ok({
    ...percorsoAsConcorso(granted.value),
    stato,
    domande_concesse,
    url_domande,
    hash_domande,
    dimensione_zip,
    url_immagini,
    hash_immagini,
    dimensione_immagini,
  })
}

/** Removes a bank or a path from the account's list; an absent one is no failure. */
export async function removeRaccolta(id_concorso: number): Promise<Result<null>> {
  const removed = isPercorso(id_concorso)
    ? await call('elimina_percorso', { query: { id_argomento: toRaccolta(id_concorso).id } })
    : await call('elimina_concorso', { query: { id_concorso } })
  const gone = !removed.ok && /^(CONCORSO|PERCORSO)_NON_TUO$/.test(removed.error.codice)
  return gone ? ok(null) : removed
}

/** Converts a path's code to the bank's, since the store sets both kinds of record aside by one code. */
const asOwnCode = (codice: string) => (codice === 'PERCORSO_NON_TUO' ? 'CONCORSO_NON_TUO' : codice)

type Pushed = ResponseOf<'invia_risposte_concorso'>

/** Sends records of one collection; `keepalive`: by a request that outlives its page. */
export async function sendRisposte(
  args: { query: { incrementa_contatore: 'true' | 'false' }; corpo: Risposta[] },
  mode: { keepalive?: boolean } = {},
): Promise<Result<Pushed | null>> {
  if (!args.corpo.some((r) => isPercorso(r.id_concorso))) return call('invia_risposte_concorso', args, mode)
  const sent = await call('invia_risposte_percorso', { ...args, corpo: args.corpo.map(toPercorsoRecord) }, mode)
  if (!sent.ok) return sent.error.codice === 'PERCORSO_NON_TUO' ? fail('CONCORSO_NON_TUO') : sent
  return ok(sent.value && { rifiutate: sent.value.rifiutate.map((r) => ({ ...r, codice: asOwnCode(r.codice) })) })
}

/** Fetches the records of one collection. */
export async function fetchRisposte(args: {
  query: NonNullable<QueryOf<'risposte_concorso'>> & { id_concorso: number }
}): Promise<Result<ResponseOf<'risposte_concorso'>>> {
  const { id_concorso, ...query } = args.query
  if (!isPercorso(id_concorso)) return call('risposte_concorso', args)
  const { id: id_argomento } = toRaccolta(id_concorso)
  const page = await call('risposte_percorso', { query: { ...query, id_argomento } })
  if (!page.ok) return page
  const risposte = page.value.risposte.map((r) => fromPercorsoRecord(r, id_argomento))
  return ok({ risposte, cursore: page.value.cursore })
}

/** Fetches the choices of all candidates at a question of a bank or a path. */
export const fetchGettonate = ({ id_domanda, id_concorso }: { id_domanda: number; id_concorso: number }) =>
  call('dettaglio_risposte_gettonate', {
    query: isPercorso(id_concorso)
      ? { id_domanda, id_argomento: toRaccolta(id_concorso).id }
      : { id_domanda, id_concorso },
  })

/** Fetches the published paths whose name holds the words; all of them without words. */
export async function findPercorsi(search = ''): Promise<Result<Percorso[]>> {
  const found = await fetchPages((page) => call('percorsi', { query: { ...page, ...(search !== '' && { search }) } }))
  return found.ok ? ok(found.value.elementi) : found
}
