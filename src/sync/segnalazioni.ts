import { MOTIVI, type Motivo } from '#contract/segnalazione'
import { call } from '../api/client.ts'
import { segnalazioniKey } from '../platform/web-storage.ts'
import { currentUserId } from '../session/session.ts'
import { outboxText } from '../text/outbox.ts'
import { createOutbox } from './outbox.ts'

/** Report of a question. `id` belongs to the report on this device, since a question may be reported twice. */
export type Segnalazione = { id: string; id_domanda: number; motivo: Motivo; nota: string }

const isSegnalazione = (kept: unknown): kept is Segnalazione => {
  const s = (kept ?? {}) as Partial<Segnalazione>
  return (
    typeof s.id === 'string' &&
    typeof s.id_domanda === 'number' &&
    typeof s.nota === 'string' &&
    MOTIVI.some((m) => m === s.motivo)
  )
}

/** Reports of questions, kept while there is no network [CA46]. */
export const segnalazioni = createOutbox<Segnalazione>({
  key: segnalazioniKey,
  id: (s) => s.id,
  isItem: isSegnalazione,
  call: ({ id_domanda, motivo, nota }) =>
    call('segnalaquiz', {
      query: { id_user: currentUserId() ?? undefined, id_domanda, rcode: motivo },
      corpo: nota === '' ? null : { nota },
    }),
  useless: ['RICHIESTA_NON_VALIDA', 'CORPO_TROPPO_GRANDE', 'DOMANDA_NON_TROVATA', 'MISSING_REQUIRED_PARAM'],
  refused: outboxText.segnalazione,
})
