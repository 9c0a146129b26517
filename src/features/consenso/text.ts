import { withArticolo } from '#rules/articolo'
import { formatDate } from '../../text/formats.ts'

const when = (at: number) => formatDate(new Date(at).toISOString())

export const consensoText = {
  titolo: 'Cookie',
  testo:
    'Usiamo cookie tecnici, che servono a far funzionare Idoneo. Con il tuo permesso contiamo anche le pagine viste, senza sapere chi sei. Rifiutare non cambia niente del servizio.',
  accetta: 'Accetta',
  rifiuta: 'Rifiuta',
  leggi: 'Leggi l’informativa',
  preferenze: 'Le tue preferenze',
  si: (at: number) => `Hai accettato le statistiche ${withArticolo('il', when(at))}. La scelta vale un anno.`,
  no: (at: number) => `Hai rifiutato le statistiche ${withArticolo('il', when(at))}. La scelta vale un anno.`,
  mai: 'Non hai ancora scelto: le statistiche sono spente.',
}
