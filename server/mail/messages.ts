import { withArticolo } from '#rules/articolo'
import type { Message } from '../deps.ts'
import { compose } from './layout.ts'

const ROMA = { timeZone: 'Europe/Rome' } as const
const quando = (data: Date) => data.toLocaleString('it-IT', { ...ROMA, dateStyle: 'long', timeStyle: 'short' })
const giorno = (data: Date) => data.toLocaleDateString('it-IT', { ...ROMA, dateStyle: 'long' })
export const euro = (cents: number): string =>
  (cents / 100).toLocaleString('it-IT', { style: 'currency', currency: 'EUR' })
const mesi = (n: number) => (n === 1 ? '1 mese' : `${n} mesi`)

/** Composes the trial mail of `posta prova`. */
export const composeProva = (a: string, indirizzo: string): Message =>
  compose({
    tipo: null,
    to: a,
    subject: 'Prova della posta di Idoneo',
    parts: [`questa è una mail di prova di ${indirizzo}: la posta parte.`],
  })

/** Asks a person to confirm their address (D12a). */
export const composeVerifica = (a: string, link: string): Message =>
  compose({
    tipo: 'verifica',
    to: a,
    subject: 'Conferma il tuo indirizzo e-mail',
    parts: [
      'manca un solo passo: conferma che questo indirizzo è tuo.',
      { button: 'Conferma l’indirizzo', link },
      { small: 'Vale 24 ore. Se scade, aprilo lo stesso: da lì puoi chiederne un altro.' },
      {
        small:
          'Se non hai creato tu un account, aprilo e scegli «Non sono stato io»: lo eliminiamo subito. Senza la tua conferma resta comunque inutilizzabile.',
      },
    ],
  })

/** Composes the mail to an existing account, where registrations hide which addresses have one. */
export const composeGiaIscritto = (a: string, accesso: string): Message =>
  compose({
    tipo: 'gia_iscritto',
    to: a,
    subject: 'Hai già un account',
    parts: [
      'qualcuno ha scritto questo indirizzo per un account di Idoneo, ma ne hai già uno: accedi con quello.',
      { button: 'Vai all’accesso', link: accesso },
      { small: 'Non ricordi la password? Nella pagina di accesso usa «Password dimenticata».' },
      { small: 'Se non sei stato tu, non devi fare nulla: non è cambiato niente.' },
    ],
  })

/** Asks to confirm the address that is to take the place of the present one. */
export const composeNuovoIndirizzo = (a: string, link: string): Message =>
  compose({
    tipo: 'nuovo_indirizzo',
    to: a,
    subject: 'Conferma il tuo nuovo indirizzo e-mail',
    parts: [
      'hai chiesto di usare questo indirizzo per il tuo account di Idoneo. Confermalo: fino ad allora vale quello di prima.',
      { button: 'Conferma il nuovo indirizzo', link },
      { small: 'Vale 24 ore. Se non l’hai chiesto tu, aprilo e scegli «Non sono stato io».' },
    ],
  })

/** Composes the notice to the present address that a new one was requested. */
export const composeAvvisoIndirizzo = (a: string, nuovo: string): Message =>
  compose({
    tipo: 'avviso_indirizzo',
    to: a,
    subject: 'È stato chiesto un nuovo indirizzo per il tuo account',
    parts: [
      `per il tuo account di Idoneo è stato chiesto il nuovo indirizzo ${nuovo}. Varrà quando sarà confermato da lì.`,
      'Se non sei stato tu, cambia subito la password dal profilo, o scegline una con «Password dimenticata» nella pagina di accesso: il nuovo indirizzo sarà annullato.',
    ],
  })

/** Composes the recovery mail for a forgotten password (AU30). */
export const composeRecupero = (a: string, link: string): Message =>
  compose({
    tipo: 'recupero',
    to: a,
    subject: 'Scegli una nuova password',
    parts: [
      'hai chiesto di scegliere una nuova password per il tuo account di Idoneo.',
      { button: 'Scegli la nuova password', link },
      { small: 'Vale un’ora e una volta sola. Aprirlo non cambia niente finché non scrivi la nuova password.' },
      { small: 'Se non l’hai chiesto tu, non devi fare nulla: la tua password resta quella di prima.' },
    ],
  })

export const composePasswordCambiata = (a: string, data: Date, scollegati: boolean): Message =>
  compose({
    tipo: 'password_cambiata',
    to: a,
    subject: 'La tua password è stata cambiata',
    parts: [
      `la password del tuo account di Idoneo è stata cambiata ${withArticolo('il', quando(data))}. Gli altri dispositivi dovranno accedere di nuovo.`,
      ...(scollegati ? ['Abbiamo scollegato anche gli accessi social che non risultavano tuoi.'] : []),
      'Se non sei stato tu, usa «Password dimenticata» nella pagina di accesso per sceglierne subito un’altra.',
    ],
  })

