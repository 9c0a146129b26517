import type { EsitoSimulazione } from '#contract/simulazioni'
import type { RegolamentoScritto } from '#rules/regolamento/tipi'
import type { Esecutore } from '../deps.ts'
import { COLONNE_ESITO, type RigaEsito, toEsito } from './esito.ts'
import { fineDi, finiDi, usatiDi } from './pausa.ts'
import type { Segno } from './segni.ts'

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
}

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
       risposte, in_ritardo
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

/** Whether what arrives at `ora` comes after the end, the grace of the network over. */
export const isScaduta = (p: Pick<Partecipazione, 'fine' | 'in_pausa'>, ora: Date): boolean =>
  ora.getTime() > fineDi(p, ora).getTime() + TOLLERANZA_MS

/** Whether any mark has arrived. */
export const hasRisposte = ({ risposte }: Pick<Partecipazione, 'risposte'>): boolean =>
  Object.values(risposte).some((s) => s.r !== null)

/** Whether any mark is another than the one that is kept. */
export const isCambiata = (p: Partecipazione, segni: ReadonlyMap<number, Segno>): boolean =>
  p.estrazione.some((id) => (segni.get(id)?.r ?? null) !== (p.risposte[String(id)]?.r ?? null))

/**
 * Whether an answer of a section with its own timer arrives after that section's end. Nobody can tell when it was given: it
 * counts, and the sitting is late (docs/decisions/0025).
 */
export function isTardiva(p: Partecipazione, segni: ReadonlyMap<number, Segno>, ricevuta: Date): boolean {
  const { estrazione, sezioni, risposte } = p
  const fini = sezioni && finiDi(p, sezioni)
  if (!fini) return false
  const usati = usatiDi(p, ricevuta) - TOLLERANZA_MS
  return estrazione.some((id, i) => {
    const prima = risposte[String(id)]?.r ?? null
    return (segni.get(id)?.r ?? null) !== prima && usati > (fini[sezioni[i] ?? 0] ?? 0)
  })
}
