import type { Database } from '#contract/database'
import type { ProvaSalvata, VoceProva } from '#contract/prova'
import { type Failure, fail, ok, type Result } from '#contract/result'
import type { EsitoInviato, EsitoSimulazione } from '#contract/simulazioni'
import { toRisposte } from '#rules/prova/risposte'
import { contoServer } from '#rules/prova/ufficiale'

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

/** Now by the server's clock as far as it is known, and whether it can be trusted: it may be asked for that. */
export type OrologioServer = { ora: () => string; confirm: () => Promise<boolean> }

/** Codes after which sending the same outcome again cannot end otherwise. */
const PER_SEMPRE: ReadonlySet<string> = new Set(['NON_TROVATO', 'RICHIESTA_NON_VALIDA'])

export type EsitoSpedizione = { spedite: EsitoSimulazione[]; rifiutate: { prova: ProvaSalvata; guasto: Failure }[] }

/**
 * Delivers the simulations whose time ended while nobody looked [SI11], then sends every outcome that waits, oldest first. The
 * ticket makes it idempotent: an answer that was lost on its way is asked for again (D24). What the server refuses for good is
 * marked and told, any other failure stops here and is tried again later.
 */
export async function sendSimulazioni(
  db: ArchivioSimulazioni,
  invia: InviaEsito,
  { sorgente, inVista, ...orologio }: OrologioServer & { sorgente: EsitoInviato['sorgente']; inVista: string | null },
): Promise<Result<EsitoSpedizione>> {
  const scadute = await deliverScadute(db, orologio, inVista)
  if (!scadute.ok) return scadute
  const attesa = await db.listDaSpedire()
  if (!attesa.ok) return attesa
  const esito: EsitoSpedizione = { spedite: [], rifiutate: [] }
  // One that cannot leave now does not hold the others back.
  let rimandata: Result<never> | null = null
  for (const prova of attesa.value) {
    const corpo = await readEsito(db, prova, sorgente)
    if (!corpo.ok) return corpo
    const id_simulazione = prova.simulazione?.id_simulazione ?? 0
    const risposta = await invia({ query: { id_simulazione }, corpo: corpo.value })
    if (!risposta.ok && !PER_SEMPRE.has(risposta.error.codice)) {
      rimandata ??= risposta
      continue
    }
    // Of one that was given up nobody waits for a result.
    const consegnata = prova.consegna !== null
    if (consegnata && risposta.ok) esito.spedite.push(risposta.value)
    if (consegnata && !risposta.ok) esito.rifiutate.push({ prova, guasto: risposta.error })
    const server = consegnata && risposta.ok ? contoServer(risposta.value) : undefined
    const segnata = await db.markSpedita({ id: prova.id, ...(server && { server }) })
    if (!segnata.ok) return segnata
  }
  return rimandata ?? ok(esito)
}

/** The one on screen delivers itself. A device's clock alone ends none: a delivery cannot be taken back (D24). */
async function deliverScadute(
  db: ArchivioSimulazioni,
  { ora, confirm }: OrologioServer,
  inVista: string | null,
): Promise<Result<null>> {
  const listScadute = async () => {
    const aperte = await db.listInCorso({ at: ora() })
    return aperte.ok ? ok(aperte.value.filter(({ id, resto }) => resto === 0 && id !== inVista)) : aperte
  }
  const forse = await listScadute()
  if (!forse.ok) return forse
  if (forse.value.length === 0 || !(await confirm())) return ok(null)
  const at = ora()
  const scadute = await listScadute()
  if (!scadute.ok) return scadute
  for (const { id, simulazione } of scadute.value) {
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
  if (!simulazione) return fail('ESERCITAZIONE_NON_INIZIALIZZATA')
  const { gettone } = simulazione
  if (!consegna) return ok({ gettone, data_simulazione: seduta.value.aggiornata, sorgente, consegnata: false })
  const { corrette, errate } = consegna.punteggio
  return ok({
    gettone,
    data_simulazione: consegna.at,
    numero_domande_previste: seduta.value.id_domande.length,
    numero_risposte_corrette: corrette,
    numero_risposte_errate: errate,
    sorgente,
    consegnata: true,
    risposte: toRisposte(seduta.value.id_domande, voci),
  })
}
