import type { EsitoSimulazione, RispostaSimulazione } from '#contract/simulazioni'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'
import type { Esecutore } from '../deps.ts'
import { COLONNE_ESITO, type RigaEsito, toEsito } from './esito.ts'
import { fineDi, finiDi, usatiDi } from './pausa.ts'
import { gather, type Segno } from './segni.ts'

/** What travels after the end still counts for so long: the network is not the candidate's fault (reliability S22). */
export const TOLLERANZA_MS = 60_000

/** A sitting that the server began. */
export type Partecipazione = {
  gettone: string
  id_simulazione: number
  iniziata: Date
  fine: Date
  in_pausa: Date | null
  tempo_aggiuntivo: number
  estrazione: number[]
  regole: RegolamentoScritto
  sezioni: number[] | null
  difficolta: number[] | null
  sfida: string | null
  risposte: Record<string, Segno>
  in_ritardo: boolean
  /** The furthest place that each session has told, where the rules only go forward. */
  raggiunti: Record<string, number>
}

/** In SQL, whether `partecipazione p` can go on at an instant: its time is not over, or stands still, and it has no outcome. */
export const IN_CORSO = (ora: string): string =>
  `(p.fine > ${ora} or p.in_pausa is not null)
   and not exists (select 1 from esito_simulazione e where e.id_utente = p.id_utente and e.gettone = p.gettone)`

/**
 * A sitting of the account, nobody else's to change until the transaction ends: what one account does about its outcomes happens
 * in order. Undefined when there is none.
 */
export async function lockPartecipazione(
  q: Esecutore,
  id_utente: number,
  gettone: string,
): Promise<Partecipazione | undefined> {
  await q.query('select 1 from utente where id_utente = $1 for update', [id_utente], 'blocca_utente')
  const { righe } = await q.query<Partecipazione>(
    `select gettone, id_simulazione, iniziata, fine, in_pausa, tempo_aggiuntivo, estrazione, regole, sezioni, difficolta, sfida,
       risposte, in_ritardo, raggiunti
     from partecipazione where id_utente = $1 and gettone = $2 for update`,
    [id_utente, gettone],
    'partecipazione',
  )
  return righe[0]
}

export async function findEsito(
  q: Esecutore,
  id_utente: number,
  gettone: string,
): Promise<EsitoSimulazione | undefined> {
  const { righe } = await q.query<RigaEsito>(
    `select ${COLONNE_ESITO} from esito_simulazione where id_utente = $1 and gettone = $2`,
    [id_utente, gettone],
    'esito_per_gettone',
  )
  return righe[0] && toEsito(righe[0])
}

/** Answers that a session of the account sends, over what the sitting has: what its rules and its questions allow. */
export async function gatherRisposte(
  q: Esecutore,
  p: Partecipazione,
  id_sessione: number,
  risposte: readonly RispostaSimulazione[],
): Promise<Map<number, Segno>> {
  const { righe } = await q.query<{ id_domanda: number; quante: number }>(
    'select id_domanda, cardinality(risposte) as quante from domanda where id_domanda = any($1::bigint[])',
    [p.estrazione],
    'opzioni_estratte',
  )
  const opzioni = new Map(righe.map((r) => [r.id_domanda, r.quante]))
  return gather({ ...p, opzioni, raggiunto: p.raggiunti[id_sessione] ?? 0 }, risposte)
}

/**
 * The furthest places after a session told where it is and what it marked. A device sends its store as it is at one instant, and
 * never goes back: what it marks behind this later was not marked in its turn. Another device of the account may still bring what
 * it marked there without a network, so each session has its own place (docs/decisions/0031).
 */
export function reachPosto(
  p: Partecipazione,
  segni: ReadonlyMap<number, Segno>,
  { id_sessione, indice = 0 }: { id_sessione: number; indice?: number | undefined },
): Partecipazione['raggiunti'] {
  if (p.regole.navigazione !== 'solo_avanti') return p.raggiunti
  const segnati = p.estrazione.flatMap((id, posto) => (isCambiato(p, segni, id) ? [posto] : []))
  const detto = Math.min(indice, p.estrazione.length - 1)
  return { ...p.raggiunti, [id_sessione]: Math.max(p.raggiunti[id_sessione] ?? 0, detto, ...segnati) }
}

const isCambiato = (p: Partecipazione, segni: ReadonlyMap<number, Segno>, id: number): boolean =>
  (segni.get(id)?.r ?? null) !== (p.risposte[String(id)]?.r ?? null)

/** Whether what arrives at `ora` comes after the end, the grace of the network over. */
export const isScaduta = (p: Pick<Partecipazione, 'fine' | 'in_pausa'>, ora: Date): boolean =>
  ora.getTime() > fineDi(p, ora).getTime() + TOLLERANZA_MS

/** Whether any mark has arrived. */
export const hasRisposte = ({ risposte }: Pick<Partecipazione, 'risposte'>): boolean =>
  Object.values(risposte).some((s) => s.r !== null)

/** Whether any mark is another than the one that is kept. */
export const isCambiata = (p: Partecipazione, segni: ReadonlyMap<number, Segno>): boolean =>
  p.estrazione.some((id) => isCambiato(p, segni, id))

/**
 * Whether an answer of a section with its own timer arrives after that section's end. Nobody can tell when it was given: it
 * counts, and the sitting is late (docs/decisions/0025).
 */
export function isTardiva(p: Partecipazione, segni: ReadonlyMap<number, Segno>, ricevuta: Date): boolean {
  const { estrazione, sezioni } = p
  const fini = sezioni && finiDi(p, sezioni)
  if (!fini) return false
  const usati = usatiDi(p, ricevuta) - TOLLERANZA_MS
  return estrazione.some((id, i) => isCambiato(p, segni, id) && usati > (fini[sezioni[i] ?? 0] ?? 0))
}
