import type { CloudWinner, OverwriteFigures, SideFigures } from '#rules/cloud'
import { formatCounts, formatDate, formatDomande } from '../../text/formats.ts'

const have = ({ livelli, preferite }: { livelli: number; preferite: number }): string =>
  formatCounts([livelli, 'livello', 'livelli'], [preferite, 'preferita', 'preferite'])

export const cloudText = {
  titolo: 'Dispositivo e cloud',
  testo:
    'Si allineano da soli: ogni risposta parte entro pochi secondi. Qui li confronti e, se serve, fai valere una delle due parti.',
  apri: 'Confronta con il cloud',
  offline: 'Per il confronto serve la rete.',
  leggo: (n: number) => (n === 0 ? 'Leggo il cloud' : `Leggo il cloud: ${formatDomande(n)}`),
  errore: 'Il confronto non è riuscito.',
  qui: 'Su questo dispositivo',
  cloud: 'Nel cloud',
  parte: (f: SideFigures) => have(f) || 'Ancora niente',
  ultima: (iso: string) => `Ultima modifica: ${formatDate(iso)}`,
  uguali: 'Dispositivo e cloud hanno già le stesse cose: non c’è niente da fare.',
  vale: 'Quale vale',
  vale_qui: 'Questo dispositivo',
  vale_cloud: 'Il cloud',
  qui_testo: 'Il cloud, e da lì i tuoi altri dispositivi, diventano come questo dispositivo.',
  cloud_testo: 'Questo dispositivo diventa come il cloud.',
  effetto: ({ domande, ...lost }: OverwriteFigures, winner: CloudWinner) => {
    const said = have(lost)
    const changed = `${formatDomande(domande)} ${domande === 1 ? 'cambia' : 'cambiano'}.`
    if (said === '') return `${changed} Non va perso niente.`
    const where = winner === 'dispositivo' ? 'nel cloud' : 'su questo dispositivo'
    return `${changed} ${said}, ora ${where}, non ${lost.livelli + lost.preferite === 1 ? 'varrà' : 'varranno'} più.`
  },
  niente: 'Da questa parte non cambia niente.',
  ritorno: 'Puoi annullare per 30 giorni, da qui. Risposte date ed esercitazioni restano nella storia.',
  annulla: 'Annulla',
  chiudi: 'Chiudi',
  riprova: 'Riprova',
  fai_qui: 'Sovrascrivi il cloud',
  fai_cloud: 'Sovrascrivi il dispositivo',
  fatto_qui: (waiting: number) =>
    waiting === 0
      ? 'Il cloud è come questo dispositivo.'
      : `Fatto qui. ${formatDomande(waiting)} ${waiting === 1 ? 'parte' : 'partono'} per il cloud appena c’è rete.`,
  fatto_cloud: (n: number) => `${formatDomande(n)} di questo dispositivo ${n === 1 ? 'è' : 'sono'} come nel cloud.`,
  passati: 'Allineamenti recenti',
}