/** Composes the notice that a social login may enter the account from now on. */
export const composeAccessoCollegato = (a: string, nome: string, profilo: string): Message =>
  compose({
    tipo: 'accesso_collegato',
    to: a,
    subject: `${nome} è collegato al tuo account`,
    parts: [
      `da adesso puoi entrare nel tuo account di Idoneo anche con ${nome}.`,
      'Se non sei stato tu, scollegalo dal profilo e cambia la password.',
      { button: 'Apri il profilo', link: profilo },
    ],
  })

export const composeAccessoScollegato = (a: string, nome: string): Message =>
  compose({
    tipo: 'accesso_scollegato',
    to: a,
    subject: `${nome} non è più collegato al tuo account`,
    parts: [
      `${nome} non apre più il tuo account di Idoneo. Gli altri dispositivi dovranno accedere di nuovo.`,
      'Se non sei stato tu, usa «Password dimenticata» nella pagina di accesso per scegliere subito una nuova password.',
    ],
  })

/** Composes the mail about a password typed for an account without one: the login page must hide that fact. */
export const composeSenzaPassword = (a: string, nome: string, accesso: string): Message =>
  compose({
    tipo: 'senza_password',
    to: a,
    subject: `Il tuo account si apre con ${nome}`,
    parts: [
      `qualcuno ha provato a entrare nel tuo account di Idoneo con una password, ma il tuo account non ne ha: si apre con ${nome}.`,
      { button: 'Vai all’accesso', link: accesso },
      {
        small:
          'Se vuoi anche una password, scegline una con «Password dimenticata». Se non eri tu, non devi fare nulla.',
      },
    ],
  })

export const composeNuovoDispositivo = (a: string, dispositivo: string, data: Date, profilo: string): Message =>
  compose({
    tipo: 'nuovo_dispositivo',
    to: a,
    subject: 'Accesso da un nuovo dispositivo',
    parts: [
      `${withArticolo('il', quando(data))} qualcuno è entrato nel tuo account di Idoneo da un dispositivo nuovo (${dispositivo}).`,
      'Se eri tu, non devi fare nulla.',
      'Se non eri tu, scollega il dispositivo dal profilo e cambia la password.',
      { button: 'Apri il profilo', link: profilo },
    ],
  })

/** Composes the link for a person who met the limit of devices. */
export const composeDispositivo = (a: string, dispositivo: string, link: string): Message =>
  compose({
    tipo: 'dispositivo',
    to: a,
    subject: 'Fai entrare questo dispositivo',
    parts: [
      `hai chiesto di entrare nel tuo account di Idoneo da un altro dispositivo (${dispositivo}), oltre il limite.`,
      { button: 'Fai entrare il dispositivo', link },
      { small: 'Vale un’ora e una volta sola. Se in uso c’era un altro telefono, quello sarà scollegato.' },
      { small: 'Se non l’hai chiesto tu, non aprire il collegamento e cambia la password: qualcuno la conosce.' },
    ],
  })

export type Ricevuta = {
  numero: number
  mesi: number
  prezzo: number
  pagato: Date
  fine: Date
  recesso: Date
  prova: boolean
}

/** Composes the receipt, with the conditions that have to stay on a durable medium (Codice del consumo, art. 51). */
export const composeRicevuta = (a: string, r: Ricevuta, link: string): Message =>
  compose({
    tipo: 'ricevuta',
    to: a,
    subject: r.prova ? 'PROVA: il tuo Premium di prova è attivo' : 'Il tuo Premium è attivo',
    parts: [
      ...(r.prova ? ['Questo è un pagamento di PROVA: non ti è stato addebitato niente.'] : []),
      'grazie! Premium è attivo sul tuo account.',
      {
        rows: [
          ['Acquisto n.', String(r.numero)],
          ['Che cosa', `Idoneo Premium, ${mesi(r.mesi)}`],
          ['Prezzo pagato, imposte comprese', euro(r.prezzo)],
          ['Data del pagamento', quando(r.pagato)],
          ['Premium fino al', giorno(r.fine)],
          ['Rinnovo', 'nessuno: è un pagamento unico'],
        ],
      },
      'Hai chiesto che Premium cominciasse subito, entro il termine per recedere.',
      `Puoi recedere senza dire perché fino ${withArticolo('al', giorno(r.recesso))}, dal profilo alla voce «Acquisti»: ti restituiamo l’intero prezzo con lo stesso mezzo di pagamento e Premium finisce.`,
      { button: 'Apri i tuoi acquisti', link },
    ],
  })

/** Confirms a withdrawal on a durable medium. */
export const composeRecesso = (a: string, numero: number, prezzo: number, data: Date): Message =>
  compose({
    tipo: 'recesso',
    to: a,
    subject: 'Il tuo recesso è confermato',
    parts: [
      `${withArticolo('il', quando(data))} abbiamo ricevuto il tuo recesso dall’acquisto n. ${numero} di Idoneo Premium.`,
      `Ti restituiamo ${euro(prezzo)} con lo stesso mezzo di pagamento, al più tardi entro 14 giorni. Il Premium di quell’acquisto è finito; le tue risposte restano tue.`,
    ],
  })

