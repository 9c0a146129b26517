import { withArticolo } from '#rules/articolo'
import { formatDate } from '../../text/formats.ts'

const when = (at: number) => formatDate(new Date(at).toISOString())

export const consensoText = {
  titolo: 'Cookie',
  testo: 'Usiamo cookie tecnici e, se accetti, contiamo le pagine viste senza sapere chi sei.',
  accetta: 'Accetta',
  rifiuta: 'Rifiuta',
  leggi: 'Informativa',
  preferenze: 'Le tue preferenze',
  si: (at: number) => `Hai accettato le statistiche ${withArticolo('il', when(at))}. La scelta vale un anno.`,
  no: (at: number) => `Hai rifiutato le statistiche ${withArticolo('il', when(at))}. La scelta vale un anno.`,
  mai: 'Non hai ancora scelto: le statistiche sono spente.',
}
