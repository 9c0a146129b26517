import type { StatoDomanda } from '#contract/domanda'
import { fail, ok, type Result } from '#contract/result'
import { cleanHtml } from '#importers/text/html'
import type { Deps } from '../deps.ts'
import { closeReportsOf } from '../simulazioni/segnalazioni.ts'
import type { StoredDomanda } from './domande.ts'
import { findPublishedById } from './published.ts'
import { publishOver, readStoredImages } from './versions.ts'

export type Correction = {
  id_concorso: number
  /** Version that the corrector saw. */
  versione: string
  id_domanda: number
  testo: string
  risposte: readonly string[]
  corretta: number | null
  stato: StatoDomanda
  motivo: string
  /** Closes the question's open reports as corrected. */
  chiudi: boolean
}

const FIELDS = ['testo', 'risposte', 'corretta', 'stato'] as const

/** Returns a question as a correction makes it; a key that changes is the editors'. Null where nothing changes. */
function correct(d: StoredDomanda, c: Correction): StoredDomanda | null {
  const clean = (text: string): string => (d.html ? cleanHtml(text).testo : text)
  const next: StoredDomanda = {
    ...d,
    testo: clean(c.testo),
    risposte: c.risposte.map(clean),
    corretta: c.corretta,
    stato: c.stato,
    chiave: c.corretta === d.corretta ? d.chiave : c.corretta === null ? 'assente' : 'redazione',
  }
  return FIELDS.every((name) => JSON.stringify(next[name]) === JSON.stringify(d[name])) ? null : next
}

/**
 * Publishes a bank with one question corrected, annulled or disputed; where asked, authors of its open reports are told in
 * the same transaction. `told` runs inside it with the question before and after. CONCORSO_NON_TROVATO, DOMANDA_NON_TROVATA;
 * NON_TROVATO where the version is no longer the published one; RICHIESTA_NON_VALIDA for another number of answers, a key
 * that is none of them, or no change.
 */
export async function correctDomanda(
  deps: Deps,
  c: Correction,
  told: (before: StoredDomanda, after: StoredDomanda) => void,
): Promise<Result<{ versione: string; avvisate: number }>> {
  const { id_concorso } = c
  const previous = await findPublishedById(deps.db, id_concorso)
  if (!previous) return fail('CONCORSO_NON_TROVATO', { dati: { id_concorso } })
  if (previous.versione !== c.versione) return fail('NON_TROVATO', { dati: { id_concorso } })
  const before = previous.domande.find((d) => d.id_domanda === c.id_domanda)
  if (!before) return fail('DOMANDA_NON_TROVATA')
  if (c.risposte.length !== before.risposte.length) return fail('RICHIESTA_NON_VALIDA', { campi: ['risposte'] })
  if (c.corretta !== null && c.corretta > c.risposte.length)
    return fail('RICHIESTA_NON_VALIDA', { campi: ['corretta'] })
  const after = correct(before, c)
  if (!after) return fail('RICHIESTA_NON_VALIDA', { campi: ['testo'] })
  const domande = previous.domande.map((d) => (d === before ? after : d))
  const immagini = await readStoredImages(deps, previous.immagini)
  let avvisate = 0
  const done = await publishOver(
    deps,
    previous,
    { ...previous, domande, immagini },
    {
      motivo: c.motivo,
      beside: async (q) => {
        told(before, after)
        if (c.chiudi) avvisate = await closeReportsOf(q, deps, c.id_domanda, { esito: 'corretta', risposta: c.motivo })
      },
    },
  )
  if (!done.ok) return done
  if (avvisate > 0) await deps.wake()
  const { rows } = await deps.db.query<{ versione: string }>('select versione from concorso where id_concorso = $1', [
    id_concorso,
  ])
  return ok({ versione: rows[0]?.versione ?? '', avvisate })
}
