import type { Codice } from '#contract/errori'
import { ACCESSO, effectiveLivello, isScaduto } from '#rules/accesso'
import { sampleDomande } from '#rules/campione'
import type { Configurazione } from '../configurazione.ts'
import type { Esecutore } from '../deps.ts'
import type { Banca } from './banche.ts'

/** Which questions a demo account gets of a bank, and how many of them are new to it. */
export type Assegnazione = { id_domande: number[]; nuove: number; ripetibile: boolean }

/**
 * The sample that `rimasti` new questions allow beside those delivered already (D8). As long as the bank's questions stay the
 * same it is the beginning of the bank's own order, equal for every account; after an update that moves them, what was
 * delivered stays and costs nothing.
 */
export function assignDomande(domande: Banca['domande'], consegnate: readonly number[], rimasti: number): Assegnazione {
  const avute = new Set(consegnate)
  const ordine = sampleDomande(domande, Math.min(domande.length, avute.size + rimasti))
  const nuoveInTesta = ordine.filter((id) => !avute.has(id)).length
  if (nuoveInTesta <= rimasti && ordine.filter((id) => avute.has(id)).length === avute.size)
    return { id_domande: ordine, nuove: nuoveInTesta, ripetibile: true }
  const tutte = sampleDomande(domande, domande.length)
  const nuove = new Set(tutte.filter((id) => !avute.has(id)).slice(0, rimasti))
  return { id_domande: tutte.filter((id) => avute.has(id) || nuove.has(id)), nuove: nuove.size, ripetibile: false }
}

export type Conto = {
  livello: 0 | 1 | 2 | 3
  /** New questions that it may still have; null without limit. */
  rimasti: number | null
  /** The code of a refusal when nothing may be delivered. */
  rifiuto: Extract<Codice, 'DEMO_ESAURITA' | 'PREMIUM_SCADUTO'>
}

/** What the account may have now. `blocca` takes its row lock: who asks at the same time waits for the end of this. */
export async function readConto(
  q: Esecutore,
  { config, ora, id_utente, blocca }: { config: Configurazione; ora: Date; id_utente: number; blocca: boolean },
): Promise<Conto> {
  const { righe } = await q.query<{
    livello: 0 | 1 | 2 | 3
    data_scadenza_premium: Date | null
    quiz_usati: number
  }>(
    `select livello, data_scadenza_premium, quiz_usati from utente where id_utente = $1 ${blocca ? 'for update' : ''}`,
    [id_utente],
  )
  const riga = righe[0]
  const scadenza = riga?.data_scadenza_premium?.toISOString() ?? null
  const livello = effectiveLivello(riga?.livello ?? 0, scadenza, ora.getTime())
  const scaduto = isScaduto(riga?.livello ?? 0, scadenza, ora.getTime())
  const usati = riga?.quiz_usati ?? 0
  return {
    livello,
    rimasti: ACCESSO[livello].limite_quiz === null ? null : Math.max(0, config.quizDemo - usati),
    rifiuto: scaduto ? 'PREMIUM_SCADUTO' : 'DEMO_ESAURITA',
  }
}
