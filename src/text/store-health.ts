import type { RecoveryReport, StoreHealth } from '#contract/store-care'
import { formatAgo, formatBytes, formatCount, formatDate } from './formats.ts'

/** Where the person's answers are, by the rung of the store. */
const WHERE: Record<StoreHealth['gradino'], string> = {
  'opfs-sahpool': 'Sul dispositivo',
  indexeddb: 'Sul dispositivo, nell’archivio di riserva',
  asm: 'Sul dispositivo, nell’archivio di riserva',
  nessuno: 'Da nessuna parte: restano finché la pagina è aperta',
  memoria: 'In memoria',
}

export const storeHealthText = {
  titolo: 'Stato dell’archivio',
  dove: 'Le tue risposte',
  dove_e: (gradino: StoreHealth['gradino'], byte: number | null) =>
    byte === null || gradino === 'nessuno' ? WHERE[gradino] : `${WHERE[gradino]} (${formatBytes(byte)})`,
  ultima_verifica: 'Ultima verifica',
  mai: 'Non ancora fatta',
  quando: (iso: string, now: number) => formatAgo(iso, now),
  ultimo_recupero: 'Ultimo recupero',
  // Events of every kind are counted: a favourite or a level is no answer.
  recupero: ({ at, utente, eventi, mancanti: missing, banche }: RecoveryReport) =>
    utente
      ? `${formatDate(at)}: ${formatCount(eventi, 'azione', 'azioni')} in salvo tra risposte, preferite e livelli${
          missing > 0 ? `, ${formatCount(missing, 'mancante', 'mancanti')}` : ''
        }`
      : `${formatDate(at)}: ${banche.map((b) => b.concorso).join(', ')} da scaricare di nuovo`,
  verifica: 'Controlla',
  sano: 'Tutto a posto: ogni byte è come lo avevamo scritto.',
  riparato: 'Abbiamo trovato un danno e l’abbiamo riparato.',
  fallita: 'La verifica non è riuscita. Riprova tra un momento.',
}
