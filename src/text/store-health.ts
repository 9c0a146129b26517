import type { RecoveryReport, StoreHealth } from '#contract/store-care'
import { formatAgo, formatBytes, formatCount, formatDate } from './formats.ts'

/** Place of the person's answers, by the rung of the store. */
const WHERE: Record<StoreHealth['gradino'], string> = {
  'opfs-sahpool': 'Sul dispositivo',
  indexeddb: 'Sul dispositivo, in un archivio più lento',
  asm: 'Sul dispositivo, in un archivio più lento',
  nessuno: 'Da nessuna parte: restano finché la pagina è aperta',
  memoria: 'In memoria',
}

export const storeHealthText = {
  titolo: 'I tuoi dati su questo dispositivo',
  sotto: 'Si controllano da soli a ogni apertura. Se qualcosa non torna, controlla adesso.',
  dove: 'Le tue risposte',
  dove_e: (gradino: StoreHealth['gradino'], byte: number | null) =>
    byte === null || gradino === 'nessuno' ? WHERE[gradino] : `${WHERE[gradino]} (${formatBytes(byte)})`,
  ultima_verifica: 'Ultimo controllo',
  mai: 'Non ancora fatto',
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
  sano: 'Tutto a posto: i tuoi dati sono al sicuro.',
  riparato: 'Abbiamo trovato un danno e l’abbiamo riparato.',
  fallita: 'Il controllo non è riuscito. Riprova tra un momento.',
}
