import type { NomeChiamata, RispostaDi } from '#contract/chiamate'
import type { Coppia, DaSincronizzare, Database } from '#contract/database'
import { type Failure, ok, type Result } from '#contract/result'
import { RISPOSTE_PER_INVIO, type Risposta } from '#contract/schemi'

/** The part of the store that a push needs; comlink's proxy and the worker's own object both fit. */
export type ArchivioDaInviare = Pick<Database, 'listUnsynced' | 'countUnsynced' | 'markSynced' | 'quarantine'>

/** Sends answer records. Same shape as src/api's typed call, so that tests pass their own. */
export type InviaRisposte = (args: {
  query: { incrementa_contatore: 'true' | 'false' }
  corpo: Risposta[]
}) => Promise<Result<RispostaDi<Extract<NomeChiamata, 'invia_risposte_concorso'>> | null>>

export type EsitoPush = { inviate: number; rifiutate: number }

/**
 * Sends everything that waits, bank by bank, oldest first [SY2]: records with a level change in a call of their own with
 * `incrementa_contatore` true, the others with false. Stops at the first failure of a call; what was accepted is marked by
 * (id, data_eseguita) [SY3], so an answer given meanwhile stays unsynced. A bank of which the server takes nothing keeps no other
 * waiting (reliability D18).
 */
export async function pushRisposte(db: ArchivioDaInviare, invia: InviaRisposte): Promise<Result<EsitoPush>> {
  const totale: EsitoPush = { inviate: 0, rifiutate: 0 }
  /** Banks passed over in this push, with what was said of them. */
  const saltate = new Map<number, Failure>()
  for (;;) {
    const attesa = await listNext(db, saltate)
    if (!attesa.ok) return attesa
    if (!attesa.value) {
      const [guasto] = saltate.values()
      return guasto ? { ok: false, error: guasto } : ok(totale)
    }
    const esito = await pushBanca(db, invia, attesa.value)
    if (!esito.ok) return esito
    totale.inviate += esito.value.inviate
    totale.rifiutate += esito.value.rifiutate
    const { saltata } = esito.value
    if (saltata) {
      saltate.set(attesa.value.id_concorso, saltata)
      continue
    }
    // Nothing marked and nothing set aside: every record changed while it travelled. The next round takes them.
    if (esito.value.inviate + esito.value.rifiutate === 0) return ok(totale)
  }
}

/** What waits longest, of the banks that were not passed over. */
async function listNext(
  db: ArchivioDaInviare,
  saltate: ReadonlyMap<number, unknown>,
): Promise<Result<DaSincronizzare | null>> {
  const limite = RISPOSTE_PER_INVIO
  const prima = await db.listUnsynced({ id_concorso: null, limite })
  if (!prima.ok || !prima.value || !saltate.has(prima.value.id_concorso)) return prima
  const attese = await db.countUnsynced()
  if (!attese.ok) return attese
  for (const { id_concorso } of attese.value.per_banca) {
    const sua = saltate.has(id_concorso) ? ok(null) : await db.listUnsynced({ id_concorso, limite })
    if (!sua.ok || sua.value) return sua
  }
  return ok(null)
}

async function pushBanca(
  db: ArchivioDaInviare,
  invia: InviaRisposte,
  { id_concorso, con_livello, altre }: DaSincronizzare,
): Promise<Result<EsitoPush & { saltata: Failure | null }>> {
  const somma = { inviate: 0, rifiutate: 0, saltata: null as Failure | null }
  for (const [records, incrementa] of [
    [con_livello, 'true'],
    [altre, 'false'],
  ] as const) {
    if (records.length === 0) continue
    const risposta = await invia({ query: { incrementa_contatore: incrementa }, corpo: records })
    if (!risposta.ok && risposta.error.codice === 'RICHIESTA_NON_VALIDA') {
      // Not one of them was a record to the server: nobody knows of which it is true. They wait, and are sent again another time.
      somma.saltata ??= risposta.error
      continue
    }
    // A bank that the account has no more refuses all that it is sent: they are set aside until it is in the list again.
    const di_altri = !risposta.ok && risposta.error.codice === 'CONCORSO_NON_TUO'
    if (!risposta.ok && !di_altri) return risposta
    const rifiuti = risposta.ok
      ? (risposta.value?.rifiutate ?? [])
      : records.map(({ id_domanda }) => ({ id_domanda, codice: risposta.error.codice }))
    const codici = new Map(rifiuti.map((r) => [r.id_domanda, r.codice]))
    const accettate: Coppia[] = []
    const rifiutate: (Coppia & { codice: string })[] = []
    for (const { id_domanda, data_eseguita } of records) {
      const codice = codici.get(id_domanda)
      if (codice === undefined) accettate.push({ id_domanda, data_eseguita })
      else rifiutate.push({ id_domanda, data_eseguita, codice })
    }
    if (accettate.length > 0) {
      const segnate = await db.markSynced({ id_concorso, coppie: accettate })
      if (!segnate.ok) return segnate
      somma.inviate += segnate.value.segnate
    }
    if (rifiutate.length > 0) {
      const accantonate = await db.quarantine({ id_concorso, coppie: rifiutate })
      if (!accantonate.ok) return accantonate
      somma.rifiutate += accantonate.value.accantonate
    }
  }
  return ok(somma)
}
