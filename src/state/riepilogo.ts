import { type Domanda, PIU_BANCHE, type RispostaSeduta, type Seduta } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { NON_LE_SAI, RIPETILE } from '#rules/livello'
import { findBanca, reloadBanche } from './banche.ts'
import { onArchivio } from './scrittura.ts'

/** Questions of one call (contract: at most 100). */
const PAGINA = 100
/** A sitting with more questions tells its subjects by the answered ones alone. */
const TUTTE = 1000

export type RigaRiepilogo = { domanda: Domanda; indice: number; risposta: RispostaSeduta | null }
export type DatiRiepilogo = {
  seduta: Seduta
  /** The bank's; null when the questions are of several. */
  nome: string | null
  n: number
  righe: RigaRiepilogo[]
  /** Questions at NON_LE_SAI and RIPETILE, now: the bank's, or this sitting's own when they are of several. */
  da_ripassare: number
}

/** Everything that the summary of a sitting shows. A bank that was removed since leaves its rows out, not its answers. */
export async function readRiepilogo(id: string): Promise<Result<DatiRiepilogo>> {
  const letta = await onArchivio((db) => db.readSeduta({ id }))
  if (!letta.ok) return letta
  const seduta = letta.valore
  const { id_concorso } = seduta
  const date = new Map(seduta.risposte.map((r) => [r.indice, r]))
  const posti = seduta.id_domande.length <= TUTTE ? [...seduta.id_domande.keys()] : [...date.keys()]
  const righe: RigaRiepilogo[] = []
  for (const indici of pagesOf(posti, seduta.id_concorsi)) {
    const banca = seduta.id_concorsi[indici[0] as number] as number
    const id_domande = indici.map((n) => seduta.id_domande[n] as number)
    const pagina = await onArchivio((db) => db.readDomande({ id_concorso: banca, id_domande }))
    if (!pagina.ok && !SENZA_BANCA.has(pagina.guasto.codice)) return pagina
    if (pagina.ok)
      pagina.valore.forEach((domanda, k) => {
        const indice = indici[k] as number
        righe.push({ domanda, indice, risposta: date.get(indice) ?? null })
      })
  }
  righe.sort((a, b) => a.indice - b.indice)
  const piu = id_concorso === PIU_BANCHE
  const da_ripassare = piu
    ? righe.filter(({ domanda }) => isDaRipassare(domanda)).length
    : await countBanca(id_concorso)
  // The lists of the other screens must tell the same figures as this one.
  await reloadBanche()
  const nome = piu ? null : (findBanca(id_concorso)?.concorso ?? '')
  return ok({ seduta, nome, n: seduta.id_domande.length, righe, da_ripassare })
}

const SENZA_BANCA: ReadonlySet<string> = new Set(['CONCORSO_NON_TROVATO', 'CONCORSO_NOT_INITIALIZED'])

/** The places in pages of one bank each. */
function pagesOf(posti: readonly number[], id_concorsi: Int32Array): number[][] {
  const banche = new Map<number, number[]>()
  for (const posto of posti) {
    const banca = id_concorsi[posto] as number
    const suoi = banche.get(banca)
    if (suoi) suoi.push(posto)
    else banche.set(banca, [posto])
  }
  return [...banche.values()].flatMap((suoi) =>
    Array.from({ length: Math.ceil(suoi.length / PAGINA) }, (_, i) => suoi.slice(i * PAGINA, (i + 1) * PAGINA)),
  )
}

const DA_RIPASSARE = [NON_LE_SAI, RIPETILE] as const
export const isDaRipassare = ({ statistica }: Domanda): boolean =>
  statistica.livello_conoscenza === NON_LE_SAI || statistica.livello_conoscenza === RIPETILE

async function countBanca(id_concorso: number): Promise<number> {
  const filtro = { id_concorso, livelli: DA_RIPASSARE }
  const conteggi = await onArchivio((db) => db.countDomande({ filtro }))
  return conteggi.ok ? conteggi.valore.totale : 0
}
