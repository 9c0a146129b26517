import type { KeyPlace, PrintSize } from '#contract/print'
import { withArticolo } from '#rules/articolo'
import { formatBytes, formatCount, formatDomande, formatNumber } from '../../text/formats.ts'

const KEY: Record<KeyPlace, string> = { domanda: 'Sotto ogni domanda', fondo: 'In fondo', nessuna: 'Senza' }
const SIZE: Record<PrintSize, string> = { piccolo: 'Piccoli, due colonne', grande: 'Grandi, una colonna' }

export const stampaText = {
  titolo: 'Stampa in PDF',
  testo: (n: number) =>
    `Un PDF con ${formatDomande(n)}: quelle scelte qui sotto con filtri e ordine. Si crea su questo dispositivo.`,
  premium: 'Il PDF delle banche dati fa parte di Premium.',
  apri: 'Prepara il PDF',
  scopri: 'Scopri Premium',
  con_premium: 'PDF con Premium',
  chiave: 'Risposte corrette',
  chiave_dove: KEY,
  caratteri: 'Caratteri',
  caratteri_come: SIZE,
  foglio: 'Con il foglio risposte',
  foglio_testo: 'In A4, con i cerchietti da annerire.',
  mescola: 'Mescola le risposte',
  mescola_testo: 'Nelle banche dove la corretta è sempre la prima.',
  immagini: 'Con le immagini',
  spiegazioni: 'Con le spiegazioni',
  spiegazioni_testo: 'Quelle già su questo dispositivo; con la rete scarica prima le altre.',
  crea: 'Crea il PDF',
  annulla: 'Annulla',
  spiegazioni_arrivo: (n: number) => `Scarico le spiegazioni: ${formatNumber(n)}`,
  avanzamento: (n: number, all: number) => `${formatNumber(n)} di ${formatDomande(all)}`,
  impagino: 'Impagino',
  barra: 'Creazione del PDF',
  pronto: (pages: number, bytes: number) =>
    `Pronto: ${formatCount(pages, 'pagina', 'pagine')}, ${formatBytes(bytes)}. Il testo si può cercare e copiare.`,
  salva: 'Salva il PDF',
  altro: 'Cambia scelte',
  mancano: (n: number) =>
    `${formatCount(n, 'immagine non è', 'immagini non sono')} su questo dispositivo: al loro posto c’è un avviso.`,

  scelte: (n: number, ordine: string) => `${formatDomande(n)} · ordine ${ordine.toLowerCase()}`,
  elenco: (title: string, n: number) => `${title}: ${formatDomande(n)}`,
  filtrate: 'Una parte della banca dati, scelta con i filtri',
  stampata: (when: string) => `Stampata ${withArticolo('il', when)} con Idoneo`,
  copia: (title: string, email: string) => `Idoneo · ${title} · copia di ${email}`,
  immagine_assente: (alt: string | null) =>
    alt ? `[Immagine non disponibile: ${alt}]` : '[Immagine non disponibile su questo dispositivo]',
  annullata: 'annullata',
  contestata: 'contestata',
  tua: 'risposta indicata da te',
  senza_risposta: 'senza risposta corretta',
  codice: (code: string) => `cod. ${code}`,
  spiegazione: (text: string, source: string | null) =>
    source === null ? `Spiegazione: ${text}` : `Spiegazione: ${text}\nFonte: ${source}`,
  punti: (thousandths: number) => `(${formatNumber(thousandths / 1000)} p.)`,
}
