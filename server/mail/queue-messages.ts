import type { TipoCoda } from '#contract/gestione/coda'
import type { Message } from '../deps.ts'
import { compose } from './layout.ts'

const SUBJECTS: Record<TipoCoda, (id: string) => string> = {
  domanda: () => 'Sulla domanda che hai segnalato',
  assistenza: (id) => `Risposta alla tua richiesta n. ${id}`,
  banca: () => 'Sulla banca dati che hai chiesto',
}

type Reply = { tipo: TipoCoda; id: string; testo: string; su: string | null; concorso: string | null }

/** Composes a reply to who reported a question or asked for something. `su`: first words of what it is about. */
export function composeRisposta(a: string, { tipo, id, testo, su, concorso }: Reply): Message {
  const rows: [string, string][] = [
    ...(concorso === null ? [] : [['Banca dati', concorso] satisfies [string, string]]),
    ...(su === null ? [] : [[tipo === 'domanda' ? 'Domanda' : 'La tua richiesta', su] satisfies [string, string]]),
  ]
  return compose({
    tipo: 'risposta',
    to: a,
    subject: SUBJECTS[tipo](id),
    parts: [testo, ...(rows.length === 0 ? [] : [{ rows }])],
  })
}
