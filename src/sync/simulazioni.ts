import type { Database } from '#contract/database'
import type { ProvaSalvata, VoceProva } from '#contract/prova'
import { fail, type Guasto, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { toRisposte } from '#rules/prova/risposte'

/** The part of the store that sending simulations needs. */
export type ArchivioSimulazioni = Pick<
  Database,
  'listInCorso' | 'deliverProva' | 'listDaSpedire' | 'readSeduta' | 'markSpedita'
>

/** Sends one outcome. Same shape as src/api's typed call, so that tests pass their own. */
export type InviaEsito = (args: {
  query: { id_simulazione: number }
  corpo: EsitoInviato
}) => Promise<Result<EsitoSimulazione>>

/** Codes after which sending the same outcome again cannot end otherwise. */
const PER_SEMPRE: ReadonlySet<string> = new Set(['NON_TROVATO', 'RICHIESTA_NON_VALIDA'])

export type EsitoSpedizione = { spedite: EsitoSimulazione[]; rifiutate: { prova: ProvaSalvata; guasto: Guasto }[] }

/**
 * Delivers the simulations whose time ended while nobody looked [SI11], then sends every outcome that waits, oldest first. The
 * ticket makes it idempotent: an answer that was lost on its way is asked for again (D24). What the server refuses for good is
 * marked and told, any other failure stops here and is tried again later.
 */
export async function sendSimulazioni(
  db: ArchivioSimulazioni,
  invia: InviaEsito,
  { at, sorgente, inVista }: { at: string; sorgente: EsitoInviato['sorgente']; inVista: string | null },
): Promise<Result<EsitoSpedizione>> {
  const scadute = await deliverScadute(db, at, inVista)
  if (!scadute.ok) return scadute
  const attesa = await db.listDaSpedire()
  if (!attesa.ok) return attesa
  const esito: EsitoSpedizione = { spedite: [], rifiutate: [] }
  // One that cannot leave now does not hold the others back.
  let rimandata: Result<never> | null = null
  for (const prova of attesa.valore) {
    const corpo = await readEsito(db, prova, sorgente)
    if (!corpo.ok) return corpo
    const id_simulazione = prova.simulazione?.id_simulazione ?? 0
    const risposta = await invia({ query: { id_simulazione }, corpo: corpo.valore })
    if (risposta.ok) esito.spedite.push(risposta.valore)
    else if (PER_SEMPRE.has(risposta.guasto.codice)) esito.rifiutate.push({ prova, guasto: risposta.guasto })
    else {
      rimandata ??= risposta
      continue
    }
    const segnata = await db.markSpedita({ id: prova.id })
    if (!segnata.ok) return segnata
  }
  return rimandata ?? ok(esito)
}

/** The one on screen delivers itself. */
async function deliverScadute(db: ArchivioSimulazioni, at: string, inVista: string | null): Promise<Result<null>> {
  const aperte = await db.listInCorso({ at })
  if (!aperte.ok) return aperte
  for (const { id, resto, simulazione } of aperte.valore) {
    if (resto !== 0 || id === inVista) continue
    // It ended then, not now.
    const consegnata = await db.deliverProva({ id, at: simulazione?.fine ?? at })
    if (!consegnata.ok) return consegnata
  }
  return ok(null)
}

async function readEsito(
  db: ArchivioSimulazioni,
  { id, simulazione, consegna, voci }: ProvaSalvata & { voci: VoceProva[] },
  sorgente: EsitoInviato['sorgente'],
): Promise<Result<EsitoInviato>> {
  const seduta = await db.readSeduta({ id })
  if (!seduta.ok) return seduta
  if (!simulazione || !consegna) return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { corrette, errate } = consegna.punteggio
  return ok({
    gettone: simulazione.gettone,
    data_simulazione: consegna.at,
    numero_domande_previste: seduta.valore.id_domande.length,
    numero_risposte_corrette: corrette,
    numero_risposte_errate: errate,
    sorgente,
    consegnata: true,
    risposte: toRisposte(seduta.valore.id_domande, voci),
  })
}
