import type { RichiestaBanca } from '#contract/contenuti'
import { call } from '../api/client.ts'
import { richiesteKey } from '../platform/web-storage.ts'
import { outboxText } from '../text/outbox.ts'
import { createOutbox } from './outbox.ts'

/** Requests for banks, kept while there is no network [RB1]. */
export const richieste = createOutbox<RichiestaBanca>({
  key: richiesteKey,
  id: (r) => r.id_richiesta,
  isItem: (r): r is RichiestaBanca => typeof (r as Partial<RichiestaBanca> | null)?.id_richiesta === 'string',
  call: (r) => call('richiedi_banca', { corpo: r }),
  useless: ['RICHIESTA_NON_VALIDA', 'MISSING_REQUIRED_PARAM', 'CORPO_TROPPO_GRANDE'],
  refused: outboxText.richiesta,
})
