import type { CloudWinner, OverwriteFigures, SideFigures } from '#rules/cloud'
import { formatCounts, formatDate, formatDomande } from '../../text/formats.ts'

const have = ({ livelli, preferite }: { livelli: number; preferite: number }): string =>
  formatCounts([livelli, 'livello', 'livelli'], [preferite, 'preferita', 'preferite'])

export const cloudText = {
  titolo: 'Copia sul server',
  testo: 'Si aggiorna da sola, pochi secondi dopo ogni risposta. Se qualcosa non torna, scegli quale tenere.',
  apri: 'Confronta le due copie',
  offline: 'Per il confronto serve la rete.',
  leggo: (n: number) => (n === 0 ? 'Leggo la copia sul server' : `Leggo la copia sul server: ${formatDomande(n)}`),
  errore: 'Il confronto non è riuscito.',
  qui: 'Su questo dispositivo',
  cloud: 'Sul server',
  parte: (f: SideFigures) => have(f) || 'Ancora niente',
  ultima: (iso: string) => `Ultima modifica: ${formatDate(iso)}`,
  uguali: 'Le due copie sono uguali: non c’è niente da fare.',
  vale: 'Quale tieni',
  vale_qui: 'Questo dispositivo',
  vale_cloud: 'Il server',
  qui_testo: 'La copia sul server, e da lì i tuoi altri dispositivi, diventano come questo dispositivo.',
  cloud_testo: 'Questo dispositivo diventa come la copia sul server.',
  effetto: ({ domande, ...lost }: OverwriteFigures, winner: CloudWinner) => {
    const said = have(lost)
    const changed = `${formatDomande(domande)} ${domande === 1 ? 'cambia' : 'cambiano'}.`
    if (said === '') return `${changed} Non va perso niente.`
    const where = winner === 'dispositivo' ? 'sul server' : 'su questo dispositivo'
    return `${changed} ${said}, ora ${where}, non ${lost.livelli + lost.preferite === 1 ? 'varrà' : 'varranno'} più.`
  },
  niente: 'Da questa parte non cambia niente.',
  ritorno: 'Puoi annullare per 30 giorni, da qui. Risposte date ed esercitazioni restano nella storia.',
  annulla: 'Annulla',
  chiudi: 'Chiudi',
  riprova: 'Riprova',
  fai_qui: 'Tieni quella di questo dispositivo',
  fai_cloud: 'Tieni quella del server',
  fatto_qui: (waiting: number) =>
    waiting === 0
      ? 'La copia sul server è come questo dispositivo.'
      : `Fatto qui. ${formatDomande(waiting)} ${waiting === 1 ? 'parte' : 'partono'} per il server appena c’è rete.`,
  fatto_cloud: (n: number) => `${formatDomande(n)} di questo dispositivo ${n === 1 ? 'è' : 'sono'} come sul server.`,
  passati: 'Allineamenti recenti',
}
