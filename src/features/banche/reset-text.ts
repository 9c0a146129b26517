import { formatCounts, formatDate, formatDomande } from '../../text/formats.ts'

const taken = ({ livelli, preferiti, chiavi }: { livelli: number; preferiti: number; chiavi: number }): string =>
  formatCounts(
    [livelli, 'livello', 'livelli'],
    [preferiti, 'preferita', 'preferite'],
    [chiavi, 'risposta indicata da te', 'risposte indicate da te'],
  )

export const resetText = {
  titolo: 'Ricomincia da capo',
  testo:
    'Azzera livelli e preferite, di tutta la banca dati o di alcune materie. Le esercitazioni fatte restano nell’elenco.',
  apri: 'Ricomincia da capo',
  cosa: 'Che cosa',
  tutto: 'Tutta la banca dati',
  alcune: 'Alcune materie',
  dove: 'Dove',
  qui: 'Solo su questo dispositivo',
  ovunque: 'Anche sul server',
  qui_testo: 'Gli altri tuoi dispositivi tengono i loro livelli.',
  ovunque_testo: 'Vale su tutti i tuoi dispositivi, alla loro prossima sincronizzazione.',
  ovunque_offline: 'Per azzerare anche sul server serve la rete.',
  conto: 'Conto che cosa si azzera',
  effetto: (f: { domande: number; livelli: number; preferiti: number; chiavi: number }) =>
    `${f.livelli + f.preferiti + f.chiavi === 1 || (taken(f) === '' && f.domande === 1) ? 'Si azzera' : 'Si azzerano'} ${taken(f) || formatDomande(f.domande)}.`,
  niente: 'Qui non c’è ancora niente da azzerare.',
  non_inviate: (n: number) =>
    `${formatDomande(n)} ${n === 1 ? 'ha' : 'hanno'} modifiche non ancora arrivate al server: anche quelle si azzerano.`,
  ritorno: 'Puoi annullare per 30 giorni, da qui.',
  annulla: 'Annulla',
  azzera: 'Azzera',
  fatto: (n: number) => `Azzerate le statistiche di ${formatDomande(n)}.`,
  passati: 'Azzeramenti recenti',
  passato: (when: string, n: number) => `${formatDate(when)}: ${formatDomande(n)}`,
  ripristina: 'Ripristina',
  ripristinate: (n: number) =>
    n === 0
      ? 'Non c’era niente da ripristinare: a quelle domande hai già risposto di nuovo.'
      : `Ripristinate ${formatDomande(n)}.`,
}
