import { numero, quanti } from './formati.ts'

const ora = new Intl.DateTimeFormat('it-IT', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const decimale = new Intl.NumberFormat('it-IT', { maximumFractionDigits: 0 })

export const riepilogo = {
  titolo: 'Riepilogo',
  sopra: (nome: string, iso: string) => `${nome} · ${ora.format(new Date(iso))}`,
  errore: 'Il riepilogo non si è aperto',
  punteggio: 'Risultato',
  su: (n: number) => `/${numero(n)}`,
  percento: (parte: number, n: number) => `${decimale.format(n === 0 ? 0 : (100 * parte) / n)}% di risposte esatte`,
  nessuna_risposta: 'Non hai dato risposte in questa esercitazione.',
  esatte: (n: number) => (n === 1 ? 'esatta' : 'esatte'),
  errate: (n: number) => (n === 1 ? 'errata' : 'errate'),
  neutre: (n: number) => (n === 1 ? 'neutra' : 'neutre'),
  non_date: (n: number) => (n === 1 ? 'non data' : 'non date'),
  livelli: 'Come sono cambiati i livelli',
  saliti: (n: number) => quanti(n, 'domanda è salita', 'domande sono salite'),
  scesi: (n: number) => quanti(n, 'domanda è scesa', 'domande sono scese'),
  fermi: (n: number) => quanti(n, 'è rimasta dov’era', 'sono rimaste dov’erano'),
  prima: 'Prima',
  dopo: 'Adesso',
  per_materia: 'Per materia',
  per_materia_nota: 'esatte su totale',
  per_materia_date: 'esatte su risposte date',
  materia: 'Materia',
  senza_materia: 'Senza materia',
  serie: { esatte: 'Esatte', errate: 'Errate', neutre: 'Neutre', non_date: 'Non date' },
  sbagliate: 'Le risposte errate',
  nessuna_sbagliata: 'Nessuna risposta errata.',
  altre: (n: number) => `Mostra altre ${numero(n)}`,
  giusta: 'Risposta giusta',
  tua: 'La tua risposta',
  ripassa: (n: number) => `Ripassa le ${numero(n)} da ripetere`,
  ripassa_una: 'Ripassa quella da ripetere',
  banca: 'Torna alla banca dati',
  riprendi: 'Continua da dove eri',
}
