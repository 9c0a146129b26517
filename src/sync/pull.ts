import type { RispostaDi } from '#contract/chiamate'
import type { Database } from '#contract/database'
import { ok, type Result } from '#contract/result'

export type ArchivioDaAggiornare = Pick<Database, 'pullState' | 'applyRemote'>

export type ScaricaRisposte = (args: {
  query: { modalita: 'ESEGUITA'; id_concorso: number; data?: string; cursore: number }
}) => Promise<Result<RispostaDi<'risposte_concorso'>>>

/**
 * Brings one bank's records up to date with the server (spec §4 merge, [MG1]–[MG3]); the store decides what wins. Asks page
 * after page until the cursor stands still, so that no history is cut short. Answers how many records changed here.
 */
export async function pullBanca(
  db: ArchivioDaAggiornare,
  scarica: ScaricaRisposte,
  id_concorso: number,
): Promise<Result<{ cambiate: number }>> {
  let cambiate = 0
  for (;;) {
    const stato = await db.pullState({ id_concorso })
    if (!stato.ok) return stato
    const { data, cursore } = stato.value
    const pagina = await scarica({
      query: { modalita: 'ESEGUITA', id_concorso, cursore, ...(data === null ? {} : { data }) },
    })
    if (!pagina.ok) return pagina
    if (pagina.value.risposte.length === 0 && pagina.value.cursore <= cursore) return ok({ cambiate })
    const esito = await db.applyRemote({
      id_concorso,
      risposte: pagina.value.risposte,
      cursore: pagina.value.cursore,
      forzato: false,
    })
    if (!esito.ok) return esito
    cambiate += esito.value.cambiate
    // A cursor that stands still ends the loop, whatever the page held.
    if (pagina.value.cursore <= cursore) return ok({ cambiate })
  }
}
