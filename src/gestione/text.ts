import type { Ruolo } from '#contract/gestione/call'
import type { Failure } from '#contract/result'
import { errorMessage } from '../text/errors.ts'

export const consoleText = {
  nome: 'Gestione',
  sezioni: 'Sezioni',
  vai_al_contenuto: 'Vai al contenuto',
  esci: 'Esci',
  segnalazioni: 'Segnalazioni',
  banche: 'Banche',
  denaro: 'Denaro',
  sicurezza: 'Il mio accesso',
  caricamento: 'Caricamento',
  errore_titolo: 'Non si è caricato',
  riprova: 'Riprova',
  di_prima: 'Quello che vedi può non essere aggiornato.',
  riprovo: 'Riprovo da solo.',
  scartare: 'Scartare quello che hai scritto?',
  scartare_testo: 'Non è ancora salvato: va perso.',
  resta: 'Resta',
  scarta: 'Scarta',
  ancora: 'Mostra altro',
  fine_elenco: 'Sono tutti.',
  ricarica: 'Ricarica la pagina',
  ricarica_testo: 'La pagina è stata aggiornata, o la connessione si è interrotta. Ricaricala.',
  niente_qui: 'Questa pagina non c’è',
  niente_qui_testo: 'Il tuo ruolo non la vede, oppure l’indirizzo è sbagliato.',
  annulla: 'Annulla',
  chiudi: 'Chiudi',
}

export const filterText = { filtri: 'Filtri', filtra: 'Filtra', tutti: 'Tutti' }

export const roleText: Record<Ruolo, string> = {
  gestore: 'Gestore',
  redattore: 'Redattore',
  assistenza: 'Assistenza',
}

/** Sentences that the console says otherwise than the candidates' page. */
const OWN: Partial<Record<Failure['codice'], string>> = {
  TOKEN_NON_VALIDO: 'L’accesso non vale più, per esempio perché la password o il ruolo sono cambiati. Accedi di nuovo.',
  SESSIONE_SCADUTA: 'L’accesso è finito: dura otto ore, o mezz’ora senza fare nulla. Accedi di nuovo.',
  USCITA_ALTROVE:
    'In un’altra scheda di questo browser è entrata un’altra persona, o si è usciti. Qui non è stato fatto nulla: accedi di nuovo.',
  VIETATO:
    'Non puoi farlo: serve un altro ruolo, o riguarda il tuo stesso accesso. I ruoli si danno con il comando «ruolo», sul server.',
  CODICE_RICHIESTO: 'Serve di nuovo il secondo fattore: conferma che sei tu.',
  CODICE_ERRATO: 'Il secondo fattore non è stato accettato. Riprova, o usane un altro.',
  UTENTE_NON_TROVATO: 'Nessun account ha questo indirizzo o questo numero. Controlla e cerca di nuovo.',
  NON_TROVATO: 'Non c’è più. Ricarica la pagina per vedere che cosa è cambiato.',
  TRANSAZIONE_NON_TROVATA: 'Nessun acquisto ha questo numero. Ricarica la pagina.',
  RECESSO_NON_AMMESSO: 'Questo acquisto non è pagato, o è già stato restituito. Ricarica la pagina.',
  PAGAMENTO_NON_DISPONIBILE:
    'Il fornitore dei pagamenti non risponde, o manca STRIPE_CHIAVE: non è cambiato niente. Riprova tra poco.',
  SERVIZIO_NON_PRONTO: 'Ora non si può: il server è occupato con un altro lavoro. Riprova tra poco.',
  REMOTE_REQUEST_FAILED: 'Il server non risponde. Riprova tra poco.',
  RETE_ASSENTE: 'Manca la connessione. Riprova quando torna la rete.',
  ERRORE_INTERNO:
    'Il server ha avuto un problema. Prima di riprovare controlla che cosa è cambiato; se continua, guarda il suo registro.',
}

/** An act whose response did not come. */
const LOST_ACT =
  'Nessuna risposta: può darsi che sia stato fatto. Prima di riprovare controlla, per esempio in un’altra scheda.'

const CANCELLED = 'La pubblicazione è stata annullata: non è stato scritto nulla.'

/** Returns the sentence of a failure in the console. */
export function consoleFailure(failure: Failure): string {
  if (failure.dati?.atto !== undefined) return LOST_ACT
  if (failure.dati?.annullata !== undefined) return CANCELLED
  if (failure.dati?.vuoto !== undefined) return 'Il file è vuoto. Scegline un altro.'
  return OWN[failure.codice] ?? errorMessage(failure).text
}