export const composeRimborso = (a: string, numero: number, prezzo: number): Message =>
  compose({
    tipo: 'rimborso',
    to: a,
    subject: 'Il tuo acquisto è stato rimborsato',
    parts: [
      `l’acquisto n. ${numero} di Idoneo Premium (${euro(prezzo)}) è stato rimborsato e il suo Premium è finito. Le tue risposte restano tue.`,
    ],
  })

export const composeScadenza = (a: string, fine: Date, link: string): Message =>
  compose({
    tipo: 'scadenza',
    to: a,
    subject: 'Il tuo Premium sta per finire',
    parts: [
      `il tuo Premium finisce ${withArticolo('il', giorno(fine))}. Non si rinnova da solo e non ti sarà addebitato niente.`,
      { button: 'Guarda le durate', link },
      { small: 'Se non vuoi più questi avvisi, toglili dal profilo alla voce «Notifiche».' },
    ],
  })

/** Composes the way back for an account that a token alone deleted. */
export const composeInEliminazione = (a: string, fine: Date, link: string): Message =>
  compose({
    tipo: 'eliminazione',
    to: a,
    subject: 'Il tuo account sta per essere eliminato',
    parts: [
      `è stato chiesto di eliminare il tuo account di Idoneo. ${withArticolo('Il', giorno(fine))} lo eliminiamo per sempre, con tutto ciò che contiene. I dispositivi sono già scollegati.`,
      'Se non sei stato tu, o hai cambiato idea, tienilo:',
      { button: 'Tieni l’account', link },
      { small: 'Se lo vuoi eliminare non devi fare altro.' },
    ],
  })

export const composeTenuto = (a: string): Message =>
  compose({
    tipo: 'account_tenuto',
    to: a,
    subject: 'Il tuo account resta',
    parts: [
      'il tuo account di Idoneo non sarà eliminato: accedi come prima.',
      'Se non avevi chiesto tu di eliminarlo, qualcuno è entrato: scegli una nuova password con «Password dimenticata» nella pagina di accesso.',
    ],
  })

/** Composes the mail to the present address of an account without a password: a token alone does not change it. */
export const composeConfermaCambio = (a: string, nuovo: string, link: string): Message =>
  compose({
    tipo: 'conferma_cambio',
    to: a,
    subject: 'Vuoi cambiare indirizzo?',
    parts: [
      `per il tuo account di Idoneo è stato chiesto il nuovo indirizzo ${nuovo}. Il tuo account non ha una password: confermalo da qui.`,
      { button: 'Cambia indirizzo', link },
      {
        small: 'Vale un’ora e una volta sola. Se non l’hai chiesto tu, non devi fare nulla: l’indirizzo resta questo.',
      },
    ],
  })

/** Composes the mail to the address that an account has just left. */
export const composeIndirizzoCambiato = (a: string, nuovo: string): Message =>
  compose({
    tipo: 'indirizzo_cambiato',
    to: a,
    subject: 'Il tuo account ha un nuovo indirizzo',
    parts: [
      `il tuo account di Idoneo usa adesso ${nuovo}: da lì è stato confermato. A questo indirizzo non scriviamo più.`,
      'Se non sei stato tu, scrivi subito all’assistenza.',
    ],
  })

export const composeEsportazione = (a: string, link: string): Message =>
  compose({
    tipo: 'esportazione',
    to: a,
    subject: 'Scarica i tuoi dati',
    parts: [
      'hai chiesto di scaricare tutto ciò che Idoneo ha di te.',
      { button: 'Scarica i tuoi dati', link },
      { small: 'Vale un’ora e una volta sola.' },
      { small: 'Se non l’hai chiesto tu, non aprirlo: esci da tutti gli altri dispositivi dal profilo.' },
    ],
  })

export const composeEliminato = (a: string): Message =>
  compose({
    tipo: null,
    to: a,
    subject: 'Il tuo account è stato eliminato',
    parts: [
      'il tuo account di Idoneo e tutto ciò che conteneva sono stati eliminati per sempre, come hai chiesto.',
      { small: 'Degli acquisti restano soltanto gli importi che la legge ci chiede di conservare, senza il tuo nome.' },
    ],
  })

export type Domanda = { numero: number; email: string; argomento: string; testo: string; id_utente: number | null }

/** Composes a person's message for the operator's mailbox; a reply goes to the person. */
export const composeAssistenza = (a: string, d: Domanda): Message => ({
  ...compose({
    tipo: null,
    to: a,
    subject: `[Assistenza ${d.numero}] ${d.argomento}`,
    parts: [
      {
        rows: [
          ['Richiesta n.', String(d.numero)],
          ['Da', d.email],
          ['Account', d.id_utente === null ? 'senza accesso' : String(d.id_utente)],
          ['Argomento', d.argomento],
        ],
      },
      d.testo,
    ],
    replyTo: d.email,
  }),
})

export const composeRicevutaAssistenza = (a: string, numero: number, testo: string): Message =>
  compose({
    tipo: 'ricevuta_assistenza',
    to: a,
    subject: `Abbiamo ricevuto la tua richiesta n. ${numero}`,
    parts: ['abbiamo ricevuto il tuo messaggio e ti rispondiamo a questo indirizzo.', { small: testo }],
  })
