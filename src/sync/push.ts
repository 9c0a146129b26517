import type { NomeChiamata, RispostaDi } from '#contract/chiamate'
import type { Coppia, DaSincronizzare, Database } from '#contract/database'
import { ok, type Result } from '#contract/result'
import { RISPOSTE_PER_INVIO, type Risposta } from '#contract/schemi'

/** The part of the store that a push needs; comlink's proxy and the worker's own object both fit. */
export type ArchivioDaInviare = Pick<Database, 'listUnsynced' | 'markSynced' | 'quarantine'>

/** Sends answer records. Same shape as src/api's typed call, so that tests pass their own. */
export type InviaRisposte = (args: {
  query: { incrementa_contatore: 'true' | 'false' }
  corpo: Risposta[]
}) => Promise<Result<RispostaDi<Extract<NomeChiamata, 'invia_risposte_concorso'>> | null>>

export type EsitoPush = { inviate: number; rifiutate: number }

/**
 * Sends everything that waits, bank by bank, oldest first [SY2]: records with a level change in a call of their own with
 * `incrementa_contatore` true, the others with false. Stops at the first failure; what was accepted is marked by
 * (id, data_eseguita) [SY3], so an answer given meanwhile stays unsynced.
 */
export async function pushRisposte(db: ArchivioDaInviare, invia: InviaRisposte): Promise<Result<EsitoPush>> {
  const totale: EsitoPush = { inviate: 0, rifiutate: 0 }
  for (;;) {
    const attesa = await db.listUnsynced({ id_concorso: null, limite: RISPOSTE_PER_INVIO })
    if (!attesa.ok) return attesa
    if (!attesa.valore) return ok(totale)
    const esito = await pushBanca(db, invia, attesa.valore)
    if (!esito.ok) return esito
    totale.inviate += esito.valore.inviate
    totale.rifiutate += esito.valore.rifiutate
    // Nothing marked and nothing set aside: every record changed while it travelled. The next round takes them.
    if (esito.valore.inviate + esito.valore.rifiutate === 0) return ok(totale)
  }
}

async function pushBanca(
  db: ArchivioDaInviare,
  invia: InviaRisposte,
  { id_concorso, con_livello, altre }: DaSincronizzare,
): Promise<Result<EsitoPush>> {
  const somma: EsitoPush = { inviate: 0, rifiutate: 0 }
  for (const [records, incrementa] of [
    [con_livello, 'true'],
    [altre, 'false'],
  ] as const) {
    if (records.length === 0) continue
    const risposta = await invia({ query: { incrementa_contatore: incrementa }, corpo: records })
    if (!risposta.ok) return risposta
    const codici = new Map(risposta.valore?.rifiutate.map((r) => [r.id_domanda, r.codice]))
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
      somma.inviate += segnate.valore.segnate
    }
    if (rifiutate.length > 0) {
      const accantonate = await db.quarantine({ id_concorso, coppie: rifiutate })
      if (!accantonate.ok) return accantonate
      somma.rifiutate += accantonate.valore.accantonate
    }
  }
  return ok(somma)
}
