import { formatCount } from './formats.ts'

export const fieldText = {
  chiudi: 'Chiudi',
  mostra_password: 'Mostra password',
  nascondi_password: 'Nascondi password',
  svuota: 'Svuota la ricerca',
  cerca: 'Cerca',
  scegli: 'Scegli',
  cerca_in: (che: string) => `Cerca in: ${che}`,
  trovate: (n: number) => formatCount(n, 'voce trovata', 'voci trovate'),
}

/** Another name for something kept. */
export const renameText = {
  nome: 'Nome',
  nome_mancante: 'Scrivi un nome.',
  conferma: 'Cambia nome',
  annulla: 'Annulla',
}

export const rangeText = {
  da: (che: string) => `${che}: dalla`,
  a: (che: string) => `${che}: alla`,
}

export const statesText = {
  caricamento: 'Caricamento',
  annulla: 'Annulla',
  riprova: 'Riprova',
  errore_titolo: 'Qualcosa non ha funzionato',
}

export const guasto = {
  pagina_errore_titolo: 'Questa pagina non si è caricata',
  pagina_errore_testo: 'La connessione si è interrotta o Idoneo è stato aggiornato. Le tue risposte sono al sicuro.',
  avviso_errore_titolo: 'Questo avviso non si è caricato',
  chiudi: 'Chiudi',
  ricarica: 'Ricarica la pagina',
}
