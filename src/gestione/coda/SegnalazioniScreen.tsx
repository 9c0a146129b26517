import { useRoute } from 'wouter'
import type { TipoCoda } from '#contract/gestione/coda'
import { EntryDetail } from './EntryDetail.tsx'
import { Queue } from './Queue.tsx'

/** The queue of people's requests, or an entry of it. */
export default function SegnalazioniScreen() {
  const [isEntry, params] = useRoute<{ tipo: TipoCoda; id: string }>('/segnalazioni/:tipo/:id')
  return isEntry ? <EntryDetail key={`${params.tipo} ${params.id}`} tipo={params.tipo} id={params.id} /> : <Queue />
}
